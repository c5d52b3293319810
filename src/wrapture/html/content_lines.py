"""The content lines of a page [1]_: what a person sees as one line, with its type and left edge.

A rendered page has its lines where the browser drew them.  An unrendered page gets them from its tags: a line ends at ``br``
and where a block begins or ends; the cells of a row share a line unless one of them has several.  From there on both are
treated the same, except that all lines of an unrendered page begin at position 0.

Departures from [1]_
--------------------
* A text that wraps is one line: where it wraps is arbitrary, and every wrapped link would add a line.
* Table rows are one line in both cases; text at the same height in another column of the page is another line.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005. Section 3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.boxes import Box, hull
from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import NEWLINE, TEXT
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.html.page import Page


HEAD_BONUS: Final = 3  # added to the code of a type if the line starts with a number


class LineType(IntEnum):
    """The eight types of content lines, with the paper's codes."""

    LINK = 1
    TEXT = 2
    LINK_TEXT = 3
    LINK_HEAD = 4
    TEXT_HEAD = 5
    LINK_TEXT_HEAD = 6
    HR_LINE = 7
    BLANK = 8

    @property
    def without_head(self) -> LineType:
        """The type of the line if it did not start with a number."""
        return LineType(self - HEAD_BONUS) if self.LINK_HEAD <= self <= self.LINK_TEXT_HEAD else self


class Line(NamedTuple):
    """A content line: its type, its position (left edge in pixels, 0 if unrendered) and its nodes.

    A blank line has no nodes: ``start`` and ``stop`` are both the first node of the next line.
    """

    type: LineType
    position: int
    start: int
    stop: int
    box: Box | None = None


WITH_HEAD: Final = {kind: LineType(kind + HEAD_BONUS) for kind in (LineType.LINK, LineType.TEXT, LineType.LINK_TEXT)}
NUMBERED: Final = re.compile(r"[\s(\[#]*\d")
CELLS: Final = frozenset(["td", "th"])
SPACED_BLOCKS: Final = frozenset(
    ["p", "ul", "ol", "dl", "dir", "menu", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "figure", "xmp"]
)
"""Blocks that browsers separate by an empty line."""
UNBROKEN: Final = TEXT_LEVEL | CELLS | {TEXT}
MOST_DIGITS: Final = 5
SMALL_IMAGE_PX: Final = 8  # images up to this size are bullets, rules and spacers
BLANK_GAP: Final = 0.6  # share of a line's height; a larger space before it is a blank line
SAME_HEIGHT: Final = 0.5  # share of the lower box that must overlap the line to be on it
COLUMN_GAP_PX: Final = 40.0  # boxes at one height with a larger gap are in different columns
POSITION_STEP_PX: Final = 4  # left edges this close count as equal: bullets, borders and italics shift text a little


def lines_of(page: Page) -> list[Line]:
    """Return the content lines of a page in document order, with positions if the page was rendered."""
    return _rendered(page) if page.boxes is not None else _unrendered(page)


def shown_text(page: Page, line: Line) -> str:
    """Return the visible text of a line; empty for images, rules and blank lines."""
    return page.text(Span(line.start, line.stop))


class _Item(NamedTuple):
    """A displayed item: a text, an image or a rule."""

    node: int
    line: int  # items with the same number are on one line
    gap: int  # a blank line precedes an item whose number differs from that of the item before


def _unrendered(page: Page) -> list[Line]:
    breaks, gaps = _breaks(page)
    rows: list[list[int]] = []
    line = -1
    for node in _displayed(page):
        if breaks[node] == line and page.tags[node] != "hr":
            rows[-1].append(node)
        else:
            rows.append([node])
            line = breaks[node]
    lines: list[Line] = []
    in_link = _in_link(page)
    gap = gaps[rows[0][0]] if rows else 0
    for nodes in rows:
        first, last = nodes[0], nodes[-1]
        if gaps[first] != gap:
            lines.append(Line(LineType.BLANK, 0, first, first))
        lines.append(Line(_type_of(page, nodes, in_link), 0, first, last + 1))
        gap = gaps[last]
    return lines


def _rendered(page: Page) -> list[Line]:
    lines: list[Line] = []
    in_link = _in_link(page)
    bottom = inf
    for drawn in _drawn_lines(page):
        nodes, box = drawn.nodes, drawn.box
        kind = _type_of(page, nodes, in_link)
        if lines and box.y - bottom >= BLANK_GAP * drawn.row.height:
            lines.append(Line(LineType.BLANK, lines[-1].position, nodes[0], nodes[0]))
        position = int(box.x // POSITION_STEP_PX * POSITION_STEP_PX)
        lines.append(Line(kind, position, nodes[0], nodes[-1] + 1, box))
        bottom = box.y + box.height
    return lines


@dataclass(slots=True)
class _Drawn:
    """A line under construction: its nodes, the box around them, and the box around the last row of a wrapped line."""

    nodes: list[int]
    box: Box
    row: Box
    line: int

    def takes(self, item: _Item, box: Box, *, wrapped: bool) -> bool:
        """Return whether an item belongs to this line: by the tags, or because it is beside the line's items."""
        return wrapped or item.line == self.line or _beside(self.row, box)

    def add(self, item: _Item, box: Box) -> None:
        """Add an item to the line."""
        if item.node != self.nodes[-1]:
            self.nodes.append(item.node)
        self.row = hull([self.row, box]) if _beside(self.row, box) else box
        self.box = hull([self.box, box])
        self.line = item.line


def _drawn_lines(page: Page) -> Iterator[_Drawn]:
    """Yield the lines as the browser drew them."""
    drawn: _Drawn | None = None
    for item, box, wrapped in _boxes(page):
        rule = page.tags[item.node] == "hr" or (drawn is not None and page.tags[drawn.nodes[-1]] == "hr")
        if drawn is not None and not rule and drawn.takes(item, box, wrapped=wrapped):
            drawn.add(item, box)
        else:
            if drawn is not None:
                yield drawn
            drawn = _Drawn([item.node], box, box, item.line)
    if drawn is not None:
        yield drawn


def _boxes(page: Page) -> Iterator[tuple[_Item, Box, bool]]:
    """Yield every displayed item with each of its boxes, and whether the box continues the item's text on a new row."""
    if page.boxes is None:
        return
    pieces: dict[int, list[Box]] = {}
    for text in page.boxes.texts:
        pieces.setdefault(text.node, []).append(text.box)
    hidden, boxes = page.boxes.hidden, page.boxes.nodes
    for item in _items(page, lambda node: node in hidden or boxes[node] is None):
        own = boxes[item.node]
        found = pieces.get(item.node, [] if page.tags[item.node] == TEXT else [own])
        least = SMALL_IMAGE_PX if page.tags[item.node] == "img" else 0
        drawn = [box for box in found if box is not None and box.width > least and box.height > least]
        for n, box in enumerate(drawn):
            yield item, box, n > 0


def _beside(row: Box, box: Box) -> bool:
    """Return whether a box continues a row to the right."""
    shared = min(row.y + row.height, box.y + box.height) - max(row.y, box.y)
    gap = box.x - (row.x + row.width)
    return shared >= SAME_HEIGHT * min(row.height, box.height) and abs(gap) <= COLUMN_GAP_PX


def _items(page: Page, unseen: Callable[[int], bool]) -> Iterator[_Item]:
    """Yield the displayed items of the page, in order."""
    breaks, gaps = _breaks(page)
    for node in _displayed(page):
        if not unseen(node):
            yield _Item(node, breaks[node], gaps[node])


def _displayed(page: Page) -> Iterator[int]:
    """Yield the texts, rules and images of a page."""
    tags, texts = page.tags, page.texts
    for node in page.contents:
        if texts[node]:
            if not texts[node].isspace():
                yield node
        elif tags[node] == "hr" or (tags[node] == "img" and not _is_small(page, node)):
            yield node


def _is_small(page: Page, node: int) -> bool:
    sizes = (page.attribute(node, name) or "" for name in ("width", "height"))
    return any(is_size(size) and int(size) <= SMALL_IMAGE_PX for size in sizes)


def is_size(text: str) -> bool:
    """Return whether an attribute is a number of pixels or levels, and not one of thousands of digits."""
    return text.isdecimal() and len(text) <= MOST_DIGITS


def _breaks(page: Page) -> tuple[list[int], list[int]]:
    """Return for each node the number of its line by the tags, and a number that changes at each blank line."""
    tags, stops = page.tags, page.stops
    lines, gaps = [0] * (len(page) + 1), [0] * (len(page) + 1)
    breaking = set(tags) - UNBROKEN
    shown, preformatted, foreign = page.offsets, page.preformatted, page.foreign
    last_break = len(page)  # no content stands between it and the current node
    for node in page.contents:
        tag = tags[node]
        if tag == TEXT:
            if node in preformatted:
                _break_text(page.texts[node], node, lines, gaps)
        elif tag in breaking and node not in foreign:
            _mark(lines, node, stops[node])
            if tag in SPACED_BLOCKS:
                _mark(gaps, node, stops[node])
            if tag == "br":
                if last_break < node and shown[last_break] == shown[node] and "img" not in tags[last_break:node]:
                    gaps[node] += 1
                last_break = node
    _break_columns(page, lines)
    return list(accumulate(lines)), list(accumulate(gaps))


def _mark(changes: list[int], start: int, stop: int) -> None:
    changes[start] += 1
    changes[stop] += 1


def _break_text(text: str, node: int, lines: list[int], gaps: list[int]) -> None:
    """Record the line ends of a preformatted text, at its beginning and at its end."""
    for part, place in ((text[: len(text) - len(text.lstrip())], node), (text[len(text.rstrip()) :], node + 1)):
        lines[place] += NEWLINE in part
        gaps[place] += part.count(NEWLINE) > 1


def _break_columns(page: Page, lines: list[int]) -> None:
    """Break rows in which some cell has several lines: their cells are columns of the page, not of a table."""
    cells = [node for node in page.contents if page.tags[node] in CELLS]
    inner = list(accumulate(lines)) if cells else []
    for node in cells:
        row = page.parents[node]
        if inner[page.stops[row] - 1] > inner[row]:
            _mark(lines, node, page.stops[node])


def _in_link(page: Page) -> list[bool]:
    """Return for each node whether it is inside a link."""
    found = [False] * len(page)
    for node, tag in enumerate(page.tags):
        if tag == "a" and page.attribute(node, "href") is not None:
            found[node : page.stops[node]] = [True] * (page.stops[node] - node)
    return found


def _type_of(page: Page, nodes: Sequence[int], in_link: Sequence[bool]) -> LineType:
    """Return the type of a line; images count only if there is no text."""
    if page.tags[nodes[0]] == "hr":
        return LineType.HR_LINE
    if len(nodes) == 1:
        texts = nodes
        plain = LineType.LINK if in_link[nodes[0]] else LineType.TEXT
    else:
        texts = [node for node in nodes if page.tags[node] == TEXT] or nodes
        words = [node for node in texts if any(map(str.isalnum, page.texts[node]))] or texts
        linked = {in_link[node] for node in words}
        plain = LineType.LINK_TEXT if len(linked) > 1 else LineType.LINK if linked.pop() else LineType.TEXT
    return WITH_HEAD[plain] if NUMBERED.match(page.texts[texts[0]]) else plain
