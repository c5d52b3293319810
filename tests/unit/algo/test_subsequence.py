"""The common subsequence against plain dynamic programming, and what is folded from it."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import symbols, tandems
from wrapture.algo.subsequence import aligned, common_blocks, common_length, common_subsequence, folded

strings = st.one_of(symbols("ab"), symbols("abcd"), tandems(), st.text(max_size=8))


def length_by_definition(one: str, other: str) -> int:
    """Return the length of the longest common subsequence, by the three cases of the paper."""
    row = [0] * (len(other) + 1)
    for a in one:
        above = row
        row = [0]
        for j, b in enumerate(other):
            row.append(above[j] + 1 if a == b else max(above[j + 1], row[j]))
    return row[-1]


def is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(symbol in rest for symbol in part)


@given(strings, strings)
@example("", "")
@example("", "a")
@example("ABEDF", "CBFDA")
@example("abcbdab", "bdcaba")
@example("a" * 70 + "b", "b" + "a" * 70)  # more symbols than bits of a machine word
@example("\x00\ud800\U0010ffff", "\ud800\x00\U0010ffff")
def test_it_is_common_and_none_is_longer(one: str, other: str) -> None:
    found = common_subsequence(one, other)
    assert is_subsequence(found, one)
    assert is_subsequence(found, other)
    assert len(found) == length_by_definition(one, other)


@given(strings, strings, st.integers(0, 12))
def test_its_length_is_given_unless_too_short(one: str, other: str, least: int) -> None:
    length = length_by_definition(one, other)
    assert common_length(one, other) == length
    assert common_length(one, other, least) == (length if length >= least else 0)


@given(strings)
def test_of_a_string_and_itself_it_is_the_string(s: str) -> None:
    assert common_subsequence(s, s) == s


@given(strings, strings)
def test_alignment_places_as_many_symbols_in_order(template: str, string: str) -> None:
    places = aligned(template, string)
    assert len(places) == len(template)
    found = [place for place in places if place >= 0]
    assert found == sorted(set(found))
    assert len(found) == length_by_definition(template, string)
    assert all(string[place] == symbol for symbol, place in zip(template, places, strict=True) if place >= 0)


@given(st.lists(strings, max_size=6))
@example([])
@example(["abc"])
def test_the_fold_is_common_to_all(drawn: list[str]) -> None:
    found = folded(drawn)
    assert all(is_subsequence(found, string) for string in drawn)
    if len(drawn) == 2:
        assert len(found) == length_by_definition(*drawn)
    if len(drawn) == 1:
        assert found == drawn[0]
    if not drawn:
        assert found == ""


@given(st.lists(strings, min_size=1, max_size=6), st.floats(0, 1))
def test_a_fold_with_a_share_skips_strings_that_cost_more(drawn: list[str], shared: float) -> None:
    template = drawn[0]
    for string in drawn[1:]:
        common = length_by_definition(template, string)
        kept = folded([template, string], shared)
        assert len(kept) == (common if common >= shared * len(template) else len(template))
        template = kept
    assert folded(drawn, shared) == template


def test_an_outlier_costs_the_others_nothing_with_a_share() -> None:
    rows = ["<a>t</a>", "<a>u</a>", "nothing", "<a>v</a>"]
    assert folded(rows, shared=0.5) == "<a></a>"
    assert len(folded(rows)) < 2


def test_long_strings_are_compared_at_once() -> None:
    """Twenty thousand symbols each: symbol by symbol these would be four hundred million steps."""
    one = "".join(chr(0x100 + i % 700) for i in range(20_000))
    other = one[:9_000] + "x" * 3_000 + one[9_000:]
    assert common_subsequence(one, other) == one


@given(st.lists(strings, max_size=6), st.lists(st.integers(0, 5), max_size=6), st.sampled_from([0.0, 0.5, 0.9]))
def test_strings_that_come_again_change_nothing(some: list[str], again: list[int], shared: float) -> None:
    strings = some + [some[n % len(some)] for n in again if some]
    template = strings[0] if strings else ""
    for string in strings[1:]:
        common = common_subsequence(template, string)
        if len(common) >= shared * len(template):
            template = common
    assert folded(strings, shared) == template


@given(strings, strings)
def test_the_blocks_of_the_common_subsequence_are_in_both(one: str, other: str) -> None:
    blocks = common_blocks(one, other)
    assert all(one[a : a + size] == other[b : b + size] for a, b, size in blocks)
    assert sum(size for *_, size in blocks) == common_length(one, other)
