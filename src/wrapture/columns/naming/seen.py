"""A value on its page: its element, the elements that contain only the value, and those that contain a little more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, Record, Span
    from wrapture.model.table import Cell


@dataclass(frozen=True, slots=True)
class SeenValue:
    """One value of a column: its page, record and nodes, its text, and the elements around it, innermost first.

    The elements of ``own`` show only this value; those of ``shared`` show more, up to the record.  The text of a list is
    that of its first item.
    """

    page: Page
    record: Record
    span: Span
    text: str
    is_text: bool
    own: tuple[int, ...]
    shared: tuple[int, ...]
    is_list: bool = False

    @property
    def whole(self) -> str:
        """The text that the value is or was cut from; empty for an address."""
        if len(self.span) == 1 and self.page.texts[self.span.start].strip() == self.text:
            return self.text  # the usual case
        return self.page.text(self.span) if self.is_text else ""

    @property
    def around(self) -> tuple[int, ...]:
        """All elements around the value, innermost first, up to the record's own."""
        return (*self.own, *self.shared)


def see(page: Page, record: Record, column: Column, span: Span | None, cell: Cell) -> SeenValue | None:
    """Return the value of a column in a record, None if it has none."""
    if span is None or not cell:
        return None
    text = cell if isinstance(cell, str) else cell[0]
    if column.kind == "text":
        first, last = _text_nodes(page, span)
        own, shared = _around(page, record, page.parents[first], first, last + 1)
    else:
        own, shared = _around(page, record, span.start, span.start, page.stops[span.start])
    return SeenValue(page, record, span, text, column.kind == "text", own, shared, not isinstance(cell, str))


def _text_nodes(page: Page, span: Span) -> tuple[int, int]:
    """Return the first and the last node of a span with visible text."""
    nodes = [node for node in span if page.texts[node] and not page.texts[node].isspace()]
    return (nodes[0], nodes[-1]) if nodes else (span.start, span.stop - 1)


def _around(page: Page, record: Record, node: int, start: int, stop: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the elements around some nodes up to the record's own: those that show nothing else, and the others."""
    piece = next((piece for piece in record if start in piece), None)
    if piece is None:
        return (), ()
    shown = page.offsets
    own: list[int] = []
    shared: list[int] = []
    while node >= piece.start:
        wider = page.stops[node]
        alone = wider >= stop and shown[wider] - shown[node] == shown[stop] - shown[start]
        whole = len(record) == 1 and node == piece.start and wider >= piece.stop and node != start
        if wider >= stop:
            (own if alone and not whole and not shared else shared).append(node)
        node = page.parents[node]
    return tuple(own), tuple(shared)


def pages_of(values: Sequence[Sequence[SeenValue]]) -> list[Page]:
    """Return the pages of the values, each once."""
    return list({id(seen.page): seen.page for column in values for seen in column}.values())
