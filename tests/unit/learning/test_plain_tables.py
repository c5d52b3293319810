"""Plain tables of data: a row is a record, whatever the cells hold, and a cell is one only in a grid."""

from __future__ import annotations

from itertools import count, islice
from typing import Final

import made_tables
import pytest

import wrapture

UNSEEN: Final = 5000  # the first seed that is tried here; the judge learned from the first ones
TABLES: Final = 60
MIN_ROWS: Final = 10
MIN_COLUMNS: Final = 3
LEAST_RIGHT: Final = 0.9  # of the tables with fewer rows


def table(rows: int, columns: int, cell: str, head: str = "") -> tuple[str, list[str]]:
    """Return a table and the texts of its rows; in a cell, ``{0}`` is a number that differs everywhere."""
    cells = [[cell.format(17 + row * columns + column) for column in range(columns)] for row in range(rows)]
    body = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in cells)
    return f"<h1>Figures</h1><table>{head}{body}</table>", [" ".join(row) for row in cells]


@pytest.mark.parametrize(
    ("rows", "columns", "cell"),
    [
        (10, 3, "{0}"),
        (10, 8, "{0}"),
        (31, 4, "{0}.5%"),
        (12, 5, "20{0:03}-01-02"),
        (100, 6, "{0},000"),
        (500, 3, "{0}"),
        (20, 50, "{0}"),
    ],
)
@pytest.mark.parametrize("headed", [False, True])
def test_a_row_of_numbers_is_a_record(rows: int, columns: int, cell: str, headed: bool) -> None:
    head = f"<thead><tr>{'<th>Year</th>' * columns}</tr></thead>" if headed else ""
    html, expected = table(rows, columns, cell, head)
    page = wrapture.parse(html)
    assert [page.texts_of(record) for record in wrapture.discover(page)[0].records[0]] == expected


def unseen_tables() -> list[made_tables.MadeTable]:
    """Return tables of data with at least ten rows and three columns that the judge did not learn from."""
    made = map(made_tables.made_table, count(UNSEEN))
    large = (
        one for one in made if one.head != "grid" and len(one.rows) >= MIN_ROWS and len(one.rows[0]) >= MIN_COLUMNS
    )
    return list(islice(large, TABLES))


@pytest.mark.slow
def test_made_tables_that_the_judge_never_saw_are_read_by_rows() -> None:
    for made in unseen_tables():
        page = wrapture.parse(made.html)
        found = [page.texts_of(record) for record in wrapture.discover(page)[0].records[0]]
        assert found == [" ".join(row) for row in made.rows], (made.head, made.rows[0][:5])


@pytest.mark.slow
def test_every_cell_of_a_made_table_is_in_its_column() -> None:
    for made in unseen_tables():
        table = wrapture.extract(made.html)
        shown = [column.name for column in table.described if not column.hidden]
        columns = [list(column) for column in zip(*made.rows, strict=True)]
        found = [list(table[name]) for name in shown]
        assert sorted(found) == sorted(columns), made.head
        order = [columns.index(cells) for cells in found]
        assert order[1:] == sorted(order[1:])  # a title comes first, the others are in the order of the page


@pytest.mark.slow
def test_a_table_of_two_or_three_rows_is_read_by_rows_too() -> None:
    made = [made_tables.made_table(seed) for seed in range(UNSEEN, UNSEEN + 200)]
    small = [one for one in made if one.head != "grid" and len(one.rows) < MIN_ROWS]
    found = [[row.text for row in wrapture.extract(one.html, guess=True).rows] for one in small]
    right = sum(rows == [" ".join(row) for row in one.rows] for rows, one in zip(found, small, strict=True))
    assert right >= LEAST_RIGHT * len(small)


@pytest.mark.parametrize("cell", ["<td><b>{0}</b></td>", "<td><strong>{0}</strong></td>", "<th>{0}</th>"])
def test_a_header_row_in_bold_is_no_record(cell: str) -> None:
    head = f"<tr>{''.join(cell.format(name) for name in ('Town', 'Area', 'People'))}</tr>"
    html, expected = table(12, 3, "{0}", head)
    page = wrapture.parse(html)
    assert [page.texts_of(record) for record in wrapture.discover(page)[0].records[0]] == expected


def test_a_table_whose_rows_are_all_bold_keeps_its_first() -> None:
    html, expected = table(12, 3, "<b>{0}</b>")
    page = wrapture.parse(html)
    found = [page.texts_of(record) for record in wrapture.discover(page)[0].records[0]]
    assert len(found) == len(expected)


def test_made_pages_are_the_same_for_a_seed() -> None:
    assert made_tables.made_table(3) == made_tables.made_table(3)
    assert len({made_tables.made_table(seed).head for seed in range(40)}) == len(made_tables.HEADS) + 1
