"""From the values of a record to its row, equal to that of `wrapture.reading.reader`, but planned once for each shape."""

from __future__ import annotations

from operator import itemgetter
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
    from wrapture.model import Cut
    from wrapture.model.table import Cell
    from wrapture.reading.reader import LayoutReader, ShapePlan, ValuePlace

Values: TypeAlias = "tuple[Any, ...]"
"""The values that a row is built from: None, for empty cells; the addresses; the whole text; the texts of cells."""
Make: TypeAlias = "Callable[[Values], Cell]"
"""A function that builds a cell from the values."""

EMPTY: Final = 0
"""The index of the value that is None."""


class RowPlan:
    """How the cells of one shape's rows are built from values.

    ``links`` are the elements that hold addresses, in order.  ``texts`` are the texts of the row; each is a list of text nodes
    with what separates each from the one before.  ``text`` is the index of the row's whole text among the values, ``picks``
    are the indexes of its cells.  ``asked`` are the text nodes that must follow the texts, unchanged.
    """

    __slots__ = ("_labelled", "_others", "_pick", "asked", "first_text", "links", "picks", "text", "texts")

    def __init__(self, reader: LayoutReader, kept: Sequence[int], plan: ShapePlan, page: Page) -> None:
        planned = _PlannedRow(reader, kept, plan, page)
        self.text = planned.text(plan.text)
        ways = list(enumerate([planned.column(number) for number in kept]))
        self.picks = tuple([way if isinstance(way, int) else EMPTY for _, way in ways])
        self._pick = picked(self.picks)
        self._others = [(place, way) for place, way in ways if not isinstance(way, int)]
        self.links = planned.links
        self.first_text = 1 + len(self.links)
        self.texts = planned.texts
        self._labelled = planned.labelled
        self.asked = planned.labelled.nodes if planned.labelled is not None else []
        if planned.labelled is not None:
            planned.labelled.first = self.first_text + len(self.texts)

    @property
    def is_simple(self) -> bool:
        """Whether every cell is one of the values, unchanged."""
        return not self._others

    def row(self, values: Values) -> Row:
        """Return the row of a record."""
        cells = self._pick(values)
        if self._labelled is not None:
            self._labelled.take(values)
        if self._others:
            changed = list(cells)
            for place, make in self._others:
                changed[place] = make(values)
            cells = tuple(changed)
        return Row(values[self.text], cells)


def picked(numbers: Sequence[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that picks the members of a tuple with the given indexes.

    >>> picked([2, 0])(("a", "b", "c")), picked([1])(("a", "b")), picked([])(("a",))
    (('c', 'a'), ('b',), ())
    """
    if not numbers:
        return lambda _: ()
    first = numbers[0]
    return itemgetter(*numbers) if len(numbers) > 1 else lambda members: (members[first],)


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

    def column(self, number: int) -> int | Make:
        """Return the index of the value that is the cell of a column, or a function that builds the cell."""
        members = [self._field(member) for member in self._reader.members[number]]
        if len(members) == 1:
            return members[0]
        makes = list(map(_made, members))
        return lambda values: joined([make(values) for make in makes])

    def text(self, place: ValuePlace) -> int:
        """Return the index of the value that is the text of a place."""
        if place not in self._known:
            self.texts.append(displayed(place, self._page))
            self._known[place] = len(self.links) + len(self.texts)
        return self._known[place]

    def _field(self, number: int) -> int | Make:
        if self.labelled is not None and self._reader.labels[number]:
            return self.labelled.cell_of(number)
        places, is_text = self._plan.cells[number], self._reader.fields[number].kind == "text"
        ways = [self._value(place, number) if is_text else self._address(place) for place in places]
        if not ways:
            return EMPTY
        return _listed(ways) if self._reader.parts[number].every else ways[0]

    def _value(self, place: ValuePlace, number: int) -> int | Make:
        if not displayed(place, self._page):
            return EMPTY
        text, cuts = self.text(place), self._reader.cuts[number]
        return _cut(text, cuts) if cuts else text

    def _address(self, place: ValuePlace) -> int:
        return 1 + self.links.index(place.node) if place.node in self.links else EMPTY


def _made(way: int | Make) -> Make:
    return itemgetter(way) if isinstance(way, int) else way


def _listed(ways: Sequence[int | Make]) -> Make:
    """Return a function that builds a cell of several values."""
    makes = list(map(_made, ways))

    def make(values: Values) -> Cell:
        found = [one(values) for one in makes]
        return tuple([value for value in found if isinstance(value, str) and value]) or None

    return make


def _cut(text: int, cuts: Sequence[Cut]) -> Make:
    return lambda values: cut_out(values[text], cuts) or None


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
