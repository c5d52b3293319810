"""Forms: pieces of pages with the same tags, nested the same way, and with texts in the same places.

An expression that knows all pieces of a form is dear to make (1 to 3 ms, as much as some pages take to parse), so it is made
when a form has been seen a few times.  What is known is bounded: forms that were not met for long make room for others.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from wrapture.compiled.expressions import ALL_EDGES, Demands, Edges, expression_of
from wrapture.compiled.markup import UnprovedError, lexemes_of, unescaped
from wrapture.compiled.values import RowMaker, addresses_of, edges_of
from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.model import Span

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Hashable, Sequence

    from wrapture.compiled.judging import Verdict
    from wrapture.compiled.values import Captured
    from wrapture.extraction.reading import Reader
    from wrapture.html.page import Page

SIGHTS: Final = (
    6  # of a shape, before an expression is made (with 3, an unseen page of a known site costs 8.7 ×, not 6.3 ×)
)
MOST: Final = 256  # expressions of one memory
LONGEST: Final = 20_000  # characters of markup that an expression is made of
REMEMBERED: Final = 4096  # shapes whose sights are counted before this memory is emptied


class Form:
    """What is known of pieces of one form: how they are told, and what their tokens are."""

    __slots__ = ("_window", "groups", "is_met", "match", "size")

    def __init__(self, page: Page, markup: str, demands: Demands, window: Sequence[str | int]) -> None:
        if len(markup) > LONGEST:
            raise UnprovedError
        expression, self.groups = expression_of(lexemes_of(markup, page), page, demands)
        self.match = expression.fullmatch
        self.size = markup.count("<")
        self.is_met = False  # since forms were forgotten last
        self._window = [part if isinstance(part, str) else self.groups.texts[part] for part in window]

    def window(self, captured: Captured, characters: Callable[[str], str]) -> str:
        """Return the tokens of a piece as characters; ``characters`` gives those of a text as it stands in the tree."""
        return "".join(
            [part if isinstance(part, str) else characters(unescaped(captured[part])) for part in self._window]
        )


class TokenForm(Form):
    """A form of which only the tokens are asked; ``first`` is the first of them."""

    __slots__ = ("first",)

    def __init__(self, page: Page, markup: str, first: str, window: Sequence[str | int]) -> None:
        super().__init__(page, markup, Demands(range(len(page)), {}, whole_texts(page)), window)
        self.first = first


class RowForm(Form):
    """A form of records: whether they are rows, and how they are read."""

    __slots__ = ("make", "verdict")

    def __init__(self, reader: Reader, kept: Sequence[int], page: Page, markup: str, verdict: Verdict) -> None:
        plan = reader.plan(page, (Span(0, len(page)),))
        is_row = verdict.answer != "never"
        edges = whole_texts(page) if verdict.answer == "texts" else edges_of(plan.text, page)
        strict = verdict.strict | _blocks(page) if reader.with_classes and is_row else verdict.strict
        demands = Demands(strict, addresses_of(reader, kept, plan) if is_row else {}, edges)
        super().__init__(page, markup, demands, verdict.window)
        self.make = RowMaker(reader, kept, plan, page, self.groups)
        self.verdict = verdict


F = TypeVar("F", bound=Form)


class Forms(Generic[F]):
    """The forms that are known."""

    def __init__(self) -> None:
        self._last: F | None = None
        self._known: dict[int, list[F]] = {}  # by the number of "<" in their markup
        self._after: dict[F, F] = {}  # the form that was found after each
        self._sights: Counter[Hashable] = Counter()
        self._made: Counter[Hashable] = Counter()

    def find(self, markup: str) -> tuple[F, re.Match[str]] | None:
        """Return the form that a piece of markup has, with its match; None where it is not known."""
        if self._last is not None:
            guess = self._after.get(self._last, self._last)
            match = guess.match(markup)
            if match is not None:
                self._last, guess.is_met = guess, True
                return guess, match
        for form in self._known.get(markup.count("<"), ()):
            match = form.match(markup)
            if match is not None:
                self._follow(form)
                return form, match
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
        if self._sights[shape] >= SIGHTS << self._made[shape]:
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
