"""Another learner's result as labels: the cells of its records, each as its place in the page's source.

A person corrects such a draft instead of labelling a page from nothing.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from wrapture.html.source_places import places_of
from wrapture.model import Column, hull_of, label_of, places_in
from wrapture.model.labelled import LabelledPage
from wrapture.reading.division import cuts_of, locate_values
from wrapture.reading.pointing import piece_place, shown_in
from wrapture.reading.reader import ATTRIBUTES, needs_gaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Label, Labels, Layout, Place, Record, Span


def draft_labels(page: Page, records: Sequence[Record], layout: Layout, *, single: bool = False) -> LabelledPage:
    """Return the cells of some records as labels, under the names of the columns that the layout keeps.

    A cell without a certain place is None.  Labels must not overlap, so these are left out: a column that overlaps another in
    any record (a link's address inside the text around the link; texts are preferred to addresses, earlier columns to later
    ones), and a record that overlaps another or has no label.  Records are in source order.  The texts of merged columns are
    labelled one by one.  A list has several places, or with ``single`` the one from its first to its last item.  Raises
    `SourceError` for a rendered page, which has no source.
    """
    layout = unmerged(layout)
    labeller = Labeller(page, layout)
    kept = [number for number, column in enumerate(layout.columns) if column.is_shown]
    rows = [tuple([cells[number] for number in kept]) for cells in map(labeller.labels, records)]
    rows = [tuple(map(hull_of, row)) for row in rows] if single else rows
    apart = columns_apart(rows, [layout.columns[number] for number in kept])
    chosen = records_apart(tuple([row[number] for number in apart]) for row in rows)
    names = tuple(layout.columns[kept[number]].name for number in apart)
    return labelled(page, chosen, names)


def unmerged(layout: Layout) -> Layout:
    """Return a layout with columns of single texts instead of those merged from them: a label has one place."""
    merged = [column for column in layout.columns if column.more]
    shown = {place for column in merged if column.is_shown for place in column.places}
    columns = [
        replace(column, keep=True, hidden="")
        if column.kind == "text" and not column.more and column.place in shown
        else replace(column, keep=column.keep and not column.more)
        for column in layout.columns
    ]
    known = {column.place for column in columns if column.kind == "text" and not column.more}
    taken = {column.name for column in columns}
    for place in sorted(shown - known):
        name = next(name for n in count(1) if (name := f"text_{n}") not in taken)
        taken.add(name)
        columns.append(Column(name, "text", place))
    return replace(layout, columns=tuple(columns)) if merged else layout


def labelled(page: Page, records: tuple[Labels, ...], names: tuple[str, ...]) -> LabelledPage:
    """Return a page with its labels."""
    return LabelledPage(page.name, page.source or "", records, names, encoding=page.encoding, url=page.url)


class Labeller:
    """Finds the places of records' cells in the page's source."""

    def __init__(self, page: Page, layout: Layout, places: SourcePlaces | None = None) -> None:
        self._page = page
        self._layout = layout
        self._places = places_of(page) if places is None else places
        self._cuts = [cuts_of(layout, column.place) for column in layout.columns]

    def labels(self, record: Record) -> Labels:
        """Return the places of a record's cells for each column, kept or not; None for a merged one, several for a list."""
        found = zip(self._layout.columns, locate_values(self._layout, self._page, record), strict=True)
        return tuple([None if column.more else self._label(n, spans) for n, (column, spans) in enumerate(found)])

    def _label(self, number: int, spans: Sequence[Span]) -> Label:
        places = [self._place(number, span) for span in spans]
        return label_of([place for place in places if place is not None])

    def _place(self, number: int, span: Span) -> Place | None:
        column, cuts = self._layout.columns[number], self._cuts[number]
        if column.kind != "text":
            return self._places.attribute(span.start, ATTRIBUTES[column.kind])
        if not cuts:
            return self._places.text(span)
        shown = shown_in(self._page, [span], gaps=needs_gaps(cuts))
        piece = piece_place(shown.text, cuts)
        return None if piece is None else shown.place(self._places, *piece)


# --- without overlaps ---


def is_apart(one: Place | None, other: Place | None) -> bool:
    """Return whether two places don't overlap; None overlaps nothing."""
    return one is None or other is None or one[1] <= other[0] or other[1] <= one[0]


def columns_apart(rows: Sequence[Labels], columns: Sequence[Column]) -> list[int]:
    """Return the indices of columns that overlap in no row: texts before addresses, earlier ones before later ones."""
    kept: list[int] = []
    taken: list[list[Place]] = [[] for _ in rows]
    for number in sorted(range(len(columns)), key=lambda number: (columns[number].kind != "text", number)):
        cells = [places_in(row[number]) for row in rows]
        if all(_has_room(held, place) for held, places in zip(taken, cells, strict=True) for place in places):
            kept.append(number)
            for held, places in zip(taken, cells, strict=True):
                for place in places:
                    insort(held, place)
    return sorted(kept)


def _has_room(held: list[Place], place: Place) -> bool:
    """Return whether a place overlaps none of those held, which are in order and don't overlap."""
    at = bisect_left(held, place)
    return (at == 0 or held[at - 1][1] <= place[0]) and (at == len(held) or place[1] <= held[at][0])


def records_apart(records: Iterable[Labels]) -> tuple[Labels, ...]:
    """Return as many labelled records as possible that don't overlap, in page order."""
    kept: list[Labels] = []
    done = 0
    for record in sorted(filter(any, records), key=_extent):  # by their ends: each one taken leaves the most room
        end, start = _extent(record)
        if start >= done:
            kept.append(record)
            done = end
    return tuple(kept)


def _extent(record: Labels) -> Place:
    """Return the end and the start of a record's labels."""
    places = [place for label in record for place in places_in(label)]
    return max(end for _, end in places), min(start for start, _ in places)
