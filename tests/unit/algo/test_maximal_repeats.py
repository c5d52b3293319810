"""The suffix array gives the maximal repeats of the definition, and so does the PAT tree."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import scaled
from tests.pat_tree import PatTree
from tests.strategies import symbols, tandems
from wrapture.algo import suffix_array
from wrapture.algo.maximal_repeats import Repeat, maximal_repeats

strings = st.one_of(symbols("ab"), symbols("abcd"), tandems(), symbols("a", max_size=15))


def by_definition(s: str, min_count: int, min_length: int) -> list[Repeat]:
    """Every substring at two or more places whose left neighbours differ and whose right neighbours differ."""
    found = set()
    for length in range(max(min_length, 1), len(s)):
        for start in range(len(s) - length + 1):
            word = s[start : start + length]
            places = tuple(i for i in range(len(s) - length + 1) if s.startswith(word, i))
            left = {s[i - 1 : i] for i in places}  # "" at the beginning: a neighbour like no other
            right = {s[i + length : i + length + 1] for i in places}
            if len(places) >= max(min_count, 2) and len(left) > 1 and len(right) > 1:
                found.add(Repeat(length, places))
    return sorted(found, key=lambda repeat: (-repeat.length, repeat.positions))


@given(strings, st.integers(1, 5), st.integers(0, 4))
@example("", 2, 1)
@example("a", 2, 1)
@example("aa", 2, 1)
@example("abab", 2, 2)
@example("abcabcabcabc", 2, 3)
@example("xabyabz", 2, 2)
def test_repeats_are_those_of_the_definition(s: str, min_count: int, min_length: int) -> None:
    assert maximal_repeats(s, min_count, min_length) == by_definition(s, min_count, min_length)


@given(strings, st.integers(1, 5), st.integers(0, 4))
@example("abcabcx", 2, 1)
def test_the_pat_tree_gives_the_same_repeats(s: str, min_count: int, min_length: int) -> None:
    assert PatTree(s).maximal_repeats(min_count, min_length) == maximal_repeats(s, min_count, min_length)


@given(strings, st.integers(1, 5), st.integers(0, 4))
def test_how_suffixes_are_sorted_makes_no_difference(s: str, min_count: int, min_length: int) -> None:
    plainly = maximal_repeats(s, min_count, min_length)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suffix_array, "SHORT", 0)
        assert maximal_repeats(s, min_count, min_length) == plainly


@given(st.text(st.characters(codec=None), max_size=60))
@example("\ud800x\ud800")
@example("\U0010ffff\x00\U0010ffff\x00\x00")
def test_any_character_is_a_symbol(s: str) -> None:
    assert maximal_repeats(s, 2, 1) == by_definition(s, 2, 1)


@scaled(0.1)
@given(st.lists(st.integers(0x100, 0x2FFF).map(chr), min_size=300, max_size=600, unique=True), st.integers(2, 4))
def test_more_than_256_different_symbols(letters: list[str], times: int) -> None:
    block = "".join(letters)
    found = maximal_repeats(block * times, 2, 1)
    size = len(block)
    assert found == [Repeat(size * (times - n), tuple(range(0, size * (n + 1), size))) for n in range(1, times)]


@given(strings, st.integers(2, 4))
def test_every_position_holds_the_repeat(s: str, min_count: int) -> None:
    for repeat in maximal_repeats(s, min_count):
        assert list(repeat.positions) == sorted(set(repeat.positions))
        assert len(repeat.positions) >= min_count
        assert len({s[p : p + repeat.length] for p in repeat.positions}) == 1
        assert repeat.positions[-1] + repeat.length <= len(s)


@given(strings)
def test_longest_first(s: str) -> None:
    lengths = [repeat.length for repeat in maximal_repeats(s)]
    assert lengths == sorted(lengths, reverse=True)


def test_the_string_of_the_alignment_example() -> None:
    assert maximal_repeats("adcbdadcxbadcxbd", min_count=3, min_length=2) == [Repeat(3, (0, 5, 10))]


@pytest.mark.parametrize("period", [3, 17])
def test_a_long_tandem_repeat_is_read_in_one_scan(period: int) -> None:
    block = "".join(chr(0x100 + i) for i in range(period))
    found = maximal_repeats(block * 20_000, min_count=19_999, min_length=2)
    assert [repeat.length for repeat in found] == [2 * period, period]
    assert found[1].positions == tuple(range(0, 20_000 * period, period))
