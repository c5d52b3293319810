"""Shows the examples of docstrings as code: a paragraph that begins with ``>>>`` becomes a fenced block."""

from __future__ import annotations

import re
from typing import Any, Final

from griffe import Extension

EXAMPLE: Final = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(Extension):  # type: ignore[misc]  # griffe is installed for the site only
    """Changes docstrings before they are rendered."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Fence the examples of one object."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
