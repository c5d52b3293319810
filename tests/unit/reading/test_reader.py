"""Reading by the shapes that were seen gives what working out every record anew gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.model import PatternLocator, Record
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
