"""Rows that are runs of siblings, read from the parser's tree; on numbered pages `wrapture.reading.row_matching` finds them.

The shape and the texts of a sibling determine its tokens, and the tokens of a run are those of its siblings in order.  So runs
are found by matching strings, and read like any other record.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import FOREIGN
from wrapture.html.fine_tokens import fine_tokens
from wrapture.html.lexbor import UNNUMBERED
from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.reading.compiled.candidates import candidates_of, is_below, row_selector
from wrapture.reading.compiled.record_shapes import KnownShapes, TokenShape, shape_number
from wrapture.reading.compiled.row_judging import RowJudge, Verdict
from wrapture.reading.compiled.shape_records import FoundRecord, RecordReader
from wrapture.reading.compiled.tree_pieces import TreePiece
from wrapture.reading.compiled.unproved import HOLLOW, UnprovedError

if TYPE_CHECKING:
    from wrapture.html.lexbor import Node
    from wrapture.model import Layout, RowLocator
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.candidates import Candidates

RUN: Final = Verdict("always", frozenset())
HOLLOWS: Final = ", ".join(sorted(HOLLOW))


class Sibling(NamedTuple):
    """A child that has tokens: its index among all children, its tokens as characters, and whether a row may begin there."""

    place: int
    tokens: str
    begins: bool


class SiblingRun(NamedTuple):
    """A row: the siblings ``first .. stop``."""

    first: int
    stop: int


class RunReader:
    """Reads rows that are runs of siblings; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, locator: RowLocator, layout: Layout) -> None:
        self._judge = RowJudge(locator)
        if self._judge.kind in FOREIGN:
            raise UnprovedError
        self._locator = locator
        self._records = RecordReader(layout)
        self._siblings: KnownShapes[TokenShape] = KnownShapes()
        self._selector = row_selector(self._judge.first, locator.parent, open_ended=self._judge.open_ended)

    def records(self, body: Node, addresses: Addresses) -> list[FoundRecord]:
        """Return the rows of a page's body."""
        if body.css_first(HOLLOWS) is not None:  # in the token string their content counts as siblings, too
            raise UnprovedError
        found = []
        for parent in _parents(candidates_of(body, self._selector, self._locator.parent)):
            pieces = self._pieces(parent)
            rows = self._records.read(pieces, addresses, RUN)
            found += list(map(FoundRecord, pieces, rows))
        return found

    def _pieces(self, parent: Node) -> list[TreePiece]:
        """Return the rows among the children of an element."""
        children = _children(parent)
        siblings = [one for place, child in enumerate(children) if (one := self._sibling(place, child)) is not None]
        found = []
        for run in _Finder(self._locator, self._judge, siblings).runs():
            first, stop = siblings[run.first].place, siblings[run.stop - 1].place + 1
            found.append(TreePiece(children[first:stop]))
        return found

    def _sibling(self, place: int, child: Node) -> Sibling | None:
        """Return a child as a sibling, None if it has no tokens."""
        tag = child.tag or "-other"
        if tag == TEXT:
            text = child.text_content or ""
            return Sibling(place, self._judge.characters(text), False) if text and not text.isspace() else None
        if tag in UNNUMBERED:
            return None
        if tag in FOREIGN:  # its content belongs to the row before it
            raise UnprovedError
        first, window = self._tokens(TreePiece((child,)))
        return Sibling(place, self._judge.coded([first]) + window, self._judge.begins(first))

    def _tokens(self, piece: TreePiece) -> tuple[str, str]:
        """Return the first token of an element, and the other tokens as characters."""
        known = self._siblings.find(piece)
        if known is not None:
            shape, captured = known
            return shape.first, shape.window(captured, self._judge.characters)
        page = piece.numbered()
        tokens = fine_tokens(page, Span(0, len(page)))
        first, window = tokens.texts[0], self._judge.window(tokens)
        self._siblings.see(shape_number(page), lambda: TokenShape(page, first, window))
        return first, self._judge.coded(tokens.texts[1:])


def _parents(candidates: Candidates) -> list[Node]:
    """Return the parents of candidates; raise `UnprovedError` if one is nested in another."""
    if any(candidates.holds):
        raise UnprovedError
    nodes = [parent for piece in candidates.pieces if (parent := piece.nodes[0].parent) is not None]
    parents = [node for number, node in enumerate(nodes) if not number or nodes[number - 1].mem_id != node.mem_id]
    if any(is_below(one, other) or is_below(other, one) for one, other in pairwise(parents)):
        raise UnprovedError
    return parents


def _children(parent: Node) -> list[Node]:
    found, child = [], parent.first_child
    while child is not None:
        found.append(child)
        child = child.next
    return found


class _Finder:
    """Finds the runs among the children of one element, as `RowFinder` does in the tokens of a page."""

    def __init__(self, locator: RowLocator, judge: RowJudge, siblings: list[Sibling]) -> None:
        self._locator = locator
        self._judge = judge
        self._siblings = siblings
        self._tokens = "".join([one.tokens for one in siblings])
        self._starts = list(accumulate([len(one.tokens) for one in siblings], initial=0))

    def runs(self) -> list[SiblingRun]:
        """Return the rows, in order and without overlaps."""
        firsts = [number for number, one in enumerate(self._siblings) if one.begins]
        found = [run for first in firsts if (run := self._run(first)) is not None]
        return self._with_tails(self._settled(found))

    def _run(self, first: int) -> SiblingRun | None:
        """Return the row that begins at a sibling, or None if too few of the template's tokens follow."""
        low, high = first + 1, min(first + self._locator.siblings, len(self._siblings))
        held = self._judge.held(self._window(first, high))
        if held < self._judge.least or self._starts[high] - self._starts[first] <= self._judge.least:
            return None
        while low < high:  # find the first sibling's end up to which the row holds as many
            middle = (low + high) // 2
            if self._judge.held(self._window(first, middle), held) == held:
                high = middle
            else:
                low = middle + 1
        return SiblingRun(first, low)

    def _settled(self, runs: list[SiblingRun]) -> list[SiblingRun]:
        """Return the rows without overlaps: of two that overlap, the one with the larger offset is dropped."""
        kept: list[SiblingRun] = []
        for run in runs:
            while kept and kept[-1].stop > run.first and 0 < self._offset(kept[-1]) > self._offset(run):
                kept.pop()
            if not kept or kept[-1].stop <= run.first:
                kept.append(run)
        return kept

    def _with_tails(self, runs: list[SiblingRun]) -> list[SiblingRun]:
        """Return the rows extended by the siblings that belong to each, at most up to the next row."""
        limits = [*(run.first for run in runs[1:]), len(self._siblings)]
        return [
            run._replace(stop=min(run.stop + self._locator.tail, limit))
            for run, limit in zip(runs, limits, strict=False)
        ]

    def _offset(self, run: SiblingRun) -> float:
        return self._judge.offset(self._window(*run))

    def _window(self, first: int, stop: int) -> str:
        """Return the tokens of the siblings ``first .. stop``, without the very first token."""
        return self._tokens[self._starts[first] + 1 : self._starts[stop]]
