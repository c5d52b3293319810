"""Cycles of the automaton built from a string by merging its states (post-supervised learning, section 2 of [1]_).

A state lies between two neighbouring symbols; two states are merged if the symbols before them are equal and so are the
symbols after them.  A merged state that is visited N times defines a *cycle set*: each stretch from one visit to the next is a
cycle, and may be a row.  The symbols that all cycles of a set share, starting at its state, are its *overlapping part*.

Departures from [1]_
--------------------
* N counts the visits: the stretch after the last visit is a row like the others, although no visit closes it.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from wrapture.algo.regularity import variance

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence


@dataclass(frozen=True, slots=True)
class CycleSet:
    """A merged state: its visits in ascending order, and the number of symbols in its overlapping part.

    The state at position p lies before symbol p; its overlapping part begins with the symbol before the state.  The dispersion
    is the coefficient of variation of the cycle lengths, σ(L) / E(L).
    """

    visits: tuple[int, ...]
    overlap: int
    dispersion: float

    @property
    def reach(self) -> int:
        """The number of symbols between the first visit and the last."""
        return self.visits[-1] - self.visits[0]


def cycle_set(visits: Sequence[int], overlap: int) -> CycleSet:
    """Return the cycle set of these visits, with their dispersion."""
    return CycleSet(tuple(visits), overlap, variance(visits))


def cycle_sets(symbols: Sequence[Hashable], *, unique: Hashable = None) -> list[CycleSet]:
    """Return the cycle sets of a string, ordered by first visit.

    ``unique`` is a placeholder symbol: each occurrence stands for a different symbol that occurs only once.

    >>> [(found.visits, found.overlap) for found in cycle_sets("xabyabz")]
    [((2, 5), 2)]
    >>> [(found.visits, found.overlap) for found in cycle_sets("abc-abc")]
    [((1, 5), 3), ((2, 6), 2)]
    """
    visits: dict[tuple[Hashable, Hashable], list[int]] = defaultdict(list)
    for position, pair in enumerate(pairwise(symbols), start=1):
        if unique not in pair:
            visits[pair].append(position)
    merged = [found for found in visits.values() if len(found) > 1]
    return [cycle_set(found, overlap) for found, overlap in zip(merged, _overlaps(merged), strict=True)]


def _overlaps(merged: Sequence[list[int]]) -> list[int]:
    """Return the length of each state's overlapping part: one more than that of the state all its visits lead to."""
    first_at = {visits[0]: state for state, visits in enumerate(merged)}
    overlaps = [2] * len(merged)
    for state in range(len(merged) - 1, -1, -1):  # a state's follower is first visited later
        visits = merged[state]
        follower = first_at.get(visits[0] + 1)
        if follower is not None and merged[follower] == [position + 1 for position in visits]:
            overlaps[state] = overlaps[follower] + 1
    return overlaps


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity
class CycleGroup:
    """The cycle sets with the same number of cycles; ``overlap`` is the paper's L(N), ``ratio`` is L(N) / L(N + 1)."""

    count: int
    sets: tuple[CycleSet, ...]
    overlap: int
    ratio: float

    @property
    def tokens(self) -> int:
        """The number of symbols that the largest cycle set spans."""
        return max(found.reach for found in self.sets)


def grouped(sets: Iterable[CycleSet]) -> list[CycleGroup]:
    """Return the cycle sets grouped by number of cycles; where no set has N + 1 cycles, L(N + 1) is 1.

    >>> [(group.count, group.overlap, group.ratio) for group in grouped(cycle_sets("abcdabceabfab"))]
    [(2, 2, 2.0), (4, 2, 2.0)]
    """
    by_count: dict[int, list[CycleSet]] = defaultdict(list)
    for found in sets:
        by_count[len(found.visits)].append(found)
    overlaps = {count: sum(found.overlap for found in sets) for count, sets in by_count.items()}
    return [
        CycleGroup(count, tuple(sets), overlaps[count], overlaps[count] / overlaps.get(count + 1, 1))
        for count, sets in sorted(by_count.items())
    ]


def finalists(groups: Iterable[CycleGroup], by_ratio: int = 10, by_tokens: int = 5) -> list[CycleGroup]:
    """Return the groups that pass the filters of [1]_: of the ten with the highest ratio, the five with the most symbols."""
    ten = sorted(groups, key=lambda group: -group.ratio)[:by_ratio]
    return sorted(ten, key=lambda group: -group.tokens)[:by_tokens]
