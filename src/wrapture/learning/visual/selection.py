"""Selecting the wrapper of a page's main list: the four weights of section 5.5 of the paper.

Each is relative to the best group of the page: the area of the records, their distance from the middle of the page, their
number, and the amount of their text.  For an unrendered page the first two are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from wrapture.html.boxes import hull

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.boxes import Boxes
    from wrapture.html.page import Page
    from wrapture.model import Record


@dataclass(frozen=True, slots=True)
class SelectionWeights:
    """The weight of each of the four figures, tuned on the first data set of the paper."""

    area: float = 0.5
    centre: float = 0.25
    records: float = 1.5
    characters: float = 1.0


class GroupFigures(NamedTuple):
    """The four figures of a group of records; the area and the distance are 0 if unrendered."""

    area: float
    distance: float
    records: int
    characters: float


def measure(page: Page, records: Sequence[Record]) -> GroupFigures:
    """Return the figures of a group of records."""
    start, stop = records[0][0].start, records[-1][-1].stop
    area, distance = _place(page.boxes, start, stop) if page.boxes is not None else (0.0, 0.0)
    spans = [span for record in records for span in record]
    characters = sum(page.offsets[span.stop] - page.offsets[span.start] for span in spans)
    return GroupFigures(area, distance, len(records), characters / len(records))


def combined(groups: Sequence[GroupFigures], weights: SelectionWeights) -> list[float]:
    """Return the weighted sum of each group's figures, relative to the best."""
    most = GroupFigures(*(max(column) for column in zip(*groups, strict=True))) if groups else GroupFigures(0, 0, 0, 0)
    nearest = min((group.distance for group in groups), default=0.0)
    return [
        weights.area * _share(group.area, most.area)
        + weights.centre * _share(1 + nearest, 1 + group.distance)
        + weights.records * _share(group.records, most.records)
        + weights.characters * _share(group.characters, most.characters)
        for group in groups
    ]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _place(boxes: Boxes, start: int, stop: int) -> tuple[float, float]:
    """Return the area around the nodes of a group, and its distance from the page's centre: 0 if it contains it."""
    drawn = [box for box in boxes.nodes[start:stop] if box is not None and box.width > 0 and box.height > 0]
    if not drawn:
        return 0.0, hypot(boxes.width, boxes.height)
    around = hull(drawn)
    right, down = boxes.width / 2 - around.x, boxes.height / 2 - around.y  # from its corner to the page's centre
    inside = 0 <= right <= around.width and 0 <= down <= around.height
    away = 0.0 if inside else hypot(around.width / 2 - right, around.height / 2 - down)
    return around.width * around.height, away
