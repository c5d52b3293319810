"""From the values of a record to its row, equal to that of `wrapture.reading.reader`, but planned once for each shape."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.html.text_seams import APART
from wrapture.model.table import Row, joined
from wrapture.reading.compiled.labelled_cells import LabelledCells
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.reader import ATTRIBUTES, cut_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.text_seams import Seam
    from wrapture.model.table import Cell
    from wrapture.reading.reader import LayoutReader, ShapePlan, ValuePlace

Values: TypeAlias = "tuple[Any, ...]"
"""The values that a row is built from: None, for empty cells; the addresses; the whole text; the texts of cells."""
CellPlan: TypeAlias = "tuple[int, int, tuple[Any, ...]]"
"""How a cell is built: `PICKED`, or `CUT` by the given cuts, from the value of an index; `LISTED` or `JOINED` from others."""

Make: TypeAlias = "Callable[[Values], Cell]"
"""A function that builds a cell from the values."""

EMPTY: Final = 0
"""The index of the value that is None."""
PICKED, CUT, LISTED, JOINED = range(4)
NO_CELL: Final[CellPlan] = (PICKED, EMPTY, ())


def built(plan: CellPlan, values: Values) -> Cell:
    """Return a cell built from values, as the native extension builds it.

    >>> values = (None, "Kafka, Franz", "1915")
    >>> built((JOINED, 0, ((PICKED, 2, ()), (CUT, 1, (((",",), 1),)))), values)
    '1915 Franz'
    """
    kind, value, parts = plan
    if kind == PICKED:
        picked: Cell = values[value]
        return picked
    if kind == CUT:
        return cut_out(values[value], parts) or None
    cells = [built(part, values) for part in parts]
    if kind == JOINED:
        return joined(cells)
    return tuple([cell for cell in cells if isinstance(cell, str) and cell]) or None


class RowPlan:
    """How the cells of one shape's rows are built from values.

    ``links`` are the elements that hold addresses, in order.  ``texts`` are the texts of the row; each is a list of text nodes
    with what separates each from the one before.  ``text`` is the index of the row's whole text among the values, ``cells``
    are the plans of its cells.  ``asked`` are the text nodes that must follow the texts, unchanged.
    """

    __slots__ = ("_labelled", "_others", "asked", "cells", "first_text", "links", "text", "texts")

    def __init__(self, reader: LayoutReader, kept: Sequence[int], plan: ShapePlan, page: Page) -> None:
        planned = _PlannedRow(reader, kept, plan, page)
        self.text = planned.text(plan.text)
        ways = [planned.column(number) for number in kept]
        self.cells = tuple([way if isinstance(way, tuple) else NO_CELL for way in ways])
        self._others = [(place, way) for place, way in enumerate(ways) if not isinstance(way, tuple)]
        self.links = planned.links
        self.first_text = 1 + len(self.links)
        self.texts = planned.texts
        self._labelled = planned.labelled
        self.asked = planned.labelled.nodes if planned.labelled is not None else []
        if planned.labelled is not None:
            planned.labelled.first = self.first_text + len(self.texts)

    @property
    def is_simple(self) -> bool:
        """Whether the native extension can build every cell: none is beside a label."""
        return not self._others

    def row(self, values: Values) -> Row:
        """Return the row of a record."""
        cells = [built(cell, values) for cell in self.cells]
        if self._labelled is not None:
            self._labelled.take(values)
        for place, make in self._others:
            cells[place] = make(values)
        return Row(values[self.text], tuple(cells))


class _PlannedRow:
    """Plans how the columns of a shape are built from values."""

    def __init__(self, reader: LayoutReader, kept: Sequence[int], plan: ShapePlan, page: Page) -> None:
        self._reader = reader
        self._plan = plan
        self._page = page
        wanted = sorted(addresses_of(reader, kept, plan).items())
        self.links = [node for node, name in wanted if page.attribute(node, name) is not None]
        self.texts: list[list[tuple[int, Seam]]] = []
        self._known: dict[ValuePlace, int] = {}
        self.labelled = LabelledCells(reader, page) if reader.has_labels else None

    def column(self, number: int) -> CellPlan | Make:
        """Return the plan of a column's cell, or a function that builds the cell if one of its values is beside a label."""
        members = self._reader.members[number]
        if self.labelled is None or not any(self._reader.labels[member] for member in members):
            plans = [self._field(member) for member in members]
            return plans[0] if len(plans) == 1 else (JOINED, 0, tuple(plans))
        makes = [self._make(member, self.labelled) for member in members]
        return makes[0] if len(makes) == 1 else lambda values: joined([make(values) for make in makes])

    def _make(self, number: int, labelled: LabelledCells) -> Make:
        if self._reader.labels[number]:
            return labelled.cell_of(number)
        return partial(built, self._field(number))

    def text(self, place: ValuePlace) -> int:
        """Return the index of the value that is the text of a place."""
        if place not in self._known:
            self.texts.append(displayed(place, self._page))
            self._known[place] = len(self.links) + len(self.texts)
        return self._known[place]

    def _field(self, number: int) -> CellPlan:
        places, is_text = self._plan.cells[number], self._reader.fields[number].kind == "text"
        plans = [self._value(place, number) if is_text else self._address(place) for place in places]
        if not plans:
            return NO_CELL
        return (LISTED, 0, tuple(plans)) if self._reader.parts[number].every else plans[0]

    def _value(self, place: ValuePlace, number: int) -> CellPlan:
        if not displayed(place, self._page):
            return NO_CELL
        text, cuts = self.text(place), self._reader.cuts[number]
        return (CUT, text, tuple(cuts)) if cuts else (PICKED, text, ())

    def _address(self, place: ValuePlace) -> CellPlan:
        return (PICKED, 1 + self.links.index(place.node), ()) if place.node in self.links else NO_CELL


# --- what a shape must capture ---


def displayed(place: ValuePlace, page: Page) -> list[tuple[int, Seam]]:
    """Return the texts of a place that are not blank, each with what separates it from the one before."""
    found: list[tuple[int, Seam]] = []
    apart = False  # whether a blank text or a block boundary was passed
    for node, seam in place.texts:
        apart = apart or seam == APART or page.texts[node].isspace()
        if not page.texts[node].isspace():
            found.append((node, APART if apart else seam))
            apart = False
    return found


def addresses_of(reader: LayoutReader, kept: Sequence[int], plan: ShapePlan) -> dict[int, str]:
    """Return the attribute to read from each element; raise `UnprovedError` if one element has two."""
    fields = [member for number in kept for member in reader.members[number]]
    links = [number for number in fields if reader.fields[number].kind != "text"]
    if any(reader.labels[number] for number in links):  # beside labels there are texts
        raise UnprovedError
    asked = {(place.node, ATTRIBUTES[reader.fields[number].kind]) for number in links for place in plan.cells[number]}
    found = dict(asked)
    if len(found) < len(asked):  # two attributes of one element
        raise UnprovedError
    return found
