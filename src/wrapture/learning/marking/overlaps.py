"""What happens to a label when another value is marked over it.

If the value is at one end of the label, the label keeps the rest, without punctuation and white space between the two, provided
it has a letter or a digit.  Otherwise, if the value is all of it, is in its middle, or cuts a word, the label is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.learning.fuzzy.draft_labels import is_apart
from wrapture.reading.pointing import shown_in

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Place

PARTING: Final = frozenset(",;:|/·•–—-")
"""Punctuation that separates two values and belongs to neither."""


def remaining_label(page: Page, places: SourcePlaces, label: Place, value: Place) -> Place | None:
    """Return what is left of a label where another value is, None if nothing is."""
    if is_apart(label, value):
        return label
    at_start, at_end = value[0] <= label[0], label[1] <= value[1]
    if at_start == at_end:
        return None
    rest = (value[1], label[1]) if at_start else (label[0], value[0])
    cut = value[1] if at_start else value[0]
    return None if _cuts_word(page.source or "", cut) else _trimmed(page, places, rest, at_start=at_start)


def _cuts_word(source: str, cut: int) -> bool:
    before, after = source[cut - 1 : cut], source[cut : cut + 1]
    return (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())


def _trimmed(page: Page, places: SourcePlaces, rest: Place, *, at_start: bool) -> Place | None:
    """Return the visible rest of a label, without what separates it from the value; None if it is empty."""
    nodes = places.nodes(*rest)
    shown = shown_in(page, [] if nodes is None else [nodes])
    found = [(number, shown.place(places, number, number + 1)) for number in range(len(shown.text))]
    inside = [number for number, place in found if place is not None and rest[0] <= place[0] and place[1] <= rest[1]]
    side = 0 if at_start else -1
    while inside and (shown.text[inside[side]].isspace() or shown.text[inside[side]] in PARTING):
        inside.pop(side)
    if not any(shown.text[number].isalnum() for number in inside):
        return None
    return shown.place(places, inside[0], inside[-1] + 1)
