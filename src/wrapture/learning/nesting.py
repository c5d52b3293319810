"""Lists inside the records of other lists: a list of one record's parts, or groups of records taken for records."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST: Final = 3  # records of a list that is one by itself


def nesting(lists: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[float, float]]:
    """Return for each list the share of all lists that hold it in one record, and the share of its records that hold a list.

    A list is given by the places of its records, in order.

    >>> nesting([[(0, 10), (10, 20), (20, 30)], [(1, 3), (3, 6), (6, 9)]])
    [(0.0, 0.3333333333333333), (0.5, 0.0)]
    """
    starts = [[start for start, _ in places] for places in lists]
    around = [0] * len(lists)
    holding: list[set[int]] = [set() for _ in lists]
    for inner, places in enumerate(lists):
        if len(places) < FEWEST:
            continue
        first, last = places[0][0], places[-1][1]
        for outer, begun in enumerate(starts):
            record = bisect_right(begun, first) - 1
            if record >= 0 and last <= lists[outer][record][1] and outer != inner:
                around[inner] += len(begun) >= FEWEST
                holding[outer].add(record)
    count = max(1, len(lists))
    return [(one / count, len(held) / len(places)) for one, held, places in zip(around, holding, lists, strict=True)]
