"""Mean and median, with the results of `statistics`, which loads random numbers and fractions: 3 ms of every start."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def mean(values: Collection[float]) -> float:
    """Return the arithmetic mean of at least one value.

    >>> mean([1, 2, 6])
    3.0
    """
    return fsum(values) / len(values)


def median(values: Iterable[float]) -> float:
    """Return the middle one of at least one value, or the mean of the middle two.

    >>> median([1, 9, 3]), median([1, 9, 3, 4])
    (3, 3.5)
    """
    found = sorted(values)
    half, odd = divmod(len(found), 2)
    return found[half] if odd else (found[half - 1] + found[half]) / 2


def median_low(values: Iterable[int]) -> int:
    """Return the middle one of at least one value, or the lower one of the middle two.

    >>> median_low([1, 9, 3]), median_low([1, 9, 3, 4])
    (3, 3)
    """
    found = sorted(values)
    return found[(len(found) - 1) // 2]
