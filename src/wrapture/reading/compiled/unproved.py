"""What the compiled readers leave to the reference reader, because their result is not proved to be the same."""

from __future__ import annotations

from typing import Final

from wrapture.html.elements import PREFORMATTED

ODD: Final = frozenset(["template", "svg", "math", "selectedcontent", *PREFORMATTED])
"""Elements whose content is numbered in another order than in the tree, or whose white space counts."""
HOLLOW: Final = frozenset(["image", "nextid", "spacer"])
"""Elements that are empty in the token string of a page, whatever the parser puts into them."""


class UnprovedError(Exception):
    """A compiled reader is not proved to read this as the reference reader does."""
