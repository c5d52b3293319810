"""Regular expressions in linear time match what Python's own match, and refuse what they can't."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.algo.linear_regex import MAX_PATTERN, LinearRegex

ATOMS = st.sampled_from(
    ["a", "b", "1", r"\d", r"\w", r"\s", r"\W", ".", "[ab]", "[^a]", "[a-c1]", " ", r"\.", r"[\d.]"]
)
REPEATS = st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{1,2}", "{2}", "{0,2}", "{1,}", "{1,3}?"])
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        inner.map(lambda one: f"({one})"),
        st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        st.tuples(inner, REPEATS).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
        st.tuples(st.sampled_from(["^", "$", r"\b", r"\B"]), inner).map("".join),
    ),
    max_leaves=6,
)


@scaled(4)
@given(PATTERNS, st.text("abc1 .", max_size=12))
def test_it_finds_what_python_finds(pattern: str, text: str) -> None:
    try:
        mine = LinearRegex(pattern)
    except ValueError:
        assume(False)
    found = re.search(pattern.replace("$", r"\Z"), text)
    spans = None if found is None else [found.span(number) for number in range(mine.groups + 1)]
    assert mine.search(text) == (None if spans is None else tuple(None if one == (-1, -1) else one for one in spans))


@given(PATTERNS, st.text("abc1 .", max_size=12))
def test_matches_follow_each_other(pattern: str, text: str) -> None:
    try:
        mine = LinearRegex(pattern)
    except ValueError:
        assume(False)
    spans = [groups[0] or (0, 0) for groups in mine.matches(text)]
    assert all(one[1] <= two[0] for one, two in pairwise(spans))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "1 to 200"),
        ("a" * (MAX_PATTERN + 1), "1 to 200"),
        ("(a", "no closing"),
        ("a)", "no opening"),
        ("*a", "for the character"),
        ("a**", "repeated"),
        ("(a*)*", "may be empty"),
        ("a{,3}", "count"),
        ("a{3,2}", "second number"),
        ("(?=a)", r"\(\?"),
        (r"(a)\1", r"\\1"),
        ("[b-a]", "range"),
        ("[a", "too early"),
        ("\\", "too early"),
        ("(?:a{200}){200}", "too much"),
        ("(?:" * 30 + "a" + ")" * 30, "brackets"),
        ("(a)" * 10, "9 groups"),
    ],
)
def test_what_it_refuses(pattern: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        LinearRegex(pattern)


@pytest.mark.parametrize("pattern", ["(?:a|ab)+c", ".*.*.*.*.*x", "a{0,30}a{30}b", "(?:a+b?)+c"])
def test_no_text_makes_it_slow(pattern: str) -> None:
    assert LinearRegex(pattern).search("a" * 1_500) is None
