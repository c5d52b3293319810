"""Texts of a tree that are not displayed, and nodes that are drawing: the same for every parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.elements import FOREIGN, FOREIGN_HIDDEN_TEXT, HIDDEN_TEXT

if TYPE_CHECKING:
    from collections.abc import Collection

_SPECIAL = HIDDEN_TEXT | FOREIGN | FOREIGN_HIDDEN_TEXT


def blank_hidden_texts(
    tags: list[str], texts: list[str], stops: list[int], spared: Collection[int] = ()
) -> frozenset[int]:
    """Empty the texts that are not displayed; return the nodes inside drawings and formulas.

    An element among `spared` keeps its contents: a frame whose document was read.
    """
    foreign: set[int] = set()
    for node in [node for node, tag in enumerate(tags) if tag in _SPECIAL]:
        below = range(node, stops[node])
        if node in spared:
            continue
        if tags[node] in (FOREIGN_HIDDEN_TEXT if node in foreign else HIDDEN_TEXT):
            texts[node : stops[node]] = [""] * len(below)
        elif tags[node] in FOREIGN:
            foreign.update(below)
    return frozenset(foreign)
