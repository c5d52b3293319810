"""Alignment: the generalized pattern covers what it was made of, at no more than twice the best cost."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.strategies import symbols
from wrapture.algo.align import align, center_of, center_star, place, union_template
from wrapture.algo.pattern import Matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

some = st.lists(symbols("abc", 1, 8), min_size=1, max_size=6)


@cache
def distance(a: str, b: str) -> int:
    """Edit distance by its definition."""
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))


@cache
def common(a: str, b: str) -> int:
    """Length of the longest common sub-sequence by its definition."""
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + common(a[1:], b[1:])
    return max(common(a[1:], b), common(a, b[1:]))


def is_subsequence(s: str, of: str) -> bool:
    rest: Iterator[str] = iter(of)
    return all(symbol in rest for symbol in s)


def rows(strings: Iterable[str], columns: dict[str, tuple[int, ...]], width: int) -> list[str]:
    """The strings with their gaps, as an alignment is drawn."""
    return ["".join(dict(zip(columns[s], s, strict=True)).get(i, "-") for i in range(width)) for s in strings]


class TestCenter:
    @given(some)
    def test_no_other_string_is_nearer_to_all(self, strings: list[str]) -> None:
        costs = {one: sum(distance(one, other) for other in strings) for one in strings}
        center = center_of(strings)
        assert center in strings
        assert costs[center] == min(costs.values())

    def test_equal_strings_count_as_often_as_they_occur(self) -> None:
        assert center_of(["ab", "abcd", "abcdef", "ab", "ab", "ab"]) == "ab"

    def test_more_different_strings_than_are_compared(self) -> None:
        strings = ["a" * n for n in range(1, 100)] + ["b" * 7] * 2
        assert center_of(strings) in strings


class TestAlign:
    @given(symbols("abc", 0, 8), symbols("abc", 0, 8))
    def test_its_cost_is_the_edit_distance(self, center: str, s: str) -> None:
        places = align(center, s)
        assert len(places) == len(s)
        on = {position: symbol for symbol, (position, inserted) in zip(s, places, strict=True) if not inserted}
        insertions = sum(1 for _, inserted in places if inserted)
        substitutions = sum(1 for position, symbol in on.items() if center[position] != symbol)
        deletions = len(center) - len(on)
        assert insertions + substitutions + deletions == distance(center, s)

    @given(symbols("abc", 0, 8), symbols("abc", 0, 8))
    def test_places_ascend(self, center: str, s: str) -> None:
        keys = [(position, inserted or 99) for position, inserted in align(center, s)]
        assert keys == sorted(set(keys))


class TestCenterStar:
    @given(some)
    @example(["adcbd", "adcxb", "adcxbd"])
    def test_every_string_is_matched_entirely(self, strings: list[str]) -> None:
        aligned = center_star(strings)
        assert aligned is not None
        matcher = Matcher([aligned[0]])
        assert all(matcher.longest(s, 0) == len(s) for s in strings)

    @given(some)
    def test_symbols_are_at_ascending_positions_that_allow_them(self, strings: list[str]) -> None:
        aligned = center_star(strings)
        assert aligned is not None
        pattern, columns = aligned
        assert set(columns) == set(strings)
        for s, taken in columns.items():
            assert list(taken) == sorted(set(taken))
            assert all(symbol in pattern.positions[i].symbols for symbol, i in zip(s, taken, strict=True))
            left_out = set(range(len(pattern))) - set(taken)
            assert all(pattern.positions[i].optional for i in left_out)

    @given(some)
    def test_no_position_allows_more_than_was_seen(self, strings: list[str]) -> None:
        aligned = center_star(strings)
        assert aligned is not None
        pattern, columns = aligned
        drawn = rows(dict.fromkeys(strings), columns, len(pattern))
        for i, position in enumerate(pattern.positions):
            seen = {row[i] for row in drawn}
            assert set(position.symbols) == seen - {"-"}
            assert position.optional == ("-" in seen)
            assert list(position.symbols) == sorted(position.symbols)

    @given(st.lists(symbols("abc", 1, 6), min_size=2, max_size=6))
    def test_the_sum_of_pairs_is_at_most_twice_the_best(self, strings: list[str]) -> None:
        """Gusfield's bound, 2(k - 1)/k, over the pairs' edit distances: no alignment of all costs less than those."""
        aligned = center_star(strings)
        assert aligned is not None
        pattern, columns = aligned
        drawn = rows(strings, columns, len(pattern))
        cost = sum(x != y for a, b in combinations(drawn, 2) for x, y in zip(a, b, strict=True))
        least = sum(distance(a, b) for a, b in combinations(strings, 2))
        assert least <= cost <= 2 * (len(strings) - 1) / len(strings) * least

    @given(some, st.integers(0, 6))
    def test_the_bound_refuses_exactly_what_differs_more(self, strings: list[str], bound: int) -> None:
        free, bounded = center_star(strings), center_star(strings, bound)
        assert free is not None
        assert (bounded is None) == (free[0].mismatches > bound)
        assert bounded is None or bounded == free

    def test_equal_strings_are_their_own_pattern(self) -> None:
        aligned = center_star(["abc"] * 5)
        assert aligned is not None
        assert str(aligned[0]) == "abc"


class TestUnionTemplate:
    @given(st.lists(symbols("abcd", 3, 6), min_size=1, max_size=3))
    @example(["abd", "abd", "acd"])
    def test_strings_are_subsequences_of_it(self, strings: list[str]) -> None:
        template = union_template(strings)
        assert all(is_subsequence(s, template) for s in strings)

    @given(some)
    def test_the_center_is_always_a_subsequence(self, strings: list[str]) -> None:
        assert is_subsequence(center_of(strings), union_template(strings))

    @given(st.lists(symbols("abc", 1, 8), min_size=1, max_size=1).map(lambda one: one * 3))
    def test_equal_strings_are_their_own_template(self, strings: list[str]) -> None:
        assert union_template(strings) == strings[0]

    def test_no_symbol_is_put_in_twice_for_the_same_difference(self) -> None:
        assert sorted(union_template(["abd", "abd", "acd", "acd", "ad"])) == ["a", "b", "c", "d"]

    def test_strings_without_likeness_do_not_grow_it_without_end(self) -> None:
        strings = [chr(0x100 + n) * 4 for n in range(1_000)]
        assert len(union_template(strings)) < 40


class TestPlace:
    @given(symbols("abc", 0, 10), symbols("abcx", 0, 10))
    @example("abcd", "acxd")
    def test_positions_ascend_and_their_symbols_agree(self, template: str, s: str) -> None:
        places = place(template, s)
        assert len(places) == len(s)
        placed = [(position, symbol) for position, symbol in zip(places, s, strict=True) if position >= 0]
        assert [position for position, _ in placed] == sorted({position for position, _ in placed})
        assert all(template[position] == symbol for position, symbol in placed)

    @given(symbols("abc", 0, 8), symbols("abcx", 0, 8))
    def test_as_many_symbols_as_can_be_have_a_position(self, template: str, s: str) -> None:
        assert sum(position >= 0 for position in place(template, s)) == common(template, s)

    @given(st.lists(symbols("abcd", 3, 6), min_size=1, max_size=3))
    def test_every_symbol_has_a_position_in_the_template_it_was_put_in(self, strings: list[str]) -> None:
        assert all(-1 not in place(union_template(strings), s) for s in strings)

    @given(symbols("abc", 1, 6), symbols("xyz", 1, 6))
    def test_nothing_in_common_has_no_position(self, template: str, s: str) -> None:
        assume(not set(template) & set(s))
        assert place(template, s) == (-1,) * len(s)
