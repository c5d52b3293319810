"""Check that the places of columns in a wrapper file exist in its layout and hold values of the right kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.html.tokens import TEXT_SYMBOL, begins_with_end_tag
from wrapture.library.file_fields import flaw
from wrapture.reading.division import IMG, A
from wrapture.reading.records import read_pattern

if TYPE_CHECKING:
    from wrapture.library.file_format import BlockModel, LayoutModel, PlaceModel
    from wrapture.model import Kind

Way: TypeAlias = tuple[str | int, ...]
"""The path of a field in the JSON data: keys and indices."""

KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}


class _Held(NamedTuple):
    """What a position of a block holds: the kind of its data, and the number of separators of each cut."""

    kind: str
    cuts: tuple[int, ...]


class LayoutPlaces:
    """The places of a layout and what they hold."""

    def __init__(self, layout: LayoutModel) -> None:
        self._starts = [kind not in {"text", "end"} for kind in kinds_of(layout.template)] if layout.template else []
        self._blocks: dict[tuple[int, bool], list[dict[int, _Held]]] = {}
        for block in layout.blocks:
            self._blocks.setdefault((block.position, block.element), []).append(_parts_of(block))

    def check(self, place: PlaceModel, kind: Kind, column: Way, way: Way) -> None:
        """Raise a flaw if a place holds no value of a kind; `way` is its path below that of its `column`."""
        at = (*column, *way)
        if place.attribute is not None:
            raise flaw("only a mask has attributes", *at, "attribute")
        if place.block is None:
            raise flaw("is missing; add it", *at, "block")
        if place.part is None:
            self._check_whole(place, place.block, kind, column, at)
        else:
            self._check_part(place, self._held(place, place.block, place.part, at), kind, column, at)

    def _check_whole(self, place: PlaceModel, block: int, kind: Kind, column: Way, at: Way) -> None:
        if not place.whole:
            raise flaw("is missing; add it", *at, "part")
        begins = block < len(self._starts) and self._starts[block]
        if not (begins if place.element else (block, False) in self._blocks):
            raise flaw("no block of the layout has this position", *at, "block")
        if place.piece is not None:
            raise flaw("only a part is cut into pieces; add its part", *at, "piece")
        if place.cut or place.division:
            raise flaw("not allowed for the whole text of a block; remove it", *at, "cut" if place.cut else "division")
        if kind != "text":
            raise flaw("must be text if the whole text is meant", *column, "kind")

    def _held(self, place: PlaceModel, block: int, part: int, at: Way) -> _Held:
        divisions = self._blocks.get((block, place.element), [])
        if not divisions:
            raise flaw("no block of the layout has this position", *at, "block")
        if place.division >= len(divisions):
            raise flaw(f"expected a block from 0 to {len(divisions) - 1} at this position", *at, "division")
        held = divisions[place.division].get(part)
        if held is None:
            raise flaw("no part of this block has this position", *at, "part")
        return held

    def _check_part(self, place: PlaceModel, held: _Held, kind: Kind, column: Way, at: Way) -> None:
        is_piece = bool(held.cuts) and place.piece is not None
        if kind != ("text" if place.whole or is_piece else held.kind):
            raise flaw(f"the template has a {held.kind} at this place", *column, "kind")
        if place.whole and place.piece is not None:
            raise flaw("not allowed if the whole text is meant; remove it", *at, "piece")
        if place.cut and (not is_piece or place.cut >= len(held.cuts)):
            raise flaw("no such cut at this place; check the parts of the block", *at, "cut")
        marks = held.cuts[place.cut] if held.cuts else 0
        is_open = held.kind == "text" and bool(held.cuts) and place.piece is None and not place.whole
        if is_open or (place.piece or 0) > marks:
            raise flaw(f"expected a piece from 0 to {marks}", *at, "piece")


def _parts_of(block: BlockModel) -> dict[int, _Held]:
    """Return what each position of a block's parts holds."""
    kinds = kinds_of(block.template)
    cuts: dict[int, list[int]] = {part.position: [] for part in block.parts}
    for part in block.parts:
        cuts[part.position] += [len(part.separators)] if part.separators else []
    return {position: _Held(kinds[position], tuple(marks)) for position, marks in cuts.items()}


def kinds_of(template: str) -> list[str]:
    """Return the kind of data at each position of a template: a column's kind, or ``tag`` or ``end`` for other tags."""
    symbols = [position.symbols for position in read_pattern(template).positions]
    return [KINDS.get(one) or ("end" if begins_with_end_tag(one) else "tag") for one in symbols]


def check_order(positions: list[int], length: int, field: str, repeats: list[bool]) -> None:
    """Raise a flaw if positions don't ascend; ``repeats[i]`` allows position ``i + 1`` to equal position ``i``."""
    last = -1
    for n, position in enumerate(positions):
        if position >= length:
            raise flaw(f"the template has {length} positions, counted from 0", field, n, "position")
        if position < last or (position == last and not repeats[n - 1]):
            raise flaw("must be greater than the position before it", field, n, "position")
        last = position
