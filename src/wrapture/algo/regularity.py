"""How regularly and how densely a repeat occurs: the measures of IEPAD [1]_ and of the PAT-tree blocks of 1999 [2]_.

Positions are ascending, ``d[i] = p[i + 1] - p[i]`` are the gaps, and the length is that of the repeat in symbols.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
.. [2] Chang, Hsu: Automatic extraction of information blocks using PAT trees. 1999.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING

from wrapture.algo.kernels import KERNELS

if TYPE_CHECKING:
    from collections.abc import Sequence

VICINITY_SHARE = 0.75
"""Smallest mean gap in lengths of the repeat [2]_: below it a repeat overlaps itself, as αα does in αααα."""


def variance(positions: Sequence[int]) -> float:
    """Return the coefficient of variance of the gaps, σ(d) / mean(d); 0 where there are fewer than two gaps.

    >>> variance([0, 10, 20, 30])
    0.0
    >>> round(variance([0, 10, 30]), 3)
    0.333
    """
    gaps, total, squares = (gap_sums if KERNELS is None else KERNELS.gap_sums)(positions)
    return _variation(gaps, total, squares) if gaps > 1 else 0.0


def gap_sums(positions: Sequence[int]) -> tuple[int, int, int]:
    """Return the number of gaps, their sum and the sum of their squares."""
    gaps = [b - a for a, b in pairwise(positions)]
    return len(gaps), sum(gaps), sum(map(mul, gaps, gaps))


def density(positions: Sequence[int], length: int) -> float:
    """Return IEPAD's density, (k - 1)·|α| / (p_k - p_1): the share of the repeat from its first to its last occurrence.

    >>> density([0, 5, 10], 3)
    0.6
    """
    reach = positions[-1] - positions[0]
    return (len(positions) - 1) * length / reach if reach else 0.0


def localization(positions: Sequence[int], length: int) -> float:
    """Return the density of 1999, k·|α| / (p_k - p_1 + |α|).

    >>> localization([0, 5, 10], 3)
    0.6923076923076923
    """
    return len(positions) * length / (positions[-1] - positions[0] + length)


def in_vicinity(positions: Sequence[int], length: int, share: float = VICINITY_SHARE) -> bool:
    """Return whether the occurrences stand apart: their mean gap is at least ``share`` of the repeat's length.

    >>> in_vicinity([0, 2, 4, 6], 2), in_vicinity([0, 2, 4], 4)
    (True, False)
    """
    gaps = len(positions) - 1
    return gaps < 1 or (positions[-1] - positions[0]) / gaps >= share * length


def partitions(positions: Sequence[int], max_variance: float) -> list[tuple[int, ...]]:
    """Return the occurrences cut into runs, each as long as its variance stays under `max_variance`.

    An advert between two results makes one gap large; the results before and after it are regular among themselves.

    >>> partitions([0, 10, 20, 30, 90, 100, 110], 0.5)
    [(0, 10, 20, 30), (90, 100, 110)]
    """
    bound = 1 + max_variance * max_variance  # σ / mean < v just where n · Σd² < (1 + v²) · (Σd)²
    return (regular_runs if KERNELS is None else KERNELS.regular_runs)(positions, bound)


def regular_runs(positions: Sequence[int], bound: float) -> list[tuple[int, ...]]:
    """Return the positions cut into runs in which n · Σd² stays under `bound` · (Σd)²."""
    runs: list[tuple[int, ...]] = []
    run: list[int] = []
    total = squares = 0
    for position in positions:
        gap = position - run[-1] if run else 0
        larger, more = total + gap, squares + gap * gap
        if len(run) > 1 and len(run) * more >= bound * larger * larger:
            runs.append(tuple(run))
            run, larger, more = [], 0, 0
        run.append(position)
        total, squares = larger, more
    return [*runs, tuple(run)] if run else runs


def _variation(gaps: int, total: int, squares: int) -> float:
    """Return the coefficient of variance of gaps known by their number, sum and sum of squares."""
    mean = total / gaps
    return sqrt(max(squares / gaps - mean * mean, 0.0)) / mean
