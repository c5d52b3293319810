"""Reading by the shapes that were seen gives what working out every record anew gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.model import Block, Column, Layout, Part, PatternLocator, Record, Span
from wrapture.reading.division import locate_cells
from wrapture.reading.reader import LayoutReader, divide, read_records, reader_of
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page

ITEM = PatternLocator("all-tag", ("LI [A|-] [TEXT|-] [/A|-] [P|-] [TEXT|-] [B|-] [TEXT|-] [/B|-] [/P|-] [TEXT|-] /LI",))
SHAPES = (
    "<li><a href=/{0}>title {0}</a><p>price <b>{0}</b></p></li>",
    "<li><a href=/{0}>title {0}</a></li>",
    "<li>\n<a href=/{0}>title {0}</a><p>price <b>{0}</b></p> note {0}</li>",
    "<li class=odd><a href=/{0}> </a><p>price {0}</p></li>",
)


def items(shapes: list[int]) -> tuple[Page, tuple[Record, ...]]:
    page = parse_page(f"<ul>{''.join(SHAPES[shape].format(i) for i, shape in enumerate(shapes))}</ul>")
    return page, find_records(ITEM, page)


@given(st.lists(st.integers(0, len(SHAPES) - 1), min_size=2, max_size=12), st.lists(st.integers(0, 3), max_size=6))
def test_what_was_seen_before_changes_nothing(learned: list[int], others: list[int]) -> None:
    page, records = items(learned)
    layout = learn_layout([(page, records)])
    warm = LayoutReader(layout)
    columns = range(len(layout.columns))
    for page, records in (items(learned), items(others)):
        for record in records:
            assert warm.row(page, record, columns) == LayoutReader(layout).row(page, record, columns)
            assert warm.located(page, record) == locate_cells(layout, page, record)


@pytest.mark.parametrize("hidden_first", [True, False])
def test_hidden_records_are_not_read_like_those_of_the_same_shape_that_are_shown(hidden_first: bool) -> None:
    lists = [
        f"<ul>{SHAPES[0].format(1)}{SHAPES[0].format(2)}</ul>",
        f"<noscript><ul>{SHAPES[0].format(3)}</ul></noscript>",
    ]
    page = parse_page(f"<p>Things</p>{''.join(lists[::-1] if hidden_first else lists)}")
    records = [(Span(node, page.stops[node]),) for node, tag in enumerate(page.tags) if tag == "li"]
    shown, _ = items([0, 0, 0])
    layout = learn_layout([(shown, find_records(ITEM, shown))])
    warm = LayoutReader(layout)
    rows = [warm.row(page, record, range(len(layout.columns))) for record in records]
    assert sorted(row.text for row in rows) == ["", "title 1 price 1", "title 2 price 2"]
    assert rows == [LayoutReader(layout).row(page, record, range(len(layout.columns))) for record in records]


def test_a_row_has_all_text_and_the_cells_that_are_kept() -> None:
    page, records = items([0, 0, 2])
    table = read_records(learn_layout([(page, records)]), page, records)
    assert [row.text for row in table.rows] == ["title 0 price 0", "title 1 price 1", "title 2 price 2 note 2"]
    assert table.rows[1].cells == divide(learn_layout([(page, records)]), page, records[1])


def test_a_record_in_two_pieces_is_read_whole() -> None:
    page, (first, second) = items([0, 0])
    layout = learn_layout([(page, (first, second))])
    (one,), (other,) = first, second
    assert reader_of(layout).row(page, (one, other), []).text == "title 0 price 0 title 1 price 1"


@pytest.mark.parametrize("records", [5, 9])
def test_lines_of_preformatted_text_are_values(records: int) -> None:
    rows = [
        f"<li><b>P{i}</b><pre>Name: Ann {i}\nMail:  a{i}@x.example\nPhone: 55{i}\n</pre></li>" for i in range(records)
    ]
    page = parse_page(f"<ul>{''.join(rows)}</ul>")
    found = find_records(PatternLocator("block-level", ("LI TEXT PRE TEXT /PRE /LI",)), page)
    table = read_records(learn_layout([(page, found)]), page, found)
    lines = ("Name", "Ann 4", "Mail", "a4@x.example", "Phone", "554")
    assert table.rows[4].cells[:7] == ("P4", *lines)


def test_an_element_that_a_record_cuts_is_read_as_far_as_the_record_goes() -> None:
    page = parse_page("<p>A<br>1<br>B<i>b</i></p><p>C<br>2<br><b>D</b></p>")
    starts = [node for node, tag in enumerate(page.tags) if tag == "p"]
    whole = Block(0, "block-level", "TEXT", (Part(0),), element=True)
    reader = LayoutReader(Layout("block-level", "P TEXT BR", (whole,), (Column("a", "text", (0, 0)),)))
    cells = [reader.cells(page, (Span(start, start + 4),)) for start in starts]
    assert cells == [("A 1",), ("C 2",)]


def test_a_part_that_a_record_cuts_is_read_as_far_as_the_record_goes() -> None:
    page = parse_page("<font>A<br>1<br>B<i>b</i></font><font>C<br>2<br><b>D</b></font>")
    starts = [node for node, tag in enumerate(page.tags) if tag == "font"]
    block = Block(0, "all-tag", "FONT TEXT", (Part(0), Part(1)))
    reader = LayoutReader(Layout("block-level", "TEXT BR", (block,), (Column("a", "text", (0, 0)),)))
    assert [reader.cells(page, (Span(start, start + 4),)) for start in starts] == [("A 1",), ("C 2",)]
