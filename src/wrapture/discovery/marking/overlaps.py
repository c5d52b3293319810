"""What becomes of a label where another value was pointed at: it gives way.

Where the value is a part at one end of the label, the label keeps the rest, without marks and white space between the two, if
there is a letter or a digit in it.  Else it goes: where the value is all of it, stands in its middle, or cuts a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.extraction.pointing import shown_in

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.html.places import Places
    from wrapture.model import Place

PARTING: Final = frozenset(",;:|/·•–—-")
"""Marks that part two values and belong to neither."""


def is_apart(one: Place, other: Place) -> bool:
    """Return whether two places have nothing in common."""
    return one[1] <= other[0] or other[1] <= one[0]


def give_way(page: Page, places: Places, label: Place, value: Place) -> Place | None:
    """Return what is left of a label where another value stands, None where nothing is."""
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


def _trimmed(page: Page, places: Places, rest: Place, *, at_start: bool) -> Place | None:
    """Return what a rest displays, without what parts it from the value; None where it says nothing."""
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
