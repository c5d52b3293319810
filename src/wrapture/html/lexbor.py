"""The only module that calls the HTML parser: text in, numbered page out."""

from __future__ import annotations

from itertools import chain, compress, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from wrapture.html import charset, guard, native
from wrapture.html.hidden_text import blank_hidden_texts
from wrapture.html.line_nodes import PageNodes, line_nodes
from wrapture.html.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Element
    from wrapture.html.placed_nodes import PlacedNode
    from wrapture.model import Capture

Tree: TypeAlias = LexborHTMLParser
Node: TypeAlias = LexborNode
UNNUMBERED: Final = frozenset(["-comment", "-doctype", "-document", "!doctype", "-other"])
"""The names of nodes without a number: they display nothing."""


def read_html(capture: Capture) -> Page:
    """Return the numbered page of a capture's HTML."""
    decoded = charset.decode(capture.body, capture.charset)
    guard.check(capture.name, decoded.text, capture.body if decoded.encoding == charset.UTF_8 else None)
    return _parsed(decoded.text, capture.name, capture.url, decoded.encoding)


def parse_page(text: str, *, name: str = "page", url: str | None = None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of a text; raises `HostilePageError` before parsing if its structure is hostile."""
    guard.check(name, text)
    return _parsed(text, name, url, encoding)


def _parsed(text: str, name: str, url: str | None, encoding: str) -> Page:
    return page_of(parse_tree(text), text, name, url, encoding)


def parse_tree(source: str | bytes) -> Tree:
    """Return the parser's own tree of a text, or of UTF-8 bytes, that the guard has checked."""
    try:
        return LexborHTMLParser(source)
    except SelectolaxError as error:  # any input is valid HTML, so it can only be out of memory
        raise MemoryError(str(error)) from error


def marks_of(tree: Tree) -> set[tuple[str, str]]:
    """Return the names of all elements of a tree, each with the first word of its class: what pages of one template share.

    >>> sorted(marks_of(parse_tree("<ul class='a b'><li>1<li>2</ul>")))
    [('body', ''), ('head', ''), ('html', ''), ('li', ''), ('ul', 'a')]
    """
    root = tree.root
    if root is None:
        return set()
    if native.is_available():
        from wrapture.html._tree import marks

        return marks(root.mem_id)
    return {(node.tag or "", first_class(node)) for node in root.traverse() if node.is_element_node}


def marks_in(capture: Capture) -> set[tuple[str, str]]:
    """Return the marks of a capture's page; raises `HostilePageError` before parsing if its structure is hostile."""
    text = charset.decode(capture.body, capture.charset).text
    guard.check(capture.name, text)
    return marks_of(parse_tree(text))


def first_class(node: Node) -> str:
    """Return the first class of an element, "" if it has none."""
    return next(iter((node.attributes.get("class") or "").split()), "")


def page_of(tree: Tree, text: str, name: str, url: str | None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of a tree and of the text it was parsed from."""
    root = tree.root
    return _numbered([root] if root is not None else [], name, url, encoding, text)


def excerpt(tops: Sequence[Node | PlacedNode], base: str | None = None, most: int | None = None) -> Page:
    """Return some neighbouring sub-trees as a page of their own, with `base` as the base of relative addresses.

    It is truncated to the first `most` nodes, comments included.
    """
    page = _numbered(tops, "", base, "utf-8", None, most)
    page.base = base  # a <base> inside the body has no effect
    return page


def _numbered(
    tops: Sequence[Node | PlacedNode],
    name: str,
    url: str | None,
    encoding: str,
    source: str | None,
    most: int | None = None,
) -> Page:
    """Return the page of some neighbouring sub-trees, numbered by the native extension where it is used."""
    if native.is_available():
        from wrapture.html.placed_nodes import number_nodes

        arrays: tuple[list[str], list[int], list[int], list[str], Sequence[Element]] = number_nodes(tops, most)
    else:
        arrays = numbered_nodes(tops, most)
    tags, parents, stops, texts, nodes = arrays
    foreign = blank_hidden_texts(tags, texts, stops)
    split = line_nodes(tags, stops, texts)
    found = PageNodes(tags, parents, stops, texts, nodes, foreign)
    if split is not None:
        found = split.applied(found)
    lines = split.firsts if split is not None else {}
    return Page(name, *found[:-1], foreign=found.foreign, url=url, encoding=encoding, source=source, lines=lines)


def numbered_nodes(
    tops: Sequence[Any], most: int | None
) -> tuple[list[str], list[int], list[int], list[str], list[Node]]:
    """Return the arrays of a page (tags, parents, stops, texts, nodes) without the native extension."""
    nodes = list(islice(chain.from_iterable(top.traverse(include_text=True) for top in tops), most))
    tags = [node.tag or "-other" for node in nodes]
    numbered = [tag not in UNNUMBERED for tag in tags]
    parents, stops = _structure(nodes, numbered)
    if len(parents) < len(nodes):
        nodes, tags = list(compress(nodes, numbered)), list(compress(tags, numbered))
    return tags, parents, stops, [node.text_content or "" for node in nodes], nodes


def _structure(nodes: list[LexborNode], numbered: list[bool]) -> tuple[list[int], list[int]]:
    """Return for each numbered node its parent's number (-1 for the root) and one past the last node of its sub-tree.

    Whether each node has a child and a next sibling is enough to know, at half the cost of asking each for its parent.
    """
    parents: list[int] = []
    stops: list[int] = []
    opened: list[int] = []  # the elements that the walk is inside …
    followed: list[bool] = []  # … and whether each has a next sibling
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
    for number in opened:  # where the walk was truncated
        stops[number] = len(parents)
    return parents, stops
