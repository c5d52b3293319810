"""Evidence of today's pages: what is hidden, what elements are called, what records are made of, where lists end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.learning.evidence import measure
from wrapture.learning.hidden_elements import hiding_rules
from wrapture.learning.nesting import nesting
from wrapture.learning.page_facts import PageFacts
from wrapture.learning.page_query import query_of
from wrapture.model import PatternLocator, Span
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Record

ITEMS = "<li>abcd</li>" * 4


def evidence(html: str, pattern: str = "LI TEXT /LI", encoding: str = "block-level") -> dict[str, float]:
    page = wrapture.parse(html)
    return measure(PageFacts(page), find_records(PatternLocator(encoding, (pattern,)), page))


@pytest.mark.parametrize(
    "around",
    [
        "<div hidden>",
        "<div aria-hidden=true>",
        "<div style='color:red; display : none'>",
        "<div style='visibility:hidden'>",
        "<div style='position:absolute;left:-9999px'>",
        "<div style='max-height:0;'>",
        "<details>",
        "<style>p{} .menu, .off{display:none}</style><div class='a off'>",
        "<style>div#box{visibility:hidden}</style><div id=box>",
    ],
)
def test_a_list_that_is_not_shown_is_hidden(around: str) -> None:
    found = evidence(f"{around}<ul>{ITEMS}</ul>")
    assert found["hidden"] == 1.0
    assert found["text shown"] == 0.0
    assert found["text × likeness"] > 0


@pytest.mark.parametrize(
    "around",
    [
        "<div>",
        "<div aria-hidden=false>",
        "<details open>",
        "<div style='max-height:0.5em; opacity:0.9'>",
        "<style>@media print {.off{display:none}}</style><div class=off>",
        "<style>.off li{display:none}</style><div class=off>",
        "<style>.on{display:block}.off{}</style><div class=off>",
    ],
)
def test_a_list_that_is_shown_is_not_hidden(around: str) -> None:
    assert evidence(f"{around}<ul>{ITEMS}</ul>")["hidden"] == 0.0


def test_style_sheets_may_be_broken() -> None:
    page = wrapture.parse("<style>}}{ display:none } .a{ .b{display:none</style><style></style><p>a")
    assert hiding_rules(page).classes == frozenset()


def test_names_and_roles_around_a_list_are_evidence() -> None:
    found = evidence(f"<div class=site-menu role=navigation><div id=langPicker><ul>{ITEMS}</ul>")
    assert found["names against"] == pytest.approx(1 / 3)
    assert found["names of pickers"] == pytest.approx(1 / 3)
    assert found["other roles"] == 1.0
    assert found["main"] == 0.0
    assert evidence(f"<main><ul>{ITEMS}</ul></main>")["main"] == 1.0
    assert evidence(f"<div role=dialog><ul>{ITEMS}</ul></div>")["dialog"] == 1.0


def test_words_of_the_filled_search_field_are_evidence() -> None:
    html = "<input name=q value='red Boats'><ul><li>a boat</li><li>two boats<li>RED paint</li><li>none</li></ul>"
    assert evidence(html)["query"] == 0.5
    assert query_of(wrapture.parse("<input type=hidden value=boats><input value=''>")) is None


def test_what_records_are_made_of_is_evidence() -> None:
    rows = f"<li><img src=a><h3>ab</h3><p>{'long text ' * 9}</p><button>x</button><input></li><li>abc</li>" * 2
    page = wrapture.parse(f"<ul>{rows}</ul>")
    found = measure(PageFacts(page), _elements(page, "li"))
    names = ("pictures", "headings", "long texts", "buttons", "fields")
    assert [found[name] for name in names] == [0.5] * 5
    assert found["items"] == 1.0
    assert found["rows"] == found["cells"] == 0.0


def _elements(page: Page, name: str) -> list[Record]:
    return [(Span(node, page.stops[node]),) for node, tag in enumerate(page.tags) if tag == name]


def test_rows_and_cells_of_tables_are_told_apart() -> None:
    table = "<table>" + "<tr><td>12</td><td>34</td></tr>" * 3 + "</table>"
    rows = evidence(table, "TR TD TEXT /TD TD TEXT /TD /TR")
    cells = evidence(table, "TD TEXT /TD")
    assert (rows["rows"], rows["cells"]) == (1.0, 0.0)
    assert (cells["rows"], cells["cells"]) == (0.0, 1.0)


def test_short_links_and_dead_links_are_evidence() -> None:
    found = evidence("<ul><li><a href=#>ab</a><li><a href='javascript:x()'>ab</a><li><a href=/c>ab</a><li>abc</ul>")
    assert found["short links"] == 0.75
    assert found["dead links"] == 0.5
    assert found["different links"] == 0.75


def test_page_numbers_and_counts_among_records_are_evidence() -> None:
    found = evidence("<ul><li>1<li>2<li>Next<li>1 - 10 of 200<li>Shoes (12)<li>Boots</ul>")
    assert found["page turns"] == pytest.approx(4 / 6)
    assert found["tallies"] == pytest.approx(1 / 6)


def test_the_ends_of_a_list_are_evidence() -> None:
    row = "<tr><td>a1</td><td>2</td></tr>"
    head = "<tr><th>Name</th><th>Count</th></tr>"
    rows = "TR TD TEXT /TD TD TEXT /TD /TR"
    whole = evidence(f"<table>{row * 6}</table>", rows)
    assert whole["alike before"] == whole["alike after"] == whole["odd first"] == whole["head row"] == 0.0
    page = wrapture.parse(f"<table>{head}{row * 6}</table>")
    records, facts = _elements(page, "tr"), PageFacts(page)
    assert measure(facts, records)["head row"] == 1.0
    assert measure(facts, records)["odd first"] == pytest.approx(0.4)  # two of its five elements are others
    assert measure(facts, records[1:4])["alike after"] == 1.0
    assert measure(facts, records[2:])["alike before"] == 1.0


def test_days_of_a_month_are_a_calendar() -> None:
    days = "".join(f"<li>{day}</li>" for day in range(1, 31))
    assert evidence(f"<ul>{days}</ul>")["calendar"] == 1.0
    assert evidence(f"<ul>{ITEMS}</ul>")["calendar"] == 0.0


def test_a_list_inside_one_record_of_another_is_nested() -> None:
    outer, inner, beside = [(0, 10), (10, 20), (20, 30)], [(11, 13), (13, 15), (15, 17)], [(40, 41), (41, 42), (42, 43)]
    assert nesting([outer, inner, beside]) == [
        (0.0, pytest.approx(1 / 3)),
        (pytest.approx(1 / 3), 0.0),
        (0.0, 0.0),
    ]
    assert nesting([]) == []
