"""Between a layout and the JSON data of a wrapper file.

The file names positions where the model counts blocks and parts.  What a layout has only to read something whole (all the text
of a block, of a part that is cut, of an element) stands in no list of the file: the place of the column says it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.extraction.division import UNDIVIDED
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.model import Block, Layout, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Column
    from wrapture.wrappers.format import BlockForm, ColumnForm, LayoutForm, PlaceForm
    from wrapture.wrappers.versions import Data

Key: TypeAlias = "tuple[int, bool, int | None, bool]"
"""What a place of the file leads to: block, whether its element, part, and whether all of the text."""

WHOLE: Final = (Part(0),)


def layout_data(layout: Layout) -> Data:
    """Return the JSON data of a layout, without its columns."""
    blocks = [_block_data(block) for block in layout.blocks if not _is_implied(layout, block)]
    return {"encoding": layout.encoding, "template": layout.template, "blocks": blocks}


def place_data(layout: Layout, column: Column) -> Data | None:
    """Return the JSON data of a column's place, None where it leads to no part of the layout."""
    block, part, *piece = column.place if len(column.place) in (2, 3) else (-1, -1)
    if not (0 <= block < len(layout.blocks) and 0 <= part < len(layout.blocks[block].parts)):
        return None
    found = layout.blocks[block]
    data: Data = {"block": found.position} | ({"element": True} if found.element else {})
    if _is_implied(layout, found):
        return data | {"whole": True}
    data["part"] = found.parts[part].position
    if piece:
        data["piece"] = piece[0]
    elif column.kind == "text" and _is_whole(found, found.parts[part]):
        data["whole"] = True
    return data


def _is_implied(layout: Layout, block: Block) -> bool:
    """Return whether a block is there to read all the text of another one, or of an element."""
    divided = (one for one in layout.blocks if one.position == block.position and one.template != UNDIVIDED)
    return block.template == UNDIVIDED and (block.element or any(not one.element for one in divided))


def _is_whole(block: Block, part: Part) -> bool:
    """Return whether a part is all of a text that is cut, or all of an element."""
    is_cut = any(one.position == part.position and one.separators for one in block.parts)
    return (is_cut and not part.separators) or block.template.split()[part.position] != "TEXT"


def _block_data(block: Block) -> Data:
    cut = {part.position for part in block.parts if part.separators}
    parts = [_part_data(part) for part in block.parts if part.separators or part.position not in cut]
    data: Data = {"position": block.position, "encoding": block.encoding, "template": block.template, "parts": parts}
    return data | ({"element": True} if block.element else {})


def _part_data(part: Part) -> Data:
    separators: Data = {"separators": list(part.separators)} if part.separators else {}
    return {"position": part.position} | separators | ({"every": True} if part.every else {})


# --- reading ---


def read_layout(form: LayoutForm, columns: Sequence[ColumnForm]) -> tuple[Layout, list[tuple[int, ...]]]:
    """Return the layout of a valid form, without columns, and the place in it of each column."""
    keys = [_key(column.place) for column in columns]
    wanted = dict.fromkeys(keys)
    found = [_read_block(block, wanted) for block in form.blocks]
    found += [
        (Block(position, BLOCK_LEVEL.name, UNDIVIDED, WHOLE, element), {(position, element, None, True): 0})
        for position, element, part, _ in wanted
        if part is None
    ]
    found.sort(
        key=lambda one: (one[0].position, one[0].element, (one[0].position, one[0].element, None, True) in one[1])
    )
    places = {key: (i, j) for i, (_, parts) in enumerate(found) for key, j in parts.items()}
    pieces = [() if column.place.piece is None else (column.place.piece,) for column in columns]
    layout = Layout(form.encoding, form.template, tuple(block for block, _ in found), ())
    return layout, [(*places[key], *piece) for key, piece in zip(keys, pieces, strict=True)]


def _key(place: PlaceForm) -> Key:
    return place.block or 0, place.element, place.part, place.whole


def _read_block(form: BlockForm, wanted: dict[Key, None]) -> tuple[Block, dict[Key, int]]:
    """Return a block, and for each place of the file that leads to a part of it the number of that part."""
    parts: list[Part] = []
    numbers: dict[Key, int] = {}
    for part in form.parts:
        key, all_of_it = ((form.position, form.element, part.position, whole) for whole in (False, True))
        numbers |= {key: len(parts), all_of_it: len(parts)}
        parts.append(Part(part.position, part.separators, part.every))
        if part.separators and all_of_it in wanted:
            numbers[all_of_it] = len(parts)
            parts.append(Part(part.position))
    return Block(form.position, form.encoding, form.template, tuple(parts), form.element), numbers
