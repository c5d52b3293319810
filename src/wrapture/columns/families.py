"""Families of columns: a whole and the parts that lie inside it, by their places in the records.

A layout offers wholes beside their parts (`wrapture.columns.column_blocks`).  How a whole is divided says which of both a
person wants to see (`wrapture.columns.whole_or_parts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from wrapture.reading.division import UNDIVIDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.contained import Nesting
    from wrapture.model import Layout

Division: TypeAlias = Literal["cut", "block", "element", "lines"]
"""How a whole is divided: a text at separators, a block into inline parts, an inline element, an element into two lines."""


class Family(NamedTuple):
    """A column, how it is divided, and the columns directly inside it, in page order; ``separators`` are those of a cut."""

    whole: int
    division: Division
    parts: tuple[int, ...]
    separators: tuple[str, ...] = ()


def families_of(layout: Layout, nesting: Nesting) -> list[Family]:
    """Return the families of a layout's text columns, innermost first; `nesting` says which values lie inside which."""
    inside = [set(members) | _divided(layout, whole) for whole, members in enumerate(nesting)]
    found = []
    for whole, members in sorted(enumerate(inside), key=lambda item: len(item[1])):
        if members:
            deeper = {part for member in members for part in inside[member]}
            direct = tuple(sorted(members - deeper))
            place = layout.columns[direct[0]].place
            separators = layout.blocks[place[0]].parts[place[1]].separators
            division = _division(layout, whole, direct)
            if division == "lines":  # a value by label is right whatever the lines around it are
                direct = tuple(part for part in direct if not layout.blocks[layout.columns[part].place[0]].label)
            found.append(Family(whole, division, direct, separators))
    return found


def _divided(layout: Layout, whole: int) -> set[int]:
    """Return the columns that a column is divided into by the layout: the pieces of its text, or the parts of its block."""
    column = layout.columns[whole]
    if column.kind != "text" or len(column.place) > 2:
        return set()
    block, part = layout.blocks[column.place[0]], layout.blocks[column.place[0]].parts[column.place[1]]
    found = set()
    for number, other in enumerate(layout.columns):
        inner, piece = layout.blocks[other.place[0]], layout.blocks[other.place[0]].parts[other.place[1]]
        if (
            number == whole
            or other.kind != "text"
            or block.label
            or inner.label
            or inner.position != block.position
            or inner.element
            or piece.every
        ):
            continue
        cut = inner == block and len(other.place) > 2 and piece.position == part.position
        if cut or (block.template == UNDIVIDED and not block.element and inner != block):
            found.add(number)
    return found


def _division(layout: Layout, whole: int, parts: Sequence[int]) -> Division:
    column = layout.columns[whole]
    block = layout.blocks[column.place[0]]
    if all(len(layout.columns[part].place) > 2 and layout.columns[part].place[0] == column.place[0] for part in parts):
        return "cut"
    if block.template == UNDIVIDED:
        return "lines" if block.element else "block"
    return "element"
