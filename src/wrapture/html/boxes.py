"""Where the nodes of a rendered page stand, in CSS pixels from the top-left corner of the whole page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Box(NamedTuple):
    """A rectangle on the page; it may lie outside of what a person can scroll to."""

    x: float
    y: float
    width: float
    height: float


def hull(boxes: Collection[Box]) -> Box:
    """Return the smallest box around some boxes; there is at least one.

    >>> hull([Box(0, 0, 10, 10), Box(20, 5, 10, 10)])
    Box(x=0, y=0, width=30, height=15)
    """
    left, top = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.x + box.width for box in boxes]), max([box.y + box.height for box in boxes])
    return Box(left, top, right - left, bottom - top)


class TextBox(NamedTuple):
    """What one line shows of a text node: its characters ``start <= i < stop``."""

    node: int
    box: Box
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Boxes:
    """What a browser drew where.

    ``nodes[n]`` is the box around node n, None where nothing is drawn for it; ``texts`` are the pieces of the text nodes
    line by line, in document order; ``hidden`` the nodes that have a box but can't be seen (visibility, opacity);
    ``width`` and ``height`` are those of the whole document.
    """

    nodes: Sequence[Box | None]
    texts: tuple[TextBox, ...]
    hidden: frozenset[int]
    width: float
    height: float
