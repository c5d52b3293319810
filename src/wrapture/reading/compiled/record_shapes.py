"""Shapes of records: pieces of pages with the same tags, nested the same way, and with texts in the same places.

Building the matcher of a shape costs more than reading one piece, so it is built when a shape has been seen twice.  The number
of shapes is bounded: those not met for long are dropped.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from wrapture.html._tree import Book
from wrapture.model import Span
from wrapture.reading.compiled.row_judging import MARKS
from wrapture.reading.compiled.row_values import RowPlan, addresses_of
from wrapture.reading.compiled.shape_matcher import Demands, ShapeMatcher
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from wrapture.html._tree import Subject
    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding
    from wrapture.reading.compiled.row_judging import Coder, Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.reader import LayoutReader

RowLayout: TypeAlias = "tuple[LayoutReader, Sequence[int]]"
"""The reader of a layout, and the columns that are kept."""

SIGHTS: Final = 2  # of a shape before its matcher is built: a shape that occurs once is not worth it
MOST: Final = 256  # known shapes
ANSWERS: Final = {"always": 0, "never": 1, "texts": 2}
"""Whether records of a shape are rows, as the native extension takes it."""
ANY_ROOM: Final = -1
REMEMBERED: Final = 4096  # shapes whose sights are counted before the counts are cleared


class RecordShape:
    """A shape of pieces: how they are recognized, and which tokens they have."""

    __slots__ = ("_window", "matcher", "size")

    def __init__(self, matcher: ShapeMatcher, window: Sequence[str | int]) -> None:
        self.matcher = matcher
        self.size = matcher.size
        self._window = tuple([part if isinstance(part, str) else matcher.texts[part] for part in window])

    def window(self, captured: Captured, characters: Callable[[str], str]) -> str:
        """Return the tokens of a piece as characters; ``characters`` encodes the raw text of a node."""
        return "".join([part if isinstance(part, str) else characters(captured[part]) for part in self._window])

    def enter(self, book: Book) -> None:
        """Enter the shape into a book of known shapes."""
        book.add(self, self.matcher.shape, self.size, None, ANSWERS["texts"], ANY_ROOM, self._window)


class TokenShape(RecordShape):
    """A shape that only gives tokens; ``first`` is the first of them."""

    __slots__ = ("first",)

    def __init__(self, page: Page, first: str, window: Sequence[str | int]) -> None:
        super().__init__(ShapeMatcher(page, Demands(range(len(page)), {}), _asked(window), None), window)
        self.first = first


class RowShape(RecordShape):
    """A shape of records: whether they are rows, and how they are read."""

    __slots__ = ("plan", "verdict")

    def __init__(self, layout: RowLayout, page: Page, verdict: Verdict) -> None:
        reader, kept = layout
        plan = reader.plan(page, (Span(0, len(page)),))
        is_row = verdict.answer != "never"
        strict = verdict.strict | _classed(page, reader.classes) if reader.classes and is_row else verdict.strict
        demands = Demands(strict, addresses_of(reader, kept, plan) if is_row else {})
        self.plan = RowPlan(reader, kept, plan, page) if is_row else None
        asked = [*(self.plan.asked if self.plan is not None else ()), *_asked(verdict.window)]
        super().__init__(ShapeMatcher(page, demands, asked, self.plan), verdict.window)
        self.verdict = verdict

    def enter(self, book: Book) -> None:
        """Enter the shape into a book of known shapes."""
        answer, room = ANSWERS[self.verdict.answer], self.verdict.room if self.verdict.room < sys.maxsize else ANY_ROOM
        book.add(self, self.matcher.shape, self.size, self.matcher.maker, answer, room, self._window)


def _asked(window: Sequence[str | int]) -> list[int]:
    return [part for part in window if not isinstance(part, str)]


S = TypeVar("S", bound=RecordShape)


class KnownShapes(Generic[S]):
    """The known shapes of one reader."""

    def __init__(self) -> None:
        self.book = Book(MARKS)
        self._sights: Counter[Hashable] = Counter()
        self._made: Counter[Hashable] = Counter()

    @property
    def shapes(self) -> list[S]:
        """The shapes, oldest first."""
        return [shape for shape, _ in self.book.shapes()]

    def windows(
        self, places: Sequence[Subject], coder: Coder, unknown: Callable[[int], tuple[str, str]]
    ) -> list[tuple[S | str, str]]:
        """Return the shape of each piece, with its tokens as characters.

        For an unknown shape, ``unknown`` returns the first token of the piece and its tokens as characters.
        """
        found: list[tuple[S | str, str]] = []
        while True:
            self.book.windows(places, found, coder.known, coder.characters)
            if len(found) == len(places):
                return found
            found.append(unknown(len(found)))

    def see(self, number: Hashable, make: Callable[[], S]) -> None:
        """Count an unknown piece by its `shape_number`; after enough sights make its shape, unless that is unproved.

        Pieces of one number may have many shapes.  Each further shape takes twice as many sights as the one before, so that a
        site where every piece has its own shape does not cost a matcher for each.
        """
        if len(self._sights) >= REMEMBERED:
            self._sights.clear()
            self._made.clear()
        self._sights[number] += 1
        if self._sights[number] >= SIGHTS << self._made[number]:
            self._sights[number] = 0
            self._made[number] += 1
            with suppress(UnprovedError):
                self._add(make())

    def _add(self, shape: S) -> None:
        known = self.book.shapes()
        if len(known) >= MOST:
            met = [one for one, is_met in known if is_met]
            self._enter([*(met if len(met) < MOST else ()), shape])
        else:
            shape.enter(self.book)

    def _enter(self, shapes: Sequence[S]) -> None:
        """Know these shapes alone: those that were not met are dropped; all, if all were met."""
        self.book = Book(MARKS)
        for shape in shapes:
            shape.enter(self.book)


def shape_number(page: Page) -> int:
    """Return a hash of the shape of a page: names, nesting, and which texts are blank."""
    return hash((tuple(page.tags), tuple(page.stops), bytes(map(str.isspace, page.texts))))


def _classed(page: Page, encoding: Encoding) -> frozenset[int]:
    """Return the elements whose classes determine the places of cells."""
    return frozenset(node for node, tag in enumerate(page.tags) if tag not in encoding.classless)
