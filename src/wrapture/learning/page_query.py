"""What a page was asked for: the words in its filled search field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wrapture.html.page import Page

TEXT_FIELDS: Final = frozenset(["", "text", "search"])
WORD: Final = re.compile(r"[^\W\d_]{3,}")
MOST_WORDS: Final = 6  # a longer text is no query


def query_of(page: Page) -> re.Pattern[str] | None:
    """Return a pattern for the words of the page's filled search fields, None if there are none."""
    words: dict[str, None] = {}
    for node in [node for node, tag in enumerate(page.tags) if tag == "input"]:
        attributes = page.attributes(node)
        value = attributes.get("value")
        if value and (attributes.get("type") or "").lower() in TEXT_FIELDS:
            asked = WORD.findall(value)
            if len(asked) <= MOST_WORDS:
                words.update(dict.fromkeys(asked))
    return re.compile("|".join(words), re.IGNORECASE) if words else None
