"""Rows found by a template, read from the parser's tree; on numbered pages `wrapture.reading.row_matching` finds them.

The native extension finds the elements at which rows may begin and matches them with the known shapes.  An element that matches
none is numbered as a page of its own and read by the reference reader.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wrapture.html._tree import is_inside
from wrapture.html.elements import FOREIGN
from wrapture.html.fine_tokens import fine_tokens
from wrapture.model import Span
from wrapture.reading.compiled.candidate_finder import CandidateFinder
from wrapture.reading.compiled.row_judging import RowJudge
from wrapture.reading.compiled.shape_records import FoundRecords, RecordReader
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, RowLocator
    from wrapture.model.table import Row
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.record_shapes import RowShape
    from wrapture.reading.compiled.row_judging import Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePiece, TreePieces

FURTHER: Final = 4
"""How many times as many nodes are looked at if many of the first have no token: blank texts and comments."""


class RowReader:
    """Reads rows that are one element each; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, locator: RowLocator, layout: Layout) -> None:
        self._judge = RowJudge(locator)
        if locator.siblings != 1 or locator.tail or self._judge.kind in FOREIGN:
            raise UnprovedError
        self._records = RecordReader(layout)
        self._finder = CandidateFinder(self._judge.first, locator.parent)

    def records(self, body: Node, addresses: Addresses) -> FoundRecords:
        """Return the rows of a page's body."""
        pieces, _, holds = self._finder.candidates(body)
        rows = self._records.rows(pieces.places, addresses, RowCandidates(self, pieces, holds, addresses))
        kept = [number for number, row in enumerate(rows) if row is not None]
        found = [row for row in rows if row is not None]
        if len(kept) < len(rows):
            pieces = pieces.chosen(kept)
        are_apart = True not in holds or not any(holds[number] for number in kept)
        return FoundRecords(pieces, found) if are_apart else self._settled(pieces, found)

    def accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return whether a record is a row, judging by its texts."""
        return self._judge.accepts(shape.window(captured, self._judge.characters))

    def may_be_row(self, piece: TreePiece, *, holds: bool) -> bool:
        """Return whether an element may be a row, judging by its tag; if it holds other candidates, also by its beginning.

        Numbering it would be expensive, because it may hold half of the page.
        """
        begins = self._judge.begins(piece.token)
        if not begins or not holds:
            return begins
        window = self._beginning(piece)
        if len(window) < self._judge.longest - 1 or self._judge.accepts(window):
            return True
        self._records.shapes.see(window, lambda: self._shape(piece))
        return False

    def _shape(self, piece: TreePiece) -> RowShape:
        page = piece.numbered()
        return self._records.shape(page, self._verdict(page))

    def _verdict(self, page: Page) -> Verdict:
        return self._judge.verdict(page, fine_tokens(page, Span(0, len(page))))

    def _beginning(self, piece: TreePiece) -> str:
        """Return the first tokens of an element; fewer than a full window if its first nodes give no more."""
        longest, window = self._judge.longest, ""
        for most in (longest, FURTHER * longest):
            page = piece.numbered(most=most)
            tokens = fine_tokens(page, Span(0, len(page)))
            sure = bisect_left(
                tokens.firsts, len(page)
            )  # the end tags after this may belong to elements that were cut off
            window = self._judge.coded(tokens.texts[1 : min(sure, longest)])
            if len(window) == longest - 1:
                break
        return window

    def number(self, piece: TreePiece, addresses: Addresses, *, is_known: bool) -> Row | None:
        """Return the same by numbering the element; an unknown shape is counted."""
        page = piece.numbered(addresses.base)
        tokens = fine_tokens(page, Span(0, len(page)))
        if not is_known:
            self._records.see(page, self._verdict)
        is_row = self._judge.accepts(self._judge.coded(tokens.texts[1:]))
        return self._records.row(page) if is_row else None

    def _settled(self, pieces: TreePieces, rows: Sequence[Row]) -> FoundRecords:
        """Return the rows without nesting: of two rows, one inside the other, the one with the larger offset is dropped."""
        kept: list[int] = []
        places: Sequence[Any] = pieces.places
        offset = cache(lambda number: self._offset(pieces[number]))
        for number, place in enumerate(places):
            while kept and is_inside((places[kept[-1]], place)) and 0 < offset(kept[-1]) > offset(number):
                kept.pop()
            if not kept or not is_inside((places[kept[-1]], place)):
                kept.append(number)
        return FoundRecords(pieces.chosen(kept), [rows[number] for number in kept])

    def _offset(self, piece: TreePiece) -> float:
        window = self._beginning(piece)
        if len(window) < self._judge.longest - 1:
            page = piece.numbered()
            window = self._judge.coded(fine_tokens(page, Span(0, len(page))).texts[1:])
        return self._judge.offset(window)


class RowCandidates(NamedTuple):
    """The candidates of one page; the ones that hold others are looked at first before they are numbered."""

    reader: RowReader
    pieces: TreePieces
    holds: Sequence[bool]
    addresses: Addresses

    def unknown(self, number: int) -> Row | None:
        """Return the row that begins at a candidate of unknown shape, None if there is none."""
        piece = self.pieces[number]
        is_row = self.reader.may_be_row(piece, holds=self.holds[number])
        return self.reader.number(piece, self.addresses, is_known=False) if is_row else None

    def accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return whether a candidate is a row, judging by its texts."""
        return self.reader.accepts(shape, captured)

    def recounted(self, number: int) -> Row | None:
        """Return the row of a candidate by numbering it."""
        return self.reader.number(self.pieces[number], self.addresses, is_known=True)
