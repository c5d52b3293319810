"""Pieces of a page: neighbouring nodes of the parser's tree, given by their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, overload

from wrapture.html._tree import start_tag
from wrapture.html.fine_tokens import tag_token
from wrapture.html.lexbor import excerpt
from wrapture.html.placed_nodes import PlacedNode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.html._tree import Subject
    from wrapture.html.page import Page

REMEMBERED: Final = 1024  # start tags whose tokens are cached


@lru_cache(maxsize=REMEMBERED)
def token_of(tag: tuple[str, tuple[tuple[str, str | None], ...]]) -> str:
    """Return the fine token of a start tag, cached because the pages of a site share most of their tags."""
    name, attributes = tag
    return tag_token(name, dict(attributes))


class TreePiece:
    """One node of the parser's tree, or several neighbouring siblings.

    ``place`` is the address of the only node, or the addresses of the first and the last; ``owner`` keeps the tree alive.
    """

    __slots__ = ("_owner", "place")

    def __init__(self, owner: Any, place: Subject) -> None:
        self._owner = owner
        self.place = place

    @property
    def token(self) -> str:
        """The fine token of the first node's start tag."""
        return token_of(start_tag(self.place if isinstance(self.place, int) else self.place[0]))

    def numbered(self, base: str | None = None, most: int | None = None) -> Page:
        """Return the piece, or its first nodes, as a page of its own, with relative addresses resolved against `base`."""
        places = (self.place,) if isinstance(self.place, int) else self.place
        return excerpt([PlacedNode(self._owner, place) for place in places], base, most)


class TreePieces(Sequence[TreePiece]):
    """Pieces given by their places; each is made when it is asked for."""

    __slots__ = ("_owner", "places")

    def __init__(self, owner: Any, places: Sequence[Subject]) -> None:
        self._owner = owner
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> TreePiece: ...
    @overload
    def __getitem__(self, index: slice) -> TreePieces: ...
    def __getitem__(self, index: int | slice) -> TreePiece | TreePieces:
        if isinstance(index, slice):
            return TreePieces(self._owner, self.places[index])
        return TreePiece(self._owner, self.places[index])

    def chosen(self, numbers: Iterable[int]) -> TreePieces:
        """Return some of the pieces."""
        return TreePieces(self._owner, [self.places[number] for number in numbers])
