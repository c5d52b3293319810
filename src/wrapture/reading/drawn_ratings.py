"""Ratings that a page draws instead of writing them: as labels of pictures, classes, widths or rows of stars.

What is said to those who don't see the stars comes first: ``aria-label="4.5 out of 5 stars"``, ``title``, ``alt``.  Then the
classes of the element count (``star-rating Three``, ``stars-4``), then how wide its coloured part is (``width: 80%``), then how
many of five stars in it are full.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.lazy_regex import lazy_regex
from wrapture.model import Span
from wrapture.values.ratings import read_rating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

LABELS: Final = ("aria-label", "title", "alt")
MAX_LABEL: Final = 80  # characters
BEST: Final = 5  # stars
LOOKED_AT: Final = 4  # records that show whether there are drawn ratings at all
DRAWN: Final = 0.5  # share of the records that must have one
STARS: Final = frozenset("★⭐ ")
MOST_STARS: Final = 20  # characters, with the spaces between them
WORDS: Final = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_STAR: Final = lazy_regex(
    r"(?:^|[-_\s])(?:stars?|sterne?n?|étoiles?|estrellas|stelle|ratings?|rated|valoraci[oó]n|bewertung)(?:$|[-_:\s\d])"
    r"|StarRating|ratingStars?",
    re.I,
)
_NUMBERED: Final = lazy_regex(r"(?:stars?|rating)[-_]?([0-5])(?:[-_.]?(5))?|([0-5])(?:[-_.](5))?[-_]?stars?", re.I)
_WIDTH: Final = lazy_regex(r"(?:^|;)\s*width\s*:\s*(\d{1,3}(?:\.\d+)?)%")
_SAID: Final = lazy_regex(
    r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:stars?|sterne\w*|étoiles|estrellas|stelle)?"
    r"\s*(/|out of|von|sur|su|de|of|av|van|из)\s*(5|10)(?!\d)",
    re.I,
)
_FULL: Final = lazy_regex(
    r"(?:^|[-_\s])(?:full|filled|fill|on|active|checked|solid|selected|yellow|gold|fas)(?:$|[-_\s])", re.I
)
_EMPTY: Final = lazy_regex(
    r"(?:^|[-_\s])(?:empty|o|off|outline|inactive|unchecked|gr[ae]y|blank|far|void|disabled)(?:$|[-_\s])", re.I
)


def drawn_ratings(page: Page, records: Sequence[Record]) -> list[str | None]:
    """Return the rating that each record draws as ``4.5 out of 5``, None for a record without one."""
    return [_drawn_in(page, record) for record in records]


def are_drawn(page: Page, records: Sequence[Record]) -> bool:
    """Return whether records draw ratings that differ and that they don't write, too."""
    if not any(_drawn_in(page, record) for record in records[:LOOKED_AT]):
        return False
    found = [(record, said) for record in records if (said := _drawn_in(page, record))]
    written = sum(any(_writes(page.text(span), said) for span in record) for record, said in found)
    return len(found) > DRAWN * len(records) and len({said for _, said in found}) > 1 and written <= len(found) / 2


def _writes(text: str, said: str) -> bool:
    """Return whether a text has the number of a rating, or stars."""
    number = said.partition(" ")[0]
    return (
        "☆" in text
        or re.search(rf"(?<![\d.,$€£]){re.escape(number).replace('[.]', '[.,]')}(?![\d%]|[.,]\d)", text) is not None
    )


def _drawn_in(page: Page, record: Record) -> str | None:
    """Return the first rating that a record draws."""
    for span in record:
        for node in range(span.start, span.stop):
            given = page.attributes(node)
            if given and (said := _said(given) or _shown(page, node, given)):
                return said
    return None


def _said(given: dict[str, str | None]) -> str | None:
    """Return the rating that an element's label says."""
    for name in LABELS:
        text = given.get(name)
        if text and len(text) <= MAX_LABEL and any(map(str.isdigit, text)):
            found = _SAID.search(text)
            if found and _is_clear(found, f"{text} {given.get('class') or ''}"):
                return f"{found[1].replace(',', '.')} out of {found[3]}"
            rating = read_rating(" ".join(text.split()))
            if rating is not None and rating.value <= BEST:
                return f"{rating.value} out of {rating.scale or BEST}"
    return None


def _is_clear(found: re.Match[str], words: str) -> bool:
    """Return whether a number of five or ten is a rating: ``3 of 5`` may be the third picture."""
    return found[2].lower() == "out of" or not found[1].isdigit() or _STAR.search(words) is not None


def _shown(page: Page, node: int, given: dict[str, str | None]) -> str | None:
    """Return the rating that the classes, the width or the parts of an element without text show."""
    classes = given.get("class") or ""
    if not _STAR.search(classes) or not _is_drawing(page, node):
        return None
    tokens = classes.split()
    number = next((WORDS[token.lower()] for token in tokens if token.lower() in WORDS), None)
    if number is not None:
        return f"{number} out of {BEST}"
    if numbered := next(filter(None, map(_NUMBERED.fullmatch, tokens)), None):
        whole, half = (numbered[1], numbered[2]) if numbered[1] else (numbered[3], numbered[4])
        return f"{whole}{'.5' if half else ''} out of {BEST}"
    return _wide(page, node) or _counted(page, node)


def _is_drawing(page: Page, node: int) -> bool:
    """Return whether an element shows no text but stars."""
    stop = page.stops[node]
    if page.offsets[stop] == page.offsets[node]:
        return True
    return page.offsets[stop] - page.offsets[node] <= MOST_STARS and set(page.text(Span(node, stop))) <= STARS


def _wide(page: Page, node: int) -> str | None:
    """Return the rating that the width of an element's coloured part shows."""
    styles = (page.attribute(inner, "style") or "" for inner in range(node, page.stops[node]))
    found = next(filter(None, map(_WIDTH.search, styles)), None)
    if found is None or float(found[1]) > 100:
        return None
    return f"{round(float(found[1]) * BEST / 100, 1):g} out of {BEST}"


def _counted(page: Page, node: int) -> str | None:
    """Return how many of five stars in an element are full."""
    stars = [page.attribute(inner, "class") or "" for inner in _children(page, node)]
    if len(stars) != BEST:
        return None
    if any(map(_EMPTY.search, stars)) or not any(map(_FULL.search, stars)):
        full = [not _EMPTY.search(one) for one in stars]
    else:
        full = [_FULL.search(one) is not None for one in stars]
    count = len(list(takewhile(bool, full)))
    if any(full[count:]):
        return None
    half = any("half" in one.lower() for one in stars[:count])
    return f"{count - 0.5 if half else count:g} out of {BEST}"


def _children(page: Page, node: int) -> list[int]:
    """Return the elements directly inside an element."""
    found, inner = [], node + 1
    while inner < page.stops[node]:
        if page.tags[inner] != TEXT:
            found.append(inner)
        inner = page.stops[inner]
    return found
