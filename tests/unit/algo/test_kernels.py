"""The kernels in C give what their references in Python give, and refuse arguments that make no sense."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.examples import scaled
from tests.strategies import occurrences, symbols, tandems, ugly_html
from wrapture.algo import kernels
from wrapture.algo.maximal_repeats import repeats_by_python
from wrapture.algo.page_sums import (
    offsets_by_python,
    tag_sums,
    tag_sums_by_python,
    text_offsets,
    text_sums,
    text_sums_by_python,
)
from wrapture.algo.regularity import gap_sums, regular_runs
from wrapture.algo.span_totals import running_sums, totals_of
from wrapture.html.fine_tokens import fine_by_python, fine_tokens
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import ALL_TAG, BLOCK_CLASS, BLOCK_FIELD, BLOCK_LEVEL, NO_SPECIAL, encode, encode_by_python
from wrapture.learning.judge_trees import NAMES, load_trees, pack, sums_of
from wrapture.model import Span
from wrapture.values.column_profile import path_shape, path_shapes
from wrapture.values.text_hashes import hash_of, hashes_of
from wrapture.values.text_looks import look_at, looks_by_python

ASKED_AWAY: Final = os.environ.get("WRAPTURE_NATIVE") == "0"
pytestmark = pytest.mark.skipif(kernels.KERNELS is None, reason=WITHOUT_C if ASKED_AWAY else NO_COMPILER)
KERNELS: Final[Any] = kernels.KERNELS

strings = st.one_of(symbols("ab", min_size=2), symbols("abcd", min_size=2), tandems(), st.text(min_size=2, max_size=60))


@given(strings, st.integers(1, 5), st.integers(1, 4), st.sampled_from([0, 0.75, 1.0]))
@example("abababab", 2, 1, 0)
@example("ab" * 400 + "a" * 300 + "abc" * 100, 3, 3, 0.75)
@example("\U0010ffff\x00\ud800\U0010ffff\x00\ud800\x00", 2, 1, 0)
@example("abaababaabaababaababaabaababaabaab", 2, 1, 0.0)  # a Fibonacci word
def test_repeats(s: str, min_count: int, min_length: int, vicinity: float) -> None:
    if len(s) < 2:
        return
    found = KERNELS.maximal_repeats(s, min_count, min_length, vicinity)
    assert sorted(found) == sorted(repeats_by_python(s, min_count, min_length, vicinity))


@given(st.one_of(occurrences(), st.lists(st.integers(0, 2**31 - 1), max_size=9).map(sorted)), st.floats(1, 2.5))
@example([0, 0, 0, 2**31 - 1, 2**31 - 1], 1.25)
@example([0, 10, 20, 30, 90, 100, 110], 1.25)
def test_regularity(positions: list[int], bound: float) -> None:
    assert KERNELS.gap_sums(positions) == gap_sums(positions)
    assert KERNELS.regular_runs(tuple(positions), bound) == regular_runs(positions, bound)


@given(ugly_html, st.sampled_from([BLOCK_LEVEL, ALL_TAG, BLOCK_CLASS, BLOCK_FIELD, NO_SPECIAL]), st.data())
@example("<svg><a>x</a> <g>y</g></svg><my-card class='Odd one'>z<br> </my-card><p>", BLOCK_CLASS, None)
def test_token_strings(markup: str, encoding: Any, data: st.DataObject | None) -> None:
    page = parse_page(markup)
    start = data.draw(st.integers(0, len(page))) if data else 0
    stop = data.draw(st.integers(start, len(page))) if data else len(page)
    found, expected = encode(page, encoding, Span(start, stop)), encode_by_python(page, encoding, start, stop)
    assert (found.symbols, found.firsts) == (expected.symbols, expected.firsts)


@given(st.lists(st.floats(-3, 3), min_size=2 * len(NAMES), max_size=2 * len(NAMES)))
def test_trees(row: list[float]) -> None:
    assert KERNELS.sum_trees(pack(load_trees()), row, len(NAMES)) == sums_of(load_trees(), row)


texts = st.lists(st.text(st.sampled_from("aBcZ12 _-.,é日²٣ǅ\n\t\x1c\x7f\x00\ud800"), max_size=140), max_size=9)


@scaled(4)
@given(texts, st.integers(1, 3))
@example(["No. 12-345", "no  US v. Jones"], 2)
@example(["x" * 500 + " " + "ab " * 40], 1)
def test_looks_of_texts(texts: list[str], least: int) -> None:
    classes, shapes, words, others = KERNELS.look_at_texts(texts, least)
    plain = [text for text in texts if text.isascii()]
    expected = looks_by_python(plain)
    assert others == [text for text in texts if not text.isascii()]
    assert (tuple(classes), dict(shapes)) == (expected.classes, expected.shapes)
    kept = 1 if others else least
    assert dict(words) == {word: count for word, count in expected.words.items() if count >= kept}


def test_words_that_fall_on_one_place_are_left_to_the_reference() -> None:
    colliding = []
    for word in map("".join, product("abcdefghijklmnop", repeat=4)):
        value = 0xCBF29CE484222325
        for byte in word.encode():
            value = (value ^ byte) * 0x100000001B3 % 2**64
        colliding += [word] if (value ^ value >> 32) % 256 == 7 else []
    texts = [" ".join(colliding[:100])]
    assert KERNELS.look_at_texts(texts, 1)[2] is None
    assert look_at(texts) == looks_by_python(texts)


@scaled(4)
@given(texts)
@example(["a" * size for size in (0, 54, 55, 56, 63, 64, 65, 119, 120, 1000)])
@example(["", " ", "\x1cA  b\n"])
def test_hashes_of_texts(texts: list[str]) -> None:
    assert KERNELS.hash_texts(texts) == [hash_of(text) if text.isascii() else None for text in texts]
    assert hashes_of(texts) == set(map(hash_of, texts))


pieces = ["http://", "https://", "/", "a.org", "b12", "?", "#", "&", "=", "%20", "+", ":8", "é", " ", "\n", "c" * 70]
addresses = st.lists(st.lists(st.sampled_from(pieces), max_size=9).map("".join), max_size=6)


@scaled(4)
@given(addresses)
@example(["https://a.org/b/12-3.html?id=4&lang=en#top", "/a?=x", "/a?=x&=y", "//a.org/b", "http://", ""])
def test_shapes_of_addresses(addresses: list[str]) -> None:
    expected = list(map(path_shape, addresses))
    found = KERNELS.path_shapes(addresses)
    assert [one if one is not None else own for one, own in zip(found, expected, strict=True)] == expected
    assert list(path_shapes(addresses)) == expected


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), max_size=4),
    st.lists(st.tuples(*[st.integers(0, 6)] * 2)),
)
@example([], [(0, 6)])
@example([[0] * 6], [])
def test_totals_of_spans(values: list[list[int]], spans: list[tuple[int, int]]) -> None:
    columns, inside = tuple(map(running_sums, values)), [(min(one), max(one)) for one in spans]
    assert KERNELS.span_totals(columns, inside) == [totals_of(one, inside) for one in columns]


spaced = st.text(st.sampled_from("a7 é日²٣\n\x1c\x85\xa0\u1680\u2007\u2028\u205f\u3000\U0001f600\ud800"), max_size=9)


@given(st.lists(spaced, max_size=9), st.integers(1, 5), st.integers(1, 9))
@example(["", " ", "\u3000x\u2003", "\ud800 1", "\x85é"], 1, 2)
def test_sums_of_texts(texts: list[str], many: int, most: int) -> None:
    assert text_offsets(texts) == offsets_by_python(texts)
    assert text_sums(texts, many, most) == text_sums_by_python(texts, many, most)


@given(st.lists(st.sampled_from("abcd")), st.lists(st.frozensets(st.sampled_from("abcx")), max_size=4))
def test_sums_of_tags(tags: list[str], kinds: list[frozenset[str]]) -> None:
    assert tag_sums(tags, kinds) == tag_sums_by_python(tags, kinds)


@given(ugly_html, st.data())
@example(
    "<svg><a>x</a> <g>y</g></svg><my-card class='Odd one' id=7 align=>z - 1<br> </my-card><pre>a\n\nb\n</pre>", None
)
@example(f"<p {'é' * 400}=1><b class='{'x' * 200}' title='a\ud800'>c: d</b><i \ud800>e</i>", None)
@example(f"<p {' '.join(f'data-{i}' for i in range(900))}>long", None)
def test_fine_tokens(markup: str, data: st.DataObject | None) -> None:
    page = parse_page(markup)
    start = data.draw(st.integers(0, len(page))) if data else 0
    stop = data.draw(st.integers(start, len(page))) if data else len(page)
    found, expected = fine_tokens(page, Span(start, stop)), fine_by_python(page, start, stop)
    assert vars(found) == vars(expected)


SUMS: Final = array("i", [0, 1, 3])
PAIR: Final = array("q", [0]).tobytes()
STOP: Final = array("i", [1]).tobytes()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("maximal_repeats", ("", 2, 1, 0.0)),
        ("maximal_repeats", (b"aa", 2, 1, 0.0)),
        ("gap_sums", ([-1, 0],)),
        ("gap_sums", ([7, 6],)),
        ("gap_sums", ([0, 2**40],)),
        ("gap_sums", (["a"],)),
        ("span_totals", ([SUMS], [(0, 1)])),
        ("span_totals", ((SUMS, "no"), [(0, 1)])),
        ("span_totals", ((SUMS,), [(0, 3)])),
        ("span_totals", ((SUMS,), [(3, 0)])),
        ("span_totals", ((SUMS,), [(-1, 2)])),
        ("span_totals", ((SUMS,), [(1,)])),
        ("span_totals", ((SUMS,), [("a", 2)])),
        ("regular_runs", (7, 1.25)),
        ("regular_runs", ([0, None], 1.25)),
        ("encode_tokens", (PAIR, STOP, 0, 2)),
        ("encode_tokens", (PAIR, STOP, -1, 1)),
        ("encode_tokens", (PAIR, STOP + STOP, 0, 1)),
        ("encode_tokens", ("", STOP, 0, 1)),
        ("look_at_texts", (["a", b"b"], 1)),
        ("look_at_texts", (("a",), 1)),
        ("look_at_texts", (["a"], "1")),
        ("hash_texts", (["a", None],)),
        ("hash_texts", ("a",)),
        ("sum_trees", ((b"1234", b"", b"", b"", b""), [], 0)),
        ("sum_trees", (pack(load_trees()), [0.0], len(NAMES))),
        ("sum_trees", (pack(load_trees()), [0.0] * 2 * len(NAMES), 1)),
        ("sum_trees", (pack(load_trees()), ["a"] * 2 * len(NAMES), len(NAMES))),
        ("sum_trees", (pack(load_trees()), [0.0] * 2 * len(NAMES), -1)),
        ("start_tags", (["a"], [], "-text", frozenset(), str, str, 9)),
        ("start_tags", ([7], [{}], "-text", frozenset(), str, str, 9)),
        ("start_tags", (["a"], [7], "-text", frozenset(), str, str, 9)),
        ("start_tags", (["a"], [{}], "-text", frozenset(), str, str, 2**20)),
        ("start_tags", (["a"], [{"b": 1}], "-text", frozenset("b"), 7, str, 9)),
        ("weave_tokens", ([None], [], [], {}, 0)),
        ("weave_tokens", ([None], ["a"], ["b"], {}, 0)),
        ("weave_tokens", ([None], ["a"], [1], {}, -1)),
        ("text_offsets", ("ab",)),
        ("text_offsets", (["a", None],)),
        ("text_sums", (["a", 7], 1, 2)),
        ("text_sums", (["a"], "1", 2)),
        ("tag_sums", (["a"], {"a": "1"}, 1)),
        ("tag_sums", (["a"], {}, 32)),
        ("tag_sums", (["a", []], {"a": 1}, 1)),
    ],
)
def test_senseless_arguments(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        getattr(KERNELS, name)(*arguments)


def test_they_can_be_turned_off() -> None:
    code = "from wrapture.algo.kernels import KERNELS; print(KERNELS)"
    env = {**os.environ, "WRAPTURE_NATIVE": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "None\n", done.stderr


def test_kernels_of_another_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "VERSION", 0)
    assert kernels._loaded() is None
