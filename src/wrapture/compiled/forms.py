"""Forms: pieces of pages with the same tags, nested the same way, and with texts in the same places.

What knows all pieces of a form is dearer to make than one piece is to read, so it is made when a form has been seen a few
times.  What is known is bounded: forms that were not met for long make room for others.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

from wrapture.compiled.expressions import ALL_EDGES, Demands, Edges
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.values import RowPlan, addresses_of, edges_of
from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.pieces import Piece
    from wrapture.extraction.reading import Reader
    from wrapture.extraction.table import Row
    from wrapture.html.page import Page

Captured: TypeAlias = "tuple[Any, ...]"
"""What a matcher captures of a piece."""
RowLayout: TypeAlias = "tuple[Reader, Sequence[int]]"
"""What reads records, and the columns that are kept."""

MOST: Final = 256  # forms of one memory
REMEMBERED: Final = 4096  # shapes whose sights are counted before this memory is emptied


class Matcher(Protocol):
    """Tells pieces of one form, and captures what they say."""

    @property
    def size(self) -> int:
        """The size that all of them have."""

    @property
    def texts(self) -> Mapping[int, int]:
        """Where in what is captured each text stands that was asked for."""

    @property
    def plain(self) -> Callable[[str], str]:
        """What makes of such a text that which stands in the tree."""

    @property
    def maker(self) -> Any:
        """What makes rows of what is captured, known to who made the matcher; None where there was no plan."""

    def match(self, subject: Any) -> Captured | None:
        """Return what is captured of a subject, None where it has another form."""


class Matching(Protocol):
    """A way to tell forms: by the markup of pieces, or by their nodes."""

    @property
    def sights(self) -> int:
        """How often a shape is seen before a matcher is made: the dearer that is, the more often."""

    @property
    def subject(self) -> Callable[[Piece], Any]:
        """What gives that of a piece which matchers look at."""

    def size(self, subject: Any) -> int:
        """Return how large a subject is, as matchers have it."""

    def matcher(
        self, page: Page, piece: Piece, demands: Demands, asked: Sequence[int], plan: RowPlan | None
    ) -> Matcher:
        """Return what tells pieces like one, whose nodes are all of a page; raises `UnprovedError` where that is not proved.

        ``asked`` are the texts that are captured as they are; of a plan, all that rows are made of is captured.
        """

    def rows(self, records: Sequence[tuple[RowForm, Captured]], addresses: Addresses) -> list[Row]:
        """Return the rows of what was captured."""


class Form:
    """What is known of pieces of one form: how they are told, and what their tokens are."""

    __slots__ = ("_plain", "_window", "is_met", "match", "matcher", "size")

    def __init__(self, matcher: Matcher, window: Sequence[str | int]) -> None:
        self.matcher = matcher
        self.match = matcher.match
        self.size = matcher.size
        self.is_met = False  # since forms were forgotten last
        self._plain = matcher.plain
        self._window = [part if isinstance(part, str) else matcher.texts[part] for part in window]

    def window(self, captured: Captured, characters: Callable[[str], str]) -> str:
        """Return the tokens of a piece as characters; ``characters`` gives those of a text as it stands in the tree."""
        plain = self._plain
        return "".join([part if isinstance(part, str) else characters(plain(captured[part])) for part in self._window])


class TokenForm(Form):
    """A form of which only the tokens are asked; ``first`` is the first of them."""

    __slots__ = ("first",)

    def __init__(self, matching: Matching, page: Page, piece: Piece, first: str, window: Sequence[str | int]) -> None:
        demands = Demands(range(len(page)), {}, whole_texts(page))
        super().__init__(matching.matcher(page, piece, demands, _asked(window), None), window)
        self.first = first


class RowForm(Form):
    """A form of records: whether they are rows, and how they are read."""

    __slots__ = ("plan", "verdict")

    def __init__(self, matching: Matching, layout: RowLayout, page: Page, piece: Piece, verdict: Verdict) -> None:
        reader, kept = layout
        plan = reader.plan(page, (Span(0, len(page)),))
        is_row = verdict.answer != "never"
        edges = whole_texts(page) if verdict.answer == "texts" else edges_of(plan.text, page)
        strict = verdict.strict | _blocks(page) if reader.with_classes and is_row else verdict.strict
        demands = Demands(strict, addresses_of(reader, kept, plan) if is_row else {}, edges)
        self.plan = RowPlan(reader, kept, plan, page) if is_row else None
        super().__init__(matching.matcher(page, piece, demands, _asked(verdict.window), self.plan), verdict.window)
        self.verdict = verdict


def _asked(window: Sequence[str | int]) -> list[int]:
    return [part for part in window if not isinstance(part, str)]


F = TypeVar("F", bound=Form)


class Forms(Generic[F]):
    """The forms that are known."""

    def __init__(self, matching: Matching) -> None:
        self.matching = matching
        self._subject = matching.subject
        self._last: F | None = None
        self._known: dict[int, list[F]] = {}  # by their size
        self._after: dict[F, F] = {}  # the form that was found after each
        self._sights: Counter[Hashable] = Counter()
        self._made: Counter[Hashable] = Counter()

    def find(self, piece: Piece) -> tuple[F, Captured] | None:
        """Return the form that a piece has, with what it captures; None where it is not known."""
        subject = self._subject(piece)
        if self._last is not None:
            guess = self._after.get(self._last, self._last)
            captured = guess.match(subject)
            if captured is not None:
                self._last, guess.is_met = guess, True
                return guess, captured
        for form in self._known.get(self.matching.size(subject), ()) if self._known else ():
            captured = form.match(subject)
            if captured is not None:
                self._follow(form)
                return form, captured
        return None

    def _follow(self, form: F) -> None:
        """Remember which form came after which: most rows are like the one before, or every other is."""
        if self._last is not None:
            self._after[self._last] = form
        self._last, form.is_met = form, True

    def see(self, shape: Hashable, make: Callable[[], F]) -> None:
        """Count one more piece of a shape whose form is not known; get to know it when it is time, if it can be proved.

        Pieces of one shape may have many forms: each takes twice as many sights as the one before, so that a site which gives
        each piece a form of its own does not cost an expression each.
        """
        if len(self._sights) >= REMEMBERED:
            self._sights.clear()
            self._made.clear()
        self._sights[shape] += 1
        if self._sights[shape] >= self.matching.sights << self._made[shape]:
            self._sights[shape] = 0
            self._made[shape] += 1
            with suppress(UnprovedError):
                self._add(make())

    def _add(self, form: F) -> None:
        if sum(map(len, self._known.values())) >= MOST:
            self._forget()
        self._known.setdefault(form.size, []).insert(0, form)

    def _forget(self) -> None:
        """Keep the forms that were met since this was done last; all go where all were."""
        met = {size: [one for one in forms if one.is_met] for size, forms in self._known.items()}
        is_full = sum(map(len, met.values())) >= MOST
        self._known = {} if is_full else {size: forms for size, forms in met.items() if forms}
        self._last = None
        self._after.clear()
        for form in [form for forms in self._known.values() for form in forms]:
            form.is_met = False


def shape_of(page: Page) -> int:
    """Return a number for the shape of a page: names and nesting, and which texts are blank."""
    return hash((tuple(page.tags), tuple(page.stops), bytes(map(str.isspace, page.texts))))


def whole_texts(page: Page) -> dict[int, Edges]:
    """Return that all white space counts, for each text that is displayed."""
    return {node: ALL_EDGES for node, text in enumerate(page.texts) if text}


def _blocks(page: Page) -> frozenset[int]:
    """Return the elements whose classes say where cells stand."""
    return frozenset(node for node, tag in enumerate(page.tags) if tag not in TEXT_LEVEL and tag != TEXT)
