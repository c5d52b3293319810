"""The source's lexemes: they tile any text, tags are cut around the values that people read."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wrapture.html.lexical import LEXICAL_CLASSES
from wrapture.html.source import is_tag, lex_source, names_of

MARKUP = st.lists(
    st.sampled_from(
        ["<a href=", '"', "'", ">", "<", "</b>", "<br/>", "&nbsp;", "&", "<!--", "-->", "é", "1", " ", "\n", "x="]
    )
).map("".join)


@given(st.text() | MARKUP)
@example("")
@example('<a href="a>b">c</a>')
@example("<a href='x")
def test_lexemes_tile_the_source(text: str) -> None:
    source = lex_source(text)
    assert "".join(source.lexemes) == text
    assert all(source.lexemes)
    assert [text[a:b] for a, b in zip(source.offsets, source.offsets[1:], strict=False)] == source.lexemes
    assert {names_of(lexeme).lexical_class for lexeme in source.lexemes} <= set(LEXICAL_CLASSES)


@given(st.text() | MARKUP, st.data())
def test_a_place_is_covered_by_its_lexemes(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    source = lex_source(text)
    first, stop = source.lexemes_in(start, end)
    assert source.offsets[first] <= start
    assert end <= source.offsets[stop] or start == end
    if start in source.offsets and end in source.offsets:
        assert (source.offsets[first], source.offsets[stop]) == (start, end)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<a href="/b/1">', ['<a href="', "/", "b", "/", "1", '">']),
        ("<a class=x HREF='y'>", ["<a class=x HREF='", "y", "'>"]),
        ("<img src=a.gif width=20>", ["<img src=", "a", ".", "gif", " ", "width", "=", "20", ">"]),
        ('<img src="a" alt="B c">', ['<img src="', "a", '" alt="', "B", " ", "c", '">']),
        ('<td align="left">', ['<td align="left">']),
        ('<a href="">', ['<a href="', '">']),
        ("<a href=>", ["<a href=>"]),
        ("</a href='x'>", ["</a href='x'>"]),
        ('<a href="x" id="y" z />', ['<a href="', "x", '" id="y" z />']),
        ("<!-- <a href='x'> -->", ["<!-- <a href='x'> -->"]),
    ],
)
def test_tags_are_cut_around_their_values(tag: str, expected: list[str]) -> None:
    assert lex_source(tag).lexemes == expected


def test_quotes_in_a_text_are_marks() -> None:
    assert lex_source("\"a\" of 'b' <i>").lexemes == ['"', "a", '"', " ", "of", " ", "'", "b", "'", " ", "<i>"]


def test_breaks_and_blanks_are_lexemes_of_their_own() -> None:
    assert lex_source("use. \n\n  <br>").lexemes == ["use", ".", " ", "\n\n", "  ", "<br>"]


@pytest.mark.parametrize(("lexeme", "expected"), [("<b", True), ('">', True), (">", True), ("<", False), ("a", False)])
def test_what_is_a_tag(lexeme: str, expected: bool) -> None:
    assert is_tag(lexeme) is expected


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a",
        "<a href=",
        "<!--",
        "&",
        'href="',
        '"',
        " ",
        '" ',
        "é1",
        "<a href" + " " * 999,
        "&" + "a" * 40,
        '<a ="href',
        '" a="b',
        '" a=b',
        '" a ' + " " * 999,
        "' href",
    ],
)
def test_any_megabyte_is_lexed(piece: str) -> None:
    """Hangs unless lexing is linear: a million steps squared take hours."""
    text = (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
    for source in (text, "<a " + text):
        assert "".join(lex_source(source).lexemes) == source
