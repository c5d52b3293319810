"""The heading of a value in a table: the text of its column's header cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page

MAX_HEADING: Final = 60  # characters
MAX_SPAN: Final = 100  # columns that one cell may span
NEAR: Final = 4  # rows above the values that may be their header, nearest first
TOP: Final = 2  # rows at the top of a table that may be one
FILLED: Final = 0.6  # share of the cells of a header row that must have text
CELLS: Final = ("td", "th")
EMPHASIS: Final = frozenset(["b", "strong", "u", "font", "em", "th", "i"])
_DIGIT: Final = re.compile(r"\d")


class HeaderCell(NamedTuple):
    """A cell of a row: the columns it spans, and its node."""

    first: int
    stop: int
    node: int


class Headers:
    """The headings of a page's tables, each table examined once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._rows: dict[int, list[int]] = {}
        self._found: dict[int, dict[int, str]] = {}

    def heading(self, seen: SeenValue) -> tuple[int, str] | None:
        """Return the table column of a value, as its index and heading; None if there is none."""
        page = self._page
        cell = next((node for node in seen.around if page.tags[node] in CELLS), None)
        row = page.parents[cell] if cell is not None else -1
        if cell is None or row < 0 or page.tags[row] != "tr":
            return None
        table = _table_of(page, row)
        if table is None:
            return None
        headings = self._headings(table, row)
        place = next((one.first for one in cells_of(page, row) if one.node == cell), -1) if headings else -1
        heading = headings.get(place, "")
        return (place, heading) if heading else None

    def _headings(self, table: int, row: int) -> dict[int, str]:
        """Return the headings of a table's columns by index; the first row asked about decides which row is the header."""
        if table not in self._found:
            above = [one for one in self._rows_of(table) if one < row]
            likely = dict.fromkeys([*above[: -NEAR - 1 : -1], *above[:TOP]])
            header = next((one for one in likely if self._is_header(one, row)), None)
            self._found[table] = {} if header is None else self._texts(header)
        return self._found[table]

    def _rows_of(self, table: int) -> list[int]:
        if table not in self._rows:
            page = self._page
            inside = range(table + 1, page.stops[table])
            self._rows[table] = [n for n in inside if page.tags[n] == "tr" and _table_of(page, n) == table]
        return self._rows[table]

    def _texts(self, row: int) -> dict[int, str]:
        found = {}
        for cell in cells_of(self._page, row):
            text = self._page.text(_span(self._page, cell.node))
            found.update(dict.fromkeys(range(cell.first, cell.stop), text[:MAX_HEADING]))
        return found

    def _is_header(self, row: int, values: int) -> bool:
        """Return whether a row holds the headings for the values in another row."""
        page = self._page
        cells = cells_of(page, row)
        texts = [page.text(_span(page, cell.node)) for cell in cells]
        said = [text for text in texts if text]
        if len(said) < 2 or len(said) < FILLED * len(texts) or max(map(len, said)) > MAX_HEADING:
            return False
        if page.tags[page.parents[row]] == "thead" or all(page.tags[cell.node] == "th" for cell in cells):
            return True
        below = cells_of(page, values)
        if cells[-1].stop != below[-1].stop or any(map(_DIGIT.search, said)) or len(set(said)) < len(said):
            return False
        return self._is_emphasized(row, cells) and not self._is_emphasized(values, below)

    def _is_emphasized(self, row: int, cells: Sequence[HeaderCell]) -> bool:
        """Return whether every cell of a row is emphasized."""
        page = self._page
        if any(name in page.attributes(row) for name in ("bgcolor", "class", "style")):
            return True
        return all(
            EMPHASIS.intersection(page.tags[cell.node : page.stops[cell.node]]) or page.attribute(cell.node, "bgcolor")
            for cell in cells
            if page.text(_span(page, cell.node))
        )


def cells_of(page: Page, row: int) -> list[HeaderCell]:
    """Return the cells of a row with the columns they span."""
    found: list[HeaderCell] = []
    first = 0
    for node in page.children(row):
        if page.tags[node] in CELLS:
            stop = first + _columns(page.attribute(node, "colspan"))
            found.append(HeaderCell(first, stop, node))
            first = stop
    return found or [HeaderCell(0, 0, row)]


def _columns(colspan: str | None) -> int:
    text = (colspan or "").strip()
    return min(MAX_SPAN, max(1, int(text))) if text.isascii() and text.isdigit() and len(text) < 5 else 1


def _table_of(page: Page, row: int) -> int | None:
    node = page.parents[row]
    while node >= 0 and page.tags[node] in ("tbody", "thead", "tfoot"):
        node = page.parents[node]
    return node if node >= 0 and page.tags[node] == "table" else None


def _span(page: Page, node: int) -> Span:
    return Span(node, page.stops[node])
