"""Labels on the page and in its source: a label is a place in the source, a column's value one on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.lexbor import parse_page
from wrapture.learning.structured.labelled_columns import PlacedValue
from wrapture.model import label_of, places_in
from wrapture.reading.pointing import place_at
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Kind, Label, Place
    from wrapture.model.labelled import LabelledPage
    from wrapture.reading.pointing import CellPlaces, TextPlace


def parsed_page(page: LabelledPage) -> Page:
    """Return the page that was labelled."""
    return parse_page(page.text, name=page.name, url=page.url, encoding=page.encoding)


def placed_value(places: SourcePlaces, label: Label) -> PlacedValue | None:
    """Return a label as a value on the page, None if it is at no place that a column can have (a part of an address)."""
    found = [_placed(places, place) for place in places_in(label)]
    kinds = {kind for kind, _ in filter(None, found)} or {"text"}
    if None in found or len(kinds) > 1:
        return None
    return PlacedValue(kinds.pop(), tuple([place for _, place in filter(None, found)]))


def _placed(places: SourcePlaces, label: Place) -> tuple[Kind, TextPlace] | None:
    place = place_at(places, *label)
    if place is None or place.first_character >= 0:
        return None if place is None else ("text", place)
    kinds: tuple[Kind, ...] = ("link", "image")
    found = (kind for kind in kinds if places.attribute(place.first_node, ATTRIBUTES[kind]) == label)
    return next(((kind, place) for kind in found), None)


def source_label(places: SourcePlaces, kind: Kind, cell: CellPlaces, *, is_list: bool) -> Label:
    """Return the label of a column's value: a place in the source, or several for a list."""
    if not is_list:
        return source_place(places, kind, cell)
    found = [source_place(places, kind, (one,)) for one in cell]
    return label_of([place for place in found if place is not None])


def source_place(places: SourcePlaces, kind: Kind, cell: CellPlaces) -> Place | None:
    """Return the place in the source of a column's value: from its first to its last character, or its address."""
    if not cell:
        return None
    first, last = cell[0], cell[-1]
    if kind != "text":
        return places.attribute(first.first_node, ATTRIBUTES[kind])
    begin = places.piece(first.first_node, first.first_character, first.first_character + 1)
    end = places.piece(last.last_node, last.stop_character - 1, last.stop_character)
    return (begin[0], end[1]) if begin is not None and end is not None and begin[0] < end[1] else None
