"""The finer tokens: what holds for any page, and how tags and texts are written."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import ugly_html
from wrapture.html.elements import VOID
from wrapture.html.fine_tokens import (
    MAX_VALUE,
    PROSE,
    UNIQUE,
    fine_tokens,
    fine_tokens_of,
    kind_of,
    pieces_of,
    start_tag,
)
from wrapture.html.lexbor import parse_page
from wrapture.html.page import TEXT
from wrapture.model import Span

ODD_TEXTS = "<p>&lt;b>not a tag&lt;/b></p><p>a|b|c</p><p>x_y</p>"


def tokens(html: str) -> list[str]:
    return fine_tokens(parse_page(html)).texts


def first_tag(html: str) -> str:
    page = parse_page(html)
    return start_tag(page, page.contents.start)


def is_start(token: str) -> bool:
    return token.startswith("<") and not token.startswith("</")


def shrunk(text: str) -> str:
    """Return a text without its white space, written as in HTML."""
    return "".join(text.split()).replace("<", "&lt;")


# --- what holds for any page ---

pages = st.one_of(ugly_html, st.tuples(ugly_html, st.integers(2, 5)).map(lambda drawn: drawn[0] * drawn[1]))


@given(pages)
@example("")
@example("x")
@example(ODD_TEXTS)
def test_every_token_stands_for_nodes_in_order(html: str) -> None:
    page = parse_page(html)
    found = fine_tokens(page)
    assert len(found.texts) == len(found.nexts) == len(found.owners) == len(found) == len(found.firsts) - 1
    assert found.firsts == sorted(found.firsts)
    assert found.firsts[-1] == page.contents.stop
    assert all(page.contents.start <= first <= page.contents.stop for first in found.firsts)
    assert all(token == token.strip() != "" for token in found.texts)


@given(pages)
@example("<br><img><p><hr></p>")
def test_every_start_tag_leads_behind_its_end_tag(html: str) -> None:
    page = parse_page(html)
    found = fine_tokens(page)
    ends = set()
    for i, token in enumerate(found.texts):
        if not is_start(token):
            continue
        name = kind_of(token)
        assert name == page.tags[found.firsts[i]]
        if name in VOID:
            assert found.nexts[i] == i + 1
            continue
        end = found.nexts[i] - 1
        ends.add(end)
        assert found.texts[end] == f"</{name}>"
        assert found.nexts[end] == end + 1
        assert found.owners[end] == i
        nodes, stop = found.span(i, end + 1), page.stops[found.firsts[i]]
        assert nodes.stop >= stop
        after = range(stop, nodes.stop)  # what has no token belongs to the one before it
        assert all(node in page.foreign or not page.texts[node].strip() for node in after)
    assert ends == {i for i, token in enumerate(found.texts) if token.startswith("</")}


@given(pages)
def test_a_token_belongs_to_its_node_s_parent(html: str) -> None:
    page = parse_page(html)
    found = fine_tokens(page)
    for i, (token, owner) in enumerate(zip(found.texts, found.owners, strict=True)):
        assert -1 <= owner < i
        assert found.end_of(i) == (found.nexts[owner] - 1 if owner >= 0 else len(found))
        assert found.end_of(i) >= i
        if token.startswith("</"):
            continue
        parent = page.parents[found.firsts[i]]
        assert (parent not in page.contents) if owner < 0 else (found.firsts[owner] == parent)


@given(pages)
@example(ODD_TEXTS)
@example(f"<p>{'a: ' * 200}</p>")
def test_the_pieces_of_a_text_share_its_node_and_lose_nothing(html: str) -> None:
    page = parse_page(html)
    found = fine_tokens(page)
    places = [i for i, token in enumerate(found.texts) if not token.startswith("<")]
    shown = {}
    for node, run in groupby(places, key=lambda i: found.firsts[i]):
        pieces = list(run)
        assert page.tags[node] == TEXT
        assert pieces == list(range(pieces[0], pieces[-1] + 1))
        assert {found.nexts[i] for i in pieces} == {pieces[-1] + 1}
        assert len({found.owners[i] for i in pieces}) == 1
        shown[node] = "".join(found.texts[i] for i in pieces)
    displayed = [node for node in page.contents if page.texts[node].strip() and node not in page.foreign]
    assert sorted(shown) == displayed
    for node, text in shown.items():
        assert len(page.texts[node]) > PROSE or shrunk(text) == shrunk(page.texts[node])


@given(pages)
def test_an_element_by_itself_has_the_tokens_that_it_has_on_the_page(html: str) -> None:
    page = parse_page(html)
    whole = fine_tokens(page)
    for i, token in enumerate(whole.texts):
        if is_start(token):
            alone = fine_tokens(page, whole.span(i, whole.nexts[i]))
            assert alone.texts == whole.texts[i : whole.nexts[i]]
            assert [n + i for n in alone.nexts] == whole.nexts[i : whole.nexts[i]]
            assert alone.firsts[:-1] == whole.firsts[i : whole.nexts[i]]


@given(ugly_html, st.data())
def test_any_span_has_tokens_though_it_cuts_elements(html: str, data: st.DataObject) -> None:
    page = parse_page(html)
    start = data.draw(st.integers(page.contents.start, page.contents.stop))
    stop = data.draw(st.integers(start, page.contents.stop))
    found = fine_tokens(page, Span(start, stop))
    assert len(found.firsts) == len(found) + 1
    assert found.firsts == sorted(found.firsts)
    assert all(start <= first <= stop for first in found.firsts)
    assert sum(map(is_start, found.texts)) >= sum(token.startswith("</") for token in found.texts)


@given(pages)
def test_symbols_are_one_character_for_each_token_that_comes_again(html: str) -> None:
    found = fine_tokens(parse_page(html))
    assert len(found.symbols) == len(found)
    for token, symbol in zip(found.texts, found.symbols, strict=True):
        again = found.texts.count(token) > 1
        assert (symbol == UNIQUE) is not again
        assert not again or found.names[symbol] == token
        assert [i for i, other in enumerate(found.texts) if other == token] == found.places[token]
    assert len(found.names) == len(found.characters)


@given(pages)
def test_kinds_are_where_the_start_tags_of_a_name_and_the_texts_stand(html: str) -> None:
    found = fine_tokens(parse_page(html))
    expected: dict[str, list[int]] = {}
    for i, token in enumerate(found.texts):
        if not token.startswith("</"):
            expected.setdefault(kind_of(token), []).append(i)
    assert found.kinds == expected


# --- tags ---


@pytest.mark.parametrize(
    ("html", "token"),
    [
        ("<td>", ""),  # a cell without a table is no element
        ("<b>x", "<b>"),
        ("<B>x", "<b>"),
        ("<a href=/item/7>x", "<a href>"),
        ("<p align=right>x", "<p align=right>"),
        ("<p ALIGN=RIGHT>x", "<p align=RIGHT>"),
        ('<p class="hit odd first">x', "<p class=hit>"),
        ('<p class="  ">x', "<p class>"),
        ("<p class>x", "<p class>"),
        ('<p style="color:red" id=p7 data-n=3>x', "<p style id data-n>"),
        ('<p title="a" align="left">x', "<p title align=left>"),
        ('<a rel="nofollow  noopener" href=x>x', "<a rel=nofollow noopener href>"),
        ('<font size=2 face="Arial, sans">x', "<font size=2 face=Arial, sans>"),
        ("<my-card role=row>x", "<my-card role=row>"),
        (f"<p bgcolor={'x' * 99}>y", f"<p bgcolor={'x' * MAX_VALUE}>"),
        ('<p align="a>b">x', "<p align=a>b>"),
    ],
)
def test_a_start_tag_has_its_attributes_by_name_and_the_telling_ones_by_value(html: str, token: str) -> None:
    assert first_tag(html) == token if token else tokens(html) == []


def test_rows_of_one_kind_have_one_start_tag() -> None:
    rows = "".join(f'<li class="hit n{i}" id=i{i}><a href="/{i}" title="t{i}">x</a></li>' for i in range(3))
    assert tokens(f"<ul>{rows}</ul>") == [
        "<ul>",
        *["<li class=hit id>", "<a href title>", "x", "</a>", "</li>"] * 3,
        "</ul>",
    ]


@pytest.mark.parametrize(
    ("token", "kind"),
    [("<td align=right>", "td"), ("<br>", "br"), ("<my-card x>", "my-card"), ("Rate:", TEXT), ("&lt;b>", TEXT)],
)
def test_the_kind_of_a_token(token: str, kind: str) -> None:
    assert kind_of(token) == kind


def test_end_tags_that_were_left_out_are_there() -> None:
    assert tokens("<ul><li>a<li>b</ul>") == ["<ul>", "<li>", "a", "</li>", "<li>", "b", "</li>", "</ul>"]


# --- texts ---


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        (" \n\t", []),
        ("\N{NO-BREAK SPACE}", []),
        ("\N{NO-BREAK SPACE}12\N{NO-BREAK SPACE}km ", ["12 km"]),
        ("INN ON THE LAKE", ["INN ON THE LAKE"]),
        ("3009 NO 2 HIGHWAY, Waverley, NS", ["3009 NO 2 HIGHWAY, Waverley, NS"]),
        ("Rate: CAD 95.00 - CAD 124.00*", ["Rate:", "CAD 95.00 - CAD 124.00*"]),
        ("4.7 km / 2.9 mi", ["4.7 km /", "2.9 mi"]),
        ("(902) 555-0123", ["(902) 555-0123"]),
        ("5.5% don't", ["5.5% don't"]),
        ("don’t – stop", ["don’t – stop"]),
        ("a|b||c", ["a|", "b|", "|", "c"]),
        ("x_y", ["x_", "y"]),
        ("a<b", ["a&lt;", "b"]),
        ("価格：5円", ["価格：", "5円"]),
        ("two\n  lines", ["two lines"]),
        ("why? because!", ["why?", "because!"]),
    ],
)
def test_a_text_is_cut_after_its_separators(text: str, pieces: list[str]) -> None:
    assert pieces_of(text) == pieces


def test_prose_is_one_token_known_by_how_it_begins() -> None:
    short = "a: b " * (PROSE // 5)
    assert len(short) == PROSE
    assert len(pieces_of(short)) > 1
    assert pieces_of(short + "!") == [short.strip()]
    assert pieces_of("x" * 5_000) == ["x" * PROSE]
    assert pieces_of(" " * PROSE + "late") == ["…"]


@given(st.text(max_size=PROSE))
def test_no_piece_is_blank_or_looks_like_a_tag(text: str) -> None:
    found = pieces_of(text)
    assert all(piece.strip() and "<" not in piece for piece in found)
    assert shrunk("".join(found)) == shrunk(text.replace("\x00", ""))


def test_a_text_that_looks_like_a_tag_is_written_as_in_html() -> None:
    assert tokens("<p>&lt;li></p>") == ["<p>", "&lt;", "li>", "</p>"]
    assert tokens("<p>&lt;/p</p>") == ["<p>", "&lt;", "/", "p", "</p>"]


def test_a_cell_of_nothing_but_a_hard_space_has_no_token() -> None:
    assert tokens("<p>&nbsp;</p><p>&#160;</p>") == ["<p>", "</p>", "<p>", "</p>"]


# --- what is no data ---


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<svg viewBox=x><g><text>no</text></g></svg>x", ["x"]),
        ("<math><mi>no</mi></math>x", ["x"]),
        ("<div><script>no: no</script>x</div>", ["<div>", "<script>", "</script>", "x", "</div>"]),
        ("<div><style>p {}</style>x</div>", ["<div>", "<style>", "</style>", "x", "</div>"]),
        ("a<!-- no -->b", ["a", "b"]),
        ("<title>no</title><p>x", ["<p>", "x", "</p>"]),
    ],
)
def test_drawings_formulas_and_scripts_have_no_text(html: str, expected: list[str]) -> None:
    assert tokens(html) == expected


# --- whole pages ---


def test_a_page_has_its_tokens_made_once() -> None:
    page = parse_page("<p>x")
    assert fine_tokens_of(page) is fine_tokens_of(page)
    assert fine_tokens_of(page).texts == fine_tokens(page).texts


def test_an_empty_page_has_none() -> None:
    for html in ("", " ", "<!-- -->", "<frameset><frame src=a></frameset>"):
        page = parse_page(html)
        found = fine_tokens(page)
        assert [token for token in found.texts if not token.startswith("<")] == []
        assert found.firsts[-1] == page.contents.stop
        assert found.symbols == UNIQUE * len(found)


def test_deep_nesting_is_read_without_recursion() -> None:
    depth = 20_000
    page = parse_page("<div>" * depth + "x")
    found = fine_tokens(page)
    assert found.texts == ["<div>"] * depth + ["x"] + ["</div>"] * depth
    assert found.nexts[:depth] == list(range(2 * depth + 1, depth + 1, -1))
    assert found.owners[: depth + 1] == list(range(-1, depth))
    assert found.end_of(depth) == depth + 1


@pytest.mark.slow
def test_a_wide_page_is_read_in_one_walk() -> None:
    """A hundred thousand siblings: a walk that looked at all of them for each would not end."""
    count = 100_000
    found = fine_tokens(parse_page("<p>" + "x<br>" * count))
    assert found.texts == ["<p>", *["x", "<br>"] * count, "</p>"]
    assert found.nexts[0] == len(found)
    assert set(found.owners[1:-1]) == {0}
    assert len(found.symbols) == len(found)
    assert len(found.kinds["br"]) == len(found.kinds[TEXT]) == count


@pytest.mark.parametrize("word", ["हिन्दी", "e\u0301te\u0301", "soft\u00adhyphen"])
def test_marks_that_belong_to_a_letter_cut_no_word(word: str) -> None:
    assert pieces_of(f"{word}: x") == [f"{word}:", "x"]
