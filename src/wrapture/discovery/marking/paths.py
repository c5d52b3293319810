"""Paths inside records: from a node of one record to the node that stands at the same place in another.

A step is an element's name with its classes, and its number among the siblings that have the same.  Paths find what no column
of a layout holds: what only a few records have, one item of a list, an address that another column repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wrapture.html.names import readable
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Span


class Step(NamedTuple):
    """One level of a path: what the node there is like, its number among those alike, and that among those of its name."""

    tag: str
    classes: frozenset[str]
    number: int
    among: int  # its number among the siblings of its name …
    named: int  # … and how many these are


def path_to(page: Page, record: Span, node: int) -> list[Step]:
    """Return the path from a record down to one of its nodes."""
    steps: list[Step] = []
    while node in record:
        siblings = _siblings(page, record, node)
        named = [one for one in siblings if page.tags[one] == page.tags[node]]
        alike = [one for one in named if _classes(page, one) == _classes(page, node)]
        place = alike.index(node), named.index(node), len(named)
        steps.append(Step(page.tags[node], _classes(page, node), *place))
        node = page.parents[node]
    return steps[::-1]


def follow(page: Page, record: Span, path: list[Step]) -> int | None:
    """Return the node of a record that a path leads to, None where it leads nowhere."""
    node: int | None = None
    for step in path:
        siblings = _tops(page, record) if node is None else _shown(page, page.children(node))
        node = _step(page, siblings, step)
        if node is None:
            return None
    return node


def _step(page: Page, siblings: list[int], step: Step) -> int | None:
    """Return the sibling that a step leads to: by its classes or, where they are others, among equally many of its name."""
    named = [one for one in siblings if page.tags[one] == step.tag]
    alike = [one for one in named if _classes(page, one) == step.classes]
    if step.number < len(alike):
        return alike[step.number]
    return named[step.among] if len(named) == step.named and not alike else None


def _siblings(page: Page, record: Span, node: int) -> list[int]:
    parent = page.parents[node]
    return _shown(page, page.children(parent)) if parent in record else _tops(page, record)


def _tops(page: Page, record: Span) -> list[int]:
    """Return the nodes of a record that stand in no other of its nodes."""
    found, node = [], record.start
    while node < record.stop:
        found.append(node)
        node = page.stops[node]
    return _shown(page, found)


def _shown(page: Page, nodes: list[int]) -> list[int]:
    """Return nodes without white space."""
    return [node for node in nodes if page.tags[node] != TEXT or page.texts[node].strip()]


def _classes(page: Page, node: int) -> frozenset[str]:
    return readable(page.classes(node))
