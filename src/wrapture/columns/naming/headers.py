"""The heading of a value in a table: the texts of the header cells above it, or of those that its cell refers to.

Header rows are those of a ``thead``, those whose cells are all ``th`` or have a ``scope``, and rows of emphasized cells.
Neighbouring header rows are read together: ``2024`` above ``Q1`` is ``2024 Q1``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html.table_grid import CELLS, MAX_COLUMNS, grid_of, table_of
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page
    from wrapture.html.table_grid import GridCell, TableGrid

MAX_HEADING: Final = 60  # characters
NEAR: Final = 4  # rows above the values that may be their header, nearest first
TOP: Final = 2  # rows at the top of a table that may be one
FILLED: Final = 0.6  # share of the cells of a header row that must have text
MAX_ROWS: Final = 5  # header rows that are read together
MAX_REFERENCES: Final = 10  # header cells that a cell may refer to
ABBREVIATED: Final = 2  # letters of a header whose tooltip says more: ``P``, ``GD``; people know longer ones
EMPHASIS: Final = frozenset(["b", "strong", "u", "font", "em", "th", "i"])
DESCRIBED: Final = frozenset(["th", "img", "a", "abbr", "span", "i", "svg"])
DIFFERENCES: Final = frozenset(["+/-", "+/−", "±"])
"""Headers of goals scored less those conceded, and the like."""
DESCRIPTIONS: Final = ("alt", "aria-label", "title")
"""Attributes that say what a picture or an abbreviation in a header stands for."""
COLUMN_SCOPES: Final = ("col", "colgroup")
_DIGIT: Final = re.compile(r"\d")


class Headers:
    """The headings of a page's tables, each table examined once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._found: dict[int, dict[int, str]] = {}
        self._named: dict[int, dict[str, int]] = {}

    def heading(self, seen: SeenValue) -> tuple[int, str] | None:
        """Return the table column of a value, as its index and heading; None if there is none."""
        page = self._page
        cell = next((node for node in seen.around if page.tags[node] in CELLS), None)
        row = page.parents[cell] if cell is not None else -1
        table = table_of(page, row) if row >= 0 and page.tags[row] == "tr" else None
        if cell is None or table is None:
            return None
        place = next((one.first for one in grid_of(page, table).cells(row) if one.node == cell), -1)
        heading = self._referred(table, row, cell) or self._headings(table, row).get(place, "")
        return (place, heading) if heading else None

    def _referred(self, table: int, row: int, cell: int) -> str:
        """Return the texts of the cells that a cell names as its headers, without those of its own row."""
        page = self._page
        wanted = (page.attribute(cell, "headers") or "").split()[:MAX_REFERENCES]
        if not wanted:
            return ""
        if table not in self._named:
            cells = [n for n in range(table, page.stops[table]) if page.tags[n] in CELLS]
            self._named[table] = {name: n for n in reversed(cells) if (name := page.attribute(n, "id"))}
        nodes = [self._named[table].get(name, cell) for name in wanted]
        return self._joined(node for node in nodes if page.parents[node] != row)

    def _headings(self, table: int, row: int) -> dict[int, str]:
        """Return the headings of a table's columns by index; the first row asked about decides which rows are the header."""
        if table not in self._found:
            grid = grid_of(self._page, table)
            above = self._above(grid, row)
            likely = dict.fromkeys([*range(len(above))[: -NEAR - 1 : -1], *range(len(above))[:TOP]])
            found = (self._headings_at(grid, above, number, row) for number in likely)
            self._found[table] = next(filter(None, found), {})
        return self._found[table]

    def _above(self, grid: TableGrid, row: int) -> list[int]:
        """Return the rows above a row that may be its header: only those of a head if the row itself looks like a header."""
        page = self._page
        above = [one for one in grid.rows if one < row]
        return [one for one in above if _in_head(page, one)] if self._is_marked(grid, row) else above

    def _headings_at(self, grid: TableGrid, above: Sequence[int], number: int, row: int) -> dict[int, str]:
        """Return the headings by index that a row and the header rows around it give; none if they are no header."""
        if not self._is_marked(grid, above[number]):
            return self._spread(grid, [above[number]]) if self._stands_out(grid, above[number], row) else {}
        start, stop = number, number + 1
        while start > 0 and stop - start < MAX_ROWS and self._is_marked(grid, above[start - 1]):
            start -= 1
        while stop < len(above) and stop - start < MAX_ROWS and self._is_marked(grid, above[stop]):
            stop += 1
        return self._spread(grid, above[start:stop])

    def _spread(self, grid: TableGrid, rows: Sequence[int]) -> dict[int, str]:
        """Return the texts above each column, if enough columns have one; a cell above all columns is a title of the table."""
        cells = [cell for row in rows for cell in grid.cells(row)]
        width = min(MAX_COLUMNS, max((cell.stop for cell in cells), default=0))
        parts = [cell for cell in cells if cell.stop - cell.first < width]
        above: dict[int, list[int]] = {column: [] for column in range(width)}
        for cell in parts:
            for column in range(cell.first, min(cell.stop, width)):
                above[column].append(cell.node)
        texts = {column: self._heading_of(nodes) for column, nodes in above.items()}
        said = {column: text for column, text in texts.items() if text}
        different = {text for cell in parts if (text := self._text(cell.node) or self._described([cell.node]))}
        if len(different) < 2 or len(said) < FILLED * width or max(map(len, different)) > MAX_HEADING:
            return {}
        return {column: text[:MAX_HEADING] for column, text in said.items()}

    def _is_marked(self, grid: TableGrid, row: int) -> bool:
        """Return whether the markup says that a row is a header."""
        page, cells = self._page, grid.cells(row)
        if _in_head(page, row):
            return True
        return bool(cells) and all(
            page.attribute(cell.node, "scope") in COLUMN_SCOPES
            or (page.tags[cell.node] == "th" and page.attribute(cell.node, "scope") is None)
            for cell in cells
        )

    def _stands_out(self, grid: TableGrid, row: int, values: int) -> bool:
        """Return whether a row holds the headings for the values in another row, by its looks and its words."""
        cells, below = grid.cells(row), grid.cells(values)
        texts = list(map(self._text, (cell.node for cell in cells)))
        said = [text for text in texts if text]
        if len(said) < 2 or len(said) < FILLED * len(texts) or not below or cells[-1].stop != below[-1].stop:
            return False
        if any(map(_DIGIT.search, said)) or len(set(said)) < len(said):
            return False
        return self._is_emphasized(row, cells) and not self._is_emphasized(values, below)

    def _is_emphasized(self, row: int, cells: Iterable[GridCell]) -> bool:
        """Return whether every cell of a row is emphasized."""
        page = self._page
        if any(name in page.attributes(row) for name in ("bgcolor", "class", "style")):
            return True
        return all(
            EMPHASIS.intersection(page.tags[cell.node : page.stops[cell.node]]) or page.attribute(cell.node, "bgcolor")
            for cell in cells
            if self._text(cell.node)
        )

    def _heading_of(self, nodes: Sequence[int]) -> str:
        """Return the text of some header cells; what an abbreviation or a picture in them stands for if it says nothing."""
        text = self._joined(nodes)
        said = self._described(nodes) if sum(map(str.isalnum, text)) <= ABBREVIATED else ""
        text = said or text
        if text in DIFFERENCES:
            return "difference"
        return text.replace("%", " percent ").strip() if "%" in text and any(map(str.isalpha, text)) else text

    def _joined(self, nodes: Iterable[int]) -> str:
        """Return the different texts of some cells, joined."""
        return " ".join(dict.fromkeys(text for node in nodes if (text := self._text(node))))[:MAX_HEADING]

    def _text(self, node: int) -> str:
        return self._page.text(Span(node, self._page.stops[node]))

    def _described(self, cells: Iterable[int]) -> str:
        """Return what the pictures or tooltips in some cells say."""
        page = self._page
        nodes = (n for cell in cells for n in range(cell, page.stops[cell]) if page.tags[n] in DESCRIBED)
        said = (page.attribute(node, name) for node in nodes for name in DESCRIPTIONS)
        return next((" ".join(text.split())[:MAX_HEADING] for text in said if text and not text.isspace()), "")


def _in_head(page: Page, row: int) -> bool:
    return page.tags[page.parents[row]] == "thead"
