"""Shapes of records: pieces of pages with the same tags, nested the same way, and with texts in the same places.

Building the matcher of a shape costs more than reading one piece, so it is built when a shape has been seen twice.  The number
of shapes is bounded: those not met for long are dropped.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from wrapture.html._tree import size
from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.reading.compiled.row_values import RowPlan, addresses_of
from wrapture.reading.compiled.shape_matcher import Demands, ShapeMatcher
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from wrapture.html.page import Page
    from wrapture.reading.compiled.row_judging import Verdict
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePiece
    from wrapture.reading.reader import LayoutReader

RowLayout: TypeAlias = "tuple[LayoutReader, Sequence[int]]"
"""The reader of a layout, and the columns that are kept."""

SIGHTS: Final = 2  # of a shape before its matcher is built: a shape that occurs once is not worth it
MOST: Final = 256  # known shapes
REMEMBERED: Final = 4096  # shapes whose sights are counted before the counts are cleared


class RecordShape:
    """A shape of pieces: how they are recognized, and which tokens they have."""

    __slots__ = ("_window", "is_met", "match", "matcher", "size")

    def __init__(self, matcher: ShapeMatcher, window: Sequence[str | int]) -> None:
        self.matcher = matcher
        self.match = matcher.match
        self.size = matcher.size
        self.is_met = False  # since shapes were last dropped
        self._window = [part if isinstance(part, str) else matcher.texts[part] for part in window]

    def window(self, captured: Captured, characters: Callable[[str], str]) -> str:
        """Return the tokens of a piece as characters; ``characters`` encodes the raw text of a node."""
        return "".join([part if isinstance(part, str) else characters(captured[part]) for part in self._window])


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
        strict = verdict.strict | _blocks(page) if reader.with_classes and is_row else verdict.strict
        demands = Demands(strict, addresses_of(reader, kept, plan) if is_row else {})
        self.plan = RowPlan(reader, kept, plan, page) if is_row else None
        asked = [*(self.plan.asked if self.plan is not None else ()), *_asked(verdict.window)]
        super().__init__(ShapeMatcher(page, demands, asked, self.plan), verdict.window)
        self.verdict = verdict


def _asked(window: Sequence[str | int]) -> list[int]:
    return [part for part in window if not isinstance(part, str)]


S = TypeVar("S", bound=RecordShape)


class KnownShapes(Generic[S]):
    """The known shapes of one reader."""

    def __init__(self) -> None:
        self._last: S | None = None
        self._known: dict[int, list[S]] = {}  # by size
        self._after: dict[S, S] = {}  # the shape last found after each
        self._sights: Counter[Hashable] = Counter()
        self._made: Counter[Hashable] = Counter()

    def find(self, piece: TreePiece) -> tuple[S, Captured] | None:
        """Return the shape of a piece, with the captured values; None if it is not known."""
        place = piece.place
        if self._last is not None:
            guess = self._after.get(self._last, self._last)
            captured = guess.match(place)
            if captured is not None:
                self._last, guess.is_met = guess, True
                return guess, captured
        for shape in self._known.get(size(place), ()) if self._known else ():
            captured = shape.match(place)
            if captured is not None:
                self._follow(shape)
                return shape, captured
        return None

    def _follow(self, shape: S) -> None:
        """Remember which shape came after which: most rows have the shape of the row before, or two shapes alternate."""
        if self._last is not None:
            self._after[self._last] = shape
        self._last, shape.is_met = shape, True

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
        if sum(map(len, self._known.values())) >= MOST:
            self._forget()
        self._known.setdefault(shape.size, []).insert(0, shape)

    def _forget(self) -> None:
        """Drop the shapes that were not met since the last call; drop all if all were met."""
        met = {number: [one for one in shapes if one.is_met] for number, shapes in self._known.items()}
        is_full = sum(map(len, met.values())) >= MOST
        self._known = {} if is_full else {number: shapes for number, shapes in met.items() if shapes}
        self._last = None
        self._after.clear()
        for shape in [shape for shapes in self._known.values() for shape in shapes]:
            shape.is_met = False


def shape_number(page: Page) -> int:
    """Return a hash of the shape of a page: names, nesting, and which texts are blank."""
    return hash((tuple(page.tags), tuple(page.stops), bytes(map(str.isspace, page.texts))))


def _blocks(page: Page) -> frozenset[int]:
    """Return the elements whose classes determine the places of cells."""
    return frozenset(node for node, tag in enumerate(page.tags) if tag not in TEXT_LEVEL and tag != TEXT)
