"""Editing labels: placing a value, removing one, dropping a record.

Every function returns a new, valid draft: records in order, and no overlapping places.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.errors import LabelError
from wrapture.learning.fuzzy.draft_labels import is_apart
from wrapture.learning.marking.alike import Alike
from wrapture.learning.marking.drafting import names_of
from wrapture.learning.marking.overlaps import remaining_label
from wrapture.learning.marking.points import saved_source, sure_places
from wrapture.learning.marking.stretches import Stretches, spans_at
from wrapture.model import hull_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Place, Span
    from wrapture.model.labelled import LabelledPage

    Cells = dict[str, Place]


def label_value(
    page: Page, draft: LabelledPage, name: str, place: Place, *, record: int | None, everywhere: bool
) -> LabelledPage:
    """Return a draft in which the named attribute is at this place, in the record of this number, counted from 0.

    Without a number, it is the record that contains the place, or directly precedes or follows it, else a new one.  A new name
    is a new attribute.  Labels of other attributes that overlap the place are trimmed or dropped
    (`wrapture.learning.marking.overlaps`).  With ``everywhere``, the other records get what is at the same place in them; a
    record without a counterpart stays as it is.  A new record does not override the values of others, and gets its own other
    values from where they have theirs.  An attribute without any label is dropped.

    Raises `LabelError` if the place is invalid, or belongs to another record.
    """
    places = sure_places(page)
    if saved_source(page) != draft.text:
        raise LabelError(page.name, "", f"is not the labelled page {draft.name}: point at that one")
    _check_value(draft, name, place)
    sheet = _Sheet(page, places, draft)
    number = sheet.owner(place) if record is None else _checked(draft, record)
    is_new = number is None
    number = sheet.insert(place) if number is None else number
    sheet.check_room(number, place)
    spans = sheet.spans(number, place, is_new=is_new) if everywhere else []
    sheet.put(number, name, place)
    if spans:
        records = Alike(page, places, spans)
        sheet.spread(records, number, name, replacing=not is_new)
        if is_new:
            sheet.fill(records, number)
    return _drafted(draft, sheet.names, sheet.rows)


def unlabel_value(draft: LabelledPage, record: int, name: str) -> LabelledPage:
    """Return a draft in which a record has no value of this name; a record without other values is dropped."""
    number, names = _checked(draft, record), names_of(draft)
    if name not in names:
        raise LabelError(draft.name, name, f"is not an attribute: expected one of {', '.join(names)}")
    rows = _rows_of(draft)
    rows[number].pop(name, None)
    return _drafted(draft, names, rows) if rows[number] else drop_record(draft, record)


def drop_record(draft: LabelledPage, record: int) -> LabelledPage:
    """Return a draft without one of its records; raises `LabelError` for the only one."""
    number, rows = _checked(draft, record), _rows_of(draft)
    if len(rows) == 1:
        raise LabelError(draft.name, "record 1", "is the only record: label another one before dropping it")
    return _drafted(draft, names_of(draft), [*rows[:number], *rows[number + 1 :]])


def record_of(draft: LabelledPage, place: Place) -> int | None:
    """Return the number of the record, counted from 0, whose labels surround a place; None if there is none."""
    extents = map(_extent, _rows_of(draft))
    return next((number for number, extent in enumerate(extents) if not is_apart(place, extent)), None)


# --- the records as they change ---


class _Sheet:
    """The labels of a page's records by name, under construction."""

    def __init__(self, page: Page, places: SourcePlaces, draft: LabelledPage) -> None:
        self.names = list(names_of(draft))
        self.rows = _rows_of(draft)
        self._page = page
        self._places = places
        self._draft = draft

    def owner(self, place: Place) -> int | None:
        """Return the record that contains a place, or directly precedes or follows it; None if there is none."""
        found = record_of(self._draft, place)
        if found is not None:
            return found
        nodes, spans = self._places.nodes(*place), spans_at(self._places, self._extents())
        return Stretches(self._page, spans).owner(nodes) if nodes is not None and spans else None

    def insert(self, place: Place) -> int:
        """Return the number of a new record at a place, still without labels."""
        number = sum(extent < place for extent in self._extents())
        self.rows.insert(number, {})
        return number

    def spans(self, number: int, place: Place, *, is_new: bool) -> list[Span]:
        """Return the records as pieces of the page, one of them including a place; none if they overlap."""
        nodes = self._places.nodes(*place)
        extents = [_extent(row) if row else place for row in self.rows]
        spans = spans_at(self._places, extents)
        if nodes is None or not spans:
            return []
        stretches = Stretches(self._page, spans)
        return stretches.spans if is_new else stretches.holding(number, nodes)

    def check_room(self, number: int, place: Place) -> None:
        """Raise `LabelError` for a place that is not between the records before and after this one."""
        for other, row in enumerate(self.rows):
            if row and other != number and not self._is_beyond(number, place, other):
                what = f"the value at {place} lies in or beyond record {other + 1}"
                raise LabelError(self._page.name, f"record {number + 1}", f"{what}: point at a value of one record")

    def put(self, number: int, name: str, place: Place) -> None:
        """Give a record a value; overlapping labels are trimmed or dropped."""
        others = {other: held for other, held in self.rows[number].items() if other != name}
        kept = {other: remaining_label(self._page, self._places, held, place) for other, held in others.items()}
        self.rows[number] = {name: place} | {other: held for other, held in kept.items() if held is not None}
        if name not in self.names:
            self.names.append(name)

    def spread(self, records: Alike, number: int, name: str, *, replacing: bool) -> None:
        """Give all other records what corresponds to one record's value; existing values are kept unless `replacing`."""
        for other, place in enumerate(records.labels(number, self.rows[number][name])):
            wanted = other != number and (replacing or name not in self.rows[other])
            if place is not None and wanted and self._has_room(other, place):
                self.put(other, name, place)

    def fill(self, records: Alike, number: int) -> None:
        """Give a new record the values that correspond to those of others, each taken from the record with the most values."""
        fullest = sorted(range(len(self.rows)), key=lambda other: (-len(self.rows[other]), other))
        for name in self.names:
            model = next((other for other in fullest if other != number and name in self.rows[other]), None)
            if name in self.rows[number] or model is None:
                continue
            place = records.labels(model, self.rows[model][name])[number]
            free = place is not None and all(is_apart(place, held) for held in self.rows[number].values())
            if place is not None and free and self._has_room(number, place):
                self.rows[number][name] = place

    def _has_room(self, number: int, place: Place) -> bool:
        near = [other for other in (number - 1, number + 1) if 0 <= other < len(self.rows)]
        return all(self._is_beyond(number, place, other) for other in near)

    def _is_beyond(self, number: int, place: Place, other: int) -> bool:
        """Return whether a place of one record is on its side of another record."""
        start, end = _extent(self.rows[other])
        return place[1] <= start if number < other else end <= place[0]

    def _extents(self) -> list[Place]:
        return [_extent(row) for row in self.rows]


def _rows_of(draft: LabelledPage) -> list[Cells]:
    names = names_of(draft)
    return [
        {name: place for name, label in zip(names, record, strict=True) if (place := hull_of(label)) is not None}
        for record in draft.records
    ]


def _drafted(draft: LabelledPage, names: Sequence[str], rows: Sequence[Cells]) -> LabelledPage:
    """Return a draft with other records; attributes without any label are left out, and the zone contains all records."""
    held = tuple([name for name in names if any(name in row for row in rows)])
    records = tuple([tuple([row.get(name) for name in held]) for row in rows])
    zone = draft.zone
    if zone is not None:
        start, end = _extent({str(number): _extent(row) for number, row in enumerate(rows)})
        zone = min(zone[0], start), max(zone[1], end)
    return replace(draft, records=records, names=held, zone=zone)


def _extent(row: Cells) -> Place:
    return min(start for start, _ in row.values()), max(end for _, end in row.values())


def _checked(draft: LabelledPage, record: int) -> int:
    if not 0 <= record < len(draft.records):
        what = f"does not exist: the page has {len(draft.records)} labelled records"
        raise LabelError(draft.name, f"record {record + 1}", what)
    return record


def _check_value(draft: LabelledPage, name: str, place: Place) -> None:
    if not name.strip():
        raise LabelError(draft.name, "", "the attribute name is blank: give one")
    if not 0 <= place[0] < place[1] <= len(draft.text):
        raise LabelError(
            draft.name, name, f"[{place[0]}, {place[1]}) is not a place in its {len(draft.text)} characters"
        )
