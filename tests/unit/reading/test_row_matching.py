"""From a row template and a page to rows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.strategies import ugly_html
from wrapture.html.fine_tokens import fine_tokens_of, kind_of
from wrapture.model import RowLocator
from wrapture.reading.records import find_records
from wrapture.reading.row_matching import ANY, matches, sibling_ends


def locator(
    *template: str | int,
    siblings: int = 1,
    longest: int = 60,
    tail: int = 0,
    parent: str = "",
    similarity: float = 0.7,
) -> RowLocator:
    return RowLocator(template, siblings, longest, tail, parent, similarity)


def rows(html: str, found: RowLocator) -> list[str]:
    page = wrapture.parse(html)
    return [page.texts_of(record) for record in find_records(found, page)]


def items(*texts: str, tag: str = "ul") -> str:
    return f"<{tag}>" + "".join(f"<li><b>{text}</b><i>new</i></li>" for text in texts) + f"</{tag}>"


ITEM = ("<li>", "<b>", 1, "</b>", "<i>", 1, "</i>", "</li>")


def test_rows_of_one_element() -> None:
    assert rows(f"<h1>x</h1>{items('one', 'two')}<p>y", locator(*ITEM)) == ["onenew", "twonew"]


def test_a_page_without_the_template_has_no_rows() -> None:
    for html in ("", "x", "<p>one<p>two", "<ul><li>one<li>two<li>three</ul>"):
        assert rows(html, locator(*ITEM)) == []


def test_a_row_is_whole_nodes_though_the_template_ends_before_their_end() -> None:
    html = "<ul>" + "<li><b>x</b> and <u>more</u></li>" * 3 + "</ul>"
    page = wrapture.parse(html)
    found = find_records(locator("<li>", "<b>", 1, "</b>"), page)
    assert [page.texts_of(record) for record in found] == ["x and more"] * 3
    assert all([page.stops[span.start] for span in record] == [span.stop for span in record] for record in found)


@pytest.mark.parametrize(("share", "expected"), [(0.0, 6), (0.4, 5), (0.66, 5), (0.67, 3), (0.7, 3), (0.99, 3)])
def test_more_than_a_share_of_the_tokens_must_be_there(share: float, expected: int) -> None:
    """Of the six tokens the last row has two, the two before it four."""
    html = "<ul>" + "<li><b>x</b><i>y</i></li>" * 3 + "<li><b>x</b></li>" * 2 + "<li>x</li></ul>"
    assert len(rows(html, locator(*ITEM, similarity=share))) == expected


def test_just_the_share_is_too_little() -> None:
    ten = ("<li>", "<a href>", "</a>", "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "</li>")
    html = "<ul>" + "<li><a href=x>t</a><b>p</b>{}</li>" * 2 + "</ul>"
    assert rows(html.format("<s>q</s>", "<s>q</s>"), locator(*ten)) == []  # six of ten
    assert rows(html.format("<i>q</i>", "<i>q</i>"), locator(*ten)) == ["tpq", "tpq"]  # eight
    assert rows(html.format("<i>q</i>", "<i>q</i>"), locator(*ten, similarity=0.8)) == []


def test_tokens_must_come_in_order() -> None:
    html = "<ul>" + "<li><i>y</i><b>x</b></li>" * 3 + "</ul>"
    assert rows(html, locator(*ITEM)) == []


# --- where a row may begin ---


def test_a_row_begins_with_the_first_token_as_it_is_written() -> None:
    html = "<table>" + "".join(f"<tr class=c{i % 2}><td>{i}<td>x</tr>" for i in range(4)) + "</table>"
    rest = ("<td>", 1, "</td>", "<td>", 1, "</td>", "</tr>")
    assert rows(html, locator("<tr class=c0>", *rest)) == ["0 x", "2 x"]
    assert rows(html, locator("<tr …>", *rest)) == ["0 x", "1 x", "2 x", "3 x"]
    assert rows(html, locator("<tr>", *rest)) == []
    assert rows(html, locator("<td …>", *rest)) == []


def test_rows_may_begin_with_any_text() -> None:
    html = "<div>" + "".join(f"Title {i}<br><i>by {i}</i><hr>" for i in range(4)) + "</div>"
    found = locator(ANY, "<br>", "<i>", 1, "</i>", "<hr>", siblings=4)
    assert rows(html, found) == [f"Title {i} by {i}" for i in range(4)]


def test_a_row_that_begins_in_the_middle_of_a_text_holds_the_text() -> None:
    html = "<div>" + "".join(f"Nr. {i}; Rate: {i}0<br><i>by {i}</i><hr>" for i in range(3)) + "</div>"
    found = locator("Rate:", 1, "<br>", "<i>", 1, "</i>", "<hr>", siblings=4)
    assert rows(html, found) == [f"Nr. {i}; Rate: {i}0 by {i}" for i in range(3)]


def test_rows_stand_in_an_element_with_the_start_tag_of_their_parent() -> None:
    html = items("menu", "more") + items("one", "two", "three", tag="ol class=hits").replace(
        "</ol class=hits>", "</ol>"
    )
    assert rows(html, locator(*ITEM, parent="<ol class=hits>")) == ["onenew", "twonew", "threenew"]
    assert len(rows(html, locator(*ITEM))) == 5
    assert rows(html, locator(*ITEM, parent="<ol>")) == []


# --- where a row ends ---

PAIRS = "<dl>" + "".join(f"<dt>T{i}</dt><dd><b>a{i}</b></dd>" for i in range(3)) + "</dl>"
PAIR = ("<dt>", 1, "</dt>", "<dd>", "<b>", 1, "</b>", "</dd>")


def test_a_row_reaches_over_as_many_siblings_as_it_may() -> None:
    assert rows(PAIRS, locator(*PAIR, siblings=2)) == ["T0 a0", "T1 a1", "T2 a2"]
    assert rows(PAIRS, locator(*PAIR, siblings=9)) == ["T0 a0", "T1 a1", "T2 a2"]  # no more than it needs
    assert rows(PAIRS, locator(*PAIR, siblings=1)) == []


def test_a_row_is_looked_for_in_as_many_tokens_as_it_may_have() -> None:
    long = "<ul>" + f"<li><b>x</b>{'<u>u</u>' * 9}<i>y</i></li>" * 2 + "</ul>"
    assert len(rows(long, locator(*ITEM, longest=40))) == 2
    assert rows(long, locator(*ITEM, longest=20)) == []


def test_the_last_row_stops_with_its_parent() -> None:
    html = PAIRS + "<dl><dt>other</dt></dl>"
    assert rows(html, locator(*PAIR, siblings=5, tail=5))[-1] == "T2 a2"


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (0, ["T0 a", "T1 a", "T2 a"]),
        (1, ["T0 a in stock", "T1 a", "T2 a in stock"]),
        (2, ["T0 a in stock", "T1 a", "T2 a in stock late"]),
        (9, ["T0 a in stock", "T1 a", "T2 a in stock late foot"]),
    ],
)
def test_siblings_behind_the_template_belong_to_the_row_up_to_the_next(tail: int, expected: list[str]) -> None:
    row = "<h3>T{}</h3><p>a</p>"
    html = f"<div>{row.format(0)}in stock{row.format(1)}{row.format(2)}in stock<div>late</div><div>foot</div></div>"
    assert rows(html, locator("<h3>", 1, "</h3>", "<p>", 1, "</p>", siblings=2, tail=tail)) == expected


def test_a_sibling_behind_a_row_gives_up_the_row_that_stands_in_it() -> None:
    page = wrapture.parse("<div><p><b>a</b></p><div><p><b>b</b></p></div></div>")
    one, other = find_records(locator("<p>", "<b>", 1, "</b>", "</p>", tail=1), page)
    assert one[-1].stop <= other[0].start
    assert (page.texts_of(one), page.texts_of(other)) == ("a", "b")


def test_the_ends_of_siblings() -> None:
    tokens = fine_tokens_of(wrapture.parse("<div><p>a</p>b: c<br><p>d</p></div><p>e</p>"))
    start = tokens.texts.index("<p>")
    ends = sibling_ends(tokens, start, 9)
    assert [tokens.texts[end - 1] for end in ends] == ["</p>", "c", "<br>", "</p>"]
    assert sibling_ends(tokens, start, 2) == ends[:2]
    assert sibling_ends(tokens, start, 9, ends[1]) == ends[:2] == sibling_ends(tokens, start, 9, ends[0] + 1)
    assert sibling_ends(tokens, len(tokens) - 3, 9) == [len(tokens)]


# --- rows that interfere ---


def test_of_two_rows_that_share_a_part_the_one_in_its_place_stays() -> None:
    """A paragraph before each row begins one too, whose tokens come later than they should."""
    html = "".join(f"<p>lead</p><p><b>T{i}</b></p><p><i>by {i}</i></p>" for i in range(4))
    found = locator("<p>", "<b>", 1, "</b>", "</p>", "<p>", "<i>", 1, "</i>", "</p>", siblings=3)
    assert rows(html, found) == [f"T{i} by {i}" for i in range(4)]


def test_of_two_rows_as_much_in_place_the_first_stays() -> None:
    html = "<div>" + "<p>a</p>" * 5 + "</div>"
    found = locator("<p>", 1, "</p>", "<p>", 1, "</p>", siblings=2)
    assert rows(html, found) == ["a a", "a a"]


def test_a_list_in_a_row_is_part_of_it() -> None:
    html = "<ul>" + "".join(f"<li><b>C{i}</b><ul><li>s{i}</li><li>t{i}</li></ul></li>" for i in range(3)) + "</ul>"
    found = locator("<li>", "<b>", 1, "</b>", "<ul>", "<li>", 1, "</li>", 3, "</ul>", "</li>")
    assert rows(html, found) == [f"C{i} s{i} t{i}" for i in range(3)]


# --- what holds for any page and template ---

tags = st.sampled_from(["<p>", "<b>", "<li>", "<div>", "<a href class=K src>", "<td>", "word", "<p …>", ANY, "<br>"])
ends = st.sampled_from(["</p>", "</b>", "</li>", "</div>", "</a>", "</td>", "two words"])
templates = st.tuples(tags, st.lists(tags | ends | st.integers(1, 3), min_size=1, max_size=6)).map(
    lambda drawn: (drawn[0], *drawn[1])
)
locators = st.builds(
    RowLocator,
    templates,
    siblings=st.integers(1, 4),
    longest=st.integers(1, 40),
    tail=st.integers(0, 3),
    parent=st.sampled_from(["", "<div>", "<ul>"]),
    similarity=st.sampled_from([0.0, 0.3, 0.7, 0.99]),
)


@given(st.tuples(ugly_html, st.integers(1, 4)).map(lambda drawn: drawn[0] * drawn[1]), locators)
def test_rows_are_runs_of_siblings_in_order_and_apart(html: str, found: RowLocator) -> None:
    page = wrapture.parse(html)
    tokens = fine_tokens_of(page)
    held = matches(found, tokens)
    assert all(one.stop <= other.start for one, other in pairwise(held))
    for row in held:
        assert row.start < row.stop
        assert row.stop in sibling_ends(tokens, row.start, len(tokens))
        first = found.template[0]
        assert tokens.texts[row.start] == first or kind_of(tokens.texts[row.start]) == kind_of(str(first))
        assert row.held > found.similarity * sum(isinstance(token, str) for token in found.template)
    spans = [span for record in find_records(found, page) for span in record]
    assert all(span.start < span.stop for span in spans)
    assert all(one.stop <= other.start for one, other in pairwise(spans))


def test_rows_are_looked_for_once() -> None:
    tokens = fine_tokens_of(wrapture.parse(items("one", "two")))
    assert matches(locator(*ITEM), tokens) is matches(locator(*ITEM), tokens)
    assert matches(locator(*ITEM, similarity=0.9), tokens) is not matches(locator(*ITEM), tokens)


def test_a_long_page_takes_no_longer_than_its_length() -> None:
    """Ten thousand siblings, each of which may begin a row of up to fifty: none looks further than a row may reach."""
    html = "<div>" + "".join(f"<p><b>T{i}</b></p><p>a</p>" for i in range(5_000)) + "</div>"
    found = locator("<p>", "<b>", 1, "</b>", "</p>", "<p>", 1, "</p>", siblings=50)
    assert len(rows(html, found)) == 5_000
