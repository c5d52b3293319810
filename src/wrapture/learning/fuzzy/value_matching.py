"""Where a typed value is in a record: a whole cell of the list, a part of one, or in an address."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import LabelError
from wrapture.model import Span
from wrapture.reading.division import cuts_of, locate_values
from wrapture.reading.pointing import piece_place, shown_in
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Cut, Layout, Place, Record
    from wrapture.reading.pointing import Shown

WHOLE, PART, IN_WORD, IN_RECORD, IN_ADDRESS = range(5)
"""What a value may be, best first: whole cells, a part of them, a part that begins or ends inside a word, a part of a record
outside all columns, a part of an address."""
ADDRESSED: Final = {"a": "href", "img": "src"}
"""The elements with an address, and the attribute that holds it."""


# --- what to search for ---


class Wanted(NamedTuple):
    """A typed value under its name, and the pattern that finds it on the page."""

    name: str
    value: str
    pattern: re.Pattern[str]


def read_example(page: Page, name: str, value: str) -> Wanted:
    """Return what to search for; raises `LabelError` for a value that is not on the page in any letter case."""
    if not value.strip():
        raise LabelError(page.name, name, "is blank: give a value that the page displays")
    looks = r"\s".join(map(re.escape, value.split()))
    for flags in (0, re.IGNORECASE):
        wanted = Wanted(name, value, re.compile(looks, flags))
        if is_in(page, [page.body], wanted):
            return wanted
    raise LabelError(
        page.name,
        name,
        f"{value!r} is not on the page: give a value as the page displays it, or an address as a link has it",
    )


def is_in(page: Page, spans: Sequence[Span], wanted: Wanted) -> bool:
    """Return whether some spans display a value, or contain it in an address."""
    pattern = wanted.pattern
    if pattern.search(page.texts_of(spans)):
        return True
    nodes = (node for span in spans for node in span if page.tags[node] in ADDRESSED)
    return any(pattern.search(one) for node in nodes for one in _spellings(page, node, ADDRESSED[page.tags[node]]))


def _spellings(page: Page, node: int, attribute: str) -> list[str]:
    """Return an address as written, and absolute."""
    found = (page.attribute(node, attribute), page.address(node, attribute))
    return [address.strip() for address in found if address]


# --- the records of a list ---


class _Text(NamedTuple):
    """A text of a record whose pieces have places in the source: displayed text, or an address."""

    text: str
    places: SourcePlaces
    shown: Shown | None = None
    at: int = 0  # of an address: its start in the source

    def place(self, start: int, end: int) -> Place | None:
        """Return the place of the characters ``start`` to ``end``."""
        if self.shown is not None:
            return self.shown.place(self.places, start, end)
        return self.at + start, self.at + end


class _Region(NamedTuple):
    """A piece of a record's text in which a value may be found: some neighbouring cells, the record or an address."""

    text: _Text
    start: int
    end: int

    @property
    def inside(self) -> str:
        """Its text."""
        return self.text.text[self.start : self.end]

    @property
    def whole(self) -> Place | None:
        """Its own place in the source."""
        return self.place((0, len(self.inside)))

    def place(self, piece: Place | None) -> Place | None:
        """Return the place in the source of a piece, counted from the region's beginning."""
        return None if piece is None else self.text.place(self.start + piece[0], self.start + piece[1])


Columns = tuple[int, int]
"""The first and the last of some neighbouring columns of a layout."""

RECORD: Final[Columns] = (-1, -1)
"""The record itself, for a value in no column."""


class CandidateRow:
    """A record: its text, the pieces of it that are cells, and its addresses."""

    def __init__(self, page: Page, places: SourcePlaces, layout: Layout, record: Record) -> None:
        self._shown = shown_in(page, record)
        self._all = _Text(self._shown.text, places, self._shown)
        self.cells: dict[int, Place] = {}
        self.addresses: dict[int, tuple[_Region, list[str]]] = {}
        located = locate_values(layout, page, record)
        for number, (column, spans) in enumerate(zip(layout.columns, located, strict=True)):
            if spans and column.kind == "text":
                hull = Span(min(spans).start, max(span.stop for span in spans))
                cell = self._cell(hull, () if column.more else cuts_of(layout, column.place))
                self.cells |= {number: cell} if cell is not None else {}
            elif column.kind != "text":
                for item, span in enumerate(spans):  # the further addresses of a list have numbers beyond all columns
                    self._add_address(
                        page, places, number + item * len(layout.columns), span.start, ATTRIBUTES[column.kind]
                    )

    def _cell(self, span: Span, cuts: Sequence[Cut]) -> Place | None:
        """Return the range of the record's text that a cell covers."""
        first, stop = (bisect_left(self._shown.origins, (node, 0)) for node in (span.start, span.stop))
        found = piece_place(self._shown.text[first:stop], cuts)
        return None if found is None else (first + found[0], first + found[1])

    def _add_address(self, page: Page, places: SourcePlaces, number: int, node: int, attribute: str) -> None:
        place, spellings = places.attribute(node, attribute), _spellings(page, node, attribute)
        if place is not None and spellings:
            raw = (page.source or "")[slice(*place)]
            self.addresses[number] = _Region(_Text(raw, places, at=place[0]), 0, len(raw)), spellings

    def region(self, columns: Columns) -> _Region | None:
        """Return the region of some columns in the record, None if it is empty."""
        first, last = columns
        if columns == RECORD:
            return _Region(self._all, 0, len(self._all.text))
        if first in self.addresses:
            return self.addresses[first][0]
        cells = [self.cells[number] for number in range(first, last + 1) if number in self.cells]
        return _Region(self._all, min(cells)[0], max(cells)[1]) if cells else None

    def characters(self, place: Place) -> Place | None:
        """Return the range of the record's text at a place in the source, None if there is none."""
        there = [number for number in range(len(self._all.text)) if self._stands_in(number, place)]
        return (there[0], there[-1] + 1) if there else None

    def _stands_in(self, number: int, place: Place) -> bool:
        own = None if self._all.text[number].isspace() else self._all.place(number, number + 1)
        return own is not None and place[0] <= own[0] and own[1] <= place[1]

    def matches(self, wanted: Wanted) -> list[ValueMatch]:
        """Return the matches of a value in the record, best first."""
        found = [*self._text_matches(wanted.pattern), *self._address_matches(wanted.pattern)]
        return sorted((match for match in found if match.place is not None), key=lambda match: match.quality)

    def _text_matches(self, pattern: re.Pattern[str]) -> Iterator[ValueMatch]:
        for found in pattern.finditer(self._all.text):
            first, last = self._column_at(found.start()), self._column_at(found.end() - 1)
            columns = RECORD if first is None or last is None else (min(first, last), max(first, last))
            region = self.region(columns)
            if region is not None:
                start, end = found.start() - region.start, found.end() - region.start
                yield ValueMatch(
                    _quality(region.inside, start, end, columns), columns, (start, end), region.place((start, end))
                )

    def _column_at(self, character: int) -> int | None:
        return next((number for number, (start, end) in self.cells.items() if start <= character < end), None)

    def _address_matches(self, pattern: re.Pattern[str]) -> Iterator[ValueMatch]:
        for number, (region, spellings) in self.addresses.items():
            if any(map(pattern.fullmatch, spellings)):
                piece = (0, len(region.inside))
                yield ValueMatch(WHOLE, (number, number), piece, region.place(piece))
                continue
            for found in pattern.finditer(region.inside):
                yield ValueMatch(IN_ADDRESS, (number, number), found.span(), region.place(found.span()))


class ValueMatch(NamedTuple):
    """A value in a record: its rank, its columns and the piece of them it is, and its place."""

    quality: int
    columns: Columns
    piece: Place
    place: Place | None


_SPLIT_WORD: Final = re.compile(r"[^\W\d_][^\W\d_]|\d\d")


def _quality(text: str, start: int, end: int, columns: Columns) -> int:
    if columns == RECORD:
        return IN_RECORD
    if (start, end) == (0, len(text)):
        return WHOLE
    split = (_SPLIT_WORD.match(text, max(0, at - 1)) if 0 < at < len(text) else None for at in (start, end))
    return IN_WORD if any(split) else PART
