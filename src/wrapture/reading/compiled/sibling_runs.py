"""Rows that are runs of siblings, read from the parser's tree; on numbered pages `wrapture.reading.row_matching` finds them.

The shape and the texts of a sibling determine its tokens, and the tokens of a run are those of its siblings in order.  So runs
are found by matching strings, and read like any other record.
"""

from __future__ import annotations

from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html._tree import children, is_inside
from wrapture.html.elements import FOREIGN
from wrapture.html.fine_tokens import fine_tokens
from wrapture.model import Span
from wrapture.reading.compiled.candidate_finder import CandidateFinder
from wrapture.reading.compiled.record_shapes import KnownShapes, TokenShape, shape_number
from wrapture.reading.compiled.row_judging import RowJudge, Verdict
from wrapture.reading.compiled.shape_records import FoundRecords, RecordReader
from wrapture.reading.compiled.tree_pieces import REMEMBERED, TreePieces
from wrapture.reading.compiled.unproved import HOLLOW, UnprovedError

if TYPE_CHECKING:
    from wrapture.html._tree import Subject
    from wrapture.html.lexbor import Node
    from wrapture.model import Layout, RowLocator
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.candidate_finder import Candidates
    from wrapture.reading.compiled.tree_pieces import TreePiece

RUN: Final = Verdict("always", frozenset())
HOLLOWS: Final = ", ".join(sorted(HOLLOW))


class Sibling(NamedTuple):
    """A child that has tokens: its address, its tokens as characters, and whether a row may begin there."""

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
        self._shapes: KnownShapes[TokenShape] = KnownShapes()
        self._firsts: dict[str, tuple[str, bool]] = {}  # start tags as characters, and whether a row may begin there
        self._finder = CandidateFinder(self._judge.first, locator.parent)

    def records(self, body: Node, addresses: Addresses) -> FoundRecords:
        """Return the rows of a page's body."""
        if body.css_first(HOLLOWS) is not None:  # in the token string their content counts as siblings, too
            raise UnprovedError
        places = [place for parent in _parents(self._finder.candidates(body)) for place in self._places(body, parent)]
        pieces = TreePieces(body, places)
        return FoundRecords(pieces, self._records.read(pieces, addresses, RUN))

    def _places(self, body: Node, parent: int) -> list[Subject]:
        """Return the rows among the children of an element, each by the addresses of its first and its last node."""
        siblings = self._siblings_below(body, parent)
        runs = _Finder(self._locator, self._judge, siblings).runs()
        ends = [(siblings[run.first].place, siblings[run.stop - 1].place) for run in runs]
        return [first if first == last else (first, last) for first, last in ends]

    def _siblings_below(self, body: Node, parent: int) -> list[Sibling]:
        """Return the children of an element that have tokens."""
        found = children(parent)
        places = [place for place, text in found if text is None]
        pieces = TreePieces(body, places)
        windows = iter(self._shapes.windows(places, self._judge, lambda number: self._unknown(pieces[number])))
        return [
            Sibling(place, self._judge.characters(text), begins=False)
            if text is not None
            else self._sibling(place, *next(windows))
            for place, text in found
        ]

    def _sibling(self, place: int, shape: TokenShape | str, window: str) -> Sibling:
        """Return an element as a sibling, by its shape or its first token."""
        first = shape if isinstance(shape, str) else shape.first
        if first not in self._firsts:
            if len(self._firsts) >= REMEMBERED:
                self._firsts.clear()
            self._firsts[first] = self._judge.coded([first]), self._judge.begins(first)
        code, begins = self._firsts[first]
        return Sibling(place, code + window, begins)

    def _unknown(self, piece: TreePiece) -> tuple[str, str]:
        """Return the first token of an element of unknown shape, and the other tokens as characters."""
        page = piece.numbered()
        if page.tags[0] in FOREIGN:  # its content belongs to the row before it
            raise UnprovedError
        tokens = fine_tokens(page, Span(0, len(page)))
        first, window = tokens.texts[0], self._judge.window(tokens)
        self._shapes.see(shape_number(page), lambda: TokenShape(page, first, window))
        return first, self._judge.coded(tokens.texts[1:])


def _parents(candidates: Candidates) -> list[int]:
    """Return the parents of candidates; raise `UnprovedError` if one is nested in another."""
    if any(candidates.holds):
        raise UnprovedError
    parents = [parent for parent, _ in groupby(candidates.parents)]
    if any(is_inside(pair) or is_inside(pair[::-1]) for pair in pairwise(parents)):
        raise UnprovedError
    return parents


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
