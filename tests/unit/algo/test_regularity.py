"""The measures of regularity and density are those of the papers' formulas."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean, pstdev

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import occurrences
from wrapture.algo.regularity import density, in_vicinity, localization, partitions, variance

lengths = st.integers(1, 40)


def gaps(positions: list[int]) -> list[int]:
    return [b - a for a, b in pairwise(positions)]


@given(occurrences(min_size=3))
@example([0, 10, 30])
def test_variance_is_the_deviation_of_the_gaps_over_their_mean(positions: list[int]) -> None:
    assert variance(positions) == pytest.approx(pstdev(gaps(positions)) / fmean(gaps(positions)))


@pytest.mark.parametrize("positions", [[7], [3, 90]])
def test_one_gap_does_not_vary(positions: list[int]) -> None:
    assert variance(positions) == 0


@given(st.integers(0, 100), st.integers(1, 50), st.integers(2, 20))
def test_equal_gaps_do_not_vary(start: int, gap: int, count: int) -> None:
    positions = [start + gap * i for i in range(count)]
    assert variance(positions) == 0
    assert partitions(positions, 0.1) == [tuple(positions)]
    assert density(positions, gap) == 1
    assert localization(positions, gap) == 1


@given(occurrences(), lengths)
def test_density_is_the_share_of_the_repeat(positions: list[int], length: int) -> None:
    assert density(positions, length) == pytest.approx(length / fmean(gaps(positions)))


@given(occurrences(), lengths)
def test_localization_is_the_density_with_the_last_occurrence_in_it(positions: list[int], length: int) -> None:
    covered = positions[-1] + length - positions[0]
    assert localization(positions, length) == pytest.approx(len(positions) * length / covered)


@given(occurrences(), lengths, st.integers(1, 1000))
def test_measures_do_not_depend_on_where_the_run_stands(positions: list[int], length: int, moved: int) -> None:
    there = [p + moved for p in positions]
    assert variance(there) == pytest.approx(variance(positions))
    assert density(there, length) == density(positions, length)
    assert localization(there, length) == localization(positions, length)
    assert in_vicinity(there, length) == in_vicinity(positions, length)


@given(occurrences(), lengths)
def test_vicinity_is_a_mean_gap_of_three_quarters_of_the_length(positions: list[int], length: int) -> None:
    assert in_vicinity(positions, length) == (4 * (positions[-1] - positions[0]) >= 3 * length * (len(positions) - 1))


def test_one_occurrence_stands_apart_from_itself() -> None:
    assert in_vicinity([4], 10)
    assert density([4], 10) == 0


@given(occurrences(min_size=0), st.floats(0.05, 2))
@example([], 0.5)
def test_partitions_put_together_are_the_positions(positions: list[int], bound: float) -> None:
    runs = partitions(positions, bound)
    assert [p for run in runs for p in run] == positions
    assert all(runs)


@given(occurrences(), st.floats(0.05, 2))
def test_partitions_are_regular_and_each_ends_where_the_next_would_not_be(positions: list[int], bound: float) -> None:
    runs = partitions(positions, bound)
    assert all(variance(run) < bound + 1e-6 for run in runs)
    assert all(variance([*run, after[0]]) >= bound - 1e-6 for run, after in pairwise(runs))


def test_one_advert_cuts_the_results_in_two() -> None:
    assert partitions([0, 10, 20, 30, 90, 100, 110], 0.5) == [(0, 10, 20, 30), (90, 100, 110)]
