"""Which element stands for a record: its own, one that contains only it, or the first of its siblings."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.example_records import Example, ExampleRecord
    from wrapture.export.trees import Element, Text


class Anchors(NamedTuple):
    """The element that stands for each record of each page; up to ``following`` siblings after it may belong to the record."""

    pages: tuple[tuple[Element, ...], ...]
    following: int = 0


def anchors_of(examples: Sequence[Example]) -> list[Anchors]:
    """Return the ways in which elements can stand for the records of some pages, best first."""
    ways = [_whole(examples), _containers(examples, climb=False), _containers(examples, climb=True), _first(examples)]
    found: list[Anchors] = []
    for way in ways:
        if way is not None and all(len(set(page)) == len(page) for page in way.pages) and way not in found:
            found.append(way)
    return found


def _whole(examples: Sequence[Example]) -> Anchors | None:
    """Return the records' own elements, if each record is one element."""
    records = [record for example in examples for record in example.records]
    if not all(len(record.tops) == 1 and _elements(record) for record in records):
        return None
    return Anchors(tuple([tuple([record.tops[0] for record in example.records]) for example in examples]))


def _elements(record: ExampleRecord) -> list[Element]:
    return [top for top in record.tops if not isinstance(top, tuple)]


def holder_of(text: Text) -> Element:
    """Return the element that contains a text."""
    element, after = text
    return element.getparent() if after else element


def _containers(examples: Sequence[Example], *, climb: bool) -> Anchors | None:
    """Return the innermost (or outermost) elements that contain all of a record and nothing of another."""
    pages = []
    for example in examples:
        parts = [_parts(record) for record in example.records]
        owners = _owners(parts)
        page = [_holder(own, number, owners, climb=climb) for number, own in enumerate(parts)]
        if None in page:
            return None
        pages.append(tuple(page))
    return Anchors(tuple(pages))


def _parts(record: ExampleRecord) -> list[Element]:
    return [holder_of(top) if isinstance(top, tuple) else top for top in record.tops]


def _owners(parts: Sequence[Sequence[Element]]) -> dict[Element, set[int]]:
    """Return for each element the records that it contains parts of."""
    owners: dict[Element, set[int]] = {}
    for number, own in enumerate(parts):
        for part in own:
            element = part
            while element is not None and number not in owners.setdefault(element, set()):
                owners[element].add(number)
                element = element.getparent()
    return owners


def _holder(own: Sequence[Element], number: int, owners: dict[Element, set[int]], *, climb: bool) -> Element | None:
    if not own:
        return None
    paths = [[part, *part.iterancestors()] for part in own]
    shared = set(paths[0]).intersection(*paths[1:])
    alone = [element for element in paths[0] if element in shared and owners[element] == {number}]
    if not alone or alone[-1].getparent() is None or alone[-1].tag == "body":
        return None
    return alone[-1] if climb else alone[0]


def _first(examples: Sequence[Example]) -> Anchors | None:
    """Return the first element of each record, if records are runs of siblings."""
    tops = [[_elements(record) for record in example.records] for example in examples]
    if not all(one for page in tops for one in page):
        return None
    following = max((_reach(one) for page in tops for one in page), default=0)
    return Anchors(tuple([tuple([one[0] for one in page]) for page in tops]), following) if following else None


def _reach(elements: Sequence[Element]) -> int:
    """Return the distance in siblings from the first of some elements to the last that is its sibling."""
    parent = elements[0].getparent()
    last = [element for element in elements if element.getparent() is parent][-1]
    reach = 0
    for element in elements[0].itersiblings():
        reach += isinstance(element.tag, str)
        if element is last:
            return max(1, reach)
    return 1


# --- boxes ---


class RecordElement(NamedTuple):
    """A record as the selectors of cells see it: an element, and the copies in it of the page's elements."""

    element: Element
    inside: dict[Element, Element]


def boxes(rows: Sequence[Element], following: int) -> list[RecordElement]:
    """Return the elements of records, or new ones that contain each record's siblings."""
    if not following:
        return [RecordElement(row, {}) for row in rows]
    starts = set(rows)
    return [_boxed(row, starts, following) for row in rows]


def _boxed(row: Element, starts: set[Element], following: int) -> RecordElement:
    """Return a new element with copies of an element and of its following siblings, up to the next start."""
    box = row.makeelement("record")
    inside: dict[Element, Element] = {}
    left = following
    node = row
    while node is not None and (node is row or node not in starts) and left >= 0:
        copy = deepcopy(node)
        box.append(copy)
        inside.update(zip(node.iter(), copy.iter(), strict=True))
        node = node.getnext()
        left -= node is not None and isinstance(node.tag, str)
    return RecordElement(box, inside)
