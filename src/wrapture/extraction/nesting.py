"""The elements of a template: which start tag goes with which end tag, and what stands between.

A template is made of several strings, so its tags need not be in pairs; what has no partner is no element.
"""

from __future__ import annotations

from typing import NamedTuple

from wrapture.html.tokens import begins_with_end_tag


class Element(NamedTuple):
    """An element of a template: the positions of its start and its end tag."""

    start: int
    end: int


def elements_in(template: str) -> list[Element]:
    """Return the elements of a template in symbols, in the order of their start tags."""
    found: list[Element] = []
    started: list[int] = []
    for position, character in enumerate(template):
        if not begins_with_end_tag(character):
            started.append(position)
            continue
        opening = chr(ord(character) - 1)
        depth = next((n for n in range(len(started) - 1, -1, -1) if template[started[n]] == opening), None)
        if depth is not None:
            found.append(Element(started[depth], position))
            del started[depth:]  # with it texts, and tags without an end
    return sorted(found)


def children_of(element: Element, elements: list[Element]) -> list[Element] | None:
    """Return the elements right inside of an element that holds nothing but elements side by side, else None."""
    inner = {one.start: one for one in elements}
    found: list[Element] = []
    position = element.start + 1
    while position < element.end:
        child = inner.get(position)
        if child is None:
            return None
        found.append(child)
        position = child.end + 1
    return found
