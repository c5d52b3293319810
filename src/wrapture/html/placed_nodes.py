"""Nodes of the parser's tree by their addresses: numbered by the native extension, and looked at only if something asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from wrapture.html._tree import all_attributes, attributes, number, text_of

if TYPE_CHECKING:
    from wrapture.html.lexbor import Node


class PlacedNode:
    """A node given by its address; what it belongs to is kept alive with it."""

    __slots__ = ("_owner", "mem_id")

    def __init__(self, owner: Any, place: int) -> None:
        self._owner = owner
        self.mem_id = place

    @property
    def attributes(self) -> dict[str, str | None]:
        """The attributes of an element in order; None is the value of an attribute without one."""
        return attributes(self.mem_id)

    @property
    def text_content(self) -> str | None:
        """The text of a text node."""
        return text_of(self.mem_id)


class PlacedNodes(Sequence[PlacedNode]):
    """The nodes of a page by number."""

    __slots__ = ("_addresses", "_owner", "_places")

    def __init__(self, owner: Any, places: bytes) -> None:
        self._owner = owner
        self._addresses = places
        self._places = memoryview(places).cast("L")  # as long as a pointer, where there is `dlopen`

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> PlacedNode: ...
    @overload
    def __getitem__(self, index: slice) -> list[PlacedNode]: ...
    def __getitem__(self, index: int | slice) -> PlacedNode | list[PlacedNode]:
        if isinstance(index, slice):
            return [PlacedNode(self._owner, place) for place in self._places[index]]
        return PlacedNode(self._owner, self._places[index])

    def all_attributes(self, none: dict[str, str | None]) -> list[dict[str, str | None]]:
        """Return the attributes of each node; `none` stands for those without any."""
        return all_attributes(self._addresses, none)


class NumberedNodes(NamedTuple):
    """The arrays of a `wrapture.html.page.Page`."""

    tags: list[str]
    parents: list[int]
    stops: list[int]
    texts: list[str]
    nodes: Sequence[PlacedNode]


def number_nodes(tops: Sequence[Node | PlacedNode], most: int | None) -> NumberedNodes:
    """Return the arrays of some neighbouring sub-trees, or of their first `most` nodes, comments included."""
    if not tops:
        return NumberedNodes([], [], [], [], ())
    first, last = tops[0].mem_id, tops[-1].mem_id
    tags, parents, stops, texts, places = number((first, last), -1 if most is None else most)
    return NumberedNodes(tags, parents, stops, texts, PlacedNodes(tops, places))
