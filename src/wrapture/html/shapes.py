"""The shape of a piece of a page: one symbol per node in document order, so that likeness is a matter of comparing strings.

End tags are left out: the order of names distinguishes sub-trees well enough, and shapes are half as long.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.html.tokens import TEXT_SYMBOL, custom_names, name_of, symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

SHAPELESS: Final = frozenset(["script", "style", "template", "noscript", "link", "meta"])
"""Elements that are not part of a shape: they occur anywhere, whatever the page shows."""


class Shapes:
    """The shapes of a page's pieces; white space and hidden elements have no symbol."""

    __slots__ = ("_later", "_places", "_symbols")

    def __init__(self, page: Page) -> None:
        names = {tag: "" if tag in SHAPELESS else symbol(tag.upper()) for tag in set(page.tags)}
        names[TEXT] = ""
        nodes = [
            TEXT_SYMBOL if text and not text.isspace() else names[tag]
            for tag, text in zip(page.tags, page.texts, strict=True)
        ]
        self._later = page.later_lines
        for node in self._later:
            nodes[node] = ""  # the lines of a text are one text, however many there are
        self._symbols = "".join(nodes)
        self._places = list(accumulate(map(len, nodes), initial=0))

    def of(self, start: int, stop: int, most: int | None = None) -> str:
        """Return the shape of the nodes ``start <= n < stop``, truncated to `most` symbols."""
        first, after = self._places[start], self._places[stop]
        if start in self._later:  # the piece begins inside a text
            return (TEXT_SYMBOL + self._symbols[first:after])[:most]
        return self._symbols[first : after if most is None else min(after, first + most)]

    def until(self, stop: int, size: int) -> str:
        """Return the last `size` symbols before a node."""
        after = self._places[stop]
        return self._symbols[max(0, after - size) : after]

    def begins(self, start: int, head: str) -> bool:
        """Return whether the shape starting at a node begins with another."""
        if start in self._later and head:
            return head[0] == TEXT_SYMBOL and self._symbols.startswith(head[1:], self._places[start])
        return self._symbols.startswith(head, self._places[start])

    def count_begun(self, starts: Sequence[int], head: str) -> int:
        """Return how many of the shapes starting at some nodes begin with another."""
        if self._later:
            return sum([self.begins(start, head) for start in starts])
        symbols, places = self._symbols, self._places
        return sum([symbols.startswith(head, places[start]) for start in starts])


def shapes_of(page: Page) -> Shapes:
    """Return the shapes of a page's pieces, computed once per page."""
    found: Shapes | None = page.cache.get("shapes")
    if found is None:
        found = page.cache["shapes"] = Shapes(page)
    return found


def write_shape(page: Page, shape: str) -> str:
    """Return a shape of a page in the names of its nodes: ``LI A TEXT``."""
    names = custom_names(page) if shape else {}
    return " ".join(name_of(character, names) for character in shape)


@lru_cache(maxsize=1024)
def read_shape(notation: str) -> str:
    """Return the shape written in this notation."""
    return "".join(map(symbol, notation.split()))
