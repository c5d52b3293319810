"""A page about one thing, seen by place and by label: the paths of its elements, and the values beside labels.

A path is written in the names of elements from the body down, each with its classes, id and property as far as the site's
pages share them: ``main > div.product > p.price``.  Classes of one page alone, such as ``product-17``, would make its
paths its own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.reading.other_things import other_things
from wrapture.reading.page_labels import labelled_values

if TYPE_CHECKING:
    from collections.abc import Collection

    from wrapture.html.page import Page
    from wrapture.reading.page_labels import Labelled

SEEN_THROUGH: Final = "ins"
"""An element that is no step of a path: a price has it only where an old price stands beside it."""
OUTSIDE: Final = frozenset(
    ["nav", "footer", "aside", "form", "select", "button", "script", "style", "noscript", "template"]
)
"""Elements whose content is not about the page's subject."""


class PageOutline:
    """The elements of a page by their paths, and its labelled values."""

    def __init__(self, page: Page, names: Collection[str]) -> None:
        self.page = page
        self._names = frozenset(names)
        self.outside = outside(page)
        self.paths: list[str] = self._all_paths()
        self.nodes: dict[str, list[int]] = defaultdict(list)
        for node in range(page.body.start, page.body.stop):
            if page.tags[node] not in (TEXT, SEEN_THROUGH) and node not in self.outside:
                self.nodes[self.paths[node]].append(node)
        self.labelled: dict[str, list[Labelled]] = defaultdict(list)
        for one in labelled_values(page, self.outside):
            self.labelled[one.label].append(one)
        for found in self.labelled.values():
            found.sort(key=lambda one: one.bare)

    def _all_paths(self) -> list[str]:
        page, body = self.page, self.page.body.start
        paths = [""] * len(page)
        for node in range(body + 1, page.body.stop):
            if page.tags[node] != TEXT:
                step = self.step(node)
                above = paths[page.parents[node]] if page.parents[node] > body else ""
                paths[node] = above if page.tags[node] == SEEN_THROUGH else f"{above} > {step}" if above else step
        return paths

    def step(self, node: int) -> str:
        """Return an element's name with those of its classes, its id and its property that the site's pages share."""
        shared = [name for name in names_of(self.page, node) if name in self._names]
        return "".join([self.page.tags[node], *sorted(shared)])


def names_of(page: Page, node: int) -> list[str]:
    """Return the classes, the id and the property of an element, each as in a path: ``.price``, ``#main``, ``@sku``."""
    given = page.attributes(node)
    if not given:
        return []
    found = [f".{name}" for name in (given.get("class") or "").split()]
    found += [f"#{name}" for name in (given.get("id") or "").split()[:1]]
    return found + [f"@{name}" for name in (given.get("itemprop") or "").split()[:1]]


def outside(page: Page) -> frozenset[int]:
    """Return the nodes of menus, side columns, footers, forms, and of blocks that lead to other things."""
    found = set(other_things(page))
    for node, tag in enumerate(page.tags):
        if node not in found and (tag in OUTSIDE or (tag == "header" and page.parents[node] == page.body.start)):
            whole = tag == "form" and page.stops[node] - node > len(page) // 2  # some systems put the page in a form
            if not whole:
                found.update(range(node, page.stops[node]))
    return frozenset(found)
