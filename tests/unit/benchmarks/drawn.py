"""Small pages drawn from their records, so that the truth is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.learning.fuzzy import LabelledPage
from wrapture.model import hull_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Place

HEAD = "<html><h1>Search</h1>\n<p>Results of today:</p>\n<ul>\n"
TAIL = "</ul>\n<p>End of the list.</p></html>\n"
ELEMENTS = ("b", "i", "em")
Field = tuple[int, str]


def draw(name: str, rows: Sequence[Sequence[Field]], head: str = HEAD, tail: str = TAIL) -> LabelledPage:
    """Return a page with an item for each row: its fields as (attribute, value), in the order in which they stand there."""
    text = head
    records = []
    for row in rows:
        places: list[Place | None] = [None] * len(ELEMENTS)
        text += "<li>"
        for order, (attribute, value) in enumerate(row):
            text += f"{' - ' if order else ''}<{ELEMENTS[attribute]}>"
            places[attribute] = (len(text), len(text) + len(value))
            text += f"{value}</{ELEMENTS[attribute]}>"
        text += "</li>\n"
        records.append(tuple(places))
    return LabelledPage(name, text + tail, tuple(records))


def whole(*values: str) -> list[Field]:
    """Return a row with all fields in order."""
    return list(enumerate(values))


def values_of(page: LabelledPage) -> list[tuple[str | None, ...]]:
    """Return what stands at the labels of a page."""
    return [tuple(place and page.text[slice(*place)] for place in map(hull_of, record)) for record in page.records]


PLAIN = [
    draw("one", [whole("Anna", "12", "red"), whole("Bert", "7", "dark blue"), whole("Carla Maria", "345", "green")]),
    draw("two", [whole("Dora", "9", "white"), whole("Emil", "81", "light grey")]),
]
UNSEEN = draw(
    "unseen", [whole("Frida", "404", "pink"), whole("Gustav Adolf", "5", "black"), whole("Hans", "66", "red")]
)
