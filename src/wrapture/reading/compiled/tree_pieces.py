"""Pieces of a page: neighbouring nodes of the parser's tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.fine_tokens import tag_token
from wrapture.html.lexbor import excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html._tree import Subject
    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page


def tag_of(node: Node) -> str:
    """Return the start tag of an element as a fine token."""
    return tag_token(node.tag or "", node.attributes)


class TreePiece:
    """One node of the parser's tree, or several neighbouring siblings."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes."""
        return self._nodes

    @property
    def place(self) -> Subject:
        """The address of the only node, or the addresses of the first and the last."""
        first: int = self.nodes[0].mem_id
        return first if len(self.nodes) == 1 else (first, self.nodes[-1].mem_id)

    @property
    def token(self) -> str:
        """The fine token of the first node's start tag."""
        return tag_of(self.nodes[0])

    def numbered(self, base: str | None = None) -> Page:
        """Return the piece as a page of its own, with relative addresses resolved against `base`."""
        return excerpt(self.nodes, base)
