"""Maximal repeats of a symbol string, by suffix array.

The internal nodes of the PAT tree of a string are the LCP intervals of its suffix array [1]_, so the tree walk of [2]_ becomes
one scan over an array.  ``tests/pat_tree.py`` has the tree itself, small and slow; a property test checks that both
find the same repeats.

A symbol string is a ``str`` with one character per symbol.

.. [1] Abouelhoda, Kurtz, Ohlebusch: Replacing suffix trees with enhanced suffix arrays. J. Discrete Algorithms 2, 2004.
.. [2] Chang, Hsu: Automatic extraction of information blocks using PAT trees. 1999.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from operator import ne
from typing import TYPE_CHECKING

from wrapture.algo.kernels import KERNELS
from wrapture.algo.suffix_array import suffix_array

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Repeat:
    """A string of ``length`` symbols that occurs at each of ``positions`` (ascending)."""

    length: int
    positions: tuple[int, ...]


def maximal_repeats(s: str, min_count: int = 2, min_length: int = 1, vicinity: float = 0) -> list[Repeat]:
    """Return the maximal repeats of `s`, longest first, then by first position.

    A repeat is maximal if it can't be extended: neither its left nor its right neighbours are all equal.  A node of the PAT
    tree is right maximal by construction; it is left maximal if its suffixes have at least two different left symbols.  O(n)
    after sorting the suffixes, plus the size of the output, which is O(n²) for a tandem repeat αα…α, where every αα, ααα … is
    maximal too.  `vicinity` avoids that: it skips repeats whose occurrences must overlap (mean gap below this share of their
    length).

    >>> maximal_repeats("adcbdadcxbadcxbd", min_count=3, min_length=2)
    [Repeat(length=3, positions=(0, 5, 10))]
    """
    if len(s) < 2:
        return []
    find = repeats_by_python if KERNELS is None else KERNELS.maximal_repeats
    found = [Repeat(length, positions) for length, positions in find(s, min_count, max(min_length, 1), vicinity)]
    return sorted(found, key=lambda repeat: (-repeat.length, repeat.positions))


def repeats_by_python(s: str, min_count: int, min_length: int, vicinity: float) -> list[tuple[int, tuple[int, ...]]]:
    """Return the maximal repeats of at least two symbols, without the kernels: length and positions, in any order."""
    suffixes, shared = suffix_array(s)
    changes = _left_changes(s, suffixes)
    if min_count > 2:
        shared = _without_pairs(shared)
    found = []
    for length, first, last in _intervals(shared, min_length):
        if changes[last] == changes[first] or last - first + 1 < min_count:  # true for most, so tested first
            continue
        must_overlap = (last - first) * vicinity * length > len(s) - length  # even if spread over all of `s`
        if not must_overlap:
            found.append((length, tuple(sorted(suffixes[first : last + 1]))))
    return found


def _without_pairs(shared: list[int]) -> list[int]:
    """Return the LCP array without the intervals of exactly two suffixes, which are most of them; the others stay.

    A pair shares more with each other than with either neighbour; its entry is lowered to the larger of those two.
    """
    neighbours = zip([0, *shared], shared, [*shared[1:], 0], strict=False)
    return [own if own <= above or own <= below else max(above, below) for above, own, below in neighbours]


def _left_changes(s: str, suffixes: list[int]) -> list[int]:
    """Return, for each entry of the suffix array, how often the left symbol has changed so far.

    An interval is left diverse if this number grows within it.  The first suffix gets a left symbol of its own.
    """
    left = [s[start - 1] if start else "" for start in suffixes]
    return list(accumulate(map(ne, left, left[1:]), initial=0))


def _intervals(shared: list[int], min_length: int) -> Iterator[tuple[int, int, int]]:
    """Yield the LCP intervals as (length, first entry, last entry), children before their parents."""
    open_lengths, open_firsts = [0], [0]
    for entry in range(1, len(shared) + 1):
        length = shared[entry] if entry < len(shared) else 0
        first = entry - 1
        while length < open_lengths[-1]:
            closed, first = open_lengths.pop(), open_firsts.pop()
            if closed >= min_length:
                yield closed, first, entry - 1
        if length > open_lengths[-1]:
            open_lengths.append(length)
            open_firsts.append(first)
