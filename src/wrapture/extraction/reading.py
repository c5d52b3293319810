"""From a wrapper and a page to a table.

Records of one shape (the same elements, nested the same way) have their cells in the same places, so where they are is worked
out once for each shape, and the other records, on this page and on others, are read off.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.extraction.division import cuts_of, locate_values
from wrapture.extraction.masks.table import read_masked
from wrapture.extraction.records import find_records
from wrapture.extraction.table import Row, Table, joined, table_of
from wrapture.html.tokens import ENCODINGS, class_names
from wrapture.model import MaskLocator

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from wrapture.extraction.table import Cell
    from wrapture.html.page import Page
    from wrapture.model import Cut, Layout, Record, Span, Wrapper

REMEMBERED: Final = 4096
"""Shapes kept before the memory is emptied."""
KEPT: Final = 256
"""Readers kept before their memory is emptied."""

Shape: TypeAlias = tuple[object, ...]
ATTRIBUTES: Final = {"link": "href", "image": "src"}


class Place(NamedTuple):
    """Where a value stands in a record: its first node, and the texts in it with whether a block boundary is before each."""

    node: int
    texts: tuple[tuple[int, bool], ...]


class Plan(NamedTuple):
    """Where all values of a shape stand, counted from the record's first node; none where it has no value."""

    text: Place
    cells: tuple[tuple[Place, ...], ...]


def extract_page(wrapper: Wrapper, page: Page) -> Table:
    """Return the table of the records that a wrapper finds on a page, with the columns it keeps."""
    if isinstance(wrapper.locator, MaskLocator):  # it finds the cells, and records are what it makes of them
        return read_masked(wrapper.locator, wrapper.layout.columns, page)
    return read_records(wrapper.layout, page, find_records(wrapper.locator, page))


def read_records(layout: Layout, page: Page, records: Sequence[Record]) -> Table:
    """Return the table of some records of a page, with the columns that the layout keeps."""
    reader = reader_of(layout)
    kept = [i for i, column in enumerate(layout.columns) if column.keep]
    rows = tuple([reader.row(page, record, kept) for record in records])
    return table_of(page.name, [layout.columns[i] for i in kept], rows)


def divide(layout: Layout, page: Page, record: Record) -> tuple[Cell, ...]:
    """Return the cells of a record, one per column of the layout, kept or not; None where the record has nothing for it."""
    return reader_of(layout).cells(page, record)


@lru_cache(maxsize=256)
def reader_of(layout: Layout) -> Reader:
    """Return the reader of a layout, with the shapes it has seen; what columns are called is nothing to it."""
    key = _division(layout)
    reader = _READERS.get(key)
    if reader is None:
        reader = MergingReader(layout) if any(column.more for column in layout.columns) else Reader(layout)
        _keep(key, reader)
    return reader


_READERS: Final[dict[Hashable, Reader]] = {}
"""The readers of layouts by how these divide records."""


def _division(layout: Layout) -> Hashable:
    columns = tuple([(column.kind, column.place, column.more) for column in layout.columns])
    return layout.encoding, layout.template, layout.blocks, columns


def _keep(key: Hashable, reader: Reader) -> None:
    if len(_READERS) >= KEPT:
        _READERS.clear()
    _READERS[key] = reader


class Reader:
    """Reads records by a layout; a shape that was seen before costs a look.

    A plan has cells for ``fields``: these are the columns, and the further places of those that are merged.  ``members`` are
    the fields that make up each column.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.fields = layout.columns
        self.members: list[tuple[int, ...]] = [(i,) for i in range(len(layout.columns))]
        self.with_classes = ENCODINGS[layout.encoding].classes
        self.parts = [layout.blocks[column.place[0]].parts[column.place[1]] for column in layout.columns]
        self.cuts = [cuts_of(layout, column.place) for column in layout.columns]
        self._plans: dict[Shape, Plan] = {}

    def narrow(self, layout: Layout, columns: Sequence[int]) -> None:
        """Hand what was worked out on to the reader of a layout that has some of the columns, in this order."""
        reader = Reader(layout)
        for shape, plan in self._plans.items():
            reader._plans[shape] = Plan(plan.text, tuple([plan.cells[i] for i in columns]))
        _keep(_division(layout), reader)

    def row(self, page: Page, record: Record, kept: Sequence[int]) -> Row:
        """Return a record as a row with the cells of the columns that are kept."""
        first = record[0].start
        plan = self.plan(page, record)
        text = _text(page, first, plan.text)
        return Row(text, tuple([self._cell(page, first, plan.cells[i], i) for i in kept]), record)

    def cells(self, page: Page, record: Record) -> tuple[Cell, ...]:
        """Return the cells of a record for all columns."""
        first = record[0].start
        return tuple([self._cell(page, first, places, i) for i, places in enumerate(self.plan(page, record).cells)])

    def plan(self, page: Page, record: Record) -> Plan:
        """Return where the values of a record stand, worked out once for each shape."""
        if len(record) > 1:  # the pieces of a record may lie anywhere: what one has learned says nothing of the next
            return self._work_out(page, record)
        shape = self.shape(page, record[0])
        plan = self._plans.get(shape)
        if plan is None:
            if len(self._plans) >= REMEMBERED:
                self._plans.clear()
            plan = self._plans[shape] = self._work_out(page, record)
        return plan

    def shape(self, page: Page, span: Span) -> Shape:
        """Return all that the places of cells depend on: names, nesting, which texts are blank, and classes if they count."""
        start, stop = span.start, span.stop
        sizes = tuple(map(sub, page.stops[start:stop], range(start, stop)))
        blanks = bytes(map(str.isspace, page.texts[start:stop]))
        names = class_names(page, start, stop) if self.with_classes else page.tags[start:stop]
        return tuple(names), sizes, blanks

    def _work_out(self, page: Page, record: Record) -> Plan:
        first = record[0].start
        cells = [
            tuple([_place(page, first, [span]) for span in spans])
            for spans in locate_values(self._layout, page, record)
        ]
        return Plan(_place(page, first, record), tuple(cells))

    def _cell(self, page: Page, first: int, places: tuple[Place, ...], number: int) -> Cell:
        if not places:
            return None
        if self.parts[number].every:
            values = [self._value(page, first, place, number) for place in places]
            return tuple([value for value in values if value]) or None
        return self._value(page, first, places[0], number)

    def _value(self, page: Page, first: int, place: Place, number: int) -> str | None:
        column = self.fields[number]
        if column.kind != "text":
            return page.address(first + place.node, ATTRIBUTES[column.kind])
        text = _text(page, first, place)
        cuts = self.cuts[number]
        return (cut_out(text, cuts) if cuts else text) or None


class MergingReader(Reader):
    """Reads records by a layout with merged columns: first each of their places as a column, then these together."""

    def __init__(self, layout: Layout) -> None:
        more = [replace(column, place=place, more=()) for column in layout.columns for place in column.more]
        single = [replace(column, more=()) for column in layout.columns]
        super().__init__(replace(layout, columns=(*single, *more)))
        numbers = iter(range(len(single), len(single) + len(more)))
        self.members = [(i, *(next(numbers) for _ in column.more)) for i, column in enumerate(layout.columns)]

    def row(self, page: Page, record: Record, kept: Sequence[int]) -> Row:
        """Return a record as a row with the cells of the columns that are kept."""
        cells = super().cells(page, record)
        return replace(super().row(page, record, ()), cells=tuple([self._merged(cells, i) for i in kept]))

    def cells(self, page: Page, record: Record) -> tuple[Cell, ...]:
        """Return the cells of a record for all columns."""
        cells = super().cells(page, record)
        return tuple([self._merged(cells, i) for i in range(len(self.members))])

    def _merged(self, cells: Sequence[Cell], number: int) -> Cell:
        members = self.members[number]
        return cells[number] if len(members) == 1 else joined([cells[i] for i in members])


def _place(page: Page, first: int, spans: Sequence[Span]) -> Place:
    """Return the place of a value that stands in some spans."""
    texts = [(node - first, broken) for span in spans for node, broken in page.displayed(span)]
    return Place(spans[0].start - first, tuple(texts))


def _text(page: Page, first: int, place: Place) -> str:
    if len(place.texts) == 1 and not page.preformatted:  # as most values are
        return " ".join(page.texts[first + place.texts[0][0]].split())
    return page.joined([(first + node, broken) for node, broken in place.texts])


def cut_out(text: str, cuts: Sequence[Cut]) -> str | None:
    """Return the piece of a text that some cuts lead to, each of the piece that the one before gave.

    >>> cut_out("Kafka, Franz; The Trial", [((";",), 0), ((",",), 1)])
    'Franz'
    """
    piece: str | None = text
    for separators, number in cuts:
        piece = cut(piece, separators)[number] if piece is not None else None
    return piece


def cut(text: str, separators: tuple[str, ...]) -> list[str | None]:
    """Return the pieces of a text between separators, in order; from a missing separator on there are none.

    >>> cut("89% | Date: 17 Jun 1999", ("|", ":"))
    ['89%', 'Date', '17 Jun 1999']
    >>> cut("89%", ("|", ":"))
    ['89%', None, None]
    """
    pieces: list[str | None] = []
    rest: str | None = text
    for separator in separators:
        head, found, tail = rest.partition(separator) if rest is not None else ("", "", "")
        pieces.append(head.strip() if rest is not None else None)
        rest = tail if found else None
    return [*pieces, rest.strip() if rest is not None else None]
