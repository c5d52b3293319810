"""Search highlights: marks around the words of the query, which cut titles and texts apart.

The robot knows its query, so it takes the marks away before it learns and reads.  A mark is an element of a line whose whole
text is a word of the query, or begins with one, as after stemming.  If it is all that its parent shows, it goes only if it is a
mark by its name or class: the title of a record may be bold, and be the query.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html.lexbor import parse_page

if TYPE_CHECKING:
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
    """

    def inner(found: re.Match[str]) -> str:
        tag, attributes, text = found[1].lower(), found[2], found[3]
        if not all(any(_is_form(one, word) for word in words) for one in WORD.findall(text.casefold()) or [""]):
            return found[0]
        alone = source[: found.start()].rstrip().endswith(">") and source[found.end() :].lstrip().startswith("<")
        marks = tag in ("mark", "em") or bool(SAYS_MARK.search(attributes))
        return text if marks or (not alone and not attributes.strip()) else found[0]

    return MARK.sub(inner, source)


def _is_form(text: str, word: str) -> bool:
    """Return whether a text is a word, or another form of it."""
    if len(word) < SHORTEST:
        return text == word
    stem = word[:-1] if len(word) > SHORTEST + 1 else word
    return text == word or (text.startswith(stem) and len(text) <= len(word) + ENDING)
