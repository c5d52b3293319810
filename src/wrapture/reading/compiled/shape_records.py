"""Records read by their shapes, whatever locator found them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.page import LINE_END as PAGE_LINE_END
from wrapture.model import Span
from wrapture.reading.compiled.record_shapes import KnownShapes, RowShape, shape_number
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.reader import reader_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wrapture.html.page import Page
    from wrapture.model import Layout
    from wrapture.model.table import Row
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.row_judging import Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePiece

LINE_END: Final = PAGE_LINE_END.strip()
"""A character that is read as a line end on every page with preformatted text, wherever it occurs."""


class FoundRecord(NamedTuple):
    """A record: its piece of the page, and its row."""

    piece: TreePiece
    row: Row


class RowList:
    """The rows of a page in order, None for candidates that are no rows; rows of known shapes are built together at the end."""

    def __init__(self) -> None:
        self._rows: list[Row | None] = []
        self._known: list[tuple[int, RowShape, Captured]] = []

    def add(self, row: Row | None) -> None:
        """Add a finished row, or None."""
        self._rows.append(row)

    def add_known(self, shape: RowShape, captured: Captured) -> None:
        """Add a row to be built from the values captured by a known shape."""
        self._known.append((len(self._rows), shape, captured))
        self._rows.append(None)

    def made(self, addresses: Addresses) -> list[Row | None]:
        """Return all rows, after building those of known shapes."""
        for place, shape, captured in self._known:
            self._rows[place] = shape.matcher.row(captured, addresses)
        return self._rows


class RecordReader:
    """Reads records by one layout, and learns their shapes."""

    def __init__(self, layout: Layout) -> None:
        self._reader = reader_of(layout)
        self._kept = [number for number, column in enumerate(layout.columns) if column.keep]
        self.shapes: KnownShapes[RowShape] = KnownShapes()

    def rows(self) -> RowList:
        """Return an empty list for the rows of a page."""
        return RowList()

    def see(self, page: Page, verdict: Callable[[Page], Verdict]) -> None:
        """Count a record of unknown shape, given as a page of its own."""
        self.shapes.see(shape_number(page), lambda: self.shape(page, verdict(page)))

    def shape(self, page: Page, verdict: Verdict) -> RowShape:
        """Return the shape of a record, given as a page of its own; raise `UnprovedError` if it is not proved."""
        return RowShape((self._reader, self._kept), page, verdict)

    def row(self, page: Page, span: Span | None = None) -> Row:
        """Return the row of a record: the given span of a page, or all of it."""
        row = self._reader.row(page, (span or Span(0, len(page)),), self._kept)
        if LINE_END in row.text:
            raise UnprovedError
        return replace(row, record=())

    def read(self, pieces: Iterable[TreePiece], addresses: Addresses, verdict: Verdict) -> list[Row]:
        """Return the rows of pieces that are known to be records."""
        rows = self.rows()
        for piece in pieces:
            known = self.shapes.find(piece)
            if known is not None:
                rows.add_known(*known)
                continue
            page = piece.numbered(addresses.base)
            self.see(page, lambda _: verdict)
            rows.add(self.row(page))
        return [row for row in rows.made(addresses) if row is not None]
