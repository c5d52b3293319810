"""The frame of a site's pages: tokens around the records that are the same on all of them.

Row templates alone don't distinguish sites: two sites with the same search engine have the same template, and a simple one (a
link in a list item) matches nearly every page.  Menus, labels and their classes are specific to a site.  Of 32 such tokens from
one page, another page of the same site has 96 % in the median and at least 44 % on the development pages; a page of another
site has more than 27 % in one of a thousand cases.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from wrapture.html.fine_tokens import fine_tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

SIZE: Final = 32  # tokens kept of a frame
FEWEST: Final = 4  # a frame of fewer tokens proves nothing


def frame_of(pages: Iterable[tuple[Page, Sequence[Record]]]) -> tuple[str, ...]:
    """Return up to `SIZE` tokens that occur around the records on every page, chosen by a hash so that the choice is stable."""
    around = [_around(page, records) for page, records in pages]
    common = set.intersection(*around) if around else set()
    return tuple(sorted(common, key=lambda token: (zlib.crc32(token.encode("utf-8", "replace")), token))[:SIZE])


def frame_share(frame: Sequence[str], page: Page) -> float | None:
    """Return the share of a frame's tokens that a page has, None if the frame is too small."""
    if len(frame) < FEWEST:
        return None
    places = fine_tokens_of(page).places
    return sum(token in places for token in frame) / len(frame)


def markup_share(frame: Sequence[str], page: Page) -> float | None:
    """Return the share of a frame's start tags that a page has, or of all its tokens if only few are tags.

    The menus of a site's sections may have other texts, but a page with hardly any of these tags is of another design.
    """
    tags = [token for token in frame if token.startswith("<")]
    return frame_share(tags if len(tags) >= FEWEST else frame, page)


def _around(page: Page, records: Sequence[Record]) -> set[str]:
    """Return the site-specific tokens before the first and after the last record of a page."""
    tokens = fine_tokens_of(page)
    first, last = (records[0][0].start, records[-1][-1].stop) if records else (0, 0)
    outside = (text for text, node in zip(tokens.texts, tokens.firsts, strict=False) if not first <= node < last)
    return set(filter(_is_telling, outside))


def _is_telling(token: str) -> bool:
    """Return whether a token may be specific to a site: a text with a letter, or a start tag with an attribute value.

    >>> [_is_telling(token) for token in ("Advanced search", "12.5", "<td>", "</td>", "<td class=menu>")]
    [True, False, False, False, True]
    """
    return "=" in token if token.startswith("<") else any(map(str.isalpha, token))
