"""Records read by their shapes, whatever locator found them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from wrapture.html.page import LINE_END as PAGE_LINE_END
from wrapture.model import Span
from wrapture.model.table import Row
from wrapture.reading.compiled.record_shapes import KnownShapes, RowShape, shape_number
from wrapture.reading.compiled.row_judging import marks_in
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.reader import cuts_at_gaps, reader_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html._tree import Subject
    from wrapture.html.page import Page
    from wrapture.model import Layout
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.row_judging import Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePieces

LINE_END: Final = PAGE_LINE_END.strip()
"""A character that is read as a line end on every page with preformatted text, wherever it occurs."""
CROWDED: Final = Row("", ())
"""Stands for a row that must be counted again."""


class FoundRecords(NamedTuple):
    """The records of a page: their pieces, made when they are asked for, and their rows."""

    pieces: TreePieces
    rows: Sequence[Row]


class RowSource(Protocol):
    """What decides about candidates that the native extension leaves to Python."""

    def unknown(self, number: int) -> Row | None:
        """Return the row of a candidate of unknown shape, None if it is no row."""

    def accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return whether a candidate is a row, if its texts decide."""

    def recounted(self, number: int) -> Row | None:
        """Return the row of a candidate whose texts may have more cutting marks than there is room for."""


class RecordReader:
    """Reads records by one layout, and learns their shapes; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, layout: Layout) -> None:
        if cuts_at_gaps(layout):  # a piece is not known to be preformatted outside its element
            raise UnprovedError
        self._reader = reader_of(layout)
        self._kept = [number for number, column in enumerate(layout.columns) if column.keep]
        self.shapes: KnownShapes[RowShape] = KnownShapes()

    def rows(self, places: Sequence[Subject], addresses: Addresses, source: RowSource) -> list[Row | None]:
        """Return the row of each candidate, None for those that are no rows."""
        rows: list[Any] = []
        left: list[int] = []
        join = addresses.absolute if addresses.base is not None else None
        while True:
            self.shapes.book.rows(places, rows, left, addresses.starts, join)
            if len(rows) == len(places):
                break
            rows.append(source.unknown(len(rows)))
        for number in left:
            found = rows[number]
            row = CROWDED if isinstance(found, Row) else self._finished(found, addresses, source)
            rows[number] = source.recounted(number) if row is CROWDED else row
        return rows

    def _finished(self, found: tuple[RowShape, Captured], addresses: Addresses, source: RowSource) -> Row | None:
        """Return a row that is more than its values, `CROWDED` if its texts may have too many marks."""
        shape, captured = found
        if shape.verdict.answer == "texts" and not source.accepts(shape, captured):
            return None
        row, room = shape.matcher.row(captured, addresses), shape.verdict.room
        return CROWDED if len(row.text) > room and marks_in([row.text])[0] > room else row

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

    def read(self, pieces: TreePieces, addresses: Addresses, verdict: Verdict) -> list[Row]:
        """Return the rows of pieces that are known to be records."""
        source = KnownRecords(self, pieces, addresses, verdict)
        return [row for row in self.rows(pieces.places, addresses, source) if row is not None]


class KnownRecords(NamedTuple):
    """Pieces that are known to be records."""

    reader: RecordReader
    pieces: TreePieces
    addresses: Addresses
    verdict: Verdict

    def unknown(self, number: int) -> Row:
        """Return the row of a record of unknown shape."""
        page = self.pieces[number].numbered(self.addresses.base)
        self.reader.see(page, lambda _: self.verdict)
        return self.reader.row(page)

    def accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return that it is a row."""
        del shape, captured
        return True

    def recounted(self, number: int) -> Row:
        """Return its row."""
        return self.unknown(number)
