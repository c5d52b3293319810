"""Values of table cells that span rows: they hold for every row that they cover."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.html.table_grid import grid_of, table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Layout
    from wrapture.model.table import Row

_CELL: Final = re.compile(r"(/?)T[DH]\.COLUMN-(\d{1,6})")


def spread_values(layout: Layout, page: Page, kept: Sequence[int], rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows with the values of the cells that cover them from above, in the columns where they have none."""
    columns = _grid_columns(layout)
    places = [columns[layout.columns[i].place[0]] for i in kept]
    starts = [row.record[0].start for row in rows]
    found: list[Row] = []
    for row, start in zip(rows, starts, strict=True):
        table = table_of(page, start) if page.tags[start] == "tr" else None
        above = grid_of(page, table).above(start) if table is not None else {}
        sources = {column: bisect_right(starts, cell) - 1 for column, cell in above.items()}
        cells = [
            found[source].cells[i] if cell is None and 0 <= (source := sources.get(place, -1)) < len(found) else cell
            for i, (cell, place) in enumerate(zip(row.cells, places, strict=True))
        ]
        found.append(replace(row, cells=tuple(cells)))
    return found


def _grid_columns(layout: Layout) -> list[int]:
    """Return the column of the table that each block of a layout is in, -1 for none."""
    inside: list[int] = []
    column = -1
    for token in layout.template.split():
        cell = _CELL.fullmatch(token)
        if cell is not None and not cell[1]:
            column = int(cell[2])
        inside.append(column)  # what stands before an end tag is in the element
        if cell is not None and cell[1]:
            column = -1
    return [inside[block.position] for block in layout.blocks]
