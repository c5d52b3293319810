"""Forest locators: labels, prefixes, cutting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import ugly_html
from wrapture.errors import PatternError
from wrapture.model import ForestLocator
from wrapture.reading.forest import (
    NodeLabel,
    follow,
    label_of,
    prefix_of,
    read_labels,
    read_prefix,
    write_prefix,
)
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page


def records(html: str, locator: ForestLocator) -> list[str]:
    page = wrapture.parse(html)
    return [page.texts_of(record) for record in find_records(locator, page)]


def first(page: Page, tag: str) -> int:
    return page.tags.index(tag)


LIST = "<ul><li>one</li> <li>two</li> <li>three</li></ul>"


def test_one_element_a_record() -> None:
    assert records(LIST, ForestLocator("html > body > ul", ("li",), ("li",))) == ["one", "two", "three"]


def test_a_record_begins_at_a_start_and_ends_with_a_separator() -> None:
    html = "<p>head</p>" + "".join(f"<h3>T{i}</h3><p>a{i}</p><hr>" for i in range(3)) + "<p>foot</p>"
    assert records(html, ForestLocator("html > body", ("h3",), ("hr",))) == ["T0 a0", "T1 a1", "T2 a2"]


def test_several_separators() -> None:
    html = "<h3>a</h3><p>b</p><hr><h3>c</h3><p>d</p><center>***</center><h3>e</h3><hr>"
    locator = ForestLocator("html > body", ("h3",), ("hr", "center"))
    assert records(html, locator) == ["a b", "c d ***", "e"]


def test_a_separator_of_several_nodes() -> None:
    html = "<b>a</b><br>b<br><br><b>c</b><br>d<br><br>"
    assert records(html, ForestLocator("html > body", ("b",), ("br br",))) == ["a b", "c d"]


def test_without_separators_a_record_ends_where_the_next_begins() -> None:
    html = "<dl><dt>a<dd>b<dd>c<dt>d<dd>e<dt>f<dd>g</dl>"
    assert records(html, ForestLocator("html > body > dl", ("dt",))) == ["a b c", "d e", "f g"]


def test_the_last_record_stops_before_a_name_that_no_other_has() -> None:
    html = "<h3>a</h3><p>b</p><h3>c</h3><p>d</p><address>foot</address>"
    assert records(html, ForestLocator("html > body", ("h3",))) == ["a b", "c d"]


def test_adverts_between_records_belong_to_none() -> None:
    html = "<div>" + "".join(f"<div class='ad x'>ad</div><div class='r n{i}'>T{i}</div>" for i in range(3)) + "</div>"
    assert records(html, ForestLocator("html > body > div", ("div.r",), ("div.r",))) == ["T0", "T1", "T2"]


def test_records_of_several_rows() -> None:
    rows = "".join(f"<tr><td>T{i}<td>x<tr><td colspan=2>a{i}" for i in range(3))
    locator = ForestLocator("html > body > table > tbody", ("tr(td td)",), ("tr(td)",))
    assert records(f"<table>{rows}</table>", locator) == ["T0 x a0", "T1 x a1", "T2 x a2"]


def test_several_parents() -> None:
    html = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert records(html, ForestLocator("html > body > table > tbody", ("td",), (), ("tr",))) == ["a", "b", "c", "d"]


def test_records_indented_one_under_the_other() -> None:
    html = "<dl><dt>a<dd>b<dl><dt>c<dd>d<dl><dt>e<dd>f</dl></dl></dl>"
    locator = ForestLocator("html > body > dl", ("dt",), (), ("dd", "dl"), nested=True)
    assert records(html, locator) == ["a b", "c d", "e f"]


@pytest.mark.parametrize(
    ("first_kept", "last_kept", "expected"),
    [
        (1, -1, ["one", "two", "three"]),
        (2, -1, ["two", "three"]),
        (1, -2, ["one", "two"]),
        (2, 2, ["two"]),
        (9, -1, []),
    ],
)
def test_the_range_of_records(first_kept: int, last_kept: int, expected: list[str]) -> None:
    locator = ForestLocator("html > body > ul", ("li",), ("li",), first=first_kept, last=last_kept)
    assert records(LIST, locator) == expected


def test_a_step_that_takes_any_takes_the_one_with_the_most_records() -> None:
    html = "<ul><li>menu</ul>" + LIST + "<ul><li>foot<li>er</ul>"
    assert records(html, ForestLocator("html > body > ul[2]", ("li",), ("li",))) == ["one", "two", "three"]
    assert records(html, ForestLocator("html > body > ul[*]", ("li",), ("li",))) == ["one", "two", "three"]
    assert records(html, ForestLocator("html > body > ul[4]", ("li",), ("li",))) == []


# --- labels ---

words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=5)


def labels(depth: int = 2) -> st.SearchStrategy[NodeLabel]:
    children = st.none() if depth == 0 else st.none() | st.lists(labels(depth - 1), max_size=3).map(tuple)
    return st.builds(NodeLabel, words, st.frozensets(words, max_size=2), children, st.booleans())


@given(st.lists(labels(), min_size=1, max_size=3).map(tuple))
def test_labels_read_as_they_are_written(drawn: tuple[NodeLabel, ...]) -> None:
    assert read_labels(" ".join(map(str, drawn))) == drawn


@pytest.mark.parametrize("notation", ["", " ", "(", "tr(", "tr)", "tr(td", ".x", "tr..x", "+", "a > b", "a(" * 20])
def test_what_is_no_label_is_refused(notation: str) -> None:
    with pytest.raises(PatternError):
        read_labels(notation)


@pytest.mark.parametrize(
    ("label", "fits"),
    [
        ("tr", True),
        ("td", False),
        ("tr.a", True),
        ("tr.a.c", False),
        ("tr(td td)", True),
        ("tr(td+)", True),
        ("tr(td)", False),
        ("tr(td(a) td())", True),
        ("tr(td(a+)+ td()+)", True),
        ("tr(td(b) td())", False),
    ],
)
def test_which_nodes_a_label_fits(label: str, fits: bool) -> None:
    page = wrapture.parse("<table><tr class='a b'><td>x <a>y</a><td>z</table>")
    assert read_labels(label)[0].fits(page, first(page, "tr")) is fits


@scaled(0.5)
@given(html=ugly_html, depth=st.integers(0, 3), counted=st.booleans())
def test_every_node_fits_its_own_label(html: str, depth: int, counted: bool) -> None:
    page = wrapture.parse(html)
    for node in page.contents:
        label = label_of(page, node, depth, counted=counted)
        assert label.fits(page, node)
        assert read_labels(str(label)) == (label,)


# --- prefixes ---


@scaled(0.5)
@given(html=ugly_html)
def test_the_prefix_of_a_node_leads_to_it(html: str) -> None:
    page = wrapture.parse(html)
    for node in range(len(page)):
        if not page.tags[node].startswith("-"):
            prefix = prefix_of(page, node)
            assert follow(page, prefix) == [node]
            assert write_prefix(read_prefix(prefix)) == prefix


@pytest.mark.parametrize("prefix", ["", "html >", "html > body[0]", "html > body[x]", "html > bo dy", "html[1"])
def test_what_is_no_prefix_is_refused(prefix: str) -> None:
    with pytest.raises(PatternError, match="a prefix is written like"):
        read_prefix(prefix)


@given(ugly_html, st.integers(0, 3), st.booleans())
def test_a_label_with_children_fits_the_nodes_that_have_it(html: str, depth: int, counted: bool) -> None:
    page = wrapture.parse(html)
    labels = [label_of(page, node, depth, counted=counted) for node in range(len(page))][:30]
    for label in set(labels):
        assert [label.fits(page, node) for node in range(len(labels))] == [label == other for other in labels]


@pytest.mark.parametrize("label", ["tr(td td(a))", "tr(td.odd)", "tr(td+ td)", "tr(td+ td+)", "tr(td(a) td)"])
def test_labels_that_no_node_can_have_fit_none(label: str) -> None:
    page = wrapture.parse("<table><tr><td class=odd>1</td><td><a href=x>2</a></td></table>")
    (read,) = read_labels(label)
    assert not any(read.fits(page, node) for node in range(len(page)))
