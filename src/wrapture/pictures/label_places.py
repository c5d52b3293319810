"""Placing labels: beside their mark where that hides nothing, else on the mark."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.boxes import Box
from wrapture.pictures.marks import boxes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.pictures.marks import Mark

LETTERS_PX: Final = 9.0  # the letter size of a label: a line may have labels all around it
NUMBER_PX: Final = 13.0  # the letter size of a record's number: there are fewer of them
LETTER_WIDTH: Final = 0.6  # relative to the letter size, in a monospaced font
MARGIN_PX: Final = 2.0  # around the letters on each side
SLACK_PX: Final = 2.0  # that a label may overlap the boxes above and below it: letters seldom fill their boxes
SHOWN: Final = frozenset(["img", "input", "select", "textarea", "button"])
"""Elements that are visible without a text of their own."""
FIRST_ROW_PX: Final = 18.0  # the part of a mark that a label is centred on: a row of text at the usual size
BUCKET_PX: Final = 64  # height of the stripes that boxes are indexed by


class PlacedLabel(NamedTuple):
    """The label of a mark: its letter size, and its box on the page."""

    mark: Mark
    box: Box
    size: float


def labels_of(page: Page, marks: Sequence[Mark], width: int, height: int) -> Iterator[PlacedLabel]:
    """Yield the labels of the marks that have one, each placed where it hides the least."""
    room = _Room(width, height)
    for box in _contents(page):
        room.take(box)
    for mark in marks:
        if mark.label:
            size = NUMBER_PX if mark.style == "record" else LETTERS_PX
            yield PlacedLabel(mark, room.find(_places(mark, size)), size)


def _contents(page: Page) -> Iterator[Box]:
    """Yield the boxes of a page's visible contents: texts, images and form fields."""
    boxes = boxes_of(page)
    for text in boxes.texts:
        if text.node not in boxes.hidden and page.texts[text.node][text.start : text.stop].strip():
            yield text.box
    for node, box in enumerate(boxes.nodes):
        if page.tags[node] in SHOWN and box is not None and node not in boxes.hidden:
            yield box


class _Room:
    """The occupied part of a page."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._taken: defaultdict[int, list[Box]] = defaultdict(list)

    def take(self, box: Box) -> None:
        """Mark a box as occupied."""
        for stripe in _stripes(box, self._height):
            self._taken[stripe].append(box)

    def find(self, places: Sequence[Box]) -> Box:
        """Return the first free place, or the last if none is free, and mark it as occupied."""
        place = self._onto_page(next(filter(self._is_free, places), places[-1]))
        self.take(place)
        return place

    def _onto_page(self, box: Box) -> Box:
        return box._replace(
            x=max(0.0, min(box.x, self._width - box.width)), y=max(0.0, min(box.y, self._height - box.height))
        )

    def _is_free(self, box: Box) -> bool:
        core = Box(box.x, box.y + SLACK_PX, box.width, box.height - 2 * SLACK_PX)
        others = (other for stripe in _stripes(core, self._height) for other in self._taken[stripe])
        return self._onto_page(box) == box and not any(_overlap(core, other) for other in others)


def _places(mark: Mark, size: float) -> list[Box]:
    """Return the possible places of a mark's label, best first; the last may hide part of the mark."""
    box = mark.box
    width, height = len(mark.label) * LETTER_WIDTH * size + 2 * MARGIN_PX, size + MARGIN_PX
    y = box.y + (min(box.height, FIRST_ROW_PX) - height) / 2
    left, right, end = box.x - width - 1, box.x + box.width + 1, box.x + box.width - width
    before, after, corner = (left, y), (right, y), (end, box.y)
    last_row, above, below = (end, box.y + box.height - height), (end, box.y - height), (end, box.y + box.height)
    chosen = (before, after, corner) if mark.style == "record" else (after, before, last_row, above, below, (end, y))
    return [Box(x, top, width, height) for x, top in chosen]


def _stripes(box: Box, height: int) -> range:
    """Return the stripes of a page that a box touches."""
    top, bottom = max(0.0, box.y), min(float(height), box.y + box.height)
    return range(int(top // BUCKET_PX), int(bottom // BUCKET_PX) + 1)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
