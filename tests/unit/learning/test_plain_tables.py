"""Plain tables of data: a row is a record, whatever the cells hold, and a cell is one only in a grid."""

from __future__ import annotations

from typing import Final

import made_tables
import pytest

import wrapture

UNSEEN: Final = range(5000, 5040)  # the judge learned from the first seeds
LEAST_RIGHT: Final = 0.85
LEAST_BY_ROWS: Final = 0.95


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


def test_made_tables_that_the_judge_never_saw_are_read_by_rows() -> None:
    right = by_rows = 0
    for seed in UNSEEN:
        made = made_tables.made_table(seed)
        page = wrapture.parse(made.html)
        expected = [" ".join(row) for row in made.rows]
        found = [page.texts_of(record) for record in wrapture.discover(page)[0].records[0]]
        right += found == expected
        by_rows += set(expected) <= set(found)  # perhaps with the header
    assert right >= LEAST_RIGHT * len(UNSEEN)
    assert by_rows >= LEAST_BY_ROWS * len(UNSEEN)


def test_made_pages_are_the_same_for_a_seed() -> None:
    assert made_tables.made_table(3) == made_tables.made_table(3)
    assert len({made_tables.made_table(seed).head for seed in range(40)}) == len(made_tables.HEADS) + 1
