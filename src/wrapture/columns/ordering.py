"""The order of columns: the title, its link, then the page's own order; pictures and hidden columns last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Column, Layout

LINK: Final = "link"
KINDS: Final = {"text": 0, "link": 1, "image": 2}


def ordered(layout: Layout, columns: Sequence[Column], title: int | None) -> tuple[Column, ...]:
    """Return the columns of a layout in the order in which a person wants to see them; `title` is the number of the titles."""

    def key(number: int) -> tuple[bool, bool, int, int, int, int]:
        column = columns[number]
        first = 2 if title is None else 0 if number == title else 1 if column.name == LINK else 2
        position = layout.blocks[column.place[0]].position
        return bool(column.hidden), column.kind == "image", first, position, KINDS[column.kind], number

    return tuple([columns[number] for number in sorted(range(len(columns)), key=key)])
