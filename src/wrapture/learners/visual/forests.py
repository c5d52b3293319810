"""From the first lines of records to forest locators: sections 5.1 to 5.4 of the paper.

A group's records are known by their first nodes.  Climbing from each as long as no other is met gives the sub-tree that a
record begins with; its parent is the root of the minimal sub-tree where all share one, and the siblings passed on the way to
the next record are the paper's Diff.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from wrapture.extraction.forest import Label, classes_of, label_of, prefix_of, tag_of
from wrapture.html.page import TEXT
from wrapture.model import ForestLocator

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from wrapture.html.page import Page

EXPANSIONS: Final = ((0, False), (1, False), (1, True), (2, False), (2, True), (3, False), (4, False))
"""How much of their children nodes are told apart by: levels, and whether equal neighbours are counted."""
MAX_SEPARATOR: Final = 6  # neighbours that a separator may consist of


class Forests:
    """Makes locators for one page; what it has seen before it does not make again."""

    def __init__(self, page: Page, sub_group: int) -> None:
        self._page = page
        self._sub_group = sub_group
        self._prefixes: dict[int, str] = {}
        self._children: dict[int, list[int]] = {}
        self._labels: dict[tuple[int, int, bool], Label] = {}
        self._seen: set[Hashable] = set()

    def __call__(self, firsts: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators that sub-groups of consecutive records give, from the first nodes of the records."""
        tops = list(record_tops(self._page, firsts))
        for parent, run in groupby(tops, self._page.parents.__getitem__):
            yield from self._siblings(parent, list(run))
        for _, run in groupby(tops, partial(_way, self._page, -1)):
            yield from self._several_parents(list(run))
        yield from _nested(self._page, firsts)

    def _siblings(self, parent: int, tops: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators of records that begin at children of one parent."""
        diffs = self._diffs(parent, tops) if len(tops) >= self._sub_group and parent >= 0 else ()
        if diffs and self._is_new((parent, diffs)):
            prefix = self._prefix(parent)
            yield from _by_class(self._page, prefix, diffs)
            size = self._sub_group - 1
            for window in {
                self._names(diffs[n : n + size]): diffs[n : n + size] for n in range(len(diffs) - size + 1)
            }.values():
                if self._is_new((-1, window)):
                    yield from self._of_diffs(prefix, window)

    def _several_parents(self, tops: Sequence[int]) -> Iterator[ForestLocator]:
        """Yield the locators of records at the same tag path under several parents, and of the parents as records.

        The cells of a grid are records of the first kind; lines that all look alike in pairs make records of the second.
        """
        parents = list(dict.fromkeys(self._page.parents[top] for top in tops))
        apart = all(self._page.stops[one] <= other for one, other in pairwise(parents))
        if len(parents) < 2 or not apart:
            return
        root = _meeting(self._page, tops[0], tops[-1])
        yield ForestLocator(self._prefix(root), (tag_of(self._page, tops[0]),), (), _way(self._page, root, parents[0]))
        if self._sub_group <= len(parents) < len(tops):
            yield from self(parents)

    def _diffs(self, parent: int, tops: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the children from each record's first to the next record's: the records but for the last."""
        children = self._shown_children(parent)
        places = [bisect_left(children, top) for top in tops]
        return tuple(tuple(children[a:b]) for a, b in pairwise(places))

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
        if parent not in self._prefixes:
            self._prefixes[parent] = prefix_of(self._page, parent)
        return self._prefixes[parent]

    def _names(self, diffs: Sequence[Sequence[int]]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(self._page.tags[node] for node in diff) for diff in diffs)

    def _of_diffs(self, prefix: str, diffs: Sequence[Sequence[int]]) -> Iterator[ForestLocator]:
        """Yield what ends the records of a sub-group, and what begins them."""
        starts = tuple(dict.fromkeys(tag_of(self._page, diff[0]) for diff in diffs))
        separator = self._separator(diffs)
        if separator is not None:
            yield ForestLocator(prefix, starts, (separator,))
        start = self._start(diffs)
        if start is not None and start != separator:
            yield ForestLocator(prefix, (start,))

    def _separator(self, diffs: Sequence[Sequence[int]]) -> str | None:
        """Return the shortest common end of the records that occurs once in each; nodes are expanded until there is one."""
        elements = [[node for node in diff if self._page.tags[node] != TEXT] for diff in diffs]
        for expansion in EXPANSIONS:
            rows = self._expanded(elements, expansion)
            for length in range(1, min(map(len, rows), default=0) + 1):
                end = rows[0][-length:]
                if length > MAX_SEPARATOR or any(row[-length:] != end for row in rows):
                    break
                if _occurrences([label for row in rows for label in row], end) == len(rows):
                    return " ".join(map(str, end))
        whole = set(self._names(elements))
        return " ".join(whole.pop()) if len(whole) == 1 and 0 < len(elements[0]) <= MAX_SEPARATOR else None

    def _start(self, diffs: Sequence[Sequence[int]]) -> str | None:
        """Return the label of the first node of all records, where no other node of a record has it."""
        for expansion in EXPANSIONS:
            rows = self._expanded(diffs, expansion)
            if any(row[0] != rows[0][0] for row in rows):
                return None
            if sum(row.count(rows[0][0]) for row in rows) == len(rows):
                return str(rows[0][0])
        return None

    def _expanded(self, diffs: Sequence[Sequence[int]], expansion: tuple[int, bool]) -> list[list[Label]]:
        """Return the labels of some records' nodes, with so much of their children."""
        return [[self._label(node, *expansion) for node in diff] for diff in diffs]

    def _label(self, node: int, depth: int, counted: bool) -> Label:
        label = self._labels.get((node, depth, counted))
        if label is None:
            label = self._labels[node, depth, counted] = label_of(self._page, node, depth, counted=counted)
        return label


def record_tops(page: Page, firsts: Sequence[int]) -> Iterator[int]:
    """Yield for each first node the highest element above it that holds no other record's first node."""
    for n, node in enumerate(firsts):
        before = firsts[n - 1] if n else -1
        after = firsts[n + 1] if n + 1 < len(firsts) else len(page)
        top = node
        while (parent := page.parents[top]) >= 0 and before < parent and page.stops[parent] <= after:
            top = parent
        yield top


def _occurrences(row: Sequence[Label], part: Sequence[Label]) -> int:
    return sum(list(row[n : n + len(part)]) == list(part) for n in range(len(row) - len(part) + 1))


def _by_class(page: Page, prefix: str, diffs: Sequence[Sequence[int]]) -> Iterator[ForestLocator]:
    """Yield the locator of records whose first nodes, and last ones, are told by the classes that they share."""
    start = _shared(page, [diff[0] for diff in diffs])
    if start is None or not start.classes:
        return
    end = _shared(page, [diff[-1] for diff in diffs])
    yield ForestLocator(prefix, (str(start),))
    if end is not None and (all(len(diff) == 1 for diff in diffs) or (end != start and end.classes)):
        yield ForestLocator(prefix, (str(start),), (str(end),))


def _shared(page: Page, nodes: Sequence[int]) -> Label | None:
    """Return the label with the classes that all nodes have, or None where their names differ."""
    if len({page.tags[node] for node in nodes}) > 1:
        return None
    return Label(tag_of(page, nodes[0]), frozenset.intersection(*(classes_of(page, node) for node in nodes)))


def _nested(page: Page, firsts: Sequence[int]) -> Iterator[ForestLocator]:
    """Yield the locator of records that are indented one under the other, each inside the parent of the one before."""
    meets = [_meeting(page, a, b) for a, b in pairwise(firsts)]
    pairs = list(pairwise(meets))
    if len(pairs) < 2 or any(not outer < inner < page.stops[outer] for outer, inner in pairs):
        return
    steps = {_way(page, outer, inner) for outer, inner in pairs}
    starts = {tag_of(page, _child_above(page, meet, first)) for meet, first in zip(meets, firsts, strict=False)}
    if len(steps) == 1:
        yield ForestLocator(prefix_of(page, meets[0]), tuple(sorted(starts)), (), steps.pop(), nested=True)


def _meeting(page: Page, one: int, other: int) -> int:
    """Return the lowest element above two nodes, the first of which comes first."""
    node = page.parents[one]
    while page.stops[node] <= other:
        node = page.parents[node]
    return node


def _child_above(page: Page, parent: int, node: int) -> int:
    while page.parents[node] != parent:
        node = page.parents[node]
    return node


def _way(page: Page, root: int, node: int) -> tuple[str, ...]:
    """Return the names on the way from an element down to another."""
    names: list[str] = []
    while node != root:
        names.append(page.tags[node])
        node = page.parents[node]
    return tuple(reversed(names))
