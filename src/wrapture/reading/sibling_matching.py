"""Records as similar children of one element: from a sibling locator and a page to records.

A path of names leads to the elements that may hold the list, from the root or from anywhere.  Their position among siblings
does not count, so an added or removed banner above the list changes nothing.  Children are records if they match a label and
their shape is similar to an example, so a heading or an advert between two records is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.html.page import TEXT
from wrapture.html.shapes import read_shape, shapes_of
from wrapture.model import Record, SiblingLocator, Span
from wrapture.reading.forest import read_labels

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.reading.forest import NodeLabel

ROOT: Final = ("html",)
"""How a path from the root begins."""
LONGEST: Final = 400
"""Nodes of a child that are compared; of a longer child only the beginning counts."""


def find_siblings(locator: SiblingLocator, page: Page) -> tuple[Record, ...]:
    """Return the records of a sibling locator, in document order."""
    family = family_of(page)
    (label,) = read_labels(locator.parent)
    parents = family.at(locator.path)
    fitting = [parent for parent in parents if fits(label, page, parent)] or parents
    finder = _Finder(locator, page, family)
    spans: list[Span] = []
    if locator.several and not locator.tail:  # one pass over all children: there may be hundreds of parents
        return tuple(
            [(span,) for span in finder.starting([child for one in fitting for child in family.children(one)])]
        )
    for parent in fitting:
        if locator.several:
            spans += finder.records(parent)
        elif len(family.children(parent)) > len(spans):  # otherwise it can't have more records
            spans = max(spans, finder.records(parent), key=len)
    return tuple([(span,) for span in spans])


def records_in(locator: SiblingLocator, page: Page, parent: int) -> list[Span]:
    """Return the records among the children of an element."""
    return _Finder(locator, page, family_of(page)).records(parent)


def fits(label: NodeLabel, page: Page, node: int) -> bool:
    """Return whether an element has the name and the classes of a label; the label's children are ignored."""
    return page.tags[node] == label.tag and (not label.classes or label.classes <= page.classes(node))


class SiblingFamily:
    """A cache of lookups in a page's tree: elements by path, children, shapes.

    It is stored with the page and must not refer to it: the cycle would keep the page alive until garbage collection.
    """

    def __init__(self, page: Page) -> None:
        self._tags, self._stops, self._texts, self._parents = page.tags, page.stops, page.texts, page.parents
        self._page_shapes = shapes_of(page)
        self._paths: dict[tuple[int, str], int] = {}  # the number of the path that extends another by one name
        self._elements: list[list[int]] = [[]]  # by the number of their path; the empty path is 0
        self._children: dict[int, list[int]] = {}
        self._shapes: dict[int, str] = {}

    def at(self, path: tuple[str, ...]) -> list[int]:
        """Return the elements at a path of names, in document order."""
        if path[:1] != ROOT:
            return [node for node, name in enumerate(self._tags) if name == path[-1] and self._ends(node, path)]
        number = 0
        for name in path:  # whole paths as keys would take too much memory if thousands of elements are nested
            further = self._paths.get((number, name))
            if further is None:
                further = self._paths[number, name] = len(self._elements)
                self._elements.append(self._below(self._elements[number], name, root=number == 0))
            number = further
        return self._elements[number]

    def _ends(self, node: int, path: tuple[str, ...]) -> bool:
        """Return whether the names down to an element end with a path."""
        for name in reversed(path):
            if node < 0 or self._tags[node] != name:
                return False
            node = self._parents[node]
        return True

    def _below(self, nodes: list[int], name: str, *, root: bool) -> list[int]:
        if root:
            return [0] if len(self._tags) and self._tags[0] == name else []
        return [child for node in nodes for child in self.children(node) if self._tags[child] == name]

    def children(self, parent: int) -> list[int]:
        """Return the children of an element, without texts that are white space."""
        found = self._children.get(parent)
        if found is None:
            tags, texts, stops = self._tags, self._texts, self._stops
            found = []
            child, stop = parent + 1, stops[parent]
            while child < stop:
                if tags[child] != TEXT or not (texts[child] or " ").isspace():
                    found.append(child)
                child = stops[child]
            self._children[parent] = found
        return found

    def shape(self, node: int) -> str:
        """Return the shape of a sub-tree, or of its beginning if it is long."""
        found = self._shapes.get(node)
        if found is None:
            found = self._shapes[node] = self._page_shapes.of(node, self._stops[node], LONGEST)
        return found


def family_of(page: Page) -> SiblingFamily:
    """Return the cache of a page's tree, created at the first call."""
    found: SiblingFamily | None = page.cache.get("family")
    if found is None:
        found = page.cache["family"] = SiblingFamily(page)
    return found


class _Finder:
    """Finds the records among the children of an element."""

    def __init__(self, locator: SiblingLocator, page: Page, family: SiblingFamily) -> None:
        self._page = page
        self._family = family
        self._tail = locator.tail
        (self._item,) = read_labels(locator.item)
        self._example = read_shape(locator.example)
        self._likeness = locator.likeness
        self._known: dict[str, bool] = {}

    def records(self, parent: int) -> list[Span]:
        """Return the records among the children of an element."""
        stops, children = self._page.stops, self._family.children(parent)
        if not self._tail:
            return self.starting(children)
        starts, found = self._starts(children), []
        for i, after in zip(starts, [*starts[1:], len(children)], strict=False):
            last = min(i + self._tail, after - 1)
            while last > i and self._is_empty(children[last]):  # a separator belongs to neither record
                last -= 1
            found.append(Span(children[i], stops[children[last]]))
        return found

    def starting(self, children: list[int]) -> list[Span]:
        """Return those of some children at which a record begins, each as a record."""
        stops = self._page.stops
        return [Span(children[i], stops[children[i]]) for i in self._starts(children)]

    def _starts(self, children: list[int]) -> list[int]:
        """Return the indices of the children at which a record begins: not empty, with the label, and like the example."""
        page, tag, classes = self._page, self._item.tag, self._item.classes
        tags, stops, offsets = page.tags, page.stops, page.offsets
        named = [
            i for i, child in enumerate(children) if tags[child] == tag and offsets[child] != offsets[stops[child]]
        ]
        if classes:
            named = [i for i in named if classes <= page.classes(children[i])]
        return [i for i in named if self._is_alike(children[i])] if self._likeness else named

    def _is_alike(self, child: int) -> bool:
        shape = self._family.shape(child)
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = is_like(shape, self._example, self._likeness)
        return known

    def _is_empty(self, child: int) -> bool:
        offsets = self._page.offsets
        return offsets[child] == offsets[self._page.stops[child]]


def is_like(shape: str, example: str, likeness: float) -> bool:
    """Return whether the similarity of two shapes is at least ``likeness``."""
    return Levenshtein.normalized_similarity(shape, example, score_cutoff=likeness) >= likeness
