"""Patterns read back as written, and the matcher finds what trying every path finds."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import scaled
from tests.strategies import patterns, symbols
from wrapture.algo.pattern import Matcher, Pattern, Position, rotate_left, rotate_right
from wrapture.errors import PatternError

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = {"a": "LI", "b": "/LI", "c": "TEXT", "d": "MY-CARD"}
SYMBOLS = {name: symbol for symbol, name in NAMES.items()}


def words_of(pattern: Pattern) -> set[str]:
    """Every string that a pattern matches."""
    ways = [[*p.symbols, ""] if p.optional else [*p.symbols] for p in pattern.positions]
    return {"".join(way) for way in product(*ways)}


def stops_at(pattern: Pattern, s: str, start: int) -> set[int]:
    """Every place where a match of the pattern at `start` may stop."""
    places = {start}
    for position in pattern.positions:
        read = {p + 1 for p in places if p < len(s) and s[p] in position.symbols}
        places = places | read if position.optional else read
    return places


def slow_find(many: Sequence[Pattern], s: str) -> list[tuple[int, int]]:
    """Leftmost matches, the longest at each place, none overlapping, none empty."""
    found, here = [], 0
    while here < len(s):
        stop = max((stop for pattern in many for stop in stops_at(pattern, s, here)), default=here)
        if stop > here:
            found.append((here, stop))
        here = max(stop, here + 1)
    return found


class TestNotation:
    @given(patterns("abcdxyz +*?.^$\\"))
    def test_a_written_pattern_reads_back(self, pattern: Pattern) -> None:
        assert Pattern.parse(str(pattern)) == pattern

    @given(patterns("abcd"))
    def test_names_read_back(self, pattern: Pattern) -> None:
        assert Pattern.parse(pattern.notation(NAMES.__getitem__), SYMBOLS.__getitem__) == pattern

    @pytest.mark.parametrize(
        "notation",
        ["adc[x|-]b[d|-]", "[U|-]N[A|-][M|-]", "[a|b]", "[a|b|-]x", "[a|-][a|-]"],
    )
    def test_the_papers_notation(self, notation: str) -> None:
        assert str(Pattern.parse(notation)) == notation

    def test_names_are_set_apart_by_spaces(self) -> None:
        pattern = Pattern.parse("LI [TEXT|MY-CARD|-]  /LI", SYMBOLS.__getitem__)
        assert pattern.positions == (Position("a"), Position("cd", optional=True), Position("b"))

    def test_alternatives_are_a_set(self) -> None:
        assert Pattern.parse("[b|a|b]") == Pattern((Position("ab"),))

    @pytest.mark.parametrize("notation", ["", "[-]", "-", "[]", "[a|]", "[a", "a]", "a|b"])
    def test_an_invalid_pattern_is_an_error(self, notation: str) -> None:
        with pytest.raises(PatternError):
            Pattern.parse(notation)

    @pytest.mark.parametrize("notation", ["", "   ", "LI [-]", "LI [TEXT", "[TEXT|[LI]]", "TEXT|LI"])
    def test_an_invalid_pattern_of_names_is_an_error(self, notation: str) -> None:
        with pytest.raises(PatternError):
            Pattern.parse(notation, lambda _: "a")

    def test_mismatches_are_the_positions_that_are_not_sure(self) -> None:
        assert Pattern.parse("a[b|-]c[d|e][f|g|-]h").mismatches == 3
        assert Pattern.exact("abc").mismatches == 0


class TestRotation:
    @given(patterns(), st.integers(-20, 20))
    def test_turning_back_gives_the_pattern(self, pattern: Pattern, by: int) -> None:
        assert pattern.rotated(by).rotated(-by) == pattern
        assert pattern.rotated(by).positions[0] == pattern.positions[by % len(pattern)]

    @given(symbols(min_size=1, max_size=6), st.integers(2, 6), st.integers(0, 5), symbols("xy", max_size=3))
    def test_both_ways_lead_to_the_record_of_a_tandem_repeat(
        self, block: str, times: int, shift: int, around: str
    ) -> None:
        """Whichever turn of the record was found, the run begins and ends with what is rotated to."""
        shift %= len(block)
        s = around + block * times + around
        found = Pattern.exact(block).rotated(shift)
        assert rotate_right(found, s, len(around) + shift) == Pattern.exact(block)
        assert rotate_left(found, s, len(around) + (times - 1) * len(block) + shift) == Pattern.exact(block)

    @given(patterns(), symbols(max_size=20), st.data())
    def test_one_symbol_at_a_time_as_the_paper_says(self, pattern: Pattern, s: str, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(s)))
        assert rotate_right(pattern, s, at) == _slow_right(pattern, s, at)
        assert rotate_left(pattern, s, at) == _slow_left(pattern, s, at)


def _slow_right(pattern: Pattern, s: str, first: int) -> Pattern:
    for _ in range(len(pattern)):
        if first == 0 or s[first - 1] not in pattern.positions[-1].symbols:
            break
        pattern, first = pattern.rotated(-1), first - 1
    return pattern


def _slow_left(pattern: Pattern, s: str, stop: int) -> Pattern:
    for _ in range(len(pattern)):
        if stop == len(s) or s[stop] not in pattern.positions[0].symbols:
            break
        pattern, stop = pattern.rotated(1), stop + 1
    return pattern


class TestMatcher:
    @scaled(4)
    @given(st.lists(patterns(), min_size=1, max_size=4), symbols("abcx", max_size=40))
    @example([Pattern.parse("[a|-]"), Pattern.parse("[b|-]")], "xabx")
    @example([Pattern.parse("ab"), Pattern.parse("abab")], "abababab")
    @example([Pattern.parse("[a|-][b|-]c")], "abcbcac")
    def test_finds_what_following_every_way_finds(self, many: list[Pattern], s: str) -> None:
        assert Matcher(many).find(s) == slow_find(many, s)

    @given(patterns(max_size=5), symbols("abc", max_size=12))
    def test_matches_the_words_of_the_pattern_and_no_others(self, pattern: Pattern, s: str) -> None:
        matched = Matcher([pattern]).longest(s, 0)
        assert matched == max((len(word) for word in words_of(pattern) if s.startswith(word)), default=0)

    @given(st.lists(patterns(), min_size=1, max_size=3), symbols("abcx", max_size=40))
    def test_matches_are_in_order_apart_and_not_empty(self, many: list[Pattern], s: str) -> None:
        found = Matcher(many).find(s)
        assert all(start < stop for start, stop in found)
        assert all(stop <= start for (_, stop), (start, _) in pairwise(found))

    @given(symbols("ab^-]\\|[.*\n&~", 1, 6))
    def test_no_symbol_means_anything_special(self, s: str) -> None:
        assert Matcher([Pattern.exact(s)]).find(f"x{s}x") == [(1, 1 + len(s))]
        either = Pattern((Position("".join(sorted(set(s)))),))
        assert Matcher([either]).find(f"x{s[0]}x") == [(1, 2)]

    def test_longest_match_wins_among_several_patterns(self) -> None:
        many = [Pattern.parse("ab"), Pattern.parse("abc[d|-]"), Pattern.parse("bcdefg")]
        assert Matcher(many).find("abcdefg abc ab") == [(0, 4), (8, 11), (12, 14)]

    def test_a_missing_end_falls_back_to_the_last_complete_match(self) -> None:
        assert Matcher([Pattern.parse("ab"), Pattern.parse("ababx")]).find("abab") == [(0, 2), (2, 4)]

    def test_no_patterns_find_nothing(self) -> None:
        assert Matcher([]).find("abc") == []

    def test_an_empty_pattern_finds_nothing(self) -> None:
        assert Matcher([Pattern(())]).find("abc") == []
        assert Matcher([Pattern(()), Pattern.parse("b")]).find("abc") == [(1, 2)]

    def test_many_optional_positions_do_not_multiply(self) -> None:
        """Backtracking would take 2 ** 60 steps at each of 20,000 places."""
        pattern = Pattern((*tuple(Position("a", optional=True) for _ in range(60)), Position("b")))
        matcher = Matcher([pattern])
        assert matcher.find("a" * 20_000) == []
        assert matcher.find("a" * 19_940 + "b") == [(19_940 - 60, 19_941)]

    def test_many_optional_positions_with_a_long_way_to_the_end(self) -> None:
        maybe = tuple(Position("ab", optional=True) for _ in range(60))
        pattern = Pattern((*maybe, *(Position("a") for _ in range(60))))
        assert Matcher([pattern]).find("a" * 20_040) == [(i * 120, i * 120 + 120) for i in range(167)]
        assert Matcher([pattern]).find("ab" * 10_000) == []

    def test_more_shapes_than_are_remembered(self) -> None:
        """The cache is cleared at some point; the matches stay the same."""
        pattern = Pattern((*tuple(Position("abc"[i % 3] + "d", optional=True) for i in range(40)), Position("e")))
        s = "".join("abcd"[(i * i * 7 + i // 3) % 4] for i in range(3_000)) + "e"
        matcher = Matcher([pattern])
        matcher._REMEMBERED = 8  # type: ignore[misc]
        assert matcher.find(s) == slow_find([pattern], s)
