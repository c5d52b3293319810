"""A browser's `DOMSnapshot` to the same numbered page that the parser gives, with a box for each node.

Without scripts the nodes are those of `wrapture.html.lexbor` for the same bytes, one for one: comments, the doctype and
what a style sheet makes (``::marker``) are not numbered, and a text that Chromium has cut (it does so after 65,536
characters) is whole again.

Departures from the parser's tree
---------------------------------
* The document in a frame is numbered below its ``frame`` or ``iframe``, before the text that old browsers show there;
  one with an empty body (nothing was loaded) is left out.
* A shadow tree stands in the place of its host's children, as it is displayed; to the parser a
  ``<template shadowrootmode>`` is a template.
* Chromium nests elements 512 deep at most.  And it leaves the standard where ``</form>`` stands in a table inside of the
  form: a later text has another parent (1 of 498 real pages; the others are the same in every tag, parent, text and
  attribute).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.columns import read_documents
from wrapture.html.drawing import boxes_of
from wrapture.html.page import Page
from wrapture.html.silence import silence
from wrapture.html.tree import number

if TYPE_CHECKING:
    from collections.abc import Sequence

UNKNOWN_ADDRESS: Final = "http://saved-page.invalid/"
"""Where a browser is shown a page whose address is not known: nothing is ever there (RFC 2606)."""


def page_of(snapshot: object, *, name: str = "page", url: str | None = None, encoding: str = "utf-8") -> Page:
    """Return the numbered page of what ``DOMSnapshot.captureSnapshot`` gave; raises `BrokenSnapshotError`."""
    documents = read_documents(snapshot)
    tree = number(documents)
    stops, framed = _stops(tree.parents), frozenset(tree.frames.values())
    texts = [
        "" if up in framed else one.text_content or "" for up, one in zip(tree.parents, tree.elements, strict=True)
    ]
    foreign = silence(tree.tags, texts, stops, spared=framed)
    return Page(
        name,
        tree.tags,
        tree.parents,
        stops,
        texts,
        tree.elements,
        foreign=foreign,
        url=url,
        encoding=encoding,
        boxes=boxes_of(documents, tree, texts),
        inner={tree.roots[i]: documents[i].base.removeprefix(UNKNOWN_ADDRESS) for i in tree.frames},
    )


def _stops(parents: Sequence[int]) -> list[int]:
    """Return one past the last node of each node's sub-tree."""
    stops = list(range(1, len(parents) + 1))
    for node in range(len(parents) - 1, 0, -1):
        stops[parents[node]] = max(stops[parents[node]], stops[node])
    return stops
