"""Search highlights: marks around the words of the query, which cut titles and texts apart.

The robot knows its query, so it takes the marks away before it learns and reads.  A mark is an element of a line whose whole
text is a word of the query, or begins with one, as after stemming.  If it stands alone between other tags, it goes only if it
is a mark by its name or class, or one of a row: the title of a record may be bold, and be the query.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.html.lexbor import parse_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

MARK: Final = re.compile(r"<(b|em|strong|mark|i|u|font|span)\b([^<>]*)>([^<>]{1,60})</\1\s*>", re.IGNORECASE)
SAYS_MARK: Final = re.compile(r"highl|hilite|\bhit\b|match|term|keyword|searchword|\bhl\b", re.IGNORECASE)
SHORTEST: Final = 3  # letters of a word with endings; shorter ones must be equal
ENDING: Final = 4  # letters that stemming leaves out
WORD: Final = re.compile(r"\w+")


def without_highlights(page: Page, query: str) -> Page:
    """Return a page without the marks around the words of a query; the page itself if it has none, or was rendered."""
    words = [word.casefold() for word in WORD.findall(query)]
    if not words or page.source is None:
        return page
    plain = unmarked(page.source, words)
    return page if plain == page.source else parse_page(plain, name=page.name, url=page.url)


def unmarked(source: str, words: list[str]) -> str:
    """Return a page's source without marks around words.

    >>> unmarked("<a>The <b>Rivers</b> of</a> <td><b>river</b></td> <i><mark>river</mark></i>", ["river"])
    '<a>The Rivers of</a> <td><b>river</b></td> <i>river</i>'
    >>> unmarked("<a><b>Stone</b> <b>River</b> Tales</a>", ["river", "stone"])
    '<a>Stone River Tales</a>'
    """
    marks = [found for found in MARK.finditer(source) if _holds_query(found[3], words)]
    pieces, done = [], 0
    for number, found in enumerate(marks):
        if _is_highlight(source, found, marks[max(0, number - 1) : number + 2]):
            pieces += [source[done : found.start()], found[3]]
            done = found.end()
    return "".join([*pieces, source[done:]])


def _holds_query(text: str, words: Sequence[str]) -> bool:
    return all(any(_is_form(one, word) for word in words) for one in WORD.findall(text.casefold()) or [""])


def _is_highlight(source: str, found: re.Match[str], near: Sequence[re.Match[str]]) -> bool:
    """Return whether an element around words of the query marks them; ``near`` are it and those before and behind it.

    An element that is all of what it stands in may be a bold title.  Two of them in a row are not.
    """
    tag, attributes = found[1].lower(), found[2]
    if tag in ("mark", "em") or SAYS_MARK.search(attributes):
        return True
    row = any(
        one[1].lower() == two[1].lower() and source[one.end() : two.start()].isspace() for one, two in pairwise(near)
    )
    alone = source[: found.start()].rstrip().endswith(">") and source[found.end() :].lstrip().startswith("<")
    return (row or not alone) and not attributes.strip()


def _is_form(text: str, word: str) -> bool:
    """Return whether a text is a word, or another form of it."""
    if len(word) < SHORTEST:
        return text == word
    stem = word[:-1] if len(word) > SHORTEST + 1 else word
    return text == word or (text.startswith(stem) and len(text) <= len(word) + ENDING)
