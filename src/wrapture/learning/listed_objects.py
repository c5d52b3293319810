"""What a page itself says that it lists: the objects of its schema.org lists, and where it displays them.

An object stands where one of its texts or addresses does.  Other data of a page is no evidence for its main list: menus,
filters and what is related are in it as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.page import TEXT
from wrapture.reading.data_reading import arrays_in, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

LISTS: Final = frozenset(["ItemList", "OfferCatalog"])
"""Types of schema.org for lists of a page's contents; those of its place on the site are others."""
FEWEST: Final = 3  # objects that are displayed
MOST: Final = 1000  # objects of a list that are looked for
SHORTEST: Final = 3  # characters of a text that tells objects apart


class Standing(NamedTuple):
    """A node that displays something of one object, and the object's number."""

    node: int
    number: int


class ListedObjects:
    """The objects of a page's schema.org lists that it displays: those of each list, and of all together."""

    def __init__(self, page: Page) -> None:
        source = page.source or ""
        says = "itemListElement" in source and any(one in source for one in LISTS)
        arrays = [one.objects[:MOST] for one in arrays_in(page) if one.holder in LISTS] if says else []
        lists = [*arrays, [*chain.from_iterable(arrays)]] if len(arrays) > 1 else arrays
        places = list(_places(page)) if lists else []
        found = [sorted(_standing(objects, places)) for objects in lists]
        self._lists = [one for one in found if len({standing.number for standing in one}) >= FEWEST]

    def share(self, edges: Sequence[tuple[int, int]]) -> float:
        """Return the share of records that display one listed object each, of the records or of all that is displayed."""
        return max([_share(one, edges) for one in self._lists], default=0.0)


def _share(standing: Sequence[Standing], edges: Sequence[tuple[int, int]]) -> float:
    displayed = len({one.number for one in standing})
    shown = set()
    for start, stop in edges:
        inside = standing[bisect_left(standing, (start,)) : bisect_left(standing, (stop,))]
        numbers = {one.number for one in inside}
        if len(numbers) == 1:
            shown |= numbers
    return len(shown) / max(len(edges), displayed)


def _standing(objects: Sequence[dict[str, object]], places: Sequence[tuple[int, str]]) -> Iterator[Standing]:
    """Yield where texts stand that only one of some objects has."""
    owners: dict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(objects):
        for _, cell in values_of(one):
            for text in cell if isinstance(cell, tuple) else (cell or "",):
                owners[_key(text)].add(number)
    own = {text: numbers.pop() for text, numbers in owners.items() if len(numbers) == 1 and len(text) >= SHORTEST}
    return (Standing(node, own[text]) for node, text in places if text in own)


def _places(page: Page) -> Iterator[tuple[int, str]]:
    """Yield the texts and the addresses of links that a page displays, for comparison, each with its node."""
    for node, tag in enumerate(page.tags):
        if tag == TEXT:
            if page.texts[node]:
                yield node, _key(page.texts[node])
        elif tag == "a" and (address := page.attribute(node, "href")):
            yield node, _key(address)


def _key(text: str) -> str:
    """Return a text without case and extra space; an address without its host.

    >>> _key("https://shop.example/p/1?x=2"), _key("/p/1?x=2"), _key(" The  Trial ")
    ('/p/1?x=2', '/p/1?x=2', 'the trial')
    """
    if text.startswith(("http://", "https://", "//")):
        text = "/" + "/".join(text.split("/")[3:])
    return " ".join(text.casefold().split())
