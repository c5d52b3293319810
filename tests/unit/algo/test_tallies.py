from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo.tallies import commonest, tally


@given(st.lists(st.integers(0, 5), min_size=1))
def test_as_counter(values: list[int]) -> None:
    assert list(tally(values).items()) == list(Counter(values).items())
    assert commonest(values) == Counter(values).most_common(1)[0]
