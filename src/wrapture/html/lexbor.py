"""The one home of the HTML parser: text in, numbered page out."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, LexborNode

from wrapture.html import charset, guard
from wrapture.html.page import Page
from wrapture.html.silence import silence

if TYPE_CHECKING:
    from wrapture.model import Capture

_UNNUMBERED = frozenset(["-comment", "-doctype", "-document", "!doctype", "-other"])


def read_html(capture: Capture) -> Page:
    """Return the numbered page of a capture's HTML."""
    decoded = charset.decode(capture.body, capture.charset)
    guard.check(capture.name, decoded.text, capture.body)
    return _parsed(decoded.text, capture.name, capture.url, decoded.encoding)


def parse_page(text: str, *, name: str = "page", url: str | None = None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of a text; hostile structure is refused before the parser sees it."""
    guard.check(name, text)
    return _parsed(text, name, url, encoding)


def _parsed(text: str, name: str, url: str | None, encoding: str) -> Page:
    """Return the page of a text, numbered list by list: there may be millions of nodes."""
    root = LexborHTMLParser(text).root
    nodes = list(root.traverse(include_text=True)) if root is not None else []
    tags = [node.tag or "-other" for node in nodes]
    numbered = [tag not in _UNNUMBERED for tag in tags]
    parents, stops = _structure(nodes, numbered)
    if len(parents) < len(nodes):
        nodes, tags = list(compress(nodes, numbered)), list(compress(tags, numbered))
    texts = [node.text_content or "" for node in nodes]
    foreign = silence(tags, texts, stops)
    return Page(name, tags, parents, stops, texts, nodes, foreign=foreign, url=url, encoding=encoding, source=text)


def _structure(nodes: list[LexborNode], numbered: list[bool]) -> tuple[list[int], list[int]]:
    """Return for each numbered node its parent's number (-1 for the root) and one past the last node of its sub-tree.

    Which nodes have a child and which have a next sibling says it all, and costs half of asking each for its parent.
    """
    parents: list[int] = []
    stops: list[int] = []
    opened: list[int] = []  # the elements that the walk is inside of …
    followed: list[bool] = []  # … and whether a sibling comes after each
    parent = -1
    have_child = [node.first_child is not None for node in nodes]
    have_next = [node.next is not None for node in nodes]
    for is_numbered, has_child, has_next in zip(numbered, have_child, have_next, strict=True):
        if is_numbered:
            number = len(parents)
            parents.append(parent)
            stops.append(number + 1)
            if has_child:
                opened.append(number)
                followed.append(has_next)
                parent = number
                continue
        if not has_next:  # the last child: its parent ends here too, and so on up to one with a sibling
            while opened:
                stops[opened.pop()] = len(parents)
                if followed.pop():
                    break
            parent = opened[-1] if opened else -1
    return parents, stops
