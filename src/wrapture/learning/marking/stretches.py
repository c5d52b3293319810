"""The records of a draft as pieces of the page: their labels, widened to the elements that contain them.

Labels don't reach the edges of a record, and a record may have few of them.  So each record is widened to the elements around
its labels, as far up the tree as the records don't overlap.  If the same kind of content stands between all records (the ``dd``
after each ``dt``), it belongs to the record before or after it.  The list has one more of it after its last record, or before
its first; if both look the same, it belongs to the record before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final

from wrapture.model import Span
from wrapture.reading.sibling_matching import family_of, is_like

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Place

CLOSE: Final = 0.8  # likeness of the shapes of two elements that both begin a record
COMMON: Final = 0.5  # share of the gaps between records that must look alike for their content to belong to records


class Stretches:
    """The records of a draft as spans of a page, in order and without overlaps."""

    def __init__(self, page: Page, spans: Sequence[Span]) -> None:
        self._page = page
        self._family = family_of(page)
        self._depth, self._spans = _widened(page, spans)

    @cached_property
    def spans(self) -> list[Span]:
        """The records, each with everything that belongs to it."""
        return [self._with_gap(number) for number in range(len(self._spans))]

    def owner(self, nodes: Span) -> int | None:
        """Return the record that some nodes belong to, or directly follow or precede; None if there is none."""
        for number, span in enumerate(self.spans):
            if nodes.start in span:
                return number
        for number, (before, after) in enumerate(pairwise(self._spans)):
            if before.stop <= nodes.start and nodes.stop <= after.start and self._parent(before) == self._parent(after):
                return None if self._is_record_like(nodes, number) else number + self._is_nearer(before, nodes, after)
        return None

    def holding(self, number: int, nodes: Span) -> list[Span]:
        """Return the records, one of them extended to these nodes as far as they belong to no other."""
        spans = list(self.spans)
        top, last = self._top(nodes.start), self._top(nodes.stop - 1)
        wide = Span(min(spans[number].start, top), max(spans[number].stop, self._page.stops[last]))
        floor = spans[number - 1].stop if number else 0
        ceiling = spans[number + 1].start if number + 1 < len(spans) else len(self._page)
        spans[number] = Span(max(floor, wide.start), min(ceiling, wide.stop))
        return spans

    # --- what stands between records ---

    def _with_gap(self, number: int) -> Span:
        """Return a record with the content between it and its neighbour, if that is part of records."""
        span, gap = self._spans[number], self._common_gap
        if not gap:
            return span
        if self._is_behind:
            taken = self._after(number)
            taken = self._at_end(gap, taken) if self._ends(number) else taken
            return Span(span.start, self._page.stops[taken[-1]]) if taken else span
        taken = self._before(number)[::-1]
        taken = self._at_end(gap[::-1], taken) if self._ends(number - 1) else taken
        return Span(taken[-1], span.stop) if taken else span

    def _at_end(self, gap: Sequence[int], found: list[int]) -> list[int]:
        """Return what belongs to the record at an end of the list, where no other record limits it: as much as to others."""
        return found[: len(gap)] if self._alike(gap, found) else []

    @cached_property
    def _common_gap(self) -> list[int]:
        """The typical content between neighbouring records, as it is between two of them; empty if there is none."""
        gaps = [self._after(number) for number in range(len(self._spans)) if not self._ends(number)]
        if not gaps:
            return []
        names, count = Counter(map(self._names, gaps)).most_common(1)[0]
        common = next(gap for gap in gaps if self._names(gap) == names)
        return common if count >= COMMON * len(gaps) else []

    @cached_property
    def _is_behind(self) -> bool:
        """Whether the content between two records belongs to the one before it."""
        gap, last = self._common_gap, len(self._spans) - 1
        return self._alike(gap, self._after(last)) >= self._alike(gap[::-1], self._before(0)[::-1])

    def _alike(self, nodes: Sequence[int], others: Sequence[int]) -> int:
        """Return how many of the leading nodes are like the others."""
        pairs = zip(nodes, others, strict=False)
        return len(list(takewhile(lambda pair: self._is_alike(*pair), pairs)))

    def _is_alike(self, node: int, other: int) -> bool:
        """Return whether two nodes have the same name and nearly the same shape."""
        same = self._page.tags[node] == self._page.tags[other]
        return same and is_like(self._family.shape(node), self._family.shape(other), CLOSE)

    def _ends(self, number: int) -> bool:
        """Return whether no record follows this one under the same parent."""
        if not 0 <= number < len(self._spans) - 1:
            return True
        return self._parent(self._spans[number]) != self._parent(self._spans[number + 1])

    def _after(self, number: int) -> list[int]:
        """Return the siblings after a record, up to the next record."""
        span = self._spans[number]
        ceiling = len(self._page) if self._ends(number) else self._spans[number + 1].start
        found = self._siblings(span, span.stop, ceiling)
        starts = [place for place, child in enumerate(found) if self._begins(child, span)]
        return found[: starts[0]] if starts else found

    def _before(self, number: int) -> list[int]:
        """Return the siblings before a record, back to the previous record."""
        span = self._spans[number]
        floor = 0 if self._ends(number - 1) else self._spans[number - 1].stop
        found = self._siblings(span, floor, span.start)
        starts = [place for place, child in enumerate(found) if self._begins(child, span)]
        return found[starts[-1] + 1 :] if starts else found

    def _begins(self, child: int, span: Span) -> bool:
        """Return whether another record seems to begin at a sibling of this one."""
        return child != span.start and self._is_alike(child, span.start)

    def _is_record_like(self, nodes: Span, number: int) -> bool:
        """Return whether nodes between two records are in an element with the name that records have."""
        return self._page.tags[self._top(nodes.start)] == self._page.tags[self._spans[number].start]

    def _is_nearer(self, before: Span, nodes: Span, after: Span) -> bool:
        """Return whether nodes are closer to the record after them, by the characters displayed between."""
        offsets = self._page.offsets
        return offsets[after.start] - offsets[nodes.stop] < offsets[nodes.start] - offsets[before.stop]

    # --- the tree ---

    def _top(self, node: int) -> int:
        """Return the element at the level of the records that contains a node."""
        line = _line(self._page, node)
        return line[min(self._depth, len(line) - 1)]

    def _parent(self, span: Span) -> int:
        return self._page.parents[span.start]

    def _siblings(self, span: Span, floor: int, ceiling: int) -> list[int]:
        """Return the siblings of a record between two nodes."""
        parent = self._parent(span)
        children = self._family.children(parent) if parent >= 0 else []
        return children[bisect_left(children, floor) : bisect_left(children, ceiling)]

    def _names(self, nodes: Sequence[int]) -> tuple[str, ...]:
        return tuple([self._page.tags[node] for node in nodes])


def spans_at(places: SourcePlaces, extents: Sequence[Place]) -> list[Span] | None:
    """Return the nodes at some places in the source; None if they are not in order or overlap, as in one text."""
    found = [places.nodes(*extent) for extent in extents]
    spans = [span for span in found if span is not None]
    apart = all(one.stop <= two.start for one, two in pairwise(spans))
    return spans if apart and len(spans) == len(found) else None


def _widened(page: Page, spans: Sequence[Span]) -> tuple[int, list[Span]]:
    """Return the highest level of the tree at which the elements around the spans don't overlap, and these elements."""
    lines = [(_line(page, span.start), _line(page, span.stop - 1)) for span in spans]
    deepest = max((len(line) for pair in lines for line in pair), default=1)
    highest = 0 if len(spans) > 1 else _fork(lines[0]) if lines else 0
    for depth in range(highest, deepest):
        wide = [
            Span(first[min(depth, len(first) - 1)], page.stops[last[min(depth, len(last) - 1)]])
            for first, last in lines
        ]
        if all(one.stop <= two.start for one, two in pairwise(wide)):
            return depth, wide
    return deepest - 1, list(spans)


def _fork(pair: tuple[list[int], list[int]]) -> int:
    """Return the level at which the ancestors of two nodes begin to differ."""
    first, last = pair
    return sum(one == other for one, other in zip(first, last, strict=False))


def _line(page: Page, node: int) -> list[int]:
    """Return the ancestors of a node from the root down, and the node itself."""
    line = []
    while node >= 0:
        line.append(node)
        node = page.parents[node]
    return line[::-1]
