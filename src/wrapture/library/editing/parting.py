"""Divide a column by the tags inside it: its contents are aligned again over all records (level 2 of a layout, on demand)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.algo.spread import spread
from wrapture.columns.column_blocks import KINDS, notation_of
from wrapture.columns.layout_learning import ENOUGH, MIN_FILL
from wrapture.columns.mixing import BLOCK_ENCODINGS
from wrapture.columns.pruning import is_decoration
from wrapture.columns.text_cutting import AGREEMENT
from wrapture.html.struck_text import merged
from wrapture.html.tokens import ENCODINGS, encode
from wrapture.model import Block, Column, Part
from wrapture.reading.division import DataSpans, cuts_of, locate_values, record_strings
from wrapture.reading.pointing import cell_places
from wrapture.reading.reader import divide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding
    from wrapture.model import Kind, Layout, Record, Span
    from wrapture.reading.pointing import CellPlaces

    Found: TypeAlias = Sequence[tuple[Page, Record]]

MAX_TEXTS: Final = 20  # most texts that a column is divided into: more is prose with emphasised words
ALIGNED: Final = 64  # records whose contents are aligned
MAX_TEMPLATE: Final = 5_000  # positions, as a wrapper file allows


class Parted(NamedTuple):
    """A block that divides a column, and the kinds and numbers of its parts that are inside the column."""

    block: Block
    columns: tuple[tuple[Kind, int], ...]


def parted(layout: Layout, column: Column, found: Found) -> Parted | None:
    """Return the parts of a column by the first block encoding that divides its values, or None if none does."""
    made = (_parted_by(encoding, layout, column, found) for encoding in BLOCK_ENCODINGS)
    return next((one for one in made if one is not None), None)


def _parted_by(encoding: Encoding, layout: Layout, column: Column, found: Found) -> Parted | None:
    aligned = _aligned(encoding, layout, layout.blocks[column.place[0]], found)
    if aligned is None:
        return None
    block, kinds = aligned
    trial = _Trial(layout, column, block, kinds, found)
    chosen = [(kind, number) for number, kind in enumerate(kinds) if trial.is_part(number)]
    texts = [number for kind, number in chosen if kind == "text"]
    return Parted(block, tuple(chosen)) if len(texts) <= MAX_TEXTS and trial.are_side_by_side(texts) else None


def _aligned(encoding: Encoding, layout: Layout, old: Block, found: Found) -> tuple[Block, list[Kind]] | None:
    """Return the aligned contents at a block's position as a block, with every part that could be a column, and their kinds."""
    held = []
    for page, record in spread(found, ALIGNED):
        data = DataSpans(record_strings(page, record, ENCODINGS[layout.encoding]), layout.template)
        span = data.element(page, old.position) if old.element else data.at(old.position)
        held += [] if span is None else [(page, span)]
    if not held:
        return None
    template = merged([encode(page, encoding, span).symbols for page, span in held])
    positions = [position for position, symbol in enumerate(template) if symbol in KINDS]
    if not positions or len(template) > MAX_TEMPLATE:
        return None
    notation = notation_of(held[0][0], encoding, template)
    block = Block(old.position, encoding.name, notation, tuple(map(Part, positions)), old.element)
    return block, [KINDS[template[position]] for position in positions]


class _Trial:
    """The values of a block's parts in all records, compared with the column that they may divide."""

    def __init__(self, layout: Layout, column: Column, block: Block, kinds: Sequence[Kind], found: Found) -> None:
        parts = [Column("", kind, (len(layout.blocks), number)) for number, kind in enumerate(kinds)]
        trial = replace(layout, blocks=(*layout.blocks, block), columns=(column, *parts))
        self._kinds = kinds
        self._enough = MIN_FILL if len(found) >= ENOUGH else 1
        rows = [divide(trial, page, record)[1:] for page, record in found]
        self._values = list(zip(*rows, strict=True))
        places = [cell_places(trial, page, record) for page, record in found]
        spans = [locate_values(trial, page, record)[0] for page, record in found]
        is_cut = bool(cuts_of(layout, column.place))
        self._inside = [
            [_is_inside(row[i], row[0], () if is_cut else own) for row, own in zip(places, spans, strict=True)]
            for i in range(1, len(kinds) + 1)
        ]
        known = [divide(layout, page, record) for page, record in found]
        self._known = set(zip(*known, strict=True))

    def is_part(self, number: int) -> bool:
        """Return whether a part is inside the column wherever it has a value, and is not redundant."""
        kind, values = self._kinds[number], self._values[number]
        held = [inside for inside, value in zip(self._inside[number], values, strict=True) if value]
        fits = len(held) >= self._enough and sum(held) >= AGREEMENT * len(held)
        return fits and not is_decoration(kind, values) and (kind == "text" or values not in self._known)

    def are_side_by_side(self, numbers: Sequence[int]) -> bool:
        """Return whether enough records have several of these parts, so that they divide the column."""
        rows = zip(*(self._values[number] for number in numbers), strict=True)
        return sum(sum(map(bool, row)) > 1 for row in rows) >= self._enough


def _is_inside(part: CellPlaces, column: CellPlaces, spans: Sequence[Span]) -> bool:
    """Return whether a part is inside a column: its characters or, for an address, its element in one of the spans."""
    if not part or not column:
        return False
    one, own = part[0], column[0]
    if one.first_character < 0:
        return any(one.first_node in span for span in spans)
    return own[:2] <= one[:2] and one[2:] <= own[2:]
