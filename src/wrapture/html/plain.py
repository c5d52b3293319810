"""Pieces of a page's source as plain text."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from wrapture.html.elements import TEXT_LEVEL

# Each alternative goes forward only; what is never closed goes on to the end, as in a parser.
_MARKUP: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<silent>script|style)\b.*?(?:</(?P=silent)[^>]*>|\Z)"
    r"|</?(?P<name>[a-z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+(?:>|\Z)"
    r"|<[!?/][^>]*(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
LONGEST_TAG: Final = 5_000  # characters before a place in which the tag that it stands in must begin


def plain_text(source: str) -> str:
    """Return what a piece of source displays, with white space shrunk: blocks are set apart, other tags leave no trace.

    >>> plain_text("The <b>Tri</b>al<br>Kafka &amp; Co"), plain_text('<td>a</td><td title="x > y">b</td>')
    ('The Trial Kafka & Co', 'a b')
    """
    text = _MARKUP.sub(_trace, source) if "<" in source else source
    return " ".join((unescape(text) if "&" in text else text).split())


def _trace(markup: re.Match[str]) -> str:
    name = markup["name"]
    return " " if name and name.lower() not in TEXT_LEVEL else ""


def tag_before(source: str, place: int) -> int:
    """Return where the tag begins that a place stands in, or the place itself where it stands in none.

    >>> tag_before('<p><a href="/b">', 12), tag_before("<p>text", 5)
    (3, 5)
    """
    first = max(0, place - LONGEST_TAG)
    begin = source.rfind("<", first, place)
    return begin if begin > source.rfind(">", first, place) else place
