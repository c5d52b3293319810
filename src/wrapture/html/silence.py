"""Which texts of a tree are not displayed, and which nodes are drawing: the same for every parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.elements import FOREIGN, FOREIGN_SILENT, SILENT

if TYPE_CHECKING:
    from collections.abc import Collection

_ODD = SILENT | FOREIGN | FOREIGN_SILENT


def silence(tags: list[str], texts: list[str], stops: list[int], spared: Collection[int] = ()) -> frozenset[int]:
    """Empty the texts that are not displayed; return the nodes inside drawings and formulas.

    An element among `spared` keeps what is inside of it: a frame whose document was read.
    """
    foreign: set[int] = set()
    for node in [node for node, tag in enumerate(tags) if tag in _ODD]:
        below = range(node, stops[node])
        if node in spared:
            continue
        if tags[node] in (FOREIGN_SILENT if node in foreign else SILENT):
            texts[node : stops[node]] = [""] * len(below)
        elif tags[node] in FOREIGN:
            foreign.update(below)
    return frozenset(foreign)
