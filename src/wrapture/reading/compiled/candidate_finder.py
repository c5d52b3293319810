"""The elements at which rows may begin, found by the native extension in one walk over a body."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html._tree import Scanner, is_inside, start_tag
from wrapture.html.elements import FOREIGN
from wrapture.reading.compiled.candidates import AROUND, SIMPLE, Conditions, conditions_of
from wrapture.reading.compiled.tree_pieces import TreePieces, token_of
from wrapture.reading.compiled.unproved import HOLLOW, UnprovedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.lexbor import Node

ANYWHERE: Final = Conditions("", ())


class Candidates(NamedTuple):
    """Elements at which rows may begin, in order; their parents; and whether each contains the next one."""

    pieces: TreePieces
    parents: Sequence[int]
    holds: Sequence[bool]


class CandidateFinder:
    """Finds the elements at which rows may begin; ``parent`` is the fine token of their parent, "" for any parent."""

    def __init__(self, first: str, parent: str) -> None:
        own, around = conditions_of(first), conditions_of(parent) if parent else ANYWHERE
        if not SIMPLE.fullmatch(own.name):
            raise UnprovedError
        self._parent = parent
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
        are_siblings = len(suitable) < 2  # so that none is inside another
        holds = [False] * len(nodes) if are_siblings else _holding(nodes, parents)
        return Candidates(TreePieces(body, nodes), parents, holds)

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


def written(conditions: Conditions) -> tuple[bytes, tuple[tuple[bytes, bytes], ...]]:
    """Return conditions as the native extension takes them."""
    attributes = [(name.encode(), part.encode()) for name, part in conditions.attributes]
    return conditions.name.encode(), tuple(attributes)


def as_bytes(names: Iterable[str]) -> tuple[bytes, ...]:
    """Return names as the native extension takes them."""
    return tuple([name.encode() for name in names])
