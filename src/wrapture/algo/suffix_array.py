"""The suffix array of a symbol string, and how many symbols neighbouring suffixes share.

Long strings are sorted by pydivsufsort (induced sorting, linear in practice).  It has one maintainer and no wheels for some
machines, so it may be missing: then numpy sorts by prefix doubling [1]_, several times as slowly, with the same result.

.. [1] Manber, Myers: Suffix arrays: a new method for on-line string searches. SIAM J. Computing 22, 1993.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT: Final = 600
"""Up to this length suffixes are sorted by Python: the libraries take longer to set up their tables, and to load."""


class SuffixArray(NamedTuple):
    """The suffixes by their starts, in order, and for each the number of symbols it ``shared`` with the one before."""

    suffixes: list[int]
    shared: list[int]


def suffix_array(s: str) -> SuffixArray:
    """Return the suffix array of a string of at least one symbol.

    >>> suffix_array("banana")
    SuffixArray(suffixes=[5, 3, 1, 0, 4, 2], shared=[0, 1, 3, 0, 0, 2])
    """
    if len(s) <= SHORT:
        return sorted_by_python(s)
    return sorted_by_numpy(s) if _library() is None else sorted_by_library(s)


@cache
def _library() -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]] | None:
    """Return the two functions of pydivsufsort, None if it is not installed or does not load."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # at the size of a page, threads cost more than they save
    try:
        from pydivsufsort import divsufsort, kasai
    except (ImportError, OSError):  # its shared library may lack a symbol
        return None
    return divsufsort, kasai


def sorted_by_library(s: str) -> SuffixArray:
    """Return the suffix array by pydivsufsort."""
    import numpy as np

    library = _library()
    assert library is not None  # noqa: S101 - the caller has asked
    divsufsort, kasai = library
    ranks = _ranks(s)
    ranks = ranks.astype(np.uint8 if ranks.max() < 256 else np.uint32)
    suffixes = divsufsort(ranks)
    return SuffixArray(suffixes.tolist(), [0, *kasai(ranks, suffixes)[:-1].tolist()])


def sorted_by_numpy(s: str) -> SuffixArray:
    """Return the suffix array by prefix doubling: sorted by 1, 2, 4 … symbols until all suffixes differ.  O(n log² n)."""
    import numpy as np

    ranks, length = _ranks(s).astype(np.int64), 1
    while True:
        following = np.zeros_like(ranks)  # 0 where a suffix has ended
        following[:-length] = ranks[length:] + 1
        keys = ranks * (len(s) + 1) + following
        order = np.argsort(keys, kind="stable")
        in_order = keys[order]
        ranks[order] = np.cumsum(np.concatenate(([0], in_order[1:] != in_order[:-1])))
        length *= 2
        if ranks[order[-1]] == len(s) - 1 or length >= len(s):
            suffixes = order.tolist()
            return SuffixArray(suffixes, _shared(s, suffixes))


def sorted_by_python(s: str) -> SuffixArray:
    """Return the suffix array of a short string, without any library."""
    tails = [s[start:] for start in range(len(s))]
    suffixes = sorted(range(len(s)), key=tails.__getitem__)
    return SuffixArray(suffixes, _shared(s, suffixes))


def _ranks(s: str) -> Any:
    """Return the symbols as the ranks of their code points."""
    import numpy as np

    codes = np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.unique(codes, return_inverse=True)[1]


def _shared(s: str, suffixes: list[int]) -> list[int]:
    """Return how many symbols each suffix shares with the one before, counted as Kasai et al. do: O(n)."""
    before = dict(zip(suffixes[1:], suffixes, strict=False))
    shared = dict.fromkeys(suffixes, 0)
    length = 0
    for start in range(len(s)):
        other = before.get(start)
        if other is None:
            length = 0
            continue
        most = len(s) - max(start, other)
        while length < most and s[start + length] == s[other + length]:
            length += 1
        shared[start] = length
        length = max(length - 1, 0)
    return [shared[start] for start in suffixes]
