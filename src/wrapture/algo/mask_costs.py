"""Masks over plain token sequences: frequencies by distance, position and occurrence truth, costs [1]_.

A separator is a position between two tokens, seen by two detectors: the tokens to its left and those to its right, each at a
distance of 1 or more.  ``f(i, j)`` counts how often token j occurred at distance i.  The *position truth* of a token falls off
around its learned distances; its *occurrence truth* is the share of learned instances that had it at the nearest learned
distance.  The cost of a detector is the sum of their products: high where everything is as learned.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float32]
    Frequencies: TypeAlias = Mapping[tuple[int, Hashable], int]


class CostRange(NamedTuple):
    """The lowest and highest cost of a detector's labelled instances."""

    least: float
    most: float

    @property
    def middle(self) -> float:
        """The mean of the two, the paper's C_moy."""
        return (self.least + self.most) / 2


def frequencies(detectors: Sequence[Sequence[Hashable]]) -> dict[tuple[int, Hashable], int]:
    """Return f(i, j), how often each token occurs at each distance; a detector lists its tokens nearest first.

    >>> frequencies(["ab", "ac"])
    {(1, 'a'): 2, (2, 'b'): 1, (2, 'c'): 1}
    """
    counts: dict[tuple[int, Hashable], int] = {}
    for detector in detectors:
        for key in enumerate(detector, start=1):
            counts[key] = counts.get(key, 0) + 1
    return counts


def position_truth(learned: Sequence[int], distance: int, reach: int, half_width: float = inf) -> float:
    """Return the position truth of a distance: 1 at a learned one, falling to 0 at the learned neighbours and beyond the ends.

    A triangle extends at most `half_width` to either side.

    >>> [position_truth([1, 2, 4], i, 4) for i in (1, 2, 3, 4)]
    [1.0, 1.0, 0.5, 1.0]
    >>> round(position_truth([3], 2, 4), 2), position_truth([3], 2, 4, half_width=4 / 3)
    (0.67, 0.25)
    """
    if distance in learned:
        return 1.0
    if not learned:
        return 0.0
    below = max((i for i in learned if i < distance), default=0)
    above = min((i for i in learned if i > distance), default=reach + 1)
    width = min(above - below, half_width)
    gaps = [abs(i - distance) for i in (below, above) if i in learned]
    return max(0.0, 1.0 - min(gaps) / width)


def occurrence_truth(counts: Frequencies, token: Hashable, distance: int, instances: int) -> float:
    """Return the share of instances with a token at the nearest learned distance; of two equally near, the larger share."""
    learned = [i for i, other in counts if other == token]
    if not learned:
        return 0.0
    nearest = min(abs(i - distance) for i in learned)
    return max(counts.get((i, token), 0) for i in (distance - nearest, distance + nearest)) / instances


def detector_cost(
    counts: Frequencies, detector: Sequence[Hashable], instances: int, reach: int, half_width: float = inf
) -> float:
    """Return the cost of a detector as the paper defines it; `cost_table` is the fast version."""
    cost = 0.0
    for distance, token in enumerate(detector[:reach], start=1):
        learned = [i for i, other in counts if other == token]
        truth = position_truth(learned, distance, reach, half_width)
        cost += truth * occurrence_truth(counts, token, distance, instances)
    return cost


def cost_table(detectors: NDArray[np.intp], symbols: int, half_width: float) -> Numbers:
    """Return the cost of each symbol at each distance: ``table[i - 1, j]`` = f_p · f_o.

    Row k of `detectors` holds the symbols of instance k, nearest first; -1 means none.  Triangles extend at most two to either
    side, so that none reaches a learned neighbour.
    """
    instances, reach = detectors.shape
    counts = np.zeros((reach, symbols), dtype=np.float32)
    for distance in range(reach):
        column = detectors[:, distance]
        counts[distance] = np.bincount(column[column >= 0], minlength=symbols)
    shares = counts / max(1, instances)
    table: Numbers = shares.copy()
    for away in range(1, ceil(min(half_width, 2.0))):
        shifted = np.zeros_like(shares)
        shifted[away:] = shares[:-away]
        shifted[:-away] = np.maximum(shifted[:-away], shares[away:])
        table = np.where(table == 0, (1 - away / half_width) * shifted, table)
    return table


def summed_costs(table: Numbers, streams: Sequence[NDArray[np.intp]]) -> Numbers:
    """Return one row per position: the sum of ``table[i, symbol of stream i]`` over the distances i.

    ``table[i]`` has a row for each symbol and a column for each separator, so all separators are summed at once.
    """
    total: Numbers = np.take(table[0], streams[0], axis=0)
    piece = np.empty_like(total)
    for distance, stream in enumerate(streams[1:], start=1):
        np.take(table[distance], stream, axis=0, out=piece, mode="clip")  # clip mode avoids a copy of the output
        total += piece
    return total


def cost_range(costs: Numbers) -> CostRange:
    """Return the lowest and highest cost, both 0 if there are none."""
    return CostRange(float(costs.min()), float(costs.max())) if len(costs) else CostRange(0.0, 0.0)
