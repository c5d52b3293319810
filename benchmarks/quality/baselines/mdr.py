"""MDR [1]_: data regions are runs of adjacent siblings, one or several to a record, whose tag strings are alike.

1. For every node, the tag strings of its children are compared: each child with the next, each two with the next two, up to
   ten, by normalized edit distance.
2. A data region is the run of equal-sized generalized nodes with the most nodes whose neighbours are alike; regions inside a
   region that covers them are not looked for.
3. A generalized node of one child is one record, unless its own children are all alike (then they are); one of several is one
   record.

[1]_ does not rank its regions: as for the other peers without a ranking, the region with the most text is taken.

.. [1] Liu, Grossman, Zhai: Mining data records in web pages. KDD 2003.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.distance import Levenshtein

from wrapture.html.page import TEXT
from wrapture.html.tokens import ALL_TAG, encode
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

MOST_NODES: Final = 10  # children in one generalized node [1]_
ALIKE: Final = (
    0.6  # normalized edit distance of two generalized nodes; 0.3 [1]_ finds a quarter of data set 1, 0.6 the most
)


class Region(NamedTuple):
    """A run of generalized nodes: the children of a node from the first on, so many of them to each, so many times."""

    parent: int
    first: int
    size: int
    times: int


def regions(page: Page) -> list[Region]:
    """Return the data regions of a page, outermost first."""
    found: list[Region] = []
    todo, strings = [-1], dict[int, str]()
    while todo:
        parent = todo.pop()
        children = tag_children(page, parent)
        own = list(_regions(page, parent, children, strings))
        found += own
        covered = {n for one in own for n in range(one.first, one.first + one.size * one.times)}
        todo += [child for n, child in enumerate(children) if n not in covered]
    return found


def tag_children(page: Page, node: int) -> list[int]:
    """Return the elements directly inside a node, or those at the top of the page's contents for -1.

    Texts are no nodes of the tag tree.
    """
    if node >= 0:
        children = page.children(node)
    else:
        children, top = [], page.contents.start
        while top < page.contents.stop:
            children.append(top)
            top = page.stops[top]
    return [child for child in children if page.tags[child] != TEXT]


def _regions(page: Page, parent: int, children: Sequence[int], strings: dict[int, str]) -> Iterator[Region]:
    """Yield the regions among the children of one node, left to right."""
    texts = [_string(page, child, strings) for child in children]
    start = 0
    while start < len(children) - 1:
        best = max((_run(texts, start, size) for size in range(1, MOST_NODES + 1)), key=lambda one: one[0] * one[1])
        size, count = best
        if count > 1:
            yield Region(parent, start, size, count)
            start += size * count
        else:
            start += 1


def _string(page: Page, node: int, strings: dict[int, str]) -> str:
    if node not in strings:
        strings[node] = encode(page, ALL_TAG, Span(node, page.stops[node])).symbols
    return strings[node]


def _run(texts: Sequence[str], start: int, size: int) -> tuple[int, int]:
    """Return the size, and how many generalized nodes of it in a row are alike from start on."""
    count, before = 1, "".join(texts[start : start + size])
    while start + size * (count + 1) <= len(texts):
        here = "".join(texts[start + size * count : start + size * (count + 1)])
        if not before or not here or Levenshtein.normalized_distance(before, here) > ALIKE:
            break
        count, before = count + 1, here
    return (size, count) if count > 1 else (0, 0)


def records_of(page: Page, region: Region) -> list[Record]:
    """Return the records of a region."""
    children = tag_children(page, region.parent)
    groups = [
        children[region.first + region.size * n : region.first + region.size * (n + 1)] for n in range(region.times)
    ]
    if region.size == 1:
        inner = [_inner(page, group[0]) for group in groups]
        if all(inner):
            return [record for some in inner for record in some]
    return [(Span(group[0], page.stops[group[-1]]),) for group in groups]


def _inner(page: Page, node: int) -> list[Record]:
    """Return the children of a node as records, if all of them are alike: a row of a grid."""
    children = tag_children(page, node)
    strings: dict[int, str] = {}
    texts = [_string(page, child, strings) for child in children]
    if len(children) < 2:
        return []
    size, count = _run(texts, 0, 1)
    alike = size == 1 and count == len(children) and all(len(tag_children(page, child)) > 1 for child in children)
    return [(Span(child, page.stops[child]),) for child in children] if alike else []


def read_with_mdr(page: Page) -> list[Record]:
    """Return the records of the region with the most text."""
    found = [records_of(page, region) for region in regions(page)]
    return max(found, key=lambda records: sum(len(page.texts_of(one)) for one in records), default=[])
