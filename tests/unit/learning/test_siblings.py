"""Look-alike siblings: under one parent, under several, one or more to a record, whatever their classes are called."""

from __future__ import annotations

from random import Random

import pytest

import wrapture
from wrapture.html.class_names import readable
from wrapture.html.shapes import read_shape, shapes_of, write_shape
from wrapture.learning.siblings import Siblings
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Sample, SiblingLocator
from wrapture.reading.records import find_records


def answers(html: str) -> list[list[str]]:
    """Return the texts of the records of each proposal."""
    page = wrapture.parse(html)
    return [
        [page.texts_of(record) for record in find_records(locator, page)] for locator in Siblings()(Sample((page,)))
    ]


def item(n: int, name: str = "item") -> str:
    return f"<li class='{name}'><a href=/{n}>Title {n}</a><p>Some words about {n}</p></li>"


def shown(n: int) -> str:
    return f"Title {n} Some words about {n}"


def test_children_of_one_name_are_a_group() -> None:
    assert [shown(n) for n in range(5)] in answers(f"<ul>{''.join(map(item, range(5)))}</ul>")


def test_a_heading_and_an_advert_are_recognized_by_shape() -> None:
    rows = (
        "".join(map(item, range(3))) + "<li>Advert: <img src=x> buy <b>now</b></li>" + "".join(map(item, range(3, 6)))
    )
    assert [shown(n) for n in range(6)] in answers(f"<ul><li><h2>Results</h2></li>{rows}</ul>")


def test_hashed_classes_are_no_evidence() -> None:
    random = Random(7)
    rows = "".join(item(n, f"css-{random.randrange(10**6):06x}") for n in range(6))
    page = wrapture.parse(f"<ul>{rows}</ul>")
    best = next(Siblings()(Sample((page,))))
    assert best.item == "li"
    assert len(find_records(best, page)) == 6


def test_a_class_that_some_children_have_tells_them_apart() -> None:
    rows = "".join(
        f"{item(n, 'odd hit')}<li class='note'><a href=/n>Note {n}</a><p>about it</p></li>" for n in range(4)
    )
    assert [shown(n) for n in range(4)] in answers(f"<ul>{rows}</ul>")


def test_records_of_several_siblings() -> None:
    rows = "".join(f"<dt>Term {n}</dt><dd>First sense of {n}</dd><dd>Second sense</dd>" for n in range(5))
    assert [f"Term {n} First sense of {n} Second sense" for n in range(5)] in answers(f"<dl>{rows}</dl>")


def test_what_parts_two_records_belongs_to_neither() -> None:
    rows = "".join(f"<h3>Term {n}</h3><p>Sense {n}</p><hr>" for n in range(5))
    found = answers(f"<div>{rows}</div>")
    assert [f"Term {n} Sense {n}" for n in range(5)] in found


def test_a_grid_cut_into_rows() -> None:
    cell = "<td><a href=/{0}>Title {0}</a><p>Some words about {0}</p></td>".format
    grid = "".join(f"<tr>{''.join(cell(3 * r + c) for c in range(3))}</tr>" for r in range(4))
    assert [shown(n) for n in range(12)] in answers(f"<table>{grid}</table>")


def test_lists_inside_lists_are_proposed_each() -> None:
    inner = "".join(
        f"<section><h2>Group {g}</h2><ul>{''.join(item(10 * g + n) for n in range(4))}</ul></section>" for g in range(3)
    )
    found = answers(f"<main>{inner}</main>")
    assert [shown(10 * g + n) for g in range(3) for n in range(4)] in found
    assert ["Group 0 " + " ".join(shown(n) for n in range(4))] == [
        records[0] for records in found if len(records) == 3
    ][:1]


@pytest.mark.parametrize("html", ["", "<p>one", "<ul></ul>", "<ul><li>one</ul>", "<table><tr></table>"])
def test_nothing_to_propose(html: str) -> None:
    assert answers(html) == []


def test_a_locator_finds_the_list_wherever_it_stands() -> None:
    first = wrapture.parse(f"<div>Top</div><div class=main><ul class=hits>{''.join(map(item, range(5)))}</ul></div>")
    locator = next(Siblings()(Sample((first,))))
    menu = "<div><ul><li><a href=/>Home</a></li><li><a href=/a>About</a></li></ul></div>"
    other = wrapture.parse(
        f"{menu}<div>New</div><div class=main><ul class=hits>{''.join(map(item, range(9)))}</ul></div>"
    )
    assert [other.texts_of(record) for record in find_records(locator, other)] == [shown(n) for n in range(9)]


def test_records_are_recognized_by_likeness_to_an_example() -> None:
    page = wrapture.parse("<ul><li><b>a</b><i>b</i><li><b>c</b><li><p>x</p><p>y</p><p>z</p></ul>")
    strict = SiblingLocator(("html", "body", "ul"), "ul", "li", "LI B TEXT I TEXT", 0.9)
    loose = SiblingLocator(("html", "body", "ul"), "ul", "li", "LI B TEXT I TEXT", 0.5)
    assert [len(find_records(one, page)) for one in (strict, loose)] == [1, 2]


def test_a_path_that_leads_nowhere_finds_nothing() -> None:
    page = wrapture.parse("<ul><li>a<li>b</ul>")
    assert find_records(SiblingLocator(("html", "body", "ol"), "ol", "li", "", 0.0), page) == ()
    assert find_records(SiblingLocator(("svg",), "ol", "li", "", 0.0), page) == ()


def test_shapes_are_written_and_read() -> None:
    page = wrapture.parse("<ul><li><my-card>a</my-card> <script>x()</script><b>c</b></ul>")
    shape = shapes_of(page).of(0, len(page))
    notation = write_shape(page, shape)
    assert notation.split()[-4:] == ["MY-CARD", "TEXT", "B", "TEXT"]
    assert read_shape(notation) == shape
    assert shapes_of(page).of(0, len(page), 3) == shape[:3]


def test_classes_that_a_person_gave() -> None:
    assert readable(frozenset(["result", "css-1x2y3z", "sc-bdVaJa", "post-18231", "_hidden"])) == {"result"}


@pytest.mark.parametrize(("length", "found"), [(200, True), (201, False)])
def test_names_of_elements_are_as_long_as_a_wrapper_file_allows(length: int, found: bool) -> None:
    """The file of a wrapper with a longer one was refused."""
    items = "".join(f"<li><a href=/{n}>Item number {n}</a> with a text</li>" for n in range(6))
    page = wrapture.parse(f"<x{'y' * (length - 1)}><ul>{items}</ul>")
    assert any(Siblings()(Sample((page,)))) is found


def test_other_learners_find_what_stands_in_an_element_of_a_long_name() -> None:
    rows = "".join(f"<tr><td>Item number {n}<td>{n * 3} EUR<td>word {n}</tr>" for n in range(8))
    for html in (f"<x{'y' * 300}><table>{rows}</table>", f"<x{'y' * 300}>{rows.replace('td', 'b').replace('tr', 'p')}"):
        wrapper = wrapture.learn(html)
        assert loads(dumps(wrapper)) == wrapper
