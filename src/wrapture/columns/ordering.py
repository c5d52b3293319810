"""The order of columns: the title, its link, then the page's own order; pictures and hidden columns last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Column, Layout

LINK: Final = "link"
KINDS: Final = {"text": 0, "link": 1, "image": 2}


def ordered(
    layout: Layout, columns: Sequence[Column], title: int | None, starts: Sequence[float]
) -> tuple[Column, ...]:
    """Return the columns of a layout in the order in which a person wants to see them.

    `title` is the number of the titles, `starts` are where in a record the values of each column usually begin: columns by
    label have no position of their own.
    """
    blocks = [layout.blocks[column.place[0]] for column in columns]
    placed = [(start, block.position) for start, block in zip(starts, blocks, strict=True) if not block.label]

    def key(number: int) -> tuple[bool, bool, int, int, float, int, int]:
        column, block = columns[number], blocks[number]
        first = 2 if title is None else 0 if number == title else 1 if column.name == LINK else 2
        before = (position for start, position in placed if start <= starts[number])
        position, start = (max(before, default=0), starts[number]) if block.label else (block.position, 0)
        return bool(column.hidden), column.kind == "image", first, position, start, KINDS[column.kind], number

    return tuple([columns[number] for number in sorted(range(len(columns)), key=key)])
