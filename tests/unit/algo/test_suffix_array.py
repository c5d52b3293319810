"""Three ways to sort suffixes give one suffix array."""

from __future__ import annotations

import builtins
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.algo import suffix_array as module
from wrapture.algo.maximal_repeats import maximal_repeats
from wrapture.algo.suffix_array import SHORT, sorted_by_library, sorted_by_numpy, sorted_by_python, suffix_array

STRINGS = st.one_of(
    st.text("ab", min_size=1, max_size=40),
    st.text(min_size=1, max_size=40),
    st.builds(
        lambda piece, times, end: piece * times + end, st.text("abc", min_size=1), st.integers(1, 20), st.text("abc")
    ),
)


@given(STRINGS)
def test_every_way_gives_the_definition(s: str) -> None:
    suffixes = sorted(range(len(s)), key=lambda start: s[start:])
    pairs = zip([None, *suffixes], suffixes, strict=False)
    shared = [0 if one is None else _shared(s[one:], s[other:]) for one, other in pairs]
    for way in (sorted_by_python, sorted_by_numpy, sorted_by_library):
        assert way(s) == (suffixes, shared)


def _shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@pytest.mark.parametrize("symbols", ["a", "ab", "".join(map(chr, range(0x100, 0x400)))])
def test_long_strings(symbols: str) -> None:
    s = "".join(random.Random(7).choices(symbols, k=4 * SHORT))
    assert sorted_by_numpy(s) == sorted_by_library(s) == sorted_by_python(s) == suffix_array(s)


def test_a_missing_library_costs_no_function(monkeypatch: pytest.MonkeyPatch) -> None:
    s = "".join(random.Random(7).choices("abc", k=2 * SHORT))
    expected = maximal_repeats(s, min_count=3)
    real = builtins.__import__

    def missing(name: str, *others: Any) -> Any:
        if name == "pydivsufsort":
            raise ImportError(name)
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", missing)
    module._library.cache_clear()
    try:
        assert module._library() is None
        assert maximal_repeats(s, min_count=3) == expected
    finally:
        module._library.cache_clear()
