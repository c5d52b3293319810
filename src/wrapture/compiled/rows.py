"""Rows by what they have in common, read off the parser's tree: what `wrapture.extraction.rows` finds on a numbered page.

The parser finds where rows may begin.  What stands there is written as markup, which tells its form; where no form is known, it
is numbered as a page of its own and read as the plain path reads it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from wrapture.compiled.judging import RowJudge, marks_in
from wrapture.compiled.locating import SelectorFinder, is_below
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.records import Found, RecordReader
from wrapture.html import native
from wrapture.html.elements import FOREIGN
from wrapture.html.finetokens import fine_tokens
from wrapture.html.lexbor import excerpt
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.forms import Captured, RowForm
    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.locating import Candidates, Finder
    from wrapture.compiled.pieces import Piece
    from wrapture.extraction.table import Row
    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, RowLocator


class RowReader:
    """Reads the rows of pages that are one element each; raises `UnprovedError` where the plain path has to."""

    def __init__(self, locator: RowLocator, layout: Layout) -> None:
        self._judge = RowJudge(locator)
        if locator.siblings != 1 or locator.tail or self._judge.kind in FOREIGN:
            raise UnprovedError
        self._records = RecordReader(layout)
        self._finder = finder_of(self._judge, locator.parent)

    def records(self, body: Node, addresses: Addresses) -> list[Found]:
        """Return the rows of a page's body."""
        candidates = self._finder.candidates(body)
        rows = self._rows(candidates, addresses)
        found = [Found(piece, row) for piece, row in zip(candidates.pieces, rows, strict=True) if row is not None]
        are_apart = True not in candidates.holds or not any(
            holds and row is not None for holds, row in zip(candidates.holds, rows, strict=True)
        )
        return found if are_apart else self._settled(found)

    def _rows(self, candidates: Candidates, addresses: Addresses) -> list[Row | None]:
        """Return the row that begins at each candidate, None where there is none.

        One kind of work is done after the other: a processor's caches don't hold all that the whole takes.
        """
        rows, rooms = self._records.rows(), dict[int, int]()
        find = self._records.forms.find
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

    def _accepts(self, form: RowForm, captured: Captured) -> bool:
        """Return whether a record is a row, as far as its form and its texts tell."""
        answer = form.verdict.answer
        if answer == "texts":
            return self._judge.accepts(form.window(captured, self._judge.characters))
        return answer == "always"

    def _unknown(self, piece: Piece, addresses: Addresses, *, holds: bool) -> Row | None:
        """Return the row that begins at a candidate whose form is not known, None where there is none."""
        is_row = self._may_be_row(piece, holds=holds)
        return self._number(piece, addresses, is_known=False) if is_row else None

    def _may_be_row(self, piece: Piece, *, holds: bool) -> bool:
        """Return whether an element is a row, as far as its tag tells; if it holds others, as far as its beginning does.

        There may be half of the page in it.
        """
        begins = self._judge.begins(piece.token)
        if not begins or not holds:
            return begins
        window = self._beginning(piece.nodes[0])
        if len(window) < self._judge.longest - 1 or self._judge.accepts(window):
            return True
        self._records.forms.see(window, lambda: self._form(piece))
        return False

    def _form(self, piece: Piece) -> RowForm:
        page = piece.numbered()
        return self._records.form(page, piece, self._verdict(page))

    def _verdict(self, page: Page) -> Verdict:
        return self._judge.verdict(page, fine_tokens(page, Span(0, len(page))))

    def _beginning(self, node: Node) -> str:
        """Return the first tokens of an element, fewer than are looked at where more of it would have to be numbered."""
        page = excerpt([node], most=self._judge.longest)
        tokens = fine_tokens(page, Span(0, len(page)))
        sure = bisect_left(tokens.firsts, len(page))  # the end tags that follow may be those of elements that are cut
        return self._judge.coded(tokens.texts[1 : min(sure, self._judge.longest)])

    def _number(self, piece: Piece, addresses: Addresses, *, is_known: bool) -> Row | None:
        """Return the same by numbering the element; where its form is not known, this takes notice of it."""
        page = piece.numbered(addresses.base)
        tokens = fine_tokens(page, Span(0, len(page)))
        if not is_known:
            self._records.see(page, piece, self._verdict)
        is_row = self._judge.accepts(self._judge.coded(tokens.texts[1:]))
        return self._records.row(page) if is_row else None

    def _settled(self, found: list[Found]) -> list[Found]:
        """Return the rows without those that interfere: of two, one inside of the other, that of the larger offset goes."""
        kept: list[Found] = []
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
    """Return which rows may have more marks that cut in their text than there is room for."""
    texts = [(number, row.text) for number in rooms if (row := rows[number]) is not None]
    long = [(number, text) for number, text in texts if len(text) > rooms[number]]
    marks = marks_in([text for _, text in long]) if long else []
    return [number for (number, _), count in zip(long, marks, strict=True) if count > rooms[number]]


def finder_of(judge: RowJudge, parent: str) -> Finder:
    """Return what finds the first elements of rows: the part in C where it is there."""
    if not native.is_there():
        return SelectorFinder(judge.first, parent, open_ended=judge.open_ended)
    from wrapture.compiled.treelocating import TreeFinder

    return TreeFinder(judge.first, parent, open_ended=judge.open_ended)
