"""Whatever the bytes, the library answers or raises one of its own errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import ugly_html
from wrapture.errors import NothingFoundError, WraptureError
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, TEXT_LEVEL
from wrapture.learning.repeats import Repeats
from wrapture.net.content_kinds import binary_kind
from wrapture.rows.write import render

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model.table import Table

EAGER = [
    Repeats(encoding, min_count=2, min_length=1, max_variance=9, min_density=0) for encoding in (BLOCK_LEVEL, ALL_TAG)
]
"""Learners that propose whatever repeats at all: small pages must reach all of the code too."""

_PIECES = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(
        [b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x00", b"\x1b$B", b"<meta charset=", b"utf-16", b"big5"]
    ),
    ugly_html.map(lambda text: text.encode("utf-8", "surrogatepass")),
)
repeating = st.tuples(_PIECES, st.lists(_PIECES, max_size=4).map(b"".join), st.integers(1, 9), _PIECES).map(
    lambda drawn: drawn[0] + drawn[1] * drawn[2] + drawn[3]
)
"""Bytes that hold something several times over."""


def check_table(page: Page, table: Table) -> None:
    """The table has a cell for each column in each row, its records are apart, and every sink takes it."""
    last = 0
    for row in table.rows:
        assert len(row.cells) == len(table.columns)
        for span in row.record:
            assert last <= span.start < span.stop <= len(page)
            last = span.stop
    for output_format in ("json", "jsonl", "csv"):
        text = render([table], output_format)
        text.encode()
    assert len(json.loads(render([table], "json"))[0]["records"]) == len(table)


@scaled(0.5)
@given(repeating)
@example(b"")
@example(b"\xff\xfe<\x00l\x00i\x00>")
@example(b"<li>a\x00b" * 6)
@example(b"<frameset><frame src=a><frame src=a></frameset>" * 4)
@example(b"<svg><text>a</text></svg><p>x</p>" * 6)
@example(b"<text><p>a</p></text><p>x</p>" * 6)
@example(b"<plaintext>" * 6)
@example(b"<template><li>a<li>b</template>" * 6)
@example(b"<table><li>a<td>b" * 6)
@example(b"<b><p>x</b>y" * 6)
@example(b"<a.b*c|d[e]><p>x</p></a.b*c|d[e]>" * 6)
@example(b'<div class="[a|b] -"><p>x</p></div><div><p>y</p></div>' * 6)
@example(b"<li><p>x: y</p>" * 3 + b"<li><p>x</p>")
def test_arbitrary_bytes_raise_nothing_but_our_own_errors(body: bytes) -> None:
    binary_kind(body)
    try:
        page = wrapture.parse(body)
        for learners in ("all", "repeats", EAGER):
            check_table(page, wrapture.extract(page, learner=learners, guess=True))
            for candidate in wrapture.discover(page, learner=learners):
                assert len(candidate.records) == 1
        for table in wrapture.extract_all(page):
            check_table(page, table)
    except WraptureError:
        return


@scaled(0.5)
@given(repeating, repeating)
@example(b"<svg><text>a</text></svg><p>x</p>" * 6, b"")
@example(b'<div class="[a|b] -"><p>x</p></div><div><p>y</p></div>' * 6, b"<div>" * 9)
def test_a_wrapper_learned_from_arbitrary_bytes_reads_any_other(one: bytes, other: bytes) -> None:
    pages = [wrapture.parse(one), wrapture.parse(other)]
    learners: list[str | list[Repeats]] = ["all", [*EAGER, Repeats(TEXT_LEVEL)]]
    for learner in learners:
        try:
            wrapper = wrapture.learn(pages, learner=learner)
        except NothingFoundError:
            continue
        for page in pages:
            check_table(page, wrapture.extract(page, wrapper))


@scaled(0.5)
@given(st.text(st.characters(exclude_categories=()), max_size=60))
@example("<p class='\ud800'>\udfff</p>" * 6)
@example("<\ud800>x</\ud800>" * 6)
def test_arbitrary_text_raises_nothing(text: str) -> None:
    page = wrapture.parse(text)
    check_table(page, wrapture.extract(page, learner=EAGER))
