"""Labelled pages: the places of records' attributes as marked by a person, as character offsets into the source."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from wrapture.errors import LabelError
from wrapture.model.locator import places_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.model import Labels, Place


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page's source with its labelled records, in page order.

    Places lie inside the text and do not overlap; every record has a place, several of them (`Several`) or None for each
    attribute, at least one of them not None; all places of a record come before those of the next.  ``zone`` is the place of
    the whole list, if the person marked it.  Construction raises `LabelError` for labels that violate this.
    """

    name: str
    text: str
    records: tuple[Labels, ...]
    names: tuple[str, ...] = ()
    zone: Place | None = None
    encoding: str = "utf-8"
    url: str | None = None

    def __post_init__(self) -> None:
        check(self)

    @property
    def width(self) -> int:
        """The number of attributes of a record."""
        return len(self.records[0]) if self.records else len(self.names)

    def cells(self, record: Labels) -> list[tuple[Place, int]]:
        """Return the places of a record with their attribute numbers, in page order."""
        return sorted((place, number) for number, label in enumerate(record) for place in places_in(label))

    def places(self) -> Iterator[tuple[str, Place]]:
        """Yield all places in page order, each with its name for error messages."""
        for number, record in enumerate(self.records, start=1):
            for place, attribute in self.cells(record):
                yield f"record {number}, attribute {attribute + 1}", place


def check(page: LabelledPage) -> None:
    """Raise `LabelError` for the first label that does not fit its page."""
    for number, record in enumerate(page.records, start=1):
        _check_record(page, f"record {number}", record)
    for (before, first), (after, second) in pairwise(page.places()):
        if second[0] < first[1]:
            raise LabelError(page.name, after, f"begins at {second[0]}, before {before} ends at {first[1]}")
    if page.zone is not None:
        _check_zone(page, page.zone)


def _check_record(page: LabelledPage, label: str, record: Labels) -> None:
    if len(record) != page.width or (page.names and len(record) != len(page.names)):
        raise LabelError(page.name, label, f"has {len(record)} attributes, not {len(page.names) or page.width}")
    if all(place is None for place in record):
        raise LabelError(page.name, label, "has no attribute at all")
    for attribute, own in enumerate(record, start=1):
        for place in places_in(own):
            _check_place(page, f"{label}, attribute {attribute}", place)


def _check_place(page: LabelledPage, label: str, place: Place) -> None:
    start, end = place
    if not 0 <= start <= end <= len(page.text):
        raise LabelError(page.name, label, f"[{start}, {end}) is not a place in a text of {len(page.text)} characters")


def _check_zone(page: LabelledPage, zone: Place) -> None:
    _check_place(page, "zone", zone)
    for label, (start, end) in page.places():
        if start < zone[0] or end > zone[1]:
            raise LabelError(page.name, "zone", f"[{zone[0]}, {zone[1]}) does not hold {label} at [{start}, {end})")
