"""Optimal assignment: pair the rows of a table of scores with its columns, one to one, so that the sum is largest.

The shortest augmenting path form of the Hungarian algorithm [1]_.  O(rows² × columns).

.. [1] Jonker, Volgenant: A shortest augmenting path algorithm for dense and sparse linear assignment problems. 1987.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def assign(scores: Sequence[Sequence[float]]) -> list[int | None]:
    """Return the column of each row in the pairing with the largest sum; None for rows left over if there are more rows.

    >>> assign([[3, 2], [3, 0]]), assign([[1], [5]]), assign([])
    ([1, 0], [None, 0], [])
    """
    if not scores or not scores[0]:
        return [None] * len(scores)
    if len(scores) > len(scores[0]):
        rows = assign([list(column) for column in zip(*scores, strict=True)])
        found = {row: column for column, row in enumerate(rows)}
        return [found.get(row) for row in range(len(scores))]
    return _shortest_paths([[-value for value in row] for row in scores])


def _shortest_paths(costs: Sequence[Sequence[float]]) -> list[int | None]:
    """Return the columns of a pairing with the smallest sum; there are at least as many columns as rows."""
    width = len(costs[0])
    row_price, column_price = [0.0] * len(costs), [0.0] * (width + 1)
    owner: list[int | None] = [None] * (width + 1)  # the last is where a new row starts
    for row in range(len(costs)):
        owner[width] = row
        path = _augment(costs, owner, row_price, column_price)
        for column, before in pairwise(path):
            owner[column] = owner[before]
    rows = {own: column for column, own in enumerate(owner[:width])}
    return [rows[row] for row in range(len(costs))]


def _augment(
    costs: Sequence[Sequence[float]], owner: Sequence[int | None], row_price: list[float], column_price: list[float]
) -> list[int]:
    """Return the columns of the shortest path from a free one back to the start, and update the prices."""
    start = len(owner) - 1
    distance, before = [float("inf")] * start, [start] * start
    reached, column = [start], start
    while owner[column] is not None:
        row = owner[column]
        assert row is not None  # noqa: S101 - for the type checker
        for other in range(start):
            step = costs[row][other] - row_price[row] - column_price[other]
            if other not in reached and step < distance[other]:
                distance[other], before[other] = step, column
        column = min((one for one in range(start) if one not in reached), key=distance.__getitem__)
        delta = distance[column]
        for one in reached:
            own = owner[one]
            assert own is not None  # noqa: S101 - for the type checker
            row_price[own] += delta
            column_price[one] -= delta
        for other in range(start):
            if other not in reached:
                distance[other] -= delta
        reached.append(column)
    path = [column]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path
