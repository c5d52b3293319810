"""DisjointRanges meet another exactly if one of them has a place in common with it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo.disjoint_ranges import DisjointRanges

stretches = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted), max_size=12)


@given(stretches)
def test_meeting_is_having_a_place_in_common(given_ones: list[list[int]]) -> None:
    known, kept = DisjointRanges(), list[tuple[int, int]]()
    for first, last in given_ones:
        meets = any(first <= end and start <= last for start, end in kept)
        assert known.meet(first, last) == meets
        if not meets:
            known.add(first, last)
            kept.append((first, last))
