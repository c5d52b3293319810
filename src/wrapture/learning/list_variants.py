"""The second step of the judge: which variant of the best list has the right ends.

Learners often propose a list several times: with and without its pagination, its header row or its first record, or cut one
line too late.  What tells these apart says little about which list of a page is the main one, and a judge of whole lists learns
to ignore it.  So variants of the best list are compared once more, by the evidence about ends alone: what a variant has more or
less of than the best list is added to its score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.learning.judge_trees import NAMES
from wrapture.learning.judge_weights import load_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARED: Final = 0.6  # of the nodes of two variants that both cover
COUNTED: Final = (
    0.5  # a variant has more than this share of the other's records: half as many are another level of the page
)
BEHIND: Final = 6.0  # points that a variant may be behind the best list
ENDS: Final = ("about ends", "first lacks", "last lacks", "skipped", "cut late", "heading last", "head row")
"""The evidence that variants are compared by."""
ENDS_ONLY: Final = frozenset(ENDS) - {"head row"}
"""Evidence that the first step of the judge does not use."""


class Extent(NamedTuple):
    """The first node of a list, the one after its last, and the number of its records."""

    start: int
    stop: int
    records: int


def are_variants(one: Extent, other: Extent) -> bool:
    """Return whether two lists are variants of one: they cover the same place, with about as many records.

    >>> are_variants(Extent(10, 100, 9), Extent(5, 105, 11)), are_variants(Extent(10, 100, 9), Extent(10, 100, 18))
    (True, False)
    """
    both = min(one.stop, other.stop) - max(one.start, other.start)
    either = max(one.stop, other.stop) - min(one.start, other.start)
    return both >= SHARED * either and min(one.records, other.records) > COUNTED * max(one.records, other.records)


def variants_of_best(scores: Sequence[float], extents: Sequence[Extent]) -> tuple[int, list[int]]:
    """Return the best list and its variants that are close behind, by number."""
    best = max(range(len(scores)), key=scores.__getitem__)
    close = [n for n, score in enumerate(scores) if n != best and scores[best] - score <= BEHIND]
    return best, [n for n in close if are_variants(extents[n], extents[best])]


def compare_ends(
    contributed: Sequence[list[float]], lists: Sequence[Sequence[float]], extents: Sequence[Extent]
) -> None:
    """Add what the ends of the best list's variants say to what their evidence contributes."""
    best, variants = variants_of_best([sum(one) for one in contributed], extents)
    weights = [(NAMES.index(name), weight) for name, weight in load_weights().ends.items()]
    for n in variants:
        for column, weight in weights:
            contributed[n][column] += weight * (lists[n][column] - lists[best][column])
