"""Maximal repeats of a symbol string, by suffix array.

The internal nodes of the PAT tree of a string are the LCP intervals of its suffix array [1]_, so the walk over the tree of
[2]_ becomes one scan over an array.  `wrapture.algo.pattree` is the tree itself, small and slow; a property test says that both
give the same repeats.

A symbol string is a ``str`` with one character per symbol.

.. [1] Abouelhoda, Kurtz, Ohlebusch: Replacing suffix trees with enhanced suffix arrays. J. Discrete Algorithms 2, 2004.
.. [2] Chang, Hsu: Automatic extraction of information blocks using PAT trees. 1999.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SHORT: Final = 600
"""Symbols of a string whose suffixes are sorted plainly: the library takes longer to set its tables up."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A string of ``length`` symbols that stands at each of ``positions`` (ascending)."""

    length: int
    positions: tuple[int, ...]


def maximal_repeats(s: str, min_count: int = 2, min_length: int = 1, vicinity: float = 0) -> list[Repeat]:
    """Return the maximal repeats of `s`, longest first, then in order of their first position.

    A repeat is maximal when it can't be grown: its left neighbours are not all equal, nor are its right ones.  A node of the
    PAT tree is right maximal by construction; it is left maximal when its suffixes have at least two different left symbols.
    O(n) after sorting the suffixes, apart from the size of the answer, which a tandem repeat αα…α makes O(n²): every αα, ααα …
    is maximal too.  `vicinity` leaves out those whose occurrences must overlap (their mean gap is below this share of their
    length), and with them that growth.

    >>> maximal_repeats("adcbdadcxbadcxbd", min_count=3, min_length=2)
    [Repeat(length=3, positions=(0, 5, 10))]
    """
    if len(s) < 2:
        return []
    sorted_suffixes, shared = _sorted_suffixes(s)
    changes = _left_changes(s, sorted_suffixes)
    if min_count > 2:
        shared = _without_pairs(shared)
    suffixes = sorted_suffixes.tolist()
    found = []
    for length, first, last in _intervals(shared.tolist(), max(min_length, 1)):
        if changes[last] == changes[first] or last - first + 1 < min_count:  # as most are: asked first
            continue
        if (last - first) * vicinity * length <= len(
            s
        ) - length:  # else, even spread over all of `s`, they would overlap
            found.append(Repeat(length, tuple(sorted(suffixes[first : last + 1]))))
    return sorted(found, key=lambda repeat: (-repeat.length, repeat.positions))


def _sorted_suffixes(s: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the suffix array, and for each entry how many symbols it shares with the one before it."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # its threads cost more than they save at the size of a page
    from pydivsufsort import divsufsort, kasai

    codes = np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    _, ranks = np.unique(codes, return_inverse=True)
    ranks = ranks.astype(np.uint8 if ranks.max() < 256 else np.uint32)
    if len(s) <= SHORT:
        tails = _suffixes(ranks.tobytes().decode("latin-1") if ranks.itemsize == 1 else s)
        suffixes = np.array(sorted(range(len(s)), key=tails.__getitem__), dtype=np.int32)
    else:
        suffixes = divsufsort(ranks)
    shared = np.zeros(len(s), dtype=np.int64)
    shared[1:] = kasai(ranks, suffixes)[:-1]
    return suffixes.astype(np.int64), shared


def _suffixes(s: str) -> list[str]:
    return [s[start:] for start in range(len(s))]


def _without_pairs(shared: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the LCP array without the intervals of two suffixes, of which most are: the others stay as they are.

    A pair shares more than either of its neighbours does with it; what it shares is lowered to that.
    """
    around = np.maximum(np.append(0, shared[:-1]), np.append(shared[1:], 0))
    lowered: NDArray[np.int64] = np.minimum(shared, around)
    return lowered


def _left_changes(s: str, suffixes: NDArray[np.int64]) -> list[int]:
    """Return for each entry of the suffix array how often the left symbol changed up to it.

    An interval is left diverse when this number grows inside it.  The first suffix has a left symbol of its own.
    """
    codes = np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    left = np.where(suffixes > 0, codes[suffixes - 1], -1)
    changed = np.empty(len(s), dtype=np.int64)
    changed[0] = 0
    changed[1:] = left[1:] != left[:-1]
    return np.cumsum(changed).tolist()  # type: ignore[no-any-return]


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
