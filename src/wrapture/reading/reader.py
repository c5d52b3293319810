"""From a wrapper and a page to a table.

Records of one shape (the same elements, nested the same way) have their cells in the same places.  The places are computed once
for each shape and reused for all other records of that shape, on this page and on others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.html.node_kinds import class_names
from wrapture.html.page import GAP
from wrapture.html.text_seams import APART, GLUED
from wrapture.html.tokens import BLOCK_CELL, ENCODINGS
from wrapture.model import DataLocator, MaskLocator, PageLocator, Span
from wrapture.model.table import Row, Table, joined, table_of
from wrapture.reading.data_reading import read_data
from wrapture.reading.division import cuts_of, hull_of, labelled_spans, locate_cells, locate_values
from wrapture.reading.label_values import without_label
from wrapture.reading.record_context import with_context
from wrapture.reading.spanned_rows import spread_values
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.text_seams import Seam
    from wrapture.html.tokens import Encoding
    from wrapture.model import Cut, Layout, Record, Wrapper
    from wrapture.model.table import Cell
    from wrapture.reading.label_values import LabelledTexts

REMEMBERED: Final = 4096
"""Shapes in the cache of a reader before it is cleared."""
KEPT: Final = 256
"""Readers in their cache before it is cleared."""

Shape: TypeAlias = tuple[object, ...]
ATTRIBUTES: Final = {"link": "href", "image": "src"}


class ValuePlace(NamedTuple):
    """The place of a value in a record: its first node, and its texts, each with what separates it from the one before.

    It ``is_displayed`` if these are all texts from the first to the last, separated as the page displays them.
    """

    node: int
    texts: tuple[tuple[int, Seam], ...]
    is_displayed: bool = False


class ShapePlan(NamedTuple):
    """The places of all values of a shape, relative to the record's first node; a cell without a value has none."""

    text: ValuePlace
    cells: tuple[tuple[ValuePlace, ...], ...]
    hulls: tuple[tuple[int, int] | None, ...]
    """From the first to the last node of each cell, as `locate_cells` says."""


def extract_page(wrapper: Wrapper, page: Page) -> Table:
    """Return the table of the records that a wrapper finds on a page, with the columns it keeps."""
    if isinstance(wrapper.locator, MaskLocator):  # a mask finds cells first and builds records from them
        from wrapture.reading.masks.mask_table import read_masked  # imports numpy, which other locators don't need

        return read_masked(wrapper.locator, wrapper.layout.columns, page)
    if isinstance(wrapper.locator, DataLocator):
        return read_data(wrapper.locator, wrapper.layout.columns, page)
    if isinstance(wrapper.locator, PageLocator):
        from wrapture.reading.page_reading import read_one  # a page about one thing: rare

        return read_one(wrapper.locator, wrapper.layout.columns, page)
    return with_context(read_records(wrapper.layout, page, wrapper_records(wrapper, page)), wrapper.context, page)


def read_records(layout: Layout, page: Page, records: Sequence[Record]) -> Table:
    """Return the table of the given records of a page, with the columns that the layout keeps."""
    reader = reader_of(layout)
    kept = [i for i, column in enumerate(layout.columns) if column.keep]
    rows: Sequence[Row] = [reader.row(page, record, kept) for record in records]
    if layout.encoding == BLOCK_CELL.name:
        rows = spread_values(layout, page, kept, rows)
    return table_of(page.name, [layout.columns[i] for i in kept], tuple(rows))


def located_cells(layout: Layout, page: Page, record: Record) -> list[Span | None]:
    """Return the place of each column's value in a record, as `locate_cells` does, from the plan of the record's shape."""
    return reader_of(layout).located(page, record)


def divide(layout: Layout, page: Page, record: Record) -> tuple[Cell, ...]:
    """Return the cells of a record, one per column of the layout, kept or not; None if the record has no value for it."""
    return reader_of(layout).cells(page, record)


@lru_cache(maxsize=256)
def reader_of(layout: Layout) -> LayoutReader:
    """Return the reader of a layout, with the shapes it has seen; layouts that differ only in column names share one."""
    key = _division(layout)
    reader = _READERS.get(key)
    if reader is None:
        reader = MergingReader(layout) if any(column.more for column in layout.columns) else LayoutReader(layout)
        _keep(key, reader)
    return reader


_READERS: Final[dict[Hashable, LayoutReader]] = {}
"""The readers of layouts, by how these divide records."""


def _class_encoding(layout: Layout) -> Encoding | None:
    """Return the encoding of a layout that sees the most classes, None if none of them does."""
    used = [ENCODINGS[name] for name in (layout.encoding, *(block.encoding for block in layout.blocks))]
    return min((one for one in used if one.classes), key=lambda one: len(one.skips), default=None)


def _division(layout: Layout) -> Hashable:
    columns = tuple([(column.kind, column.place, column.more, column.joined_by) for column in layout.columns])
    return layout.encoding, layout.template, layout.blocks, columns


def _keep(key: Hashable, reader: LayoutReader) -> None:
    if len(_READERS) >= KEPT:
        _READERS.clear()
    _READERS[key] = reader


class LayoutReader:
    """Reads records by a layout; a shape seen before costs one lookup.

    A plan has cells for ``fields``: the columns, followed by the further places of merged columns.  ``members`` are the fields
    that make up each column.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.fields = layout.columns
        self.members: list[tuple[int, ...]] = [(i,) for i in range(len(layout.columns))]
        self.classes = _class_encoding(layout)
        self.parts = [layout.blocks[column.place[0]].parts[column.place[1]] for column in layout.columns]
        self.cuts = [cuts_of(layout, column.place) for column in layout.columns]
        self.gaps = list(map(needs_gaps, self.cuts))
        self.labels = [layout.blocks[column.place[0]].label for column in layout.columns]
        self.has_labels = any(self.labels)
        self._labels = frozenset(layout.labels)
        self._plans: dict[Shape, ShapePlan] = {}

    def narrow(self, layout: Layout, columns: Sequence[int]) -> None:
        """Pass the plans on to the reader of a layout that has only the given columns, in this order."""
        reader = LayoutReader(layout)
        for shape, plan in self._plans.items():
            cells, hulls = [plan.cells[i] for i in columns], [plan.hulls[i] for i in columns]
            reader._plans[shape] = ShapePlan(plan.text, tuple(cells), tuple(hulls))
        _keep(_division(layout), reader)

    def row(self, page: Page, record: Record, kept: Sequence[int]) -> Row:
        """Return a record as a row with the cells of the columns that are kept."""
        first = record[0].start
        plan = self.plan(page, record)
        if len(record) == 1 and not page.preformatted:
            text = page.text_run_together(first, record[0].stop)
        else:
            text = _text(page, first, plan.text)
        return Row(text, tuple([self._cell(page, first, plan.cells[i], i) for i in kept]), record)

    def cells(self, page: Page, record: Record) -> tuple[Cell, ...]:
        """Return the cells of a record for all columns."""
        first = record[0].start
        return tuple([self._cell(page, first, places, i) for i, places in enumerate(self.plan(page, record).cells)])

    def located(self, page: Page, record: Record) -> list[Span | None]:
        """Return the place of each column's value in a record, as `locate_cells` does."""
        first = record[0].start
        hulls = self.plan(page, record).hulls
        return [None if hull is None else Span(first + hull[0], first + hull[1]) for hull in hulls]

    def labelled_cell(self, page: Page, texts: LabelledTexts, number: int) -> Cell:
        """Return the cell of a column whose value stands beside its label, of a record with these texts."""
        spans = labelled_spans(texts, self.labels[number], self._labels)
        places = [_place(page, 0, [span])._replace(is_displayed=False) for span in spans]  # the page's texts may change
        return self._cell(page, 0, tuple(places), number)

    def plan(self, page: Page, record: Record) -> ShapePlan:
        """Return the places of a record's values, computed once for each shape."""
        if (
            len(record) > 1 or self.has_labels
        ):  # the distance between pieces and the order of labels vary: nothing to reuse
            return self._work_out(page, record)
        shape = self.shape(page, record[0])
        plan = self._plans.get(shape)
        if plan is None:
            if len(self._plans) >= REMEMBERED:
                self._plans.clear()
            plan = self._plans[shape] = self._work_out(page, record)
        return plan

    def shape(self, page: Page, span: Span) -> Shape:
        """Return what the places of cells depend on: names, nesting, which texts are blank or hidden, classes if they count."""
        start, stop = span.start, span.stop
        sizes = tuple(map(sub, page.stops[start:stop], range(start, stop)))
        blanks = bytes(map(str.isspace, page.texts[start:stop]))
        if page.hides_texts:
            blanks += bytes(map(bool, page.texts[start:stop]))
        names = page.tags[start:stop] if self.classes is None else class_names(page, start, stop, self.classes)
        return tuple(names), sizes, blanks

    def _work_out(self, page: Page, record: Record) -> ShapePlan:
        first = record[0].start
        values = locate_values(self._layout, page, record)
        cells = [tuple([_place(page, first, [span]) for span in spans]) for spans in values]
        around = [hull_of(spans, column.kind) for spans, column in zip(values, self.fields, strict=True)]
        hulls = [None if span is None else (span.start - first, span.stop - first) for span in around]
        return ShapePlan(_run_together(_place(page, first, record)), tuple(cells), tuple(hulls))

    def _cell(self, page: Page, first: int, places: tuple[ValuePlace, ...], number: int) -> Cell:
        if not places:
            return None
        if self.parts[number].every:
            values = [self._value(page, first, place, number) for place in places]
            return tuple([value for value in values if value]) or None
        return self._value(page, first, places[0], number)

    def _value(self, page: Page, first: int, place: ValuePlace, number: int) -> str | None:
        column = self.fields[number]
        if column.kind != "text":
            return page.address(first + place.node, ATTRIBUTES[column.kind])
        cuts, label = self.cuts[number], self.labels[number]
        text = _text(page, first, place, gaps=self.gaps[number])
        if label:
            text = without_label(text, label)
        piece = cut_out(text, cuts) if cuts else text
        return piece.replace(GAP, " ") if piece else None  # a text may have more gaps than others


class MergingReader(LayoutReader):
    """Reads records by a layout with merged columns: reads each of their places as a column and joins the values."""

    def __init__(self, layout: Layout) -> None:
        self._given = layout
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

    def located(self, page: Page, record: Record) -> list[Span | None]:
        """Return the place of each column's value in a record, from the first place of a merged one to the last."""
        return locate_cells(self._given, page, record)

    def _merged(self, cells: Sequence[Cell], number: int) -> Cell:
        members = self.members[number]
        if len(members) == 1:
            return cells[number]
        return joined([cells[i] for i in members], self.fields[number].joined_by)


def _place(page: Page, first: int, spans: Sequence[Span]) -> ValuePlace:
    """Return the place of a value that consists of the given spans."""
    texts = [(node - first, seam) for span in spans for node, seam in page.displayed(span)]
    return ValuePlace(spans[0].start - first, tuple(texts), len(spans) == 1 and bool(texts))


def _run_together(place: ValuePlace) -> ValuePlace:
    """Return the place of a record's whole text, which is as in the markup: a space only at block boundaries.

    Other programs join it in the same way, so texts of records can be compared with theirs word by word.
    """
    return ValuePlace(place.node, tuple([(node, seam if seam == APART else GLUED) for node, seam in place.texts]))


def _text(page: Page, first: int, place: ValuePlace, *, gaps: bool = False) -> str:
    if not page.preformatted:
        if len(place.texts) == 1:  # as most values
            return " ".join(page.texts[first + place.texts[0][0]].split())
        if place.is_displayed:
            return page.text_between(first + place.texts[0][0], first + place.texts[-1][0] + 1)
    return page.joined([(first + node, seam) for node, seam in place.texts], gaps=gaps)


def needs_gaps(cuts: Sequence[Cut]) -> bool:
    """Return whether a text is cut at gaps between columns, so that it must be read with them."""
    return any(GAP in separators for separators, _ in cuts)


def cuts_at_gaps(layout: Layout) -> bool:
    """Return whether a column of a layout is cut at gaps."""
    return any(needs_gaps(cuts_of(layout, place)) for column in layout.columns for place in column.places)


def cut_out(text: str, cuts: Sequence[Cut]) -> str | None:
    """Return the piece of a text that a series of cuts leads to; each cut applies to the piece before.

    >>> cut_out("Kafka, Franz; The Trial", [((";",), 0), ((",",), 1)])
    'Franz'
    """
    piece: str | None = text
    for separators, number in cuts:
        piece = cut(piece, separators)[number] if piece is not None else None
    return piece


def cut(text: str, separators: tuple[str, ...]) -> list[str | None]:
    """Return the pieces of a text between separators, in order; pieces after a missing separator are None.

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
