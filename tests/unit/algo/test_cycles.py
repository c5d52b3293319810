"""Cycle sets are those of the merged states by definition; groups and filters are those of the paper."""

from __future__ import annotations

from math import isclose
from statistics import fmean, pstdev

from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import symbols, tandems
from wrapture.algo.cycles import CycleGroup, CycleSet, cycle_set, cycle_sets, finalists, grouped

strings = st.one_of(symbols("ab"), symbols("abcd"), tandems(), symbols("a", max_size=15))


def visits_of(s: str, before: str, after: str) -> list[int]:
    """Every state between these two symbols."""
    return [p for p in range(1, len(s)) if (s[p - 1], s[p]) == (before, after)]


def overlap_of(s: str, visits: list[int]) -> int:
    """How many symbols the cycles go through together: each next state is visited just by them, and by all of them."""
    overlap = 2
    while visits[-1] + overlap - 1 < len(s):
        ahead = [visit + overlap - 1 for visit in visits]
        if visits_of(s, s[ahead[0] - 1], s[ahead[0]]) != ahead:
            break
        overlap += 1
    return overlap


def by_definition(s: str) -> list[tuple[tuple[int, ...], int]]:
    """Merge every state with every other that has the same symbols around it; one visit is no cycle."""
    merged = {tuple(visits_of(s, s[p - 1], s[p])) for p in range(1, len(s))}
    return [(visits, overlap_of(s, list(visits))) for visits in sorted(merged) if len(visits) > 1]


@given(strings)
@example("")
@example("a")
@example("aaaa")
@example("abcabcabc")
@example("xabcyabczab")  # bc is visited less often than ab: the overlapping part of ab ends there
@example("abcdxabcdybc")  # bc is visited more often than ab
def test_cycle_sets_are_those_of_the_definition(s: str) -> None:
    found = [(one.visits, one.overlap) for one in cycle_sets(s)]
    assert found == by_definition(s)


@given(strings)
def test_overlapping_parts_are_the_same_at_every_visit(s: str) -> None:
    for one in cycle_sets(s):
        assert len({s[visit - 1 : visit - 1 + one.overlap] for visit in one.visits}) == 1
        assert one.visits[-1] - 1 + one.overlap <= len(s)


@given(strings)
def test_dispersion_is_deviation_by_mean_of_the_cycles_lengths(s: str) -> None:
    for one in cycle_sets(s):
        lengths = [b - a for a, b in zip(one.visits, one.visits[1:], strict=False)]
        assert isclose(one.dispersion, pstdev(lengths) / fmean(lengths), abs_tol=1e-6)
        assert one.reach == sum(lengths)


@given(strings)
def test_symbols_of_any_kind_give_the_same_sets(s: str) -> None:
    assert cycle_sets([("symbol", character) for character in s]) == cycle_sets(s)


@given(strings)
@example("a-b-a-b")
@example("--")
def test_a_placeholder_symbol_never_repeats(s: str) -> None:
    apart = [(character, n if character == "a" else 0) for n, character in enumerate(s)]
    assert cycle_sets(s, unique="a") == cycle_sets(apart)


@given(strings)
def test_groups_hold_every_set_once_and_sum_its_overlap(s: str) -> None:
    sets = cycle_sets(s)
    groups = grouped(sets)
    assert [group.count for group in groups] == sorted({len(one.visits) for one in sets})
    assert sorted((one for group in groups for one in group.sets), key=lambda one: one.visits) == sets
    sums = {group.count: sum(one.overlap for one in sets if len(one.visits) == group.count) for group in groups}
    for group in groups:
        assert group.overlap == sums[group.count]
        assert group.ratio == sums[group.count] / sums.get(group.count + 1, 1)
        assert group.tokens == max(one.visits[-1] - one.visits[0] for one in group.sets)


def group(count: int, ratio: float, reach: int) -> CycleGroup:
    return CycleGroup(count, (CycleSet((0, reach), 2, 0.0),), 2, ratio)


@given(st.lists(st.tuples(st.floats(0, 9), st.integers(1, 99)), unique=True, max_size=20))
def test_finalists_are_the_five_largest_of_the_ten_with_the_highest_ratio(drawn: list[tuple[float, int]]) -> None:
    groups = [group(count, *one) for count, one in enumerate(drawn, start=2)]
    found = finalists(groups)
    assert len(found) == min(5, len(groups))
    assert all(sum(other.ratio > one.ratio for other in groups) < 10 for one in found)
    assert [one.tokens for one in found] == sorted((one.tokens for one in found), reverse=True)
    ten = sorted(groups, key=lambda one: one.ratio, reverse=True)[:10]
    assert [one.tokens for one in found] == sorted((one.tokens for one in ten), reverse=True)[:5]


def test_groups_are_compared_by_identity() -> None:
    one, same = group(2, 1.0, 5), group(2, 1.0, 5)
    assert one != same
    assert len({one, same, one}) == 2


def test_a_set_of_two_visits_has_one_cycle_and_no_dispersion() -> None:
    assert cycle_set([3, 9], 2) == CycleSet((3, 9), 2, 0.0)
    assert cycle_set([3, 9], 2).reach == 6


def test_a_long_string_is_read_in_one_pass() -> None:
    """Ten thousand rows of one kind, and a block of fifty thousand symbols that comes twice: one long overlapping part."""
    rows = [symbol for n in range(10_000) for symbol in ("<li>", n, "</li>")]
    assert [(len(one.visits), one.overlap, one.dispersion) for one in cycle_sets(rows)] == [(9_999, 2, 0.0)]
    block = list(range(50_000))
    sets = cycle_sets([*block, "between", *block])
    assert [one.overlap for one in sets] == list(range(50_000, 1, -1))
