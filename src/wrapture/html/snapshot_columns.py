"""The columns of a `DOMSnapshot` that a page is built from, validated: a snapshot may come from an untrusted file.

The names are those of the Chrome DevTools Protocol [1]_: ``documents``, of which the first is the page and the others are in
its frames, and one table of ``strings`` that all columns refer to; -1 means no string.

.. [1] https://chromedevtools.github.io/devtools-protocol/tot/DOMSnapshot/
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from wrapture.html.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLES: Final = ("visibility", "opacity")
"""The computed styles to request in a snapshot."""

MAX_PX: Final = 2**26
"""Twice the largest length that Chromium lays out."""
MAX_CHARACTERS: Final = 2**26
"""Of all texts together: one string may be referenced a million times."""


class BrokenSnapshotError(ValueError):
    """A snapshot is malformed: the message says where; the reader turns it into a `SourceError`."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a snapshot; the fields up to ``attributes`` are indexed by node, in document order.

    ``parents`` come before their children; ``pseudo`` are generated nodes (``::before``); ``frames`` maps nodes to the
    documents inside them.  ``boxes`` and ``styles`` belong to ``drawn``, the nodes that were laid out; ``lines`` are the pieces
    of texts: an index into ``drawn``, the box, the first character and the number of characters.
    """

    address: str
    base: str
    scroll: tuple[float, float]
    size: tuple[float, float]
    parents: list[int]
    kinds: list[int]
    names: list[str]
    values: list[str]
    attributes: list[list[str]]
    pseudo: frozenset[int]
    frames: dict[int, int]
    drawn: list[int]
    boxes: list[Box]
    styles: list[list[str]]
    lines: list[tuple[int, Box, int, int]]


def read_documents(snapshot: object) -> list[Document]:
    """Return the documents of a snapshot, the page itself first; raises `BrokenSnapshotError`."""
    whole = _Table(snapshot, "")
    strings = whole.strings("strings")
    tables = [_Table(each, f"documents[{i}].") for i, each in enumerate(whole.items("documents"))]
    if not tables:
        raise BrokenSnapshotError("documents: expected at least one")
    documents = [_document(table, strings, len(tables)) for table in tables]
    inner = Counter(chain.from_iterable(document.frames.values() for document in documents))
    if 0 in inner or max(inner.values(), default=1) > 1:
        raise BrokenSnapshotError("contentDocumentIndex: a document is in more than one frame")
    if sum(len(value) for document in documents for value in document.values) > MAX_CHARACTERS:
        raise BrokenSnapshotError(f"nodeValue: more than {MAX_CHARACTERS:,} characters")
    return documents


def _document(table: _Table, strings: list[str], documents: int) -> Document:
    nodes, layout, lines = table.table("nodes"), table.table("layout"), table.table("textBoxes")
    parents = nodes.parents("parentIndex")
    count = len(parents)
    drawn = layout.integers("nodeIndex", 0, count)
    pseudo, frames = nodes.table("pseudoType"), nodes.table("contentDocumentIndex")
    framed = frames.integers("index", 0, count)
    cut = lines.integers("layoutIndex", 0, len(drawn))
    return Document(
        address=table.text("documentURL", strings),
        base=table.text("baseURL", strings),
        scroll=(table.pixels("scrollOffsetX"), table.pixels("scrollOffsetY")),
        size=(table.pixels("contentWidth"), table.pixels("contentHeight")),
        parents=parents,
        kinds=nodes.integers("nodeType", 0, 256, count),
        names=nodes.texts("nodeName", strings, count),
        values=nodes.texts("nodeValue", strings, count),
        attributes=nodes.text_lists("attributes", strings, count),
        pseudo=frozenset(pseudo.integers("index", 0, count)),
        frames=dict(zip(framed, frames.integers("value", 0, documents, len(framed)), strict=True)),
        drawn=drawn,
        boxes=layout.boxes("bounds", len(drawn)),
        styles=layout.text_lists("styles", strings, len(drawn)),
        lines=list(
            zip(
                cut,
                lines.boxes("bounds", len(cut)),
                lines.integers("start", 0, MAX_CHARACTERS, len(cut)),
                lines.integers("length", 0, MAX_CHARACTERS, len(cut)),
                strict=True,
            )
        ),
    )


class _Table:
    """An object whose fields are columns; each method returns a validated column."""

    def __init__(self, value: object, where: str) -> None:
        self._where = where
        self._value: dict[str, Any] = self._of_type(value, dict, "")

    def table(self, name: str) -> _Table:
        return _Table(self._value.get(name), f"{self._where}{name}.")

    def items(self, name: str, count: int | None = None) -> list[Any]:
        values: list[Any] = self._of_type(self._value.get(name), list, name)
        if count is not None and len(values) != count:
            raise self._wrong(name, f"{len(values)} values, not {count}")
        return values

    def strings(self, name: str) -> list[str]:
        return self._all(self.items(name), {str}, name)

    def integers(self, name: str, low: int, high: int, count: int | None = None) -> list[int]:
        """Return a column of numbers ``low <= n < high``."""
        values = self._all(self.items(name, count), {int}, name)
        if values and not (low <= min(values) and max(values) < high):
            raise self._wrong(name, f"a number outside {low} to {high - 1}")
        return values

    def parents(self, name: str) -> list[int]:
        """Return the parents of the nodes; each node comes after its parent and directly after a sibling's sub-tree."""
        values = self.integers(name, -1, len(self.items(name)))
        if values[:1] != [-1]:
            raise self._wrong(name, "does not begin with a document")
        opened = [0]  # the nodes that the next one may be inside
        for node, parent in enumerate(values[1:], start=1):
            while opened and opened[-1] != parent:
                opened.pop()
            if not opened:
                raise self._wrong(name, f"node {node} is not in document order")
            opened.append(node)
        return values

    def text(self, name: str, strings: Sequence[str]) -> str:
        return self._texts([self._value.get(name)], strings, name)[0]

    def texts(self, name: str, strings: Sequence[str], count: int) -> list[str]:
        return self._texts(self.items(name, count), strings, name)

    def text_lists(self, name: str, strings: Sequence[str], count: int) -> list[list[str]]:
        rows = self._all(self.items(name, count), {list}, name)
        texts = iter(self._texts(list(chain.from_iterable(rows)), strings, name))
        return [[next(texts) for _ in row] for row in rows]

    def boxes(self, name: str, count: int) -> list[Box]:
        rows = self._all(self.items(name, count), {list}, name)
        if {len(row) for row in rows} - {4}:
            raise self._wrong(name, "a box has four numbers")
        self._check_pixels(chain.from_iterable(rows), name)
        return [Box(*row) for row in rows]

    def pixels(self, name: str) -> float:
        value: float = self._value.get(name, 0)
        self._check_pixels([value], name)
        return value

    def _check_pixels(self, values: Iterable[Any], name: str) -> None:
        if not all(type(value) in (int, float) and -MAX_PX <= value <= MAX_PX for value in values):
            raise self._wrong(name, "not a length in pixels")

    def _texts(self, indices: list[Any], strings: Sequence[str], name: str) -> list[str]:
        self._all(indices, {int}, name)
        if indices and not (min(indices) >= -1 and max(indices) < len(strings)):
            raise self._wrong(name, "refers to no string")
        return [strings[index] if index >= 0 else "" for index in indices]

    def _all(self, values: list[Any], types: set[type], name: str) -> list[Any]:
        if not types.issuperset(map(type, values)):
            raise self._wrong(name, f"a value is not {' or '.join(kind.__name__ for kind in types)}")
        return values

    def _of_type(self, value: object, kind: type, name: str) -> Any:
        if type(value) is not kind:
            raise self._wrong(name, f"expected {kind.__name__}")
        return value

    def _wrong(self, name: str, what: str) -> BrokenSnapshotError:
        return BrokenSnapshotError(f"{(self._where + name).rstrip('.') or 'snapshot'}: {what}")
