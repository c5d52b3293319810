"""Pieces of a page: neighbouring nodes of the parser's tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.compiled.numbering import numbered
from wrapture.html.finetokens import tag_token
from wrapture.html.lexbor import excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page


def tag_of(node: Node) -> str:
    """Return the start tag of an element as a fine token."""
    return tag_token(node.tag or "", node.attributes)


class Piece:
    """Nodes that are neighbours, and their markup; no nodes where nothing but their markup is at hand."""

    __slots__ = ("_markup", "_nodes")

    def __init__(self, nodes: Sequence[Node], markup: str | None = None) -> None:
        self._nodes = nodes
        self._markup = markup

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes."""
        return self._nodes

    @property
    def markup(self) -> str:
        """The markup, as the parser writes it."""
        if self._markup is None:
            self._markup = "".join([node.html or "" for node in self.nodes])
        return self._markup

    @property
    def place(self) -> int | tuple[int, int]:
        """The address of its node in the tree, or those of the first and the last."""
        first: int = self.nodes[0].mem_id
        return first if len(self.nodes) == 1 else (first, self.nodes[-1].mem_id)

    @property
    def token(self) -> str:
        """The fine token of the start tag that it begins with."""
        return tag_of(self.nodes[0])

    def numbered(self, base: str | None = None) -> Page:
        """Return it as a page of its own, on which relative addresses start from `base`."""
        return excerpt(self.nodes, base) if self.nodes else numbered(self.markup, base)
