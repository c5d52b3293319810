"""Ratings: ``4.5 out of 5``, ``3/5``, ``4 stars``, ``★★★★☆``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wrapture.lazy_regex import lazy_regex
from wrapture.values.numbers import Number, read_number

SCALES: Final = (3, 4, 5, 6, 7, 10, 20, 100)
_STARS: Final = (
    r"stars?|sterne?n?|étoiles?|estrellas?|stelle|estrelas?|sterren|stjerner|stjärnor|tähteä|gwiazdek|gwiazdki|hvězd(?:iček|ičky)?"
    r"|csillag|yıldız|зв[её]зд(?:ы|а)?|зірок|points?|punkte?n?"
)
_SAID: Final = (
    r"(?:(?:average|avg\.?|customer|overall)\s+)*"
    r"(?:rated|rating|score|note|bewertung|valoración|valutazione|betyg|ocena|оценка)"
)
_OUT_OF: Final = lazy_regex(
    rf"(?:({_SAID})\s*:?\s*)?([0-9]{{1,3}}(?:[.,][0-9]{{1,2}})?)\s*(?:{_STARS})?\s*"
    rf"(/|out of|von|sur|de|su|of|van|av|af|из|z)\s*([0-9]{{1,3}})(?:[.,]0)?\s*({_STARS})?(?:\s+rating)?\.?",
    re.I,
)
_OUT_OF_FIRST: Final = lazy_regex(r"([0-9]{1,3})つ星のうち\s*([0-9](?:\.[0-9]{1,2})?)")
_VALUE: Final = r"([0-9](?:[.,][0-9]{1,2})?)"
_COUNTED: Final = lazy_regex(rf"(?:{_SAID}\s*:?\s*)?{_VALUE}\s*[- ]?(?:{_STARS}|★)(?:\s+rating)?|★\s*{_VALUE}", re.I)
_DRAWN: Final = lazy_regex(r"([★⭐✭✮🌟]\ufe0f?\s?)*(½?)([☆✩]\s?)*")
_CLEAR: Final = ("/", "out of")
"""What separates a rating from its scale and hardly anything else: ``2 of 5`` may be a page number."""


class Rating(NamedTuple):
    """A rating, and the best possible one if it is known."""

    value: Number
    scale: Number | None


def read_rating(text: str) -> Rating | None:
    """Return the rating in a text; None if it is not one.

    >>> read_rating("4.5 out of 5"), read_rating("★★★☆☆"), read_rating("4 stars")
    (Rating(value=4.5, scale=5), Rating(value=3, scale=5), Rating(value=4, scale=None))
    >>> read_rating("7/5"), read_rating("2 of 5"), read_rating("2 of 5 stars")
    (None, None, Rating(value=2, scale=5))
    """
    out_of = _OUT_OF.fullmatch(text)
    if out_of is not None:
        said, written, between, scale, stars = out_of.groups()
        clear = between.lower() in _CLEAR or said or stars or not written.isdigit()  # no page is 4.5 of 5
        return _rating(written, scale) if clear else None
    scale_first = _OUT_OF_FIRST.fullmatch(text)
    if scale_first is not None:
        return _rating(scale_first[2], scale_first[1])
    counted = _COUNTED.fullmatch(text)
    if counted is not None:
        return Rating(_number(counted[1] or counted[2]), None)
    return _drawn(text) if text[:1] in "★⭐☆✭✮✩🌟" and text else None


def _rating(value: str, scale: str) -> Rating | None:
    rating = Rating(_number(value), int(scale))
    return rating if int(scale) in SCALES and rating.value <= int(scale) else None


def _drawn(text: str) -> Rating | None:
    if _DRAWN.fullmatch(text) is None:
        return None
    full, half, empty = sum(map(text.count, "★⭐✭✮🌟")), text.count("½"), sum(map(text.count, "☆✩"))
    scale = full + half + empty
    return Rating(full + half / 2 if half else full, scale if empty else None)


def _number(text: str) -> Number:
    return read_number(text, "," if "," in text else ".") or 0
