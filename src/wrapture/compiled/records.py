"""Records read by their forms, whatever found them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from wrapture.compiled.forms import LONGEST, Forms, RowForm, shape_of
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.numbering import numbered
from wrapture.compiled.values import LINE_END, rows_of
from wrapture.extraction.reading import reader_of
from wrapture.html.lexbor import excerpt
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.values import Captured, RowMaker
    from wrapture.extraction.table import Row
    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout


class Piece(NamedTuple):
    """Nodes that are neighbours, and their markup; no nodes where nothing but their markup is at hand."""

    nodes: Sequence[Node]
    markup: str

    def numbered(self, base: str | None = None) -> Page:
        """Return it as a page of its own, on which relative addresses start from `base`."""
        return excerpt(self.nodes, base) if self.nodes else numbered(self.markup, base)


class Found(NamedTuple):
    """A record: what it is on the page, and its row."""

    piece: Piece
    row: Row


class RowList:
    """The rows of a page in order, None for what is no row; those of known forms are made together, at the end."""

    def __init__(self) -> None:
        self._rows: list[Row | None] = []
        self._places: list[int] = []
        self._known: list[tuple[RowMaker, Captured]] = []

    def add(self, row: Row | None) -> None:
        """Add a row that is there already."""
        self._rows.append(row)

    def add_known(self, form: RowForm, captured: Captured) -> None:
        """Add the row of a known form's groups."""
        self._places.append(len(self._rows))
        self._rows.append(None)
        self._known.append((form.make, captured))

    def made(self, addresses: Addresses) -> list[Row | None]:
        """Return all rows."""
        for place, row in zip(self._places, rows_of(self._known, addresses), strict=True):
            self._rows[place] = row
        return self._rows


class RecordReader:
    """Reads records by one layout, and gets to know their forms."""

    def __init__(self, layout: Layout) -> None:
        self._reader = reader_of(layout)
        self._kept = [number for number, column in enumerate(layout.columns) if column.keep]
        self.forms: Forms[RowForm] = Forms()

    def see(self, page: Page, markup: str, verdict: Callable[[Page], Verdict]) -> None:
        """Take notice of a record whose form is not known; its nodes are all of a page."""
        self.forms.see(shape_of(page), lambda: RowForm(self._reader, self._kept, page, markup, verdict(page)))

    def form(self, node: Node, markup: str, verdict: Callable[[Page], Verdict]) -> RowForm:
        """Return the form of an element; raises `UnprovedError` where it is not proved."""
        if len(markup) > LONGEST:
            raise UnprovedError
        page = excerpt([node])
        return RowForm(self._reader, self._kept, page, markup, verdict(page))

    def row(self, page: Page, span: Span | None = None) -> Row:
        """Return the row of a record, whose nodes are all of a page where they are not named."""
        row = self._reader.row(page, (span or Span(0, len(page)),), self._kept)
        if LINE_END in row.text:
            raise UnprovedError
        return replace(row, record=())

    def read(self, pieces: Iterable[Piece], addresses: Addresses, verdict: Verdict) -> list[Row]:
        """Return the rows of pieces of a page that are known to be records."""
        rows = RowList()
        for piece in pieces:
            known = self.forms.find(piece.markup)
            if known is not None:
                rows.add_known(known[0], known[1].groups())
                continue
            page = piece.numbered(addresses.base)
            self.see(page, piece.markup, lambda _: verdict)
            rows.add(self.row(page))
        return [row for row in rows.made(addresses) if row is not None]
