"""The boxes of a snapshot's nodes: each document's boxes are shifted to its frame's place on the page.

A frame's border and padding are assumed to be as wide on the left as on the right, and as high at the top as at the bottom.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from wrapture.html.boxes import Box, Boxes, TextBox, hull

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.line_nodes import LineNodes
    from wrapture.html.snapshot_columns import Document
    from wrapture.html.snapshot_tree import SnapshotTree

VISIBLE: Final = "visible"
TRANSPARENT: Final = "0"
ONE_LINE_PX: Final = 1.0
"""Pieces of a text this close and at one height are joined: Chromium splits where white space collapses."""
LAST_OF_ONE_UNIT: Final = "\uffff"
"""Characters above this one are two UTF-16 units, which Chromium counts in."""


def boxes_of(documents: Sequence[Document], tree: SnapshotTree, texts: Sequence[str]) -> Boxes:
    """Return the boxes of a tree's nodes; `texts` are their displayed texts."""
    drawing = _Drawing(tree, texts)
    for index in tree.numbers:  # a frame's document comes after the one with the frame
        drawing.add(documents[index], index)
    texts_in_order = tuple(sorted(drawing.lines, key=lambda line: line.node))
    return Boxes(drawing.boxes, texts_in_order, drawing.hidden, *documents[0].size)


def boxes_by_line(boxes: Boxes, split: LineNodes) -> Boxes:
    """Return the boxes of a page whose preformatted texts are split into lines."""
    texts = tuple([_of_line(text, split) if text.node in split.lines else _moved(text, split) for text in boxes.texts])
    nodes = split.repeated(boxes.nodes)
    drawn: dict[int, list[Box]] = {}
    for text in texts:
        drawn.setdefault(text.node, []).append(text.box)
    for line in split.firsts:
        nodes[line] = hull(drawn[line]) if line in drawn else None
    hidden = frozenset(node for node in split.renumbered(boxes.hidden) if nodes[node] is not None)
    return replace(boxes, nodes=nodes, texts=texts, hidden=hidden)


def _moved(text: TextBox, split: LineNodes) -> TextBox:
    return text._replace(node=split.numbers[text.node])


def _of_line(text: TextBox, split: LineNodes) -> TextBox:
    """Return a piece of a text as one of the line that it begins in."""
    starts = [0, *accumulate(map(len, split.lines[text.node]))]
    line = min(bisect_right(starts, text.start) - 1, len(starts) - 2)
    start, most = text.start - starts[line], starts[line + 1] - starts[line]
    return TextBox(split.numbers[text.node] + line, text.box, min(start, most), min(text.stop - starts[line], most))


class _Drawing:
    """The boxes of a page under construction, document by document."""

    def __init__(self, tree: SnapshotTree, texts: Sequence[str]) -> None:
        self.boxes: list[Box | None] = [None] * len(tree.tags)
        self.lines: list[TextBox] = []
        self._tree = tree
        self._texts = texts
        self._invisible: set[int] = set()
        self._transparent: set[int] = set()

    @property
    def hidden(self) -> frozenset[int]:
        """The nodes with a box that are invisible: by themselves, in a transparent element or in a hidden frame."""
        veils = self._transparent | (self._invisible & set(self._tree.frames.values()))
        unseen = self._invisible | _with_all_below(self._tree.parents, veils)
        return frozenset(node for node in unseen if self.boxes[node] is not None)

    def add(self, document: Document, index: int) -> None:
        """Add the boxes of a document."""
        x, y = self._origin(document, index)
        numbers = self._tree.numbers[index]
        for node, box, style in zip(document.drawn, document.boxes, document.styles, strict=True):
            number = numbers[node]
            if number >= 0 and node > 0:  # the document itself has a box too
                self._add_box(number, Box(box.x + x, box.y + y, box.width, box.height))
                self._add_style(number, style)
        self.lines += _joined(self._pieces(document, index, x, y))

    def _origin(self, document: Document, index: int) -> tuple[float, float]:
        """Return the position of a document's top-left corner on the page."""
        frame = self.boxes[self._tree.frames[index]] if index in self._tree.frames else None
        if frame is None:
            return 0.0, 0.0
        seen = next((box for node, box in zip(document.drawn, document.boxes, strict=True) if node == 0), frame)
        left, top = (frame.width - seen.width) / 2, (frame.height - seen.height) / 2
        return frame.x + left - document.scroll[0], frame.y + top - document.scroll[1]

    def _add_box(self, number: int, box: Box) -> None:
        """Extend the box of a node to this one, unless it is empty."""
        if box.width or box.height:
            before = self.boxes[number]
            self.boxes[number] = box if before is None else hull([before, box])

    def _add_style(self, number: int, style: Sequence[str]) -> None:
        if style[:1] not in ([], [VISIBLE]):
            self._invisible.add(number)
        if style[1:2] == [TRANSPARENT]:
            self._transparent.add(number)

    def _pieces(self, document: Document, index: int, x: float, y: float) -> Iterator[TextBox]:
        """Yield the pieces of the displayed texts, with characters counted as Python does."""
        counts: dict[int, _Characters] = {}
        for drawn, box, first, length in document.lines:
            node = document.drawn[drawn]
            number = self._tree.numbers[index][node]
            if number >= 0 and self._texts[number]:
                count = counts.setdefault(node, _Characters(document.values[node]))
                cut = self._tree.cuts.get((index, node), 0)
                start, stop = count.before(first), count.before(first + length)
                yield TextBox(number, Box(box.x + x, box.y + y, box.width, box.height), cut + start, cut + stop)


class _Characters:
    """A text indexed in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._text = text

    def before(self, unit: int) -> int:
        """Return the number of characters before a unit."""
        return min(unit - bisect_left(self._pairs, unit), len(self._text))

    @cached_property
    def _pairs(self) -> list[int]:
        """The units that are the second half of a character."""
        if self._text.isascii() or max(self._text, default="") <= LAST_OF_ONE_UNIT:
            return []
        wide = (place for place, character in enumerate(self._text) if character > LAST_OF_ONE_UNIT)
        return [place + before + 1 for before, place in enumerate(wide)]


def _joined(pieces: Iterator[TextBox]) -> list[TextBox]:
    """Return the pieces of texts, those side by side on one line joined."""
    joined: list[TextBox] = []
    for piece in pieces:
        if joined and _is_next(joined[-1], piece):
            last = joined.pop()
            joined.append(TextBox(last.node, hull([last.box, piece.box]), last.start, piece.stop))
        else:
            joined.append(piece)
    return joined


def _is_next(last: TextBox, piece: TextBox) -> bool:
    gap = piece.box.x - last.box.x - last.box.width
    level = piece.box.y - last.box.y
    return (
        last.node == piece.node and last.stop <= piece.start and abs(gap) <= ONE_LINE_PX and abs(level) <= ONE_LINE_PX
    )


def _with_all_below(parents: Sequence[int], tops: set[int]) -> set[int]:
    """Return some nodes and all their descendants."""
    found = set(tops)
    if tops:
        found.update(node for node in range(min(tops), len(parents)) if parents[node] in found)
    return found
