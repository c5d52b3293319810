"""Groups of pages of one site and template, found in one pass, without comparing every page with every group.

A page is known by its *marks*: the names of its elements, each with the first word of its class.  Pages of one template share
nearly all of them.  Which groups may have similar marks is looked up by locality-sensitive hashing [1]_, with one permutation
of the marks [2]_; similar marks are then compared exactly with those of the group's first page.  If addresses are known, pages
of different hosts are never in one group.

.. [1] Indyk, Motwani: Approximate nearest neighbors: towards removing the curse of dimensionality. STOC 1998.
.. [2] Li, Owen, Zhang: One permutation hashing. NIPS 2012.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.model import Capture

Marks: TypeAlias = "frozenset[tuple[str, str]]"

SAMPLES: Final = 3  # pages of a group that its wrapper is learned from
SAME: Final = 0.8
"""Share of marks in common from which on pages are of one template.

On 63 pages of 60 sites of the corpus, pages of different sites have at most 79 % in common; 160 pairs of pages of one site have
at least 88 %.
"""
SAME_AT_HOST: Final = 0.6  # the same for pages of one host, where other sites can't interfere
BINS: Final = 24
ROWS: Final = 3  # bins that are looked up together
EMPTY: Final = -1


@dataclass(slots=True)
class PageGroup:
    """Pages of one template: the marks of the first, the first few of them, and how many there are."""

    number: int
    host: str
    marks: Marks
    samples: list[Capture] = field(default_factory=list)
    pages: int = 0
    is_closed: bool = False  # whether no more samples are needed

    def is_like(self, host: str, marks: Marks) -> bool:
        """Return whether a page belongs to the group."""
        if host != self.host:
            return False
        common = len(marks & self.marks)
        return common >= (SAME_AT_HOST if host else SAME) * (len(marks) + len(self.marks) - common)


class PageGroups:
    """The groups of the pages seen so far."""

    def __init__(self) -> None:
        self.found: list[PageGroup] = []
        self._exact: dict[tuple[str, Marks], PageGroup] = {}
        self._similar: defaultdict[tuple[object, ...], list[PageGroup]] = defaultdict(list)

    def group_of(self, host: str, marks: Marks) -> PageGroup:
        """Return the group of a page, a new one if its marks are like those of no other; ``host`` is "" if it is not known."""
        group = self._exact.get((host, marks))
        if group is None:
            group = self._find(host, marks) or self._begin(host, marks)
        group.pages += 1
        return group

    def _find(self, host: str, marks: Marks) -> PageGroup | None:
        """Return the first group with similar marks."""
        known = {group.number: group for key in _keys(host, marks) for group in self._similar.get(key, ())}
        return next((known[number] for number in sorted(known) if known[number].is_like(host, marks)), None)

    def _begin(self, host: str, marks: Marks) -> PageGroup:
        group = PageGroup(len(self.found), host, marks)
        self.found.append(group)
        self._exact[host, marks] = group
        for key in _keys(host, marks):
            self._similar[key].append(group)
        return group


def _keys(host: str, marks: Marks) -> Iterator[tuple[object, ...]]:
    """Yield the keys under which a group is found: pages with similar marks share at least one."""
    bins = _minima(marks)
    for start in range(0, BINS, ROWS):
        yield host, start, *bins[start : start + ROWS]


def _minima(marks: Marks) -> list[int]:
    """Return the smallest hash of the marks in each bin; an empty bin has that of the next one that is not."""
    bins = [EMPTY] * BINS
    for mark in marks:
        place, value = _hashed(mark)
        if bins[place] == EMPTY or value < bins[place]:
            bins[place] = value
    if not marks:
        return bins
    for place in range(BINS - 1, -BINS - 1, -1):  # twice around, so that the last bins see the first
        if bins[place] == EMPTY:
            bins[place] = bins[(place + 1) % BINS]
    return bins


@lru_cache(maxsize=1 << 16)
def _hashed(mark: tuple[str, str]) -> tuple[int, int]:
    """Return the bin of a mark and its hash, the same on every machine."""
    value = crc32("\n".join(mark).encode("utf-8", "surrogatepass"))
    return value % BINS, value // BINS
