"""What to draw on a page, as marks: its content lines, or records and their cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.html.boxes import Box, hull
from wrapture.html.content_lines import LineType, lines_of
from wrapture.reading.division import locate_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.boxes import Boxes
    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.model import Layout, Record, Span

Style: TypeAlias = Literal["line", "blank", "record", "cell"]

COLOURS: Final[dict[LineType, str]] = {
    LineType.LINK: "#0969da",
    LineType.TEXT: "#1a7f37",
    LineType.LINK_TEXT: "#8250df",
    LineType.LINK_HEAD: "#0b7285",
    LineType.TEXT_HEAD: "#9a6700",
    LineType.LINK_TEXT_HEAD: "#bf3989",
    LineType.HR_LINE: "#cf222e",
    LineType.BLANK: "#6e7781",
}
"""Dark enough for white letters; the labels name the type for people who can't distinguish the colours."""
RECORD_COLOURS: Final = ("#0550ae", "#bc4c00")
"""Neighbouring records alternate; nearly everybody can distinguish blue and orange."""


class Mark(NamedTuple):
    """A coloured box on a page, with a label."""

    box: Box
    colour: str
    style: Style
    label: str = ""


class LegendEntry(NamedTuple):
    """The meaning of a colour."""

    colour: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw on a page: marks, a title, a legend, and a note for the viewer."""

    title: str
    marks: tuple[Mark, ...]
    keys: tuple[LegendEntry, ...] = ()
    note: str = ""


def line_picture(page: Page) -> Picture:
    """Return the picture of a rendered page's content lines: a box for each, a dashed line for a blank one."""
    lines = lines_of(page)
    marks = [mark for n, line in enumerate(lines) if (mark := _line_mark(lines, n, line)) is not None]
    counts = Counter(line.type for line in lines)
    keys = tuple(LegendEntry(COLOURS[kind], f"{kind.name} ({counts[kind]})") for kind in LineType if counts[kind])
    return Picture(
        f"{page.name}: {len(lines)} content lines", tuple(marks), keys, "labels: type and left edge in pixels"
    )


def record_picture(
    page: Page, records: Sequence[Record], layout: Layout, *, about: str = "", note: str = ""
) -> Picture:
    """Return the picture of these records on a rendered page: a numbered box for each, and dotted boxes for its cells.

    A record of several spans has a box for each.  `about` is added to the title, to say where the records come from.
    """
    marks = [
        mark
        for n, record in enumerate(records)
        for mark in _record_marks(page, record, layout, RECORD_COLOURS[n % 2], n + 1)
    ]
    return Picture(f"{page.name}: {len(records)} records{about and f', {about}'}", tuple(marks), note=note)


def boxes_of(page: Page) -> Boxes:
    """Return the boxes of a rendered page."""
    if page.boxes is None:
        raise ValueError(f"{page.name!r} is not rendered: give a page that a camera has taken")
    return page.boxes


def _line_mark(lines: Sequence[Line], n: int, line: Line) -> Mark | None:
    colour = COLOURS[line.type]
    if line.type is not LineType.BLANK:
        return None if line.box is None else Mark(line.box, colour, "line", f"{line.type.name} {line.position}")
    gap = _gap(lines[n - 1].box, lines[n + 1].box)
    return None if gap is None else Mark(gap, colour, "blank")


def _gap(above: Box | None, below: Box | None) -> Box | None:
    """Return the box of a blank line: as wide as the line above, halfway between its neighbours."""
    if above is None or below is None:
        return None
    middle = (above.y + above.height + below.y) / 2
    return Box(above.x, middle, above.width, 0)


def _record_marks(page: Page, record: Record, layout: Layout, colour: str, number: int) -> Iterator[Mark]:
    """Yield the boxes of a record's spans and of its cells."""
    for span in record:
        whole = [node for node in span if page.stops[node] <= span.stop]
        if (box := _hull(page, whole)) is not None:
            yield Mark(box, colour, "record", str(number))
    for cell in _cells(page, record, layout):
        leaves = [node for node in cell if page.stops[node] == node + 1]
        if (box := _hull(page, leaves)) is not None:
            yield Mark(box, colour, "cell")


def _cells(page: Page, record: Record, layout: Layout) -> list[Span]:
    """Return the spans of the cells, each once: several may be cut from one text."""
    places = zip(layout.columns, locate_cells(layout, page, record), strict=True)
    return list(dict.fromkeys(span for column, span in places if column.keep and span is not None))


def _hull(page: Page, nodes: Iterable[int]) -> Box | None:
    """Return the smallest box around the visible ones of these nodes; None if there are none."""
    boxes = boxes_of(page)
    seen = [
        box
        for node in nodes
        if (box := boxes.nodes[node]) is not None
        and node not in boxes.hidden
        and has_area(box)
        and is_within(box, boxes.width, inf)  # below the page: in a scrolling frame
    ]
    return hull(seen) if seen else None


def has_area(box: Box) -> bool:
    """Return whether a box has a visible area."""
    return box.width > 0 and box.height > 0


def is_within(box: Box, width: float, height: float) -> bool:
    """Return whether part of a box lies on a page of this size."""
    return box.x < width and box.y < height and box.x + box.width > 0 and box.y + box.height > 0
