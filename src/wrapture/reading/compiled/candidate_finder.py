"""The elements at which rows may begin, found by the native extension in one walk over a body."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.html._tree import Scanner, is_inside, start_tag
from wrapture.html.elements import FOREIGN
from wrapture.html.fine_tokens import tag_token
from wrapture.reading.compiled.candidates import AROUND, SIMPLE, Candidates, Conditions, conditions_of
from wrapture.reading.compiled.tree_pieces import TreePiece
from wrapture.reading.compiled.unproved import HOLLOW, UnprovedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.lexbor import Node

ANYWHERE: Final = Conditions("", ())
REMEMBERED: Final = 1024  # start tags whose tokens are cached


class CandidateFinder:
    """Finds the elements at which rows may begin; ``parent`` is the fine token of their parent, "" for any parent."""

    def __init__(self, first: str, parent: str, *, open_ended: bool) -> None:
        own, around = conditions_of(first, open_ended=open_ended), conditions_of(parent) if parent else ANYWHERE
        if not SIMPLE.fullmatch(own.name):
            raise UnprovedError
        self._parent = parent
        self._name = own.name
        self._scanner = Scanner(*written(own), *written(around), *map(as_bytes, (FOREIGN, AROUND, HOLLOW)))

    def candidates(self, body: Node) -> Candidates:
        """Return the candidates in order; raise `UnprovedError` if a row may begin or end anywhere else."""
        top: int = body.mem_id
        nodes, parents, odd, has_misplaced = self._scanner.scan(top)
        apart = set(parents)
        suitable = {parent for parent in apart if self._suits(parent, top)}
        if has_misplaced or any(parents[number] in suitable for number in odd):
            raise UnprovedError
        if len(suitable) < len(apart):
            nodes = [node for node, parent in zip(nodes, parents, strict=True) if parent in suitable]
            parents = [parent for parent in parents if parent in suitable]
        below = _NodesBelow(body, self._name)
        pieces = [PlacedPiece(node, below) for node in nodes]
        are_siblings = len(suitable) < 2  # so that none is inside another
        return Candidates(pieces, [False] * len(pieces) if are_siblings else _holding(nodes, parents))

    def _suits(self, parent: int, body: int) -> bool:
        """Return whether an element may be the parent of rows, judging by its tag."""
        if not self._parent:
            return True
        is_body = parent == body  # the body has no token: a page's tokens start inside it
        return not is_body and token_of(start_tag(parent)) == self._parent


def _holding(nodes: Sequence[int], parents: Sequence[int]) -> list[bool]:
    """Return for each candidate whether the next one is inside it."""
    pairs = zip(pairwise(nodes), pairwise(parents), strict=True)
    return [*[one != other and is_inside(both) for both, (one, other) in pairs], *([False] if nodes else ())]


@lru_cache(maxsize=REMEMBERED)
def token_of(tag: tuple[str, tuple[tuple[str, str | None], ...]]) -> str:
    """Return the fine token of a start tag, cached because the pages of a site share most of their tags."""
    name, attributes = tag
    return tag_token(name, dict(attributes))


def written(conditions: Conditions) -> tuple[bytes, tuple[tuple[bytes, bytes], ...]]:
    """Return conditions as the native extension takes them."""
    attributes = [(name.encode(), part.encode()) for name, part in conditions.attributes]
    return conditions.name.encode(), tuple(attributes)


def as_bytes(names: Iterable[str]) -> tuple[bytes, ...]:
    """Return names as the native extension takes them."""
    return tuple([name.encode() for name in names])


class PlacedPiece(TreePiece):
    """An element given by its address; its node is looked up only when needed."""

    __slots__ = ("_below", "place")

    place: int

    def __init__(self, place: int, below: _NodesBelow) -> None:  # no super().__init__(): there are many pieces
        self.place = place
        self._below = below

    @property
    def token(self) -> str:
        """The fine token of its start tag."""
        return token_of(start_tag(self.place))

    @property
    def nodes(self) -> Sequence[Node]:
        """The only node."""
        return (self._below.by_place[self.place],)


class _NodesBelow:
    """The elements of one name below an element, by their addresses."""

    def __init__(self, top: Node, name: str) -> None:
        self._top = top
        self._name = name

    @cached_property
    def by_place(self) -> dict[int, Node]:
        return {node.mem_id: node for node in self._top.css(self._name)}
