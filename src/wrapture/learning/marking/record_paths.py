"""Paths inside records: from a node of one record to the node at the same place in another.

A step is an element's name with its classes, and its index among equal siblings.  Paths find what no column of a layout
contains: what only a few records have, one item of a list, an address that another column repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wrapture.html.class_names import readable
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Span


class PathStep(NamedTuple):
    """One level of a path: the node's label, its index among equal siblings, and that among siblings of its name."""

    tag: str
    classes: frozenset[str]
    number: int
    among: int  # its index among the siblings of its name …
    named: int  # … and how many there are


def path_to(page: Page, record: Span, node: int) -> list[PathStep]:
    """Return the path from a record down to one of its nodes."""
    steps: list[PathStep] = []
    while node in record:
        siblings = _siblings(page, record, node)
        named = [one for one in siblings if page.tags[one] == page.tags[node]]
        alike = [one for one in named if _classes(page, one) == _classes(page, node)]
        place = alike.index(node), named.index(node), len(named)
        steps.append(PathStep(page.tags[node], _classes(page, node), *place))
        node = page.parents[node]
    return steps[::-1]


def follow(page: Page, record: Span, path: list[PathStep]) -> int | None:
    """Return the node of a record that a path leads to, None if it leads nowhere."""
    node: int | None = None
    for step in path:
        siblings = _tops(page, record) if node is None else _shown(page, page.children(node))
        node = _step(page, siblings, step)
        if node is None:
            return None
    return node


def _step(page: Page, siblings: list[int], step: PathStep) -> int | None:
    """Return the sibling that a step leads to: by its classes, or by index if the number of siblings of its name is equal."""
    named = [one for one in siblings if page.tags[one] == step.tag]
    alike = [one for one in named if _classes(page, one) == step.classes]
    if step.number < len(alike):
        return alike[step.number]
    return named[step.among] if len(named) == step.named and not alike else None


def _siblings(page: Page, record: Span, node: int) -> list[int]:
    parent = page.parents[node]
    return _shown(page, page.children(parent)) if parent in record else _tops(page, record)


def _tops(page: Page, record: Span) -> list[int]:
    """Return the top-level nodes of a record."""
    found, node = [], record.start
    while node < record.stop:
        found.append(node)
        node = page.stops[node]
    return _shown(page, found)


def _shown(page: Page, nodes: list[int]) -> list[int]:
    """Return the nodes that are not white space."""
    return [node for node in nodes if page.tags[node] != TEXT or page.texts[node].strip()]


def _classes(page: Page, node: int) -> frozenset[str]:
    return readable(page.classes(node))
