"""The documents of a snapshot as one numbered tree: elements and texts, each frame's document below its frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.columns import BrokenSnapshotError
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.columns import Document

ELEMENT_NODE: Final = 1
TEXT_NODE: Final = 3
DOCUMENT_NODE: Final = 9

NO_PARENT: Final = -1
LEFT_OUT: Final = -2
"""Stands for the number of a node that gets none."""
MAX_DEPTH: Final = 100
"""Of frames in frames: pages for people have two or three."""
ERROR_PAGE: Final = "chrome-error:"
SKELETON: Final = frozenset(["HTML", "HEAD", "BODY"])
"""The elements that a document has even where nothing was loaded."""

_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_NO_ATTRIBUTES: Final[dict[str, str | None]] = {}


class Element(NamedTuple):
    """What a page keeps of a node."""

    attributes: dict[str, str | None]
    text_content: str | None = None


@dataclass
class Tree:
    """Numbered nodes: ``tags``, ``parents`` and ``elements`` are indexed by number.

    ``numbers[d][n]`` is the number of node n of document d, `LEFT_OUT` where it has none; ``cuts[d, n]`` is where in its
    text the later piece n of a cut text begins; ``frames[d]`` is the number of the element that document d stands in, and
    ``roots[d]`` that of its first node.
    """

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    numbers: dict[int, list[int]] = field(default_factory=dict)
    cuts: dict[tuple[int, int], int] = field(default_factory=dict)
    frames: dict[int, int] = field(default_factory=dict)
    roots: dict[int, int] = field(default_factory=dict)

    def append(self, tag: str, parent: int, element: Element) -> int:
        """Return the number of a new node, which comes after all that are there."""
        self.tags.append(tag)
        self.parents.append(parent)
        self.elements.append(element)
        return len(self.tags) - 1


def number(documents: list[Document]) -> Tree:
    """Return the tree of the first document with those in its frames; raises `BrokenSnapshotError`."""
    tree = Tree()
    _add(tree, documents, 0, NO_PARENT, 0)
    return tree


def _add(tree: Tree, documents: list[Document], index: int, parent: int, depth: int) -> None:
    """Append the nodes of a document below a node of the tree."""
    if depth > MAX_DEPTH:
        raise BrokenSnapshotError(f"more than {MAX_DEPTH} frames in frames")
    document, numbers = documents[index], tree.numbers.setdefault(index, [])
    _check_root(document)
    texts, later = _texts(document)
    tree.roots[index] = len(tree.tags)
    for node, (kind, above) in enumerate(zip(document.kinds, document.parents, strict=True)):
        below = numbers[above] if node else parent
        if node == 0:
            numbers.append(parent)
        elif below == LEFT_OUT or node in document.pseudo:
            numbers.append(LEFT_OUT)
        elif kind == ELEMENT_NODE:
            numbers.append(tree.append(_tag(document.names[node]), below, _element(document.attributes[node])))
            _add_frame(tree, documents, index, node, depth)
        elif node in texts:
            numbers.append(tree.append(TEXT, below, Element(_NO_ATTRIBUTES, texts[node])))
        else:
            numbers.append(numbers[later[node][0]] if node in later else LEFT_OUT)
    tree.cuts |= {(index, node): start for node, (_, start) in later.items()}


def _check_root(document: Document) -> None:
    """Raise where a document is none: one element stands at its top, with comments at most."""
    tops = [kind for kind, above in zip(document.kinds, document.parents, strict=True) if above == 0]
    if document.kinds[0] != DOCUMENT_NODE or tops.count(ELEMENT_NODE) > 1 or TEXT_NODE in tops:
        raise BrokenSnapshotError("nodeType: a document with more than one root")


def _add_frame(tree: Tree, documents: list[Document], index: int, node: int, depth: int) -> None:
    """Append the document inside an element, where there is one and it shows anything."""
    inner = documents[index].frames.get(node)
    if inner is not None and not _is_empty(documents[inner]):
        tree.frames[inner] = tree.numbers[index][node]
        _add(tree, documents, inner, tree.frames[inner], depth + 1)


def _texts(document: Document) -> tuple[dict[int, str], dict[int, tuple[int, int]]]:
    """Return the texts by node, and for a later piece of a cut text the node of its first piece and where it begins."""
    pieces: dict[int, list[str]] = {}
    later: dict[int, tuple[int, int]] = {}
    first = last = start = -1
    for node in [node for node, kind in enumerate(document.kinds) if kind == TEXT_NODE]:
        if node == last + 1 and document.parents[node] == document.parents[last]:
            later[node] = first, start
        else:
            first, start, pieces[node] = node, 0, []
        pieces[first].append(document.values[node])
        start += len(document.values[node])
        last = node
    return {first: "".join(values) for first, values in pieces.items()}, later


def _is_empty(document: Document) -> bool:
    """Return whether a document holds nothing but what every document has, or what the browser says about an error."""
    if document.address.startswith(ERROR_PAGE):
        return True
    elements = {name for name, kind in zip(document.names, document.kinds, strict=True) if kind == ELEMENT_NODE}
    texts = (value for value, kind in zip(document.values, document.kinds, strict=True) if kind == TEXT_NODE)
    return elements <= SKELETON and not any(text.strip() for text in texts)


@lru_cache(maxsize=1024)
def _tag(name: str) -> str:
    """Return the name of an element as the parser gives it: HTML's in lower case, others as they are.

    >>> _tag("DIV"), _tag("linearGradient")
    ('div', 'linearGradient')
    """
    return name if any("a" <= letter <= "z" for letter in name) else name.translate(_LOWER)


def _element(pairs: list[str]) -> Element:
    return Element(dict(zip(pairs[::2], pairs[1::2], strict=False)) if pairs else _NO_ATTRIBUTES)
