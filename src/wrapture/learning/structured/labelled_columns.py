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
from wrapture.html.tokens import ALL_TAG
from wrapture.learning.structured.cutting_out import cuts_like
from wrapture.learning.structured.extended_layouts import ELEMENT, with_cut, with_elements
from wrapture.model import Block, Column, Layout, Part
from wrapture.reading.division import cuts_of
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
        self._known = with_elements(whole_layout(found))
        self._found = spread(found, EXAMINED)
        self._labelled = spread(labelled, EXAMINED)
        self._places = [cell_places(self._known, one.page, one.record) for one in self._labelled]

    def column(self, attribute: int) -> HeldColumn | None:
        """Return the column that holds the values of an attribute best, None if no column holds any of them."""
        wanted = [one.values[attribute] for one in self._labelled]
        if not any(value.places for value in wanted):
            return None
        best: HeldColumn | None = None
        for way in (self._as_they_are, self._listed, self._joined, self._cut_out):
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
        column, held = self._known.columns[number], self._places[row][number]
        if value.places and column.kind != value.kind:
            return False
        return _is_held(held, value.places, self._known.blocks[column.place[0]].parts[column.place[1]].every)

    def _rank(self, number: int) -> tuple[int, bool, int, int, int]:
        """Return a sort key of equally good columns: whole texts before pieces, then the fullest, then the shortest."""
        column = self._known.columns[number]
        cells = [row[number] for row in self._rows]
        length = sum(len(cell) for cell in cells if cell is not None)
        return len(column.place), column.name == ELEMENT, cells.count(None), length, number

    @cached_property
    def _rows(self) -> list[tuple[Cell, ...]]:
        return [divide(self._known, page, record) for page, record in self._found]

    # --- lists ---

    def _listed(self, wanted: Sequence[PlacedValue]) -> Iterator[HeldColumn]:
        """Yield lists of the elements of one name that several values of a record are, those with the fewest values first."""
        row = next((row for row, value in enumerate(wanted) if len(value.places) > 1), None)
        names = set() if row is None else {_element_of(self._labelled[row].page, place) for place in wanted[row].places}
        if row is None or len(names) != 1:
            return
        (name,) = names
        template = name if name == "IMG" else f"{name} TEXT /{name}"
        spots = dict.fromkeys((block.position, block.element) for block in self._known.blocks)
        found = []
        for position, element in spots:
            listed = Block(position, ALL_TAG.name, template, (Part(0, every=True),), element)
            layout = replace(self._known, blocks=(*self._known.blocks, listed))
            held = self._read_by(layout, Column(ELEMENT, wanted[row].kind, (len(layout.blocks) - 1, 0)), wanted)
            values = (divide(held.layout, page, record)[0] or () for page, record in self._found)
            found.append((sum(map(len, values)), held))
        yield from (held for _, held in sorted(found, key=lambda one: one[0]) if held.share > 0)

    def _read_by(self, layout: Layout, column: Column, wanted: Sequence[PlacedValue]) -> HeldColumn:
        """Return a column of another layout, with the share of the labelled values that it holds."""
        held = replace(layout, columns=(column,))
        cells = [cell_places(held, one.page, one.record)[0] for one in self._labelled]
        is_list = layout.blocks[column.place[0]].parts[column.place[1]].every
        right = sum(_is_held(cell, value.places, is_list) for cell, value in zip(cells, wanted, strict=True))
        return HeldColumn(held, column, right / len(wanted))

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
            layout, place = with_cut(self._known, column.place, *cut)
            yield self._read_by(layout, Column(column.name, "text", place), wanted)


def _element_of(page: Page, place: TextPlace) -> str:
    """Return the name of the element of a value, as templates have it."""
    node = place.first_node if place.first_character < 0 else page.parents[place.first_node]
    return page.tags[node].upper()


def _is_held(cell: CellPlaces, places: CellPlaces, is_list: bool) -> bool:
    """Return whether a cell has the labelled values; of the many values of a list, a person may name a few."""
    return cell == places or (is_list and len(places) > 1 and set(places) <= set(cell))


def _lies_in(piece: TextPlace, whole: TextPlace) -> bool:
    return whole[:2] <= piece[:2] and piece[2:] <= whole[2:]
