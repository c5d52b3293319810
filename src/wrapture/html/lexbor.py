"""The one home of the HTML parser: text in, numbered page out."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from wrapture.html import charset, guard
from wrapture.html.elements import FOREIGN, FOREIGN_SILENT, SILENT
from wrapture.html.page import Page

if TYPE_CHECKING:
    from wrapture.model import Capture

Element: TypeAlias = LexborNode
"""A node of the parser's tree, kept for its attributes."""

_UNNUMBERED = frozenset(["-comment", "-doctype", "-document", "!doctype", "-other"])
_ODD = SILENT | FOREIGN | FOREIGN_SILENT


def read_page(capture: Capture) -> Page:
    """Return the numbered page of a capture."""
    decoded = charset.decode(capture.body, capture.charset)
    guard.check(capture.name, decoded.text, capture.body)
    return _number(LexborHTMLParser(decoded.text).root, capture.name, capture.url, decoded.encoding)


def parse_page(text: str, *, name: str = "page", url: str | None = None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of a text; hostile structure is refused before the parser sees it."""
    guard.check(name, text)
    return _number(LexborHTMLParser(text).root, name, url, encoding)


def _number(root: LexborNode | None, name: str, url: str | None, encoding: str) -> Page:
    """Return the page whose nodes are those of the tree below `root`, list by list: there may be millions of them."""
    nodes = list(root.traverse(include_text=True)) if root is not None else []
    tags: list[str] = [node.tag or "-other" for node in nodes]
    if not _UNNUMBERED.isdisjoint(tags):
        numbered = [tag not in _UNNUMBERED for tag in tags]
        nodes, tags = list(compress(nodes, numbered)), list(compress(tags, numbered))
    texts = [node.text_content or "" for node in nodes]
    parents = _parents(nodes)
    stops = _stops(parents)
    foreign = _silence(tags, texts, stops)
    return Page(name, tags, parents, stops, texts, nodes, foreign=foreign, url=url, encoding=encoding)


def _parents(nodes: list[LexborNode]) -> list[int]:
    """Return for each node the number of its parent, -1 for the root."""
    numbers = dict(zip([node.mem_id for node in nodes], range(len(nodes)), strict=True))
    # Every node but the root has a parent among the nodes; asking for it without looking is what makes this quick.
    return [-1, *[numbers[node.parent.mem_id] for node in nodes[1:]]] if nodes else []  # type: ignore[union-attr]


def _stops(parents: list[int]) -> list[int]:
    """Return for each node one past the last node of its sub-tree."""
    stops = list(range(1, len(parents) + 1))
    for node in range(len(parents) - 1, 0, -1):
        parent = parents[node]
        stops[parent] = max(stops[parent], stops[node])
    return stops


def _silence(tags: list[str], texts: list[str], stops: list[int]) -> frozenset[int]:
    """Empty the texts that are not displayed; return the nodes inside drawings and formulas."""
    foreign: set[int] = set()
    for node in [node for node, tag in enumerate(tags) if tag in _ODD]:
        below = range(node, stops[node])
        if tags[node] in (FOREIGN_SILENT if node in foreign else SILENT):
            texts[node : stops[node]] = [""] * len(below)
        elif tags[node] in FOREIGN:
            foreign.update(below)
    return frozenset(foreign)
