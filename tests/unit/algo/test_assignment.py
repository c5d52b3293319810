"""Optimal assignment against the definition: all pairings."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo.assignment import assign

SCORES = st.integers(0, 4).flatmap(
    lambda width: st.lists(st.lists(st.integers(0, 5), min_size=width, max_size=width), max_size=4)
)


def best_sum(scores: list[list[int]]) -> int:
    """Return the largest sum of one-to-one pairs, by trying all."""
    rows, columns = len(scores), len(scores[0]) if scores else 0
    if rows > columns:
        return max(sum(scores[p[j]][j] for j in range(columns)) for p in permutations(range(rows), columns))
    return max(sum(scores[i][p[i]] for i in range(rows)) for p in permutations(range(columns), rows))


@given(SCORES)
def test_the_sum_is_the_largest(scores: list[list[int]]) -> None:
    found = assign(scores)
    pairs = [(row, column) for row, column in enumerate(found) if column is not None]
    width = len(scores[0]) if scores else 0
    assert len(found) == len(scores)
    assert len({column for _, column in pairs}) == len(pairs) == min(len(scores), width)
    assert sum(scores[row][column] for row, column in pairs) == best_sum(scores)
