"""The shape of a piece of page: one symbol per node, in document order; how alike two pieces are is a matter of strings.

End tags are left out: the names in their order tell sub-trees apart well enough, and a shape is half as long without them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.html.tokens import TEXT_SYMBOL, custom_names, name_of, symbol

if TYPE_CHECKING:
    from wrapture.html.page import Page

SILENT: Final = frozenset(["script", "style", "template", "noscript", "link", "meta"])
"""Elements that are no part of a shape: a page has them here and there, whatever it shows."""


class Shapes:
    """The shapes of a page's pieces; white space and silent elements have no symbol."""

    __slots__ = ("_places", "_symbols")

    def __init__(self, page: Page) -> None:
        names = {tag: "" if tag in SILENT else symbol(tag.upper()) for tag in set(page.tags)}
        names[TEXT] = ""
        nodes = [
            TEXT_SYMBOL if text and not text.isspace() else names[tag]
            for tag, text in zip(page.tags, page.texts, strict=True)
        ]
        self._symbols = "".join(nodes)
        self._places = list(accumulate(map(len, nodes), initial=0))

    def of(self, start: int, stop: int, most: int | None = None) -> str:
        """Return the shape of the nodes ``start <= n < stop``, or so much of it."""
        first, after = self._places[start], self._places[stop]
        return self._symbols[first : after if most is None else min(after, first + most)]

    def begins(self, start: int, head: str) -> bool:
        """Return whether the shape from a node on begins with another."""
        return self._symbols.startswith(head, self._places[start])


def shapes_of(page: Page) -> Shapes:
    """Return the shapes of a page's pieces, made once."""
    found: Shapes | None = page.worked_out.get("shapes")
    if found is None:
        found = page.worked_out["shapes"] = Shapes(page)
    return found


def write_shape(page: Page, shape: str) -> str:
    """Return a shape of a page in the names of its nodes: ``LI A TEXT``."""
    names = custom_names(page) if shape else {}
    return " ".join(name_of(character, names) for character in shape)


@lru_cache(maxsize=1024)
def read_shape(notation: str) -> str:
    """Return the shape that is written in names."""
    return "".join(map(symbol, notation.split()))
