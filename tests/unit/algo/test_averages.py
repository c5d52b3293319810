from __future__ import annotations

import statistics

from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo.averages import mean, median, median_low

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1))
def test_mean(values: list[float]) -> None:
    assert mean(values) == statistics.fmean(values)


@given(NUMBERS)
def test_medians(values: list[int]) -> None:
    assert median(values) == statistics.median(values)
    assert median_low(values) == statistics.median_low(values)
