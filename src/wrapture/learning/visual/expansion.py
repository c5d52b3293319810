"""Node labels as numbers, for fast comparison: labels are compared for every pair of nodes in a group.

Two nodes have equal numbers exactly if their labels (`wrapture.reading.forest.label_of`) are equal; the label itself is built
only when it is written.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.page import Page

Expansion: TypeAlias = tuple[int, bool]
"""How much of its children a node's label includes: levels, and whether equal neighbours are counted."""


class Expander:
    """Numbers the nodes of one page, each expansion of a node once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._numbers: dict[tuple[str, tuple[int, ...] | None], int] = {}
        self._known: dict[tuple[int, int, bool], int] = {}
        self._elements: dict[int, list[int]] = {}

    def number(self, node: int, depth: int, counted: bool) -> int:
        """Return the number of a node, with this much of its children."""
        found = self._known.get((node, depth, counted))
        if found is None:
            label = self._page.tags[node], self._inside(node, depth, counted)
            found = self._known[node, depth, counted] = self._numbers.setdefault(label, len(self._numbers))
        return found

    def _inside(self, node: int, depth: int, counted: bool) -> tuple[int, ...] | None:
        if depth == 0 or self._page.tags[node] == TEXT:
            return None
        numbers = [self.number(child, depth - 1, counted) for child in self._children(node)]
        return tuple(numbers) if counted else tuple([number for number, _ in groupby(numbers)])

    def _children(self, node: int) -> list[int]:
        """Return the child elements of a node."""
        found = self._elements.get(node)
        if found is None:
            tags = self._page.tags
            found = self._elements[node] = [child for child in self._page.children(node) if tags[child] != TEXT]
        return found
