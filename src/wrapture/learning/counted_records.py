"""Prefer the variant of the best list that agrees with the page's own count of its records.

Many pages number their records, or state how many they show: "Results 1-15 of 240", "9 documents found".  A list that reaches
one record too far, or leaves some out, may score a little higher than the right one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.lazy_regex import lazy_regex
from wrapture.learning.list_variants import BEHIND, Extent, are_variants
from wrapture.model import Span
from wrapture.model.span import edges_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Record

NUMBER: Final = lazy_regex(r"\W{0,3}(\d{1,4})[.):\]]")
"""How a numbered record begins."""
FEWEST: Final = 3  # records that are numbered
MOSTLY: Final = 0.5  # share of the best list's records that are numbered
RANGE: Final = lazy_regex(
    r"\b(\d{1,4})\s*(?:-|–|to|bis|à|a|tot)\s*(\d{1,4})\s*(?:\w+\s)?(?:of|von|sur|de|di|van)\b", re.IGNORECASE
)
TOTAL: Final = lazy_regex(
    r"\b(?:found|brought up|returned|gefunden|trouvés?|encontrad[oa]s|trovati|gevonden)(?: is| are)?:?\s+(\d{1,4})\b"
    r"|\b(\d{1,4})\s(?:\w+\s){0,2}(?:found|gefunden|trouvés?|encontrad[oa]s|trovati|gevonden)\b",
    re.IGNORECASE,
)


def counted(page: Page, ranked: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page, best first; one that the page's count confirms changes places with the best."""
    scores = [one.score for one in ranked]
    close = [n for n, score in enumerate(scores) if n and scores[0] - score <= BEHIND]
    lists = [one.records[0] for one in ranked[: len(close) + 1]]
    right = _better_numbered(page, lists)
    if right is None and (shown := _shown(page, lists[0])) and shown != len(lists[0]):
        right = next((n for n in close if len(lists[n]) == shown and _are_variants(lists[n], lists[0])), None)
    if right is None:
        return [*ranked]
    best, other = replace(ranked[right], score=scores[0]), replace(ranked[0], score=scores[right])
    return [best, *ranked[1:right], other, *ranked[right + 1 :]]


def stated_count(text: str) -> int | None:
    """Return how many records a text says that a page shows, None if it does not say so or contradicts itself.

    >>> [stated_count(text) for text in ("Results 11 - 20 of 42", "Your search brought up 19 titles", "1-5 of 9, 1-9 of 9")]
    [10, 19, None]
    """
    ranges = {int(last) - int(first) + 1 for first, last in RANGE.findall(text)}
    counts = ranges or {int(after or before) for after, before in TOTAL.findall(text)}
    return counts.pop() if len(counts) == 1 else None


def _shown(page: Page, records: Sequence[Record]) -> int | None:
    """Return how many records a page states outside of the inner ones of a list: an end may hold the statement."""
    if len(records) < FEWEST:
        return None
    before, after = Span(0, records[1][0].start), Span(records[-2][-1].stop, len(page))
    return stated_count(f"{page.text(before)}\n{page.text(after)}")


def _better_numbered(page: Page, lists: Sequence[Sequence[Record]]) -> int | None:
    """Return the first list that is numbered without a gap, if the best one has some of these numbers, and others or none."""
    own = _numbers(page, lists[0])
    known = {number for number in own if number is not None}
    if len(known) < MOSTLY * len(own):
        return None
    first, last = edges_of(lists[0])
    for n, records in enumerate(lists[1:], 1):
        start, stop = edges_of(records)
        if len(records) < FEWEST or start >= last or first >= stop or len(known) == len(own) >= len(records):
            continue
        numbers = _numbers(page, records)
        rising = all(one is not None and other == one + 1 for one, other in pairwise(numbers))
        if rising and known <= set(numbers):
            return n
    return None


def _numbers(page: Page, records: Sequence[Record]) -> list[int | None]:
    """Return the number that each record begins with, None for one without."""
    return [int(found[1]) if (found := NUMBER.match(page.texts_of(record))) else None for record in records]


def _are_variants(one: Sequence[Record], other: Sequence[Record]) -> bool:
    return are_variants(Extent(*edges_of(one), len(one)), Extent(*edges_of(other), len(other)))
