"""The elements of a template: which start tag pairs with which end tag.

A template is merged from several strings, so its tags need not be balanced; an unpaired tag is not an element.
"""

from __future__ import annotations

from typing import NamedTuple

from wrapture.html.tokens import begins_with_end_tag


class TemplateElement(NamedTuple):
    """An element of a template: the positions of its start and its end tag."""

    start: int
    end: int


def elements_in(template: str) -> list[TemplateElement]:
    """Return the elements of a template, ordered by start tag."""
    found: list[TemplateElement] = []
    started: list[int] = []
    for position, character in enumerate(template):
        if not begins_with_end_tag(character):
            started.append(position)
            continue
        opening = chr(ord(character) - 1)
        depth = next((n for n in range(len(started) - 1, -1, -1) if template[started[n]] == opening), None)
        if depth is not None:
            found.append(TemplateElement(started[depth], position))
            del started[depth:]  # also drops texts, and tags without an end
    return sorted(found)


def children_of(element: TemplateElement, elements: list[TemplateElement]) -> list[TemplateElement] | None:
    """Return the child elements of an element that contains only elements side by side, else None."""
    inner = {one.start: one for one in elements}
    found: list[TemplateElement] = []
    position = element.start + 1
    while position < element.end:
        child = inner.get(position)
        if child is None:
            return None
        found.append(child)
        position = child.end + 1
    return found
