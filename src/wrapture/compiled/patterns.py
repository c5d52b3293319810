"""Records by patterns of tokens, read off the markup of a body: what `wrapture.extraction.records` finds on a numbered page.

A match of a pattern is a piece of the markup, which is read as that of any other record.  Most records have the form that was
found after that of the record before them: then the expression of this form says where they end, and no tokens are read.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from wrapture.compiled.bodytokens import Body, Symbols
from wrapture.compiled.forms import MOST
from wrapture.compiled.judging import Verdict
from wrapture.compiled.markupforms import MarkupMatching, matcher_of
from wrapture.compiled.matching import Finder, Patterns
from wrapture.compiled.pieces import Piece
from wrapture.compiled.records import Found, RecordReader
from wrapture.html.tokens import ENCODINGS

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.forms import Captured, RowForm
    from wrapture.compiled.matching import Match
    from wrapture.compiled.records import RowList
    from wrapture.html.lexbor import Node
    from wrapture.model import Layout, PatternLocator

RECORD: Final = Verdict("always", frozenset())
TRIES: Final = 16  # forms that are tried before tokens are read


class PatternReader:
    """Reads records that are matches of patterns; raises `UnprovedError` where the plain path has to."""

    def __init__(self, locator: PatternLocator, layout: Layout) -> None:
        encoding = ENCODINGS[locator.encoding]
        self._patterns = Patterns(locator.patterns, encoding)
        self._symbols = Symbols(encoding)
        self._records = RecordReader(layout, MarkupMatching())
        self._guesses = Guesses()

    def records(self, body: Node, addresses: Addresses) -> list[Found]:
        """Return the records of a page's body."""
        reading = _Reading(Body(body.html or "", self._symbols), addresses, self._records.rows())
        finder = Finder(self._patterns, reading.body)
        tag = finder.next_tag(reading.body.start)
        while tag >= 0:
            stop = self._guessed(reading, reading.body.before(tag))
            match = finder.find(tag) if stop < 0 else None
            if match is not None:
                stop = self._matched(reading, match)
            tag = finder.next_tag(stop) if stop >= 0 else -1
        return reading.found()

    def _guessed(self, reading: _Reading, place: int) -> int:
        """Read the records from a place on, one after the other, that have forms which are expected.

        Returns where the last one ends, or -1 where there is none.
        """
        if self._patterns.begin_with_ends:  # such a tag is part of no node, so that no form tells it
            return -1
        found = -1
        while (place := self._guessed_one(reading, reading.body.first_node(place))) >= 0:
            found = place
        return found

    def _guessed_one(self, reading: _Reading, first: int) -> int:
        markup = reading.body.markup
        for form, expression in self._guesses.next():
            match = expression.match(markup, first)
            if match is not None:
                form.is_met = True
                self._guesses.meet(form)
                reading.add_known(Piece((), match[0]), first, form, match.groups())
                return match.end()
        return -1

    def _matched(self, reading: _Reading, match: Match) -> int:
        """Read the record that a match is; return where it ends."""
        first, markup = reading.place(match)
        if not markup:  # a match of end tags alone stands for no node
            return match.stop
        piece = Piece((), markup)
        known = self._records.forms.find(piece)
        if known is None:
            reading.add_unknown(piece, first, self._records)
        else:
            form, captured = known
            is_whole = first <= match.tag and first + len(markup) == match.stop  # so that its form tells all its tokens
            if is_whole and self._patterns.is_sure(match.symbols):
                self._guesses.learn(form)
            reading.add_known(piece, first, form, captured)
        return match.stop


class Guesses:
    """Which forms a record is expected to have after that of another, with expressions that find its end."""

    def __init__(self) -> None:
        self._known: dict[RowForm, re.Pattern[str]] = {}  # the one that was met last comes last
        self._after: dict[RowForm, RowForm] = {}
        self._last: RowForm | None = None

    def next(self) -> Iterator[tuple[RowForm, re.Pattern[str]]]:
        """Yield the forms that are expected next: that which came last time, and those that were met last."""
        usual = self._after.get(self._last) if self._last is not None else None
        if usual is not None:
            yield usual, self._known[usual]
        for form in list(islice(reversed(self._known), TRIES)):
            if form is not usual:
                yield form, self._known[form]

    def learn(self, form: RowForm) -> None:
        """Take notice of a form; what is known is bounded."""
        if len(self._known) >= MOST:
            self._known.clear()
            self._after.clear()
            self._last = None
        self._known[form] = matcher_of(form).expression
        self.meet(form)

    def meet(self, form: RowForm) -> None:
        """Take notice that a known form is the next one."""
        if self._last is not None:
            self._after[self._last] = form
        self._last = form
        self._known[form] = self._known.pop(form)


class _Reading:
    """The records of one page so far."""

    def __init__(self, body: Body, addresses: Addresses, rows: RowList) -> None:
        self.body = body
        self._addresses = addresses
        self._pieces: list[Piece] = []
        self._rows = rows

    def place(self, match: Match) -> tuple[int, str]:
        """Return where the first node of a match begins, and the markup of its nodes; they may be no whole sub-trees."""
        first = self.body.first_node(self.body.before(match.tag))
        return first, self.body.markup[first : self.body.last_node(first, match.stop)]

    def add_known(self, piece: Piece, first: int, form: RowForm, captured: Captured) -> None:
        """Add a record whose form is known, and which begins at a place."""
        self.body.must_be_usual(first)
        self._pieces.append(piece)
        self._rows.add_known(form, captured)

    def add_unknown(self, piece: Piece, first: int, records: RecordReader) -> None:
        """Add another record."""
        self.body.must_be_usual(first)
        page = piece.numbered(self._addresses.base)
        records.see(page, piece, lambda _: RECORD)
        self._pieces.append(piece)
        self._rows.add(records.row(page))

    def found(self) -> list[Found]:
        """Return the records."""
        rows = self._rows.made(self._addresses)
        return [Found(piece, row) for piece, row in zip(self._pieces, rows, strict=True) if row is not None]
