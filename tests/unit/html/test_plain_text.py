"""Pieces of source as plain text: what a parser would display, for any piece."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.strategies import ugly_html
from wrapture.html.plain_text import plain_text, tag_before


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("The Trial", "The Trial"),
        ("  two\r\n words ", "two words"),
        ("a<br>b", "a b"),
        ("a<b>b</b>c", "abc"),
        ("<td>a</td><td>b</td>", "a b"),
        ("Fish &amp; Chips&nbsp;&euro;5", "Fish & Chips €5"),
        ("a<!-- <b>not</b> this -->b", "ab"),
        ("a<script>if (1 < 2) {}</script>b", "ab"),
        ("a<style>p { }", "a"),
        ('<a title="x > y">b</a>', "b"),
        ("a <b unclosed", "a"),
        ("1 < 2", "1 < 2"),
        ("", ""),
    ],
)
def test_what_a_piece_displays(source: str, expected: str) -> None:
    assert plain_text(source) == expected


@given(st.one_of(st.text(), ugly_html))
def test_any_piece_gives_a_text_without_tags_and_white_space_at_its_ends(source: str) -> None:
    text = plain_text(source)
    assert text == " ".join(text.split())


@pytest.mark.parametrize("source", ["<p>one <b>two</b></p>", "<ul><li>a<li>b &lt; c</ul>", "x<hr>y<i>z</i>"])
def test_a_whole_page_says_what_its_parser_says(source: str) -> None:
    page = wrapture.parse(source)
    assert plain_text(source) == page.text(page.body)


@pytest.mark.parametrize("piece", ["<", "<!--", "<script>", "<a b='", "&", '="', '<a ="x'])
def test_a_megabyte_of_rubbish_comes_back(piece: str) -> None:
    assert isinstance(plain_text(piece * (1_000_000 // len(piece))), str)


def test_the_tag_that_contains_an_offset() -> None:
    source = '<p>text <a href="/b/1">link</a>'
    assert tag_before(source, source.index("/b/1")) == source.index("<a")
    assert tag_before(source, source.index("link")) == source.index("link")
    assert tag_before(source, 0) == 0
