"""Rows by what they have in common, read off the parser's tree: what `wrapture.extraction.rows` finds on a numbered page.

The parser finds where rows may begin.  What stands there is written as markup, which tells its form; where no form is known, it
is numbered as a page of its own and read as the plain path reads it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING, Final

from wrapture.compiled.judging import RowJudge, marks_in
from wrapture.compiled.locating import (
    candidates_of,
    is_below,
    is_followed_by_drawing,
    misplaced,
    selector_of,
    tag_of,
)
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.records import Found, Piece, RecordReader, RowList
from wrapture.html.elements import FOREIGN
from wrapture.html.finetokens import fine_tokens
from wrapture.html.lexbor import excerpt
from wrapture.model import Span

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.forms import RowForm
    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.locating import Candidate
    from wrapture.extraction.table import Row
    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, RowLocator

DRAWINGS: Final = ", ".join(sorted(FOREIGN))


class RowReader:
    """Reads the rows of pages that are one element each; raises `UnprovedError` where the plain path has to."""

    def __init__(self, locator: RowLocator, layout: Layout) -> None:
        self._judge = RowJudge(locator)
        if locator.siblings != 1 or locator.tail or self._judge.kind in FOREIGN:
            raise UnprovedError
        self._parent = locator.parent
        self._records = RecordReader(layout)
        self._selector = row_selector(locator, self._judge)
        self._odd = f"{DRAWINGS}, {misplaced(first_selector(self._judge))}"

    def records(self, body: Node, addresses: Addresses) -> list[Found]:
        """Return the rows of a page's body."""
        candidates = candidates_of(body, self._selector, self._parent)
        odd = {node.tag for node in body.css(self._odd)}
        if not odd <= FOREIGN or (odd and any(is_followed_by_drawing(node) for node, _ in candidates)):
            raise UnprovedError
        pieces = [Piece((node,), node.html or "") for node, _ in candidates]
        rows = self._rows(candidates, pieces, addresses)
        found = [Found(piece, row) for piece, row in zip(pieces, rows, strict=True) if row is not None]
        are_apart = not any(holds and row is not None for (_, holds), row in zip(candidates, rows, strict=True))
        return found if are_apart else self._settled(found)

    def _rows(self, candidates: Sequence[Candidate], pieces: Sequence[Piece], addresses: Addresses) -> list[Row | None]:
        """Return the row that begins at each candidate, None where there is none.

        One kind of work is done after the other: a processor's caches don't hold all that the whole takes.
        """
        rows, rooms = RowList(), dict[int, int]()
        find = self._records.forms.find
        for number, markup in enumerate([piece.markup for piece in pieces]):
            known = find(markup)
            if known is None:
                rows.add(self._unknown(candidates[number], markup, addresses))
            elif self._accepts(*known):
                rows.add_known(known[0], known[1].groups())
                rooms[number] = known[0].verdict.room
            else:
                rows.add(None)
        made = rows.made(addresses)
        for number in _crowded(made, rooms):
            made[number] = self._number(candidates[number].node, addresses)
        return made

    def _accepts(self, form: RowForm, match: re.Match[str]) -> bool:
        """Return whether a record is a row, as far as its form and its texts tell."""
        answer = form.verdict.answer
        if answer == "texts":
            return self._judge.accepts(form.window(match.groups(), self._judge.characters))
        return answer == "always"

    def _unknown(self, candidate: Candidate, markup: str, addresses: Addresses) -> Row | None:
        """Return the row that begins at a candidate whose form is not known, None where there is none."""
        is_row = self._may_be_row(candidate.node, markup, holds=candidate.holds)
        return self._number(candidate.node, addresses, markup) if is_row else None

    def _may_be_row(self, node: Node, markup: str, *, holds: bool) -> bool:
        """Return whether an element is a row, as far as its tag tells; if it holds others, as far as its beginning does.

        There may be half of the page in it.
        """
        begins = self._judge.begins(tag_of(node))
        if not begins or not holds:
            return begins
        window = self._beginning(node)
        if len(window) < self._judge.longest - 1 or self._judge.accepts(window):
            return True
        self._records.forms.see(window, lambda: self._records.form(node, markup, self._verdict))
        return False

    def _verdict(self, page: Page) -> Verdict:
        return self._judge.verdict(page, fine_tokens(page, Span(0, len(page))))

    def _beginning(self, node: Node) -> str:
        """Return the first tokens of an element, fewer than are looked at where more of it would have to be numbered."""
        page = excerpt([node], most=self._judge.longest)
        tokens = fine_tokens(page, Span(0, len(page)))
        sure = bisect_left(tokens.firsts, len(page))  # the end tags that follow may be those of elements that are cut
        return self._judge.coded(tokens.texts[1 : min(sure, self._judge.longest)])

    def _number(self, node: Node, addresses: Addresses, unknown: str = "") -> Row | None:
        """Return the same by numbering the element; ``unknown`` is its markup where its form is not known."""
        page = excerpt([node], addresses.base)
        tokens = fine_tokens(page, Span(0, len(page)))
        if unknown:
            self._records.see(page, unknown, self._verdict)
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
    texts = [row.text if (row := rows[number]) is not None else "" for number in rooms]
    marks = zip(rooms.items(), marks_in(texts), strict=False)
    return [number for (number, room), count in marks if count > room]


def row_selector(locator: RowLocator, judge: RowJudge) -> str:
    """Return a selector that the first elements of all rows fit."""
    first = first_selector(judge)
    return f"{selector_of(locator.parent)} > {first}" if locator.parent else first


def first_selector(judge: RowJudge) -> str:
    """Return the same, wherever these elements stand."""
    return selector_of(judge.first, open_ended=judge.open_ended)
