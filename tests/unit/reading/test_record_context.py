"""Context columns: sections and threads as columns of the table, with and without a wrapper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.bulk.output.part_writer import chosen, is_list
from wrapture.html.lexbor import parse_page
from wrapture.library.describe import describe
from wrapture.library.wrapper_file import load, save
from wrapture.model import ContextColumn, Span
from wrapture.reading.fitted_reading import read_parsed
from wrapture.reading.record_context import section_headings

if TYPE_CHECKING:
    from pathlib import Path


def shelf(name: str, heading: str = "<h2>{0}</h2>") -> str:
    items = "".join(f"<li><a href=/{name}{n}>{name} number {n}</a> <i>{n} euro</i></li>" for n in range(4))
    return f"{heading.format(name)}<ul class=shelf>{items}</ul>"


SHELVES = "<h1>Our shop</h1>" + "".join(map(shelf, ("Books", "Games", "Music")))
THREAD = "<title>Bread</title><ol class=thread>" + "".join(
    f"<li class=comment><p><a href=/{n}>user {n}</a> wrote {n} hours ago that bread should be cheaper</p>"
    f"<ol class=replies><li class=comment><p><a href=/r{n}>reader {n}</a> wrote {n} minutes ago that it should not</p>"
    "<ol class=replies></ol></li></ol></li>"
    for n in range(6)
)


def test_the_headings_of_shelves_are_a_column() -> None:
    table = wrapture.extract(SHELVES)
    assert table["section"] == ["Books"] * 4 + ["Games"] * 4 + ["Music"] * 4
    assert table.columns[-1] == "section"


def test_years_that_each_record_has_are_no_column() -> None:
    shelves = "".join(shelf(str(year)) for year in (2021, 2022, 2023))
    assert "section" not in wrapture.extract(f"<h1>Laws</h1>{shelves}").columns


def test_a_thread_has_depth_and_parent() -> None:
    table = wrapture.extract(THREAD)
    assert table["depth"] == ["0", "1"] * 6
    assert table["parent"] == [None, "1", None, "3", None, "5", None, "7", None, "9", None, "11"]
    assert table.types["depth"] == table.types["parent"] == "number"
    assert table.to_dicts(typed=True)[1]["parent"] == 1


@pytest.mark.parametrize("html", [SHELVES, THREAD])
def test_a_wrapper_reads_the_same(html: str, tmp_path: Path) -> None:
    table = wrapture.extract(html)
    save(wrapture.learn(html), tmp_path / "shop.json")
    wrapper = load(tmp_path / "shop.json")
    assert wrapper.context
    assert wrapture.extract(html, wrapper).to_dicts() == table.to_dicts()
    assert read_parsed(wrapper, parse_page(html)).to_dicts() == table.to_dicts()
    assert [column.name for column in wrapper.table_columns] == list(table.columns)
    assert not any(is_list(column, wrapper.layout) for column in chosen(wrapper, all_columns=True))
    assert f"  {wrapper.context[0].name}" in describe(wrapper)


def test_a_page_without_sections_has_an_empty_column() -> None:
    wrapper = wrapture.learn(SHELVES)
    assert wrapture.extract(shelf("Books", ""), wrapper)["section"] == [None] * 4


def test_a_name_that_is_taken() -> None:
    rows = "".join(
        f"<h3>Part {part}</h3><table>"
        + "".join(f"<tr><td class=section>{n}{part} A</td><td>Item {n} of {part}</td></tr>" for n in range(5))
        + "</table>"
        for part in "XYZ"
    )
    names = wrapture.extract(rows).columns
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>A</h2><p>1</p><h2>B</h2><p>2</p>", ["A", "B"]),
        ("<p>1</p><h2>An advert</h2><p>2</p>", [None, "An advert"]),  # not above the first: no column
        ("<b>A</b><br><p>1</p><b>B</b><br><p>2</p>", ["A", "B"]),
        ("<div>Found <b>12</b> of</div><p>1</p><div>Found <b>17</b> of</div><p>2</p>", [None, None]),
        ("<p>1</p>between<p>2</p>", [None, None]),
        ("<h2>" + "long " * 30 + "</h2><p>1</p><h2>B</h2><p>2</p>", [None, "B"]),
    ],
)
def test_what_heads_a_section(html: str, expected: list[str | None]) -> None:
    page = parse_page(html)
    records = [(Span(node, page.stops[node]),) for node, tag in enumerate(page.tags) if tag == "p"]
    assert section_headings(page, records) == expected


def test_a_context_column_describes_itself() -> None:
    assert ContextColumn("level", "depth").column.type_name == "number"
    assert ContextColumn("part", "section").column.type_name == "text"
