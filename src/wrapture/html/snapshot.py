"""From a browser's `DOMSnapshot` to the same numbered page that the parser gives, with a box for each node.

Without scripts, the nodes are the same as those of `wrapture.html.lexbor` for the same bytes: comments, the doctype and
generated content (``::marker``) are not numbered, and a text that Chromium split (it does so after 65,536 characters) is joined
again.

Departures from the parser's tree
---------------------------------
* The document in a frame is numbered below its ``frame`` or ``iframe``, before the fallback text; a document with an empty body
  (nothing was loaded) is left out.
* A shadow tree replaces its host's children, as displayed; to the parser, a ``<template shadowrootmode>`` is a template.
* Chromium nests elements at most 512 deep.  It also departs from the standard where ``</form>`` is in a table inside the form:
  a later text has another parent (1 of 498 real pages; the others agree in every tag, parent, text and attribute).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.hidden_text import blank_hidden_texts
from wrapture.html.line_nodes import PageNodes, line_nodes
from wrapture.html.page import Page
from wrapture.html.snapshot_boxes import boxes_by_line, boxes_of
from wrapture.html.snapshot_columns import read_documents
from wrapture.html.snapshot_tree import number

if TYPE_CHECKING:
    from collections.abc import Sequence

UNKNOWN_ADDRESS: Final = "http://saved-page.invalid/"
"""The address at which a browser is shown a page of unknown address; it never resolves (RFC 2606)."""


def page_of(snapshot: object, *, name: str = "page", url: str | None = None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of the result of ``DOMSnapshot.captureSnapshot``; raises `BrokenSnapshotError`."""
    documents = read_documents(snapshot)
    tree = number(documents)
    stops, framed = _stops(tree.parents), frozenset(tree.frames.values())
    texts = [
        "" if up in framed else one.text_content or "" for up, one in zip(tree.parents, tree.elements, strict=True)
    ]
    foreign = blank_hidden_texts(tree.tags, texts, stops, spared=framed)
    boxes = boxes_of(documents, tree, texts)
    inner = {tree.roots[i]: documents[i].base.removeprefix(UNKNOWN_ADDRESS) for i in tree.frames}
    nodes = PageNodes(tree.tags, tree.parents, stops, texts, tree.elements, foreign)
    split = line_nodes(tree.tags, stops, texts)
    if split is not None:
        nodes, boxes = split.applied(nodes), boxes_by_line(boxes, split)
        inner = {split.numbers[root]: base for root, base in inner.items()}
    return Page(
        name,
        *nodes[:-1],
        foreign=nodes.foreign,
        url=url,
        encoding=encoding,
        boxes=boxes,
        inner=inner,
        lines=split.firsts if split is not None else {},
    )


def _stops(parents: Sequence[int]) -> list[int]:
    """Return one past the last node of each node's sub-tree."""
    stops = list(range(1, len(parents) + 1))
    for node in range(len(parents) - 1, 0, -1):
        stops[parents[node]] = max(stops[parents[node]], stops[node])
    return stops
