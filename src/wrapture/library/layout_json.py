"""Convert layouts to the JSON data of a wrapper file and back.

The file names positions where the model counts blocks and parts.  Blocks and parts that exist only to read something whole
(all the text of a block, of a cut part, of an element) are not listed in the file; the column's place implies them.  If there
are several blocks at one position, or several cuts of one part, the place has the number of the one that is meant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.model import Block, Layout, Part
from wrapture.reading.division import UNDIVIDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.library.file_format import BlockModel, ColumnModel, LayoutModel, PartModel, PlaceModel
    from wrapture.library.file_versions import Data
    from wrapture.model import Kind


class PlaceKey(NamedTuple):
    """The target of a place in the file: a block, which of several, a part (None: the whole block), and which cut of it."""

    block: int
    element: bool
    division: int = 0
    part: int | None = None
    cut: int | None = None


WHOLE: Final = (Part(0),)


def layout_data(layout: Layout) -> Data:
    """Return the JSON data of a layout, without its columns."""
    implied = implied_blocks(layout)
    blocks = [_block_data(block) for block, unlisted in zip(layout.blocks, implied, strict=True) if not unlisted]
    return {"encoding": layout.encoding, "template": layout.template, "blocks": blocks}


class PlaceWriter:
    """Converts the places of a layout to JSON data."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._implied = implied_blocks(layout)
        self._divisions: list[int] = []
        counts: Counter[tuple[int, bool]] = Counter()
        for block, unlisted in zip(layout.blocks, self._implied, strict=True):
            self._divisions.append(counts[block.position, block.element])
            counts[block.position, block.element] += not unlisted

    def data(self, kind: Kind, place: tuple[int, ...]) -> Data | None:
        """Return the JSON data of a place with values of a kind, or None if the layout has no such place."""
        block, part, *piece = place if len(place) in (2, 3) else (-1, -1)
        blocks = self._layout.blocks
        if not (0 <= block < len(blocks) and 0 <= part < len(blocks[block].parts)):
            return None
        found = blocks[block]
        data: Data = {"block": found.position} | ({"element": True} if found.element else {})
        if self._implied[block]:
            return data | {"whole": True}
        data |= {"division": self._divisions[block]} if self._divisions[block] else {}
        return data | _part_place(found, part, kind, piece)


def _part_place(block: Block, number: int, kind: Kind, piece: Sequence[int]) -> Data:
    """Return the data of a place in a listed block."""
    part = block.parts[number]
    data: Data = {"part": part.position}
    if piece:
        cut = sum(one.position == part.position and bool(one.separators) for one in block.parts[:number])
        return data | ({"cut": cut} if cut and part.separators else {}) | {"piece": piece[0]}
    return data | ({"whole": True} if kind == "text" and _is_whole(block, part) else {})


def implied_blocks(layout: Layout) -> list[bool]:
    """Return for each block whether it only reads the whole text of another block or of an element."""
    bare = [
        (block.encoding, block.template, block.parts, block.label) == (BLOCK_LEVEL.name, UNDIVIDED, WHOLE, "")
        for block in layout.blocks
    ]
    pairs = list(zip(layout.blocks, bare, strict=True))
    divided = {block.position for block, is_bare in pairs if not is_bare and not block.element}
    return [is_bare and (block.element or block.position in divided) for block, is_bare in pairs]


def _is_whole(block: Block, part: Part) -> bool:
    """Return whether a part is the whole of a text that is also cut, or a whole element."""
    is_cut = any(one.position == part.position and one.separators for one in block.parts)
    return (is_cut and not part.separators) or block.template.split()[part.position] != "TEXT"


def _block_data(block: Block) -> Data:
    cut = {part.position for part in block.parts if part.separators}
    parts = [_part_data(part) for part in block.parts if part.separators or part.position not in cut]
    data: Data = {"position": block.position, "encoding": block.encoding, "template": block.template, "parts": parts}
    return data | ({"element": True} if block.element else {}) | ({"label": block.label} if block.label else {})


def _part_data(part: Part) -> Data:
    separators: Data = {"separators": list(part.separators)} if part.separators else {}
    within = [{"separators": list(separators), "piece": piece} for separators, piece in part.within]
    data = {"position": part.position} | separators | ({"every": True} if part.every else {})
    return data | ({"within": within} if within else {})


# --- reading ---


def read_layout(form: LayoutModel, columns: Sequence[ColumnModel]) -> tuple[Layout, list[tuple[tuple[int, ...], ...]]]:
    """Return the layout of a validated file, without columns, and the places of each column in it."""
    keys = {key for column in columns for key in map(_key, column.places)}
    numbers: Counter[tuple[int, bool]] = Counter()
    found = []
    for block in form.blocks:
        found.append(_read_block(block, numbers[block.position, block.element], keys))
        numbers[block.position, block.element] += 1
    found += [
        (Block(key.block, BLOCK_LEVEL.name, UNDIVIDED, WHOLE, key.element), {key: 0})
        for key in keys
        if key.part is None
    ]
    found.sort(key=lambda one: (one[0].position, one[0].element, PlaceKey(one[0].position, one[0].element) in one[1]))
    places = {key: (i, j) for i, (_, parts) in enumerate(found) for key, j in parts.items()}
    layout = Layout(form.encoding, form.template, tuple(block for block, _ in found), ())
    return layout, [tuple(_read_place(place, places) for place in column.places) for column in columns]


def _read_place(place: PlaceModel, places: dict[PlaceKey, tuple[int, int]]) -> tuple[int, ...]:
    return (*places[_key(place)], *(() if place.piece is None else (place.piece,)))


def _key(place: PlaceModel) -> PlaceKey:
    cut = None if place.piece is None else place.cut
    return PlaceKey(place.block or 0, place.element, place.division, place.part, cut)


def _read_block(form: BlockModel, division: int, wanted: Iterable[PlaceKey]) -> tuple[Block, dict[PlaceKey, int]]:
    """Return a block, and the part number for each place of the file that refers to the block."""
    parts: list[Part] = []
    numbers: dict[PlaceKey, int] = {}
    for position, forms in groupby(form.parts, key=lambda part: part.position):
        key = PlaceKey(form.position, form.element, division, position)
        listed = [_read_part(part) for part in forms]
        for cut, part in enumerate(listed):
            numbers[key._replace(cut=cut)] = len(parts)
            parts.append(part)
        if not listed[0].separators:
            numbers[key] = len(parts) - 1
        elif key in wanted:
            numbers[key] = len(parts)
            parts.append(Part(position))
    return Block(form.position, form.encoding, form.template, tuple(parts), form.element, form.label), numbers


def _read_part(form: PartModel) -> Part:
    within = tuple((cut.separators, cut.piece) for cut in form.within)
    return Part(form.position, form.separators, form.every, within)


# --- after a change ---


def in_order(layout: Layout) -> Layout:
    """Return a layout with its blocks and parts in file order, so that it equals the one read back from a file.

    The pieces of a text come before the whole text, and a divided block before the whole block.
    """
    implied = implied_blocks(layout)
    order = sorted(
        range(len(layout.blocks)), key=lambda i: (layout.blocks[i].position, layout.blocks[i].element, implied[i])
    )
    parts = {i: _parts_in_order(layout.blocks[i]) for i in order}
    moved = {(i, j): (n, m) for n, i in enumerate(order) for m, j in enumerate(parts[i])}
    blocks = [replace(layout.blocks[i], parts=tuple(layout.blocks[i].parts[j] for j in parts[i])) for i in order]

    def renumbered(place: tuple[int, ...]) -> tuple[int, ...]:
        is_cut = layout.blocks[place[0]].parts[place[1]].separators
        return (*moved[place[0], place[1]], *(place[2:] if is_cut else ()))

    columns = [
        replace(column, place=renumbered(column.place), more=tuple(map(renumbered, column.more)))
        for column in layout.columns
    ]
    return replace(layout, blocks=tuple(blocks), columns=tuple(columns))


def _parts_in_order(block: Block) -> list[int]:
    return sorted(range(len(block.parts)), key=lambda j: (block.parts[j].position, not block.parts[j].separators))
