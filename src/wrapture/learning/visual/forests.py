"""From the first lines of records to forest locators: sections 5.1 to 5.4 of the paper.

A group's records are given by their first nodes.  Climbing from each until another record's first node would be included gives
the sub-tree that a record begins with; its parent is the root of the minimal sub-tree if all share it, and the siblings between
one record and the next are the paper's Diff.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.learning.visual.expansion import Expander
from wrapture.model import ForestLocator
from wrapture.reading.forest import NodeLabel, label_of, prefix_of, step_of, tag_of, write_prefix

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.visual.expansion import Expansion

EXPANSIONS: Final[tuple[Expansion, ...]] = (
    (0, False),
    (1, False),
    (1, True),
    (2, False),
    (2, True),
    (3, False),
    (4, False),
)
"""How much of their children labels include, in the order tried; each refines the uncounted ones before it."""
MIN_NESTED: Final = 3  # places where a record meets the next
MAX_SEPARATOR: Final = 6  # neighbours that a separator may consist of


class Forests:
    """Makes the distinct locators for one page."""

    def __init__(self, page: Page, sub_group: int, paths: Sequence[int]) -> None:
        self._page = page
        self._sub_group = sub_group
        self._path = paths.__getitem__
        self._prefixes: dict[int, str] = {}
        self._step = cache(lambda node: write_prefix([step_of(page, node)]))
        self._children: dict[int, list[int]] = {}
        self._expand = Expander(page).number
        self._labels: dict[tuple[int, Expansion], str] = {}
        self._seen: set[Hashable] = set()

    def __call__(self, firsts: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators of sub-groups of consecutive records, given the first nodes of the records."""
        tops = list(record_tops(self._page, firsts))
        for parent, run in groupby(tops, self._page.parents.__getitem__):
            yield from self._siblings(parent, list(run))
        for _, run in groupby(tops, self._path):
            yield from self._several_parents(list(run))
        yield from _nested(self._page, firsts)

    def _siblings(self, parent: int, tops: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators of records that begin at children of one parent."""
        if len(tops) < self._sub_group or parent < 0 or not self._is_new(tuple(tops)):
            return
        diffs = self._diffs(parent, tops)
        prefix = self._prefix(parent)
        yield from self._by_class(prefix, diffs)
        size = self._sub_group - 1
        names = self._names(diffs)
        for window in {names[n : n + size]: diffs[n : n + size] for n in range(len(diffs) - size + 1)}.values():
            if self._is_new(window):
                yield from self._of_diffs(prefix, window)

    def _several_parents(self, tops: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators of records at the same tag path under several parents, and of the parents as records.

        The cells of a grid are records of the first kind; lines that look alike in pairs make records of the second.
        """
        parents = list(dict.fromkeys([self._page.parents[top] for top in tops]))
        if len(parents) < 2 or any(self._page.stops[one] > other for one, other in pairwise(parents)):
            return
        root = _meeting(self._page, tops[0], tops[-1])
        yield ForestLocator(self._prefix(root), (tag_of(self._page, tops[0]),), (), _way(self._page, root, parents[0]))
        if self._sub_group <= len(parents) < len(tops):
            yield from self(parents)

    def _diffs(self, parent: int, tops: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the children from each record's first to the next record's: all records except the last."""
        children = self._shown_children(parent)
        places = [bisect_left(children, top) for top in tops]
        return tuple([tuple(children[a:b]) for a, b in pairwise(places)])

    def _shown_children(self, parent: int) -> list[int]:
        if parent not in self._children:
            page = self._page
            children = [node for node in page.children(parent) if page.tags[node] != TEXT or page.texts[node].strip()]
            self._children[parent] = children
        return self._children[parent]

    def _is_new(self, seen: Hashable) -> bool:
        known = seen in self._seen
        self._seen.add(seen)
        return not known

    def _prefix(self, parent: int) -> str:
        """Return the path from the root to a node, cached: neighbouring lists share most steps."""
        if parent not in self._prefixes:
            node, steps = parent, list[str]()
            while node >= 0:
                steps.append(self._step(node))
                node = self._page.parents[node]
            self._prefixes[parent] = " > ".join(reversed(steps))
        return self._prefixes[parent]

    def _names(self, diffs: Sequence[Sequence[int]]) -> tuple[tuple[str, ...], ...]:
        tags = self._page.tags
        return tuple([tuple([tags[node] for node in diff]) for diff in diffs])

    def _by_class(self, prefix: str, diffs: Sequence[Sequence[int]]) -> Iterator[ForestLocator]:
        """Yield the locator of records whose first and last nodes are recognized by the classes they share."""
        start = self._shared([diff[0] for diff in diffs])
        if start is None or not start.classes:
            return
        end = self._shared([diff[-1] for diff in diffs])
        yield ForestLocator(prefix, (str(start),))
        if end is not None and (all(len(diff) == 1 for diff in diffs) or (end != start and end.classes)):
            yield ForestLocator(prefix, (str(start),), (str(end),))

    def _shared(self, nodes: Sequence[int]) -> NodeLabel | None:
        """Return the label with the classes that all nodes have, or None if their names differ."""
        tags = self._page.tags
        if len({tags[node] for node in nodes}) > 1:
            return None
        shared = self._page.classes(nodes[0])
        for node in nodes:
            if not shared:
                break
            shared &= self._page.classes(node)
        return NodeLabel(tag_of(self._page, nodes[0]), shared)

    def _of_diffs(self, prefix: str, diffs: Sequence[Sequence[int]]) -> Iterator[ForestLocator]:
        """Yield the locators by what ends the records of a sub-group, and by what begins them."""
        starts = tuple(dict.fromkeys(tag_of(self._page, diff[0]) for diff in diffs))
        separator = self._separator(diffs)
        if separator is not None:
            yield ForestLocator(prefix, starts, (separator,))
        start = self._start(diffs)
        if start is not None and start != separator:
            yield ForestLocator(prefix, (start,))

    def _separator(self, diffs: Sequence[Sequence[int]]) -> str | None:
        """Return the shortest common ending that occurs once in each record; nodes are expanded until there is one."""
        elements = [[node for node in diff if self._page.tags[node] != TEXT] for diff in diffs]
        longest = min(MAX_SEPARATOR, *map(len, elements))
        for expansion in EXPANSIONS if longest else ():
            if not self._alike([row[-1] for row in elements], expansion):
                if expansion[1]:
                    continue  # they may be alike if equal neighbours are not counted
                break  # nodes that differ here also differ with more of their children
            length = self._end_once_in_each(elements, longest, expansion)
            if length:
                return " ".join([self._label(node, expansion) for node in elements[0][-length:]])
        whole = set(self._names(elements))
        return " ".join(whole.pop()) if len(whole) == 1 and 0 < len(elements[0]) <= MAX_SEPARATOR else None

    def _end_once_in_each(self, rows: Sequence[Sequence[int]], longest: int, expansion: Expansion) -> int:
        """Return the length of the shortest common ending of some rows that occurs exactly once per row, or 0."""
        labels = [[self._expand(node, *expansion) for node in row] for row in rows]
        together = [label for row in labels for label in row]
        for length in range(1, longest + 1):
            end = labels[0][-length:]
            if any(row[-length:] != end for row in labels):
                return 0
            if _occurrences(together, end) == len(rows):
                return length
        return 0

    def _start(self, diffs: Sequence[Sequence[int]]) -> str | None:
        """Return the label of the records' first nodes, if no other node of a record has it."""
        for expansion in EXPANSIONS:
            if not self._alike([diff[0] for diff in diffs], expansion):
                return None
            start = self._expand(diffs[0][0], *expansion)
            if not any(self._expand(node, *expansion) == start for diff in diffs for node in diff[1:]):
                return self._label(diffs[0][0], expansion)
        return None

    def _alike(self, nodes: Sequence[int], expansion: Expansion) -> bool:
        """Return whether nodes have the same label, with this much of their children."""
        return len({self._expand(node, *expansion) for node in nodes}) == 1

    def _label(self, node: int, expansion: Expansion) -> str:
        """Return the written label of a node; nodes of the same number have the same."""
        key = self._expand(node, *expansion), expansion
        label = self._labels.get(key)
        if label is None:
            depth, counted = expansion
            label = self._labels[key] = str(label_of(self._page, node, depth, counted=counted))
        return label


def record_tops(page: Page, firsts: Sequence[int]) -> Iterator[int]:
    """Yield for each first node its highest ancestor that contains no other record's first node."""
    parents, stops = page.parents, page.stops
    for before, first, after in zip((-1, *firsts), firsts, (*firsts[1:], len(page)), strict=False):
        top, parent = first, parents[first]
        while before < parent and stops[parent] <= after:  # above the root, at -1, there is nothing before
            top, parent = parent, parents[parent]
        yield top


def _occurrences(row: list[int], part: list[int]) -> int:
    if len(part) == 1:
        return row.count(part[0])
    return sum([row[n : n + len(part)] == part for n in range(len(row) - len(part) + 1)])


def _nested(page: Page, firsts: Sequence[int]) -> Iterator[ForestLocator]:
    """Yield the locator of nested records, each inside the parent of the one before."""
    meets: list[int] = []
    for one, other in pairwise(firsts):
        inner = _meeting(page, one, other)
        if meets and not meets[-1] < inner < page.stops[meets[-1]]:
            return  # most records are side by side, which the first two show
        meets.append(inner)
    if len(meets) < MIN_NESTED:
        return
    steps = {_way(page, outer, inner) for outer, inner in pairwise(meets)}
    starts = {tag_of(page, _child_above(page, meet, first)) for meet, first in zip(meets, firsts, strict=False)}
    if len(steps) == 1:
        yield ForestLocator(prefix_of(page, meets[0]), tuple(sorted(starts)), (), steps.pop(), nested=True)


def _meeting(page: Page, one: int, other: int) -> int:
    """Return the lowest element that contains two nodes in document order."""
    node = page.parents[one]
    while page.stops[node] <= other:
        node = page.parents[node]
    return node


def _child_above(page: Page, parent: int, node: int) -> int:
    while page.parents[node] != parent:
        node = page.parents[node]
    return node


def _way(page: Page, root: int, node: int) -> tuple[str, ...]:
    """Return the names on the path from an element down to another."""
    names: list[str] = []
    while node != root:
        names.append(page.tags[node])
        node = page.parents[node]
    return tuple(reversed(names))
