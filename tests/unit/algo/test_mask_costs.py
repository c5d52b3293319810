"""Masks over plain tokens: the fast table against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo.mask_costs import (
    CostRange,
    cost_range,
    cost_table,
    detector_cost,
    frequencies,
    position_truth,
    summed_costs,
)

DETECTORS = st.integers(1, 6).flatmap(
    lambda reach: st.lists(st.lists(st.integers(0, 4), min_size=reach, max_size=reach), min_size=1, max_size=8)
)


@given(DETECTORS, st.data(), st.sampled_from([1.0, 4 / 3, 2.0]))
def test_the_table_sums_to_the_cost_of_the_definition(
    detectors: list[list[int]], data: st.DataObject, half_width: float
) -> None:
    reach = len(detectors[0])
    other = data.draw(st.lists(st.integers(0, 4), min_size=reach, max_size=reach))
    table = cost_table(np.array(detectors, dtype=np.intp), 5, half_width)
    fast = sum(table[distance, symbol] for distance, symbol in enumerate(other))
    slow = detector_cost(frequencies(detectors), other, len(detectors), reach, half_width)
    assert fast == pytest.approx(slow, abs=1e-5)


@given(DETECTORS)
def test_what_was_learned_costs_no_more_than_its_reach(detectors: list[list[int]]) -> None:
    reach, counts = len(detectors[0]), frequencies(detectors)
    costs = [detector_cost(counts, detector, len(detectors), reach) for detector in detectors]
    assert all(0 < cost <= reach + 1e-9 for cost in costs)


@given(st.sets(st.integers(1, 9), min_size=1), st.integers(1, 9), st.floats(0.5, 10))
def test_position_truth_is_one_only_where_it_was_learned(learned: set[int], distance: int, half_width: float) -> None:
    truth = position_truth(sorted(learned), distance, 9, half_width)
    assert 0 <= truth <= 1
    assert (truth == 1) == (distance in learned)


def test_missing_symbols_cost_nothing() -> None:
    table = cost_table(np.array([[-1, 0], [-1, 1]], dtype=np.intp), 2, 1.0)
    assert table.tolist() == [[0, 0], [0.5, 0.5]]


def test_costs_are_summed_for_all_separators_at_once() -> None:
    table = np.arange(12, dtype=np.float32).reshape(2, 3, 2)  # distances, symbols, separators
    streams = [np.array([0, 2], dtype=np.intp), np.array([1, 1], dtype=np.intp)]
    assert summed_costs(table, streams).tolist() == [[8, 10], [12, 14]]


def test_nothing_costs_nothing() -> None:
    assert cost_range(np.array([], dtype=np.float32)) == CostRange(0, 0)
    assert cost_range(np.array([2, 1, 4], dtype=np.float32)) == CostRange(1, 4)
