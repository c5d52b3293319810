"""The documents of a snapshot as one numbered tree of elements and texts, each frame's document below its frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.page import TEXT
from wrapture.html.snapshot_columns import BrokenSnapshotError

if TYPE_CHECKING:
    from wrapture.html.snapshot_columns import Document

ELEMENT_NODE: Final = 1
TEXT_NODE: Final = 3
DOCUMENT_NODE: Final = 9

NO_PARENT: Final = -1
LEFT_OUT: Final = -2
"""Marks a node without a number."""
MAX_DEPTH: Final = 100
"""Of nested frames: real pages have two or three."""
ERROR_PAGE: Final = "chrome-error:"
SKELETON: Final = frozenset(["HTML", "HEAD", "BODY"])
"""The elements that a document has even if nothing was loaded."""

_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_NO_ATTRIBUTES: Final[dict[str, str | None]] = {}


class SnapshotElement(NamedTuple):
    """What a page keeps of a node."""

    attributes: dict[str, str | None]
    text_content: str | None = None


@dataclass
class SnapshotTree:
    """Numbered nodes: ``tags``, ``parents`` and ``elements`` are indexed by number.

    ``numbers[d][n]`` is the number of node n of document d, or `LEFT_OUT`; ``cuts[d, n]`` is the offset of piece n of a split
    text in the whole text; ``frames[d]`` is the number of the element that contains document d, and ``roots[d]`` that of its
    first node.
    """

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    elements: list[SnapshotElement] = field(default_factory=list)
    numbers: dict[int, list[int]] = field(default_factory=dict)
    cuts: dict[tuple[int, int], int] = field(default_factory=dict)
    frames: dict[int, int] = field(default_factory=dict)
    roots: dict[int, int] = field(default_factory=dict)

    def append(self, tag: str, parent: int, element: SnapshotElement) -> int:
        """Append a node and return its number."""
        self.tags.append(tag)
        self.parents.append(parent)
        self.elements.append(element)
        return len(self.tags) - 1


def number(documents: list[Document]) -> SnapshotTree:
    """Return the tree of the first document with those in its frames; raises `BrokenSnapshotError`."""
    tree = SnapshotTree()
    _add(tree, documents, 0, NO_PARENT, 0)
    return tree


def _add(tree: SnapshotTree, documents: list[Document], index: int, parent: int, depth: int) -> None:
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
            numbers.append(tree.append(TEXT, below, SnapshotElement(_NO_ATTRIBUTES, texts[node])))
        else:
            numbers.append(numbers[later[node][0]] if node in later else LEFT_OUT)
    tree.cuts |= {(index, node): start for node, (_, start) in later.items()}


def _check_root(document: Document) -> None:
    """Raise if a document does not have exactly one root element besides comments."""
    tops = [kind for kind, above in zip(document.kinds, document.parents, strict=True) if above == 0]
    if document.kinds[0] != DOCUMENT_NODE or tops.count(ELEMENT_NODE) > 1 or TEXT_NODE in tops:
        raise BrokenSnapshotError("nodeType: a document with more than one root")


def _add_frame(tree: SnapshotTree, documents: list[Document], index: int, node: int, depth: int) -> None:
    """Append the document inside an element, if there is one that shows anything."""
    inner = documents[index].frames.get(node)
    if inner is not None and not _is_empty(documents[inner]):
        tree.frames[inner] = tree.numbers[index][node]
        _add(tree, documents, inner, tree.frames[inner], depth + 1)


def _texts(document: Document) -> tuple[dict[int, str], dict[int, tuple[int, int]]]:
    """Return the texts by node, and for each later piece of a split text the node of its first piece and its offset.

    Scripts also make texts without characters, which no parser does; they are left out.
    """
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
    return {first: text for first, values in pieces.items() if (text := "".join(values))}, later


def _is_empty(document: Document) -> bool:
    """Return whether a document contains only what every document has, or the browser's error page."""
    if document.address.startswith(ERROR_PAGE):
        return True
    elements = {name for name, kind in zip(document.names, document.kinds, strict=True) if kind == ELEMENT_NODE}
    texts = (value for value, kind in zip(document.values, document.kinds, strict=True) if kind == TEXT_NODE)
    return elements <= SKELETON and not any(text.strip() for text in texts)


@lru_cache(maxsize=1024)
def _tag(name: str) -> str:
    """Return the name of an element as the parser gives it: lower case for HTML, unchanged for others.

    >>> _tag("DIV"), _tag("linearGradient")
    ('div', 'linearGradient')
    """
    return name if any("a" <= letter <= "z" for letter in name) else name.translate(_LOWER)


def _element(pairs: list[str]) -> SnapshotElement:
    return SnapshotElement(dict(zip(pairs[::2], pairs[1::2], strict=False)) if pairs else _NO_ATTRIBUTES)
