"""Cells beside labels, in records of a known shape: their places depend on texts, which shapes don't know.

So all texts of such a record are captured.  They replace those of the piece that the shape was made from, and the functions of
the reference reader look for the labels there; nothing of the record is numbered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.html.page import Page
from wrapture.model import Span
from wrapture.reading.label_values import LabelledTexts, nodes_with_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.model.table import Cell
    from wrapture.reading.reader import LayoutReader


class LabelledCells:
    """Reads the labelled cells of one shape's records.

    ``nodes`` are the texts to capture; ``first`` is the index of the first of them among the values of a record.
    """

    __slots__ = ("_labelled", "_page", "_reader", "_shown", "_texts", "first", "nodes")

    def __init__(self, reader: LayoutReader, page: Page) -> None:
        self._reader = reader
        self._texts = list(page.texts)
        self._page = Page("", page.tags, page.parents, page.stops, self._texts, (), foreign=page.foreign)
        self.nodes = [node for node, text in enumerate(page.texts) if text and not text.isspace()]
        self.first = 0
        self._shown = nodes_with_text(self._page, (Span(0, len(page)),))
        self._labelled = LabelledTexts(self._texts, self._shown)

    def take(self, values: tuple[Any, ...]) -> None:
        """Look at another record, by its values."""
        for number, node in enumerate(self.nodes, self.first):
            self._texts[node] = values[number]
        self._labelled = LabelledTexts(self._texts, self._shown)

    def cell_of(self, number: int) -> Callable[[tuple[Any, ...]], Cell]:
        """Return a function that reads the cell of a column of the record looked at."""
        return lambda _: self._reader.labelled_cell(self._page, self._labelled, number)
