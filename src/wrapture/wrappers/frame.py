"""The frame of a site's pages: what stands around the records and is the same on all of them.

Row templates alone do not tell sites apart: those of two sites with the same search engine are the same, and a plain one
(a link in a list item) is on nearly every page.  Menus, labels and the classes around them are a site's own: of 32 of them,
taken from one page, another page of the site has 96 % in the middle and 44 % at least on the development pages; a page
of another site has more than 27 % in one of a thousand cases.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from wrapture.html.finetokens import tokens_fine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

SIZE: Final = 32  # tokens of a frame that are kept
FEWEST: Final = 4  # tokens of a frame below which it says nothing


def frame_of(pages: Iterable[tuple[Page, Sequence[Record]]]) -> tuple[str, ...]:
    """Return tokens that stand around the records on every page: always the same choice of them, whatever their number."""
    around = [_around(page, records) for page, records in pages]
    common = set.intersection(*around) if around else set()
    return tuple(sorted(common, key=lambda token: (zlib.crc32(token.encode("utf-8", "replace")), token))[:SIZE])


def frame_share(frame: Sequence[str], page: Page) -> float | None:
    """Return the share of a frame's tokens that a page has, None where the frame is too small to say anything."""
    if len(frame) < FEWEST:
        return None
    places = tokens_fine(page).places
    return sum(token in places for token in frame) / len(frame)


def _around(page: Page, records: Sequence[Record]) -> set[str]:
    """Return the telling tokens before the first and after the last record of a page."""
    tokens = tokens_fine(page)
    first, last = (records[0][0].start, records[-1][-1].stop) if records else (0, 0)
    outside = (text for text, node in zip(tokens.texts, tokens.firsts, strict=False) if not first <= node < last)
    return set(filter(_is_telling, outside))


def _is_telling(token: str) -> bool:
    """Return whether a token may be a site's own: a text with a letter in it, or a start tag with the value of an attribute.

    >>> [_is_telling(token) for token in ("Advanced search", "12.5", "<td>", "</td>", "<td class=menu>")]
    [True, False, False, False, True]
    """
    return "=" in token if token.startswith("<") else any(map(str.isalpha, token))
