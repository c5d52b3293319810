"""Records read by their forms, whatever found them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from wrapture.compiled.forms import Forms, RowForm, shape_of
from wrapture.compiled.lines import LINE_END
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.markupforms import MarkupMatching
from wrapture.extraction.reading import reader_of
from wrapture.html import native
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.forms import Captured, Matching
    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.pieces import Piece
    from wrapture.extraction.table import Row
    from wrapture.html.page import Page
    from wrapture.model import Layout


class Found(NamedTuple):
    """A record: what it is on the page, and its row."""

    piece: Piece
    row: Row


def node_matching() -> Matching:
    """Return how forms of pieces that have nodes are told: by these where the part in C is there."""
    if not native.is_there():
        return MarkupMatching()
    from wrapture.compiled.treeforms import TreeMatching

    return TreeMatching()


class RowList:
    """The rows of a page in order, None for what is no row; those of known forms are made together, at the end."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._rows: list[Row | None] = []
        self._places: list[int] = []
        self._known: list[tuple[RowForm, Captured]] = []

    def add(self, row: Row | None) -> None:
        """Add a row that is there already."""
        self._rows.append(row)

    def add_known(self, form: RowForm, captured: Captured) -> None:
        """Add the row of what was captured of a known form."""
        self._places.append(len(self._rows))
        self._rows.append(None)
        self._known.append((form, captured))

    def made(self, addresses: Addresses) -> list[Row | None]:
        """Return all rows."""
        for place, row in zip(self._places, self._matching.rows(self._known, addresses), strict=True):
            self._rows[place] = row
        return self._rows


class RecordReader:
    """Reads records by one layout, and gets to know their forms."""

    def __init__(self, layout: Layout, matching: Matching | None = None) -> None:
        self._reader = reader_of(layout)
        self._kept = [number for number, column in enumerate(layout.columns) if column.keep]
        self.matching = matching or node_matching()
        self.forms: Forms[RowForm] = Forms(self.matching)

    def rows(self) -> RowList:
        """Return the empty list of a page's rows."""
        return RowList(self.matching)

    def see(self, page: Page, piece: Piece, verdict: Callable[[Page], Verdict]) -> None:
        """Take notice of a record whose form is not known; its nodes are all of a page."""
        self.forms.see(shape_of(page), lambda: self.form(page, piece, verdict(page)))

    def form(self, page: Page, piece: Piece, verdict: Verdict) -> RowForm:
        """Return the form of a piece, whose nodes are all of a page; raises `UnprovedError` where it is not proved."""
        return RowForm(self.matching, (self._reader, self._kept), page, piece, verdict)

    def row(self, page: Page, span: Span | None = None) -> Row:
        """Return the row of a record, whose nodes are all of a page where they are not named."""
        row = self._reader.row(page, (span or Span(0, len(page)),), self._kept)
        if LINE_END in row.text:
            raise UnprovedError
        return replace(row, record=())

    def read(self, pieces: Iterable[Piece], addresses: Addresses, verdict: Verdict) -> list[Row]:
        """Return the rows of pieces of a page that are known to be records."""
        rows = self.rows()
        for piece in pieces:
            known = self.forms.find(piece)
            if known is not None:
                rows.add_known(*known)
                continue
            page = piece.numbered(addresses.base)
            self.see(page, piece, lambda _: verdict)
            rows.add(self.row(page))
        return [row for row in rows.made(addresses) if row is not None]
