"""Pieces of a page's source as plain text."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from wrapture.html.elements import TEXT_LEVEL

# Each alternative only moves forward; unclosed markup extends to the end, as in a parser.
_MARKUP: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<silent>script|style)\b.*?(?:</(?P=silent)[^>]*>|\Z)"
    r"|</?(?P<name>[a-z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+(?:>|\Z)"
    r"|<[!?/][^>]*(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
LONGEST_TAG: Final = 5_000  # characters before an offset within which its tag must begin


def plain_text(source: str) -> str:
    """Return the displayed text of a piece of source, white space collapsed, with spaces between blocks.

    >>> plain_text("The <b>Tri</b>al<br>Kafka &amp; Co"), plain_text('<td>a</td><td title="x > y">b</td>')
    ('The Trial Kafka & Co', 'a b')
    """
    text = _MARKUP.sub(_trace, source) if "<" in source else source
    return " ".join((unescape(text) if "&" in text else text).split())


def _trace(markup: re.Match[str]) -> str:
    name = markup["name"]
    return " " if name and name.lower() not in TEXT_LEVEL else ""


def tag_before(source: str, place: int) -> int:
    """Return the start of the tag that contains an offset, or the offset itself if it is in no tag.

    >>> tag_before('<p><a href="/b">', 12), tag_before("<p>text", 5)
    (3, 5)
    """
    first = max(0, place - LONGEST_TAG)
    begin = source.rfind("<", first, place)
    return begin if begin > source.rfind(">", first, place) else place
