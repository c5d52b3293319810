"""The columns of a list that hold labelled values: told by structure, not by the words around the values.

A labelled value is a column of the list as it is, a whole element, several texts joined, or a piece that is cut out of a text.
Of the columns that hold the labelled values, the one that holds most of them is taken; whole texts come before pieces, since a
tag bounds a value more reliably than a mark does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.algo.spread import spread
from wrapture.columns.layout_learning import whole_layout
from wrapture.columns.template_elements import elements_in
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.learning.structured.cutting_out import cuts_like
from wrapture.model import Block, Column, Layout, Part
from wrapture.reading.division import UNDIVIDED, cuts_of, template_string
from wrapture.reading.pointing import cell_places
from wrapture.reading.reader import divide

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind, Record
    from wrapture.model.table import Cell
    from wrapture.reading.pointing import CellPlaces, TextPlace

    Found: TypeAlias = Sequence[tuple[Page, Record]]

EXAMINED: Final = 100  # records, and labelled ones among them, whose values decide
ENOUGH: Final = 0.9  # share of the labelled values that a column must hold for no other way to be tried
MAX_JOINED: Final = 20  # texts that may be joined to one value: more are prose


class PlacedValue(NamedTuple):
    """A labelled value of an attribute: what it is, and its places on the page; none if the record lacks it."""

    kind: Kind
    places: CellPlaces


class LabelledRecord(NamedTuple):
    """A record with the labelled value of each attribute."""

    page: Page
    record: Record
    values: tuple[PlacedValue, ...]


class HeldColumn(NamedTuple):
    """A column that holds labelled values, in a layout of its own, and the share of the values that it holds."""

    layout: Layout
    column: Column
    share: float


class LabelledColumns:
    """All ways to divide the records of a list, among which the columns of labelled values are found."""

    def __init__(self, found: Found, labelled: Sequence[LabelledRecord]) -> None:
        self._known = _with_elements(whole_layout(found))
        self._found = spread(found, EXAMINED)
        self._labelled = spread(labelled, EXAMINED)
        self._places = [cell_places(self._known, one.page, one.record) for one in self._labelled]

    def column(self, attribute: int) -> HeldColumn | None:
        """Return the column that holds the values of an attribute best, None if no column holds any of them."""
        wanted = [one.values[attribute] for one in self._labelled]
        if not any(value.places for value in wanted):
            return None
        best: HeldColumn | None = None
        for way in (self._as_they_are, self._joined, self._cut_out):
            for held in way(wanted):
                best = held if best is None or held.share > best.share else best
            if best is not None and best.share >= ENOUGH:
                break
        return best

    # --- columns as they are ---

    def _as_they_are(self, wanted: Sequence[PlacedValue]) -> Iterator[HeldColumn]:
        """Yield the columns that hold some of the values, the most likely first."""
        held = [
            (self._share(wanted, number), number)
            for number, column in enumerate(self._known.columns)
            if any(value.places and self._holds(row, number, value) for row, value in enumerate(wanted))
        ]
        for share, number in sorted(held, key=lambda one: self._rank(one[1])):
            yield HeldColumn(self._known, self._known.columns[number], share)

    def _share(self, wanted: Sequence[PlacedValue], number: int) -> float:
        """Return the share of the labelled records in which a column has the labelled value, or none where none is."""
        return sum(self._holds(row, number, value) for row, value in enumerate(wanted)) / len(wanted)

    def _holds(self, row: int, number: int, value: PlacedValue) -> bool:
        is_kind = not value.places or self._known.columns[number].kind == value.kind
        return is_kind and self._places[row][number] == value.places

    def _rank(self, number: int) -> tuple[int, bool, int, int, int]:
        """Return a sort key of equally good columns: whole texts before pieces, then the fullest, then the shortest."""
        column = self._known.columns[number]
        cells = [row[number] for row in self._rows]
        length = sum(len(cell) for cell in cells if cell is not None)
        return len(column.place), column.name == ELEMENT, cells.count(None), length, number

    @cached_property
    def _rows(self) -> list[tuple[Cell, ...]]:
        return [divide(self._known, page, record) for page, record in self._found]

    # --- several texts joined ---

    def _joined(self, wanted: Sequence[PlacedValue]) -> Iterator[HeldColumn]:
        """Yield the texts that make up a labelled value, joined."""
        for row, value in enumerate(wanted):
            members = self._members(row, value.places[0]) if value.kind == "text" and len(value.places) == 1 else []
            if members:
                first, *more = (self._known.columns[number] for number in members)
                column = replace(first, more=tuple([one.place for one in more]))
                yield HeldColumn(self._known, column, self._share_joined(wanted, members))

    def _members(self, row: int, whole: TextPlace) -> list[int]:
        """Return the fewest columns that cover a place from end to end, one after the other; none if there are none."""
        inside: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        for number, (column, places) in enumerate(zip(self._known.columns, self._places[row], strict=True)):
            if column.kind == "text" and len(column.place) == 2 and len(places) == 1 and _lies_in(places[0], whole):
                start, stop = places[0][:2], places[0][2:]
                inside[start] = max(inside.get(start, (stop, number)), (stop, number), key=lambda one: one[0])
        members: list[int] = []
        done = (-1, -1)
        for start, (stop, number) in sorted(inside.items()):
            if start >= done:
                members.append(number)
                done = stop
        begins, ends = whole[:2] in inside, done == whole[2:]
        return members if begins and ends and 1 < len(members) <= MAX_JOINED else []

    def _share_joined(self, wanted: Sequence[PlacedValue], members: Sequence[int]) -> float:
        right = 0
        for value, places in zip(wanted, self._places, strict=True):
            held = [place for number in members for place in places[number]]
            hull = ((*held[0][:2], *held[-1][2:]),) if held else ()
            right += hull == tuple(map(tuple, value.places))
        return right / len(wanted)

    # --- pieces of a text ---

    def _cut_out(self, wanted: Sequence[PlacedValue]) -> Iterator[HeldColumn]:
        """Yield the pieces of texts that labelled values are, by what stands before and after them."""
        for row, value in enumerate(wanted):
            if value.kind != "text" or len(value.places) != 1:
                continue
            for number, column in self._containers(row, value.places[0]):
                yield from self._pieces(wanted, row, number, column)
            return  # one example is enough: the others decide how good it is

    def _containers(self, row: int, piece: TextPlace) -> list[tuple[int, Column]]:
        """Return the columns whose text contains a place, shortest first."""
        held = [
            (sum(len(cells[number] or "") for cells in self._rows), number, column)
            for number, column in enumerate(self._known.columns)
            if self._is_one_text(column)
            and len(self._places[row][number]) == 1
            and _lies_in(piece, self._places[row][number][0])
        ]
        return [(number, column) for _, number, column in sorted(held, key=lambda one: one[:2])]

    def _is_one_text(self, column: Column) -> bool:
        """Return whether a column is a text that may be cut: not a list, and not a piece already."""
        part = self._known.blocks[column.place[0]].parts[column.place[1]]
        return column.kind == "text" and not part.every and not cuts_of(self._known, column.place)

    def _pieces(self, wanted: Sequence[PlacedValue], row: int, number: int, column: Column) -> Iterator[HeldColumn]:
        one, texts = self._labelled[row], [cells[number] for cells in self._rows]
        others = [text for text in texts if isinstance(text, str)]
        for cut in cuts_like(one.page, self._places[row][number][0], wanted[row].places[0], others):
            layout, place = _with_cut(self._known, column.place, *cut)
            held = replace(layout, columns=(Column(column.name, "text", place),))
            places = [cell_places(held, each.page, each.record)[0] for each in self._labelled]
            right = sum(own == value.places for own, value in zip(places, wanted, strict=True))
            yield HeldColumn(held, held.columns[0], right / len(wanted))


ELEMENT: Final = "element"
"""The name of the columns that are whole elements, added to those that a layout has."""


def _with_elements(layout: Layout) -> Layout:
    """Return a layout that also has a column for each element of its templates, whatever the element holds."""
    blocks = list(layout.blocks)
    columns = list(layout.columns)
    known = {(column.kind, column.place) for column in columns}
    for number, block in enumerate(layout.blocks):
        if block.template != UNDIVIDED and not any(part.every for part in block.parts):
            for element in elements_in(template_string(block.template)):
                whole = Part(element.start)
                if whole not in blocks[number].parts:
                    blocks[number] = replace(blocks[number], parts=(*blocks[number].parts, whole))
                place = (number, blocks[number].parts.index(whole))
                columns += [Column(ELEMENT, "text", place)] if ("text", place) not in known else []
    for element in elements_in(template_string(layout.template)):
        block = Block(element.start, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), element=True)
        if block not in blocks:
            blocks.append(block)
            columns.append(Column(ELEMENT, "text", (len(blocks) - 1, 0)))
    return replace(layout, blocks=tuple(blocks), columns=tuple(columns))


def _with_cut(
    layout: Layout, place: tuple[int, ...], separators: tuple[str, ...], piece: int
) -> tuple[Layout, tuple[int, ...]]:
    """Return a layout with one more cut of the text at a place, and the place of a piece of it."""
    number, part = place[:2]
    block = layout.blocks[number]
    cut = Part(block.parts[part].position, separators)
    blocks = list(layout.blocks)
    blocks[number] = replace(block, parts=(*block.parts, cut))
    return replace(layout, blocks=tuple(blocks)), (number, len(block.parts), piece)


def _lies_in(piece: TextPlace, whole: TextPlace) -> bool:
    return whole[:2] <= piece[:2] and piece[2:] <= whole[2:]
