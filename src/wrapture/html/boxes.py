"""Where the nodes of a rendered page are, in CSS pixels from the top-left corner of the whole page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Box(NamedTuple):
    """A rectangle on the page; it may lie outside the scrollable area."""

    x: float
    y: float
    width: float
    height: float


def hull(boxes: Collection[Box]) -> Box:
    """Return the smallest box around at least one box.

    >>> hull([Box(0, 0, 10, 10), Box(20, 5, 10, 10)])
    Box(x=0, y=0, width=30, height=15)
    """
    left, top = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.x + box.width for box in boxes]), max([box.y + box.height for box in boxes])
    return Box(left, top, right - left, bottom - top)


class TextBox(NamedTuple):
    """The part of a text node on one line: its characters ``start <= i < stop``."""

    node: int
    box: Box
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Boxes:
    """The layout of a page in a browser.

    ``nodes[n]`` is the box around node n, None if nothing is drawn for it; ``texts`` are the pieces of the text nodes line by
    line, in document order; ``hidden`` are the nodes that have a box but are invisible (visibility, opacity); ``width`` and
    ``height`` are those of the whole document.
    """

    nodes: Sequence[Box | None]
    texts: tuple[TextBox, ...]
    hidden: frozenset[int]
    width: float
    height: float
