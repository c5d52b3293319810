"""Values at the same place in all records: from one value that was pointed at to those of the other records.

A value that is a whole cell of the list's layout stands for its column.  Whole texts that are not a cell are found by their
path in the tree.  A part of a cell stands for what is delimited in the same way in the other cells of the column.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from wrapture.columns.layout_learning import learn_layout
from wrapture.learning.fuzzy.delimiting import delimited_alike
from wrapture.learning.fuzzy.value_matching import ADDRESSED, IN_ADDRESS, PART, WHOLE, CandidateRow, ValueMatch
from wrapture.learning.marking.record_paths import follow, path_to
from wrapture.learning.structured.example_labels import labels_like
from wrapture.model import Span
from wrapture.reading.pointing import shown_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Place


class Alike:
    """The records of a list, in which the values that correspond to one of them are found."""

    def __init__(self, page: Page, places: SourcePlaces, records: Sequence[Span]) -> None:
        self._page = page
        self._places = places
        self._records = records

    @cached_property
    def _rows(self) -> list[CandidateRow]:
        records = [(span,) for span in self._records]
        self._layout = learn_layout([(self._page, records)])
        return [CandidateRow(self._page, self._places, self._layout, record) for record in records]

    def labels(self, number: int, place: Place) -> list[Place | None]:
        """Return the places in all records of what is at a place in the record of this number; None where nothing is."""
        found = self._by_column(number, place) or self._by_path(number, place) or self._by_part(number, place)
        labels: list[Place | None] = [None] * len(self._records) if found is None else list(found)
        labels[number] = place
        return labels

    # --- columns ---

    def _by_column(self, number: int, place: Place) -> list[Place | None] | None:
        """Return the cells of the column if a place is a whole cell of one, else None."""
        row = self._rows[number]
        characters = row.characters(place)
        columns = [column for column, cell in row.cells.items() if cell == characters]
        columns += [column for column, (region, _) in row.addresses.items() if region.whole == place]
        if not columns:
            return None
        found = {column: labels_like(self._rows, number, _cell(row, column, place)) for column in columns}
        return found[min(columns, key=lambda column: self._rank(column, found[column]))]

    def _rank(self, column: int, labels: Sequence[Place | None]) -> tuple[bool, int, int, int]:
        """Return a sort key for how well a column fits, best first: whole texts before pieces, then fullest, then shortest."""
        is_piece = len(self._layout.columns[column].place) > 2
        length = sum(place[1] - place[0] for place in labels if place is not None)
        return is_piece, labels.count(None), length, column

    # --- paths ---

    def _by_path(self, number: int, place: Place) -> list[Place | None] | None:
        """Return what the path of an element or text leads to, if a place is all that it shows, or its address."""
        nodes = self._places.nodes(*place)
        if nodes is None:
            return None
        for node in self._holders(number, nodes):
            for get in (self._text_at, self._address_at):
                if get(node) == place:
                    path = path_to(self._page, self._records[number], node)
                    found = [follow(self._page, record, path) for record in self._records]
                    return [None if one is None else get(one) for one in found]
        return None

    def _holders(self, number: int, nodes: Span) -> list[int]:
        """Return the elements of a record that contain some nodes and no more text, innermost first."""
        page, found, node = self._page, [], nodes.start
        while node in self._records[number]:
            if page.stops[node] >= nodes.stop:
                found.append(node)
            node = page.parents[node]
        return found

    def _text_at(self, node: int) -> Place | None:
        return self._places.text(Span(node, self._page.stops[node]))

    def _address_at(self, node: int) -> Place | None:
        name = ADDRESSED.get(self._page.tags[node])
        return self._places.attribute(node, name) if name is not None else None

    # --- parts ---

    def _by_part(self, number: int, place: Place) -> list[Place | None] | None:
        """Return what is delimited like a place that is a part of a cell, an address or a text."""
        row = self._rows[number]
        for column, (region, _) in row.addresses.items():
            whole = region.whole
            if whole is not None and whole[0] <= place[0] and place[1] <= whole[1]:
                piece = place[0] - whole[0], place[1] - whole[0]
                return labels_like(self._rows, number, ValueMatch(IN_ADDRESS, (column, column), piece, place))
        match = self._match(row, place)
        return self._by_text(number, place) if match is None else labels_like(self._rows, number, match)

    def _match(self, row: CandidateRow, place: Place) -> ValueMatch | None:
        """Return the fewest cells that contain a place; None if none do."""
        characters = row.characters(place)
        if characters is None:
            return None
        first, last = _column_at(row, characters, characters[0]), _column_at(row, characters, characters[1] - 1)
        if first is None or last is None:
            return None
        columns = min(first, last), max(first, last)
        region = row.region(columns)
        if region is None or characters[0] < region.start or region.end < characters[1]:
            return None
        piece = characters[0] - region.start, characters[1] - region.start
        return ValueMatch(WHOLE if piece == (0, len(region.inside)) else PART, columns, piece, place)

    def _by_text(self, number: int, place: Place) -> list[Place | None] | None:
        """Return what is delimited like a place in a text outside all columns, in the texts that its path leads to."""
        nodes = self._places.nodes(*place)
        if nodes is None or len(nodes) > 1:
            return None
        path = path_to(self._page, self._records[number], nodes.start)
        found = [follow(self._page, record, path) for record in self._records]
        shown = [shown_in(self._page, [] if node is None else [Span(node, self._page.stops[node])]) for node in found]
        own = shown[number]
        inside = [at for at in range(len(own.text)) if _holds(place, own.place(self._places, at, at + 1))]
        if not inside:
            return None
        pieces = delimited_alike([one.text for one in shown], number, (inside[0], inside[-1] + 1))
        return [piece and one.place(self._places, *piece) for one, piece in zip(shown, pieces, strict=True)]


def _cell(row: CandidateRow, column: int, place: Place) -> ValueMatch:
    region = row.region((column, column))
    return ValueMatch(WHOLE, (column, column), (0, len(region.inside) if region is not None else 0), place)


def _holds(place: Place, other: Place | None) -> bool:
    return other is not None and place[0] <= other[0] and other[1] <= place[1]


def _column_at(row: CandidateRow, piece: Place, character: int) -> int | None:
    """Return the column of the shortest cell that contains a piece or, if none contains all of it, one character of it."""
    for wanted in (piece, (character, character + 1)):
        held = [(end - start, column) for column, (start, end) in row.cells.items() if _holds((start, end), wanted)]
        if held:
            return min(held)[1]
    return None
