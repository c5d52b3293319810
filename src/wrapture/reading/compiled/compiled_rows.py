"""Rows found by a template, read from the parser's tree; on numbered pages `wrapture.reading.row_matching` finds them.

The native extension finds the elements at which rows may begin and matches them with the known shapes.  An element that matches
none is numbered as a page of its own and read by the reference reader.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from wrapture.html.elements import FOREIGN
from wrapture.html.fine_tokens import fine_tokens
from wrapture.html.lexbor import excerpt
from wrapture.model import Span
from wrapture.reading.compiled.candidate_finder import CandidateFinder
from wrapture.reading.compiled.candidates import is_below
from wrapture.reading.compiled.row_judging import RowJudge, marks_in
from wrapture.reading.compiled.shape_records import FoundRecord, RecordReader
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, RowLocator
    from wrapture.model.table import Row
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.candidates import Candidates
    from wrapture.reading.compiled.record_shapes import RowShape
    from wrapture.reading.compiled.row_judging import Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePiece


class RowReader:
    """Reads rows that are one element each; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, locator: RowLocator, layout: Layout) -> None:
        self._judge = RowJudge(locator)
        if locator.siblings != 1 or locator.tail or self._judge.kind in FOREIGN:
            raise UnprovedError
        self._records = RecordReader(layout)
        self._finder = CandidateFinder(self._judge.first, locator.parent, open_ended=self._judge.open_ended)

    def records(self, body: Node, addresses: Addresses) -> list[FoundRecord]:
        """Return the rows of a page's body."""
        candidates = self._finder.candidates(body)
        rows = self._rows(candidates, addresses)
        found = [FoundRecord(piece, row) for piece, row in zip(candidates.pieces, rows, strict=True) if row is not None]
        are_apart = True not in candidates.holds or not any(
            holds and row is not None for holds, row in zip(candidates.holds, rows, strict=True)
        )
        return found if are_apart else self._settled(found)

    def _rows(self, candidates: Candidates, addresses: Addresses) -> list[Row | None]:
        """Return the row that begins at each candidate, None if there is none.

        Matching and building are separate loops because the code and data of both don't fit into the processor's caches.
        """
        rows, rooms = self._records.rows(), dict[int, int]()
        find = self._records.shapes.find
        for number, piece in enumerate(candidates.pieces):
            known = find(piece)
            if known is None:
                rows.add(self._unknown(piece, addresses, holds=candidates.holds[number]))
            elif self._accepts(*known):
                rows.add_known(*known)
                rooms[number] = known[0].verdict.room
            else:
                rows.add(None)
        made = rows.made(addresses)
        for number in _crowded(made, rooms):
            made[number] = self._number(candidates.pieces[number], addresses, is_known=True)
        return made

    def _accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return whether a record is a row, judging by its shape and its texts."""
        answer = shape.verdict.answer
        if answer == "texts":
            return self._judge.accepts(shape.window(captured, self._judge.characters))
        return answer == "always"

    def _unknown(self, piece: TreePiece, addresses: Addresses, *, holds: bool) -> Row | None:
        """Return the row that begins at a candidate of unknown shape, None if there is none."""
        is_row = self._may_be_row(piece, holds=holds)
        return self._number(piece, addresses, is_known=False) if is_row else None

    def _may_be_row(self, piece: TreePiece, *, holds: bool) -> bool:
        """Return whether an element may be a row, judging by its tag; if it holds other candidates, also by its beginning.

        Numbering it would be expensive, because it may hold half of the page.
        """
        begins = self._judge.begins(piece.token)
        if not begins or not holds:
            return begins
        window = self._beginning(piece.nodes[0])
        if len(window) < self._judge.longest - 1 or self._judge.accepts(window):
            return True
        self._records.shapes.see(window, lambda: self._shape(piece))
        return False

    def _shape(self, piece: TreePiece) -> RowShape:
        page = piece.numbered()
        return self._records.shape(page, self._verdict(page))

    def _verdict(self, page: Page) -> Verdict:
        return self._judge.verdict(page, fine_tokens(page, Span(0, len(page))))

    def _beginning(self, node: Node) -> str:
        """Return the first tokens of an element; fewer than a full window if its first nodes give no more."""
        page = excerpt([node], most=self._judge.longest)
        tokens = fine_tokens(page, Span(0, len(page)))
        sure = bisect_left(tokens.firsts, len(page))  # the end tags after this may belong to elements that were cut off
        return self._judge.coded(tokens.texts[1 : min(sure, self._judge.longest)])

    def _number(self, piece: TreePiece, addresses: Addresses, *, is_known: bool) -> Row | None:
        """Return the same by numbering the element; an unknown shape is counted."""
        page = piece.numbered(addresses.base)
        tokens = fine_tokens(page, Span(0, len(page)))
        if not is_known:
            self._records.see(page, self._verdict)
        is_row = self._judge.accepts(self._judge.coded(tokens.texts[1:]))
        return self._records.row(page) if is_row else None

    def _settled(self, found: list[FoundRecord]) -> list[FoundRecord]:
        """Return the rows without nesting: of two rows, one inside the other, the one with the larger offset is dropped."""
        kept: list[FoundRecord] = []
        offset = cache(self._offset)
        for one in found:
            (node,) = one.piece.nodes
            while kept and is_below(node, last := kept[-1].piece.nodes[0]) and 0 < offset(last) > offset(node):
                kept.pop()
            if not kept or not is_below(node, kept[-1].piece.nodes[0]):
                kept.append(one)
        return kept

    def _offset(self, node: Node) -> float:
        window = self._beginning(node)
        if len(window) < self._judge.longest - 1:
            page = excerpt([node])
            window = self._judge.coded(fine_tokens(page, Span(0, len(page))).texts[1:])
        return self._judge.offset(window)


def _crowded(rows: Sequence[Row | None], rooms: dict[int, int]) -> list[int]:
    """Return the numbers of the rows whose texts may have more cutting marks than there is room for."""
    texts = [(number, row.text) for number in rooms if (row := rows[number]) is not None]
    long = [(number, text) for number, text in texts if len(text) > rooms[number]]
    marks = marks_in([text for _, text in long]) if long else []
    return [number for (number, _), count in zip(long, marks, strict=True) if count > rooms[number]]
