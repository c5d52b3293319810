"""Merged columns: several places, one value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.labelled import shop
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.model import Column, Layout, Record, Span
from wrapture.reading.division import locate_cells, locate_values
from wrapture.reading.reader import (
    LayoutReader,
    MergingReader,
    divide,
    extract_page,
    located_cells,
    read_records,
    reader_of,
)

PAGE = parse_page(
    "<ul>"
    + "".join(
        f"<li><b>t{n}</b><p>{n}% | Date: {n} June</p>{f'<h4>note {n}</h4>' if n % 2 else ''}"
        f"<p>{', '.join(f'<a href=/{n}{m}>k{n}{m}</a>' for m in range(n % 3 + 1))}</p></li>"
        for n in range(6)
    )
    + "</ul>"
)
RECORDS: list[Record] = [(Span(node, PAGE.stops[node]),) for node, tag in enumerate(PAGE.tags) if tag == "li"]
LAYOUT = learn_layout([(PAGE, RECORDS)])


def place_of(value: object) -> tuple[int, ...]:
    """Return the place of the column that has a value in the second record."""
    return LAYOUT.columns[divide(LAYOUT, PAGE, RECORDS[1]).index(value)].place


def merged(*values: object) -> Layout:
    """Return the layout with one more column, which is merged."""
    first, *more = map(place_of, values)
    return replace(LAYOUT, columns=(*LAYOUT.columns, Column("all", "text", first, more=tuple(more))))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("t1", "note 1"), ["t0", "t1 note 1", "t2", "t3 note 3", "t4", "t5 note 5"]),
        (("1 June", "1%"), [f"{n} June {n}%" for n in range(6)]),
        (
            ("note 1", ("k10", "k11")),
            ["k00", "note 1 k10 k11", "k20 k21 k22", "note 3 k30", "k40 k41", "note 5 k50 k51 k52"],
        ),
    ],
)
def test_values_follow_each_other(values: tuple[object, ...], expected: list[str]) -> None:
    layout = merged(*values)
    assert [divide(layout, PAGE, record)[-1] for record in RECORDS] == expected
    assert [row.cells[-1] for row in read_records(layout, PAGE, RECORDS).rows] == expected
    assert [divide(layout, PAGE, record)[:-1] for record in RECORDS] == [divide(LAYOUT, PAGE, one) for one in RECORDS]
    for record in RECORDS:
        assert located_cells(layout, PAGE, record) == locate_cells(layout, PAGE, record)


def test_a_record_without_any_of_the_values_has_none() -> None:
    page = parse_page("<ul><li><b>a</b><h4>x</h4><h5>y</h5></li><li><b>b</b></li><li><b>c</b><h5>z</h5></li></ul>")
    records: list[Record] = [(Span(node, page.stops[node]),) for node, tag in enumerate(page.tags) if tag == "li"]
    layout = learn_layout([(page, records)])
    x, y = (layout.columns[divide(layout, page, records[0]).index(one)].place for one in ("x", "y"))
    both = replace(layout, columns=(Column("all", "text", x, more=(y,)),))
    assert [divide(both, page, record)[0] for record in records] == ["x y", None, "z"]


def test_only_layouts_with_merged_columns_are_read_by_the_slower_reader() -> None:
    assert type(reader_of(LAYOUT)) is LayoutReader
    assert type(reader_of(merged("t1", "1%"))) is MergingReader
    assert reader_of(merged("t1", "1%")) is not reader_of(merged("1%", "t1"))


def test_all_places_are_located() -> None:
    layout = merged("note 1", "t1")
    note, title = (LAYOUT.columns[divide(LAYOUT, PAGE, RECORDS[1]).index(one)] for one in ("note 1", "t1"))
    spans = dict(zip(layout.columns, locate_values(layout, PAGE, RECORDS[1]), strict=True))
    assert spans[layout.columns[-1]] == (*spans[note], *spans[title])
    hull = locate_cells(layout, PAGE, RECORDS[1])[-1]
    assert hull == Span(spans[title][0].start, spans[note][0].stop)


def test_only_the_columns_that_are_kept_are_in_the_table() -> None:
    layout = merged("t1", "note 1")
    hidden = replace(layout, columns=(*(replace(one, keep=False) for one in LAYOUT.columns), layout.columns[-1]))
    assert [row.cells for row in read_records(hidden, PAGE, RECORDS[:2]).rows] == [("t0",), ("t1 note 1",)]


def test_the_values_of_a_mask_are_merged() -> None:
    wrapper = learn_labelled([shop(4), shop(3, 9, without_price=[10])])
    both = Column("all", "text", (2,), more=((1,),))
    wrapper = replace(wrapper, layout=replace(wrapper.layout, columns=(*wrapper.layout.columns, both)))
    table = extract_page(wrapper, parse_page(shop(4, 8, without_price=[9]).text))
    assert [row.cells[3] for row in table.rows] == [
        "8.50 Light",
        "A Moon of Paper",
        "10.50 Stone",
        "11.50 Rivers of the North",
    ]
    for row in table.rows:
        sure = [one for one in row.confidences[1:3] if one is not None]
        assert row.confidences[3] == min(sure)
