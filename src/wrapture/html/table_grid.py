"""Tables as grids: which columns each cell covers, with ``colspan`` and ``rowspan`` spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

CELLS: Final = ("td", "th")
SECTIONS: Final = ("tbody", "thead", "tfoot")
MAX_SPAN: Final = 100  # columns that one cell may span
MAX_COLUMNS: Final = 200  # further to the right, cells neither reach into the rows below nor give headings


class GridCell(NamedTuple):
    """A cell of a row: the columns it covers, and its node."""

    first: int
    stop: int
    node: int


class TableGrid:
    """The rows of a table in order, each with its cells; a cell that spans rows moves those of the rows below it."""

    def __init__(self, page: Page, table: int) -> None:
        self.rows = [
            n for n in range(table + 1, page.stops[table]) if page.tags[n] == "tr" and table_of(page, n) == table
        ]
        self._cells: dict[int, tuple[GridCell, ...]] = {}
        self._above: dict[int, dict[int, int]] = {}
        taken: dict[int, _Taken] = {}
        section = -1
        for row in self.rows:
            if page.parents[row] != section:  # a cell ends with its section
                section, taken = page.parents[row], {}
            self._above[row] = {column: one.node for column, one in taken.items()}
            self._cells[row] = tuple(_placed(page, row, taken))

    def cells(self, row: int) -> tuple[GridCell, ...]:
        """Return the cells that begin in a row; none if it is no row of this table."""
        return self._cells.get(row, ())

    def above(self, row: int) -> dict[int, int]:
        """Return the columns of a row that cells of rows above it cover, with these cells."""
        return self._above.get(row, {})


class _Taken(NamedTuple):
    """How many of the rows to come a cell from above covers a column in, and the cell."""

    rows: int
    node: int


_KNOWN: Final[WeakKeyDictionary[Page, dict[int, TableGrid]]] = WeakKeyDictionary()  # does not keep pages alive


def grid_of(page: Page, table: int) -> TableGrid:
    """Return the grid of a table, made once per page: a repair describes several lists, which may be rows of one table."""
    grids = _KNOWN.setdefault(page, {})
    if table not in grids:
        grids[table] = TableGrid(page, table)
    return grids[table]


def columns_of_cells(page: Page) -> Iterator[tuple[int, int]]:
    """Yield all cells of a page's tables, each with its first column."""
    for table in (node for node, tag in enumerate(page.tags) if tag == "table"):
        grid = grid_of(page, table)
        yield from ((cell.node, cell.first) for row in grid.rows for cell in grid.cells(row))


def has_spanning_rows(page: Page, row: int) -> bool:
    """Return whether a row of a table has a cell that covers the rows below it, too."""
    return page.tags[row] == "tr" and any(
        page.tags[cell] in CELLS and _span(page.attribute(cell, "rowspan"), len(page), nothing=len(page)) > 1
        for cell in page.children(row)
    )


def _placed(page: Page, row: int, taken: dict[int, _Taken]) -> list[GridCell]:
    """Return the cells of a row, and update the columns that are taken in the rows below."""
    found: list[GridCell] = []
    below: dict[int, _Taken] = {}
    first = 0
    for node in (node for node in page.children(row) if page.tags[node] in CELLS):
        while first in taken:
            first += 1
        stop = first + _span(page.attribute(node, "colspan"), MAX_SPAN, nothing=1)
        found.append(GridCell(first, stop, node))
        rows = _span(page.attribute(node, "rowspan"), len(page), nothing=len(page))
        below.update(dict.fromkeys(range(first, min(stop, MAX_COLUMNS)), _Taken(rows - 1, node)))
        first = stop
    above = {column: one._replace(rows=one.rows - 1) for column, one in taken.items()}
    taken.clear()
    for column in above.keys() | below.keys():
        longest = max(one for one in (above.get(column), below.get(column)) if one is not None)  # cells may overlap
        if longest.rows > 0:
            taken[column] = longest
    return found


def _span(written: str | None, most: int, nothing: int) -> int:
    """Return how many rows or columns a cell spans, by its attribute; ``nothing`` is what 0 means."""
    text = (written or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return 1
    return min(most, int(text) or nothing)


def table_of(page: Page, row: int) -> int | None:
    """Return the table that a row belongs to."""
    node = page.parents[row]
    while node >= 0 and page.tags[node] in SECTIONS:
        node = page.parents[node]
    return node if node >= 0 and page.tags[node] == "table" else None
