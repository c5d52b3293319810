"""From one typed value per column to the labels of a whole list.

A person types one value of each attribute as the page displays it; another learner has found the lists of the page.  The first
list with a record that contains all the values is taken.  A value stands for the column of the list that holds it or, if no
column does, for what is delimited in the same way in the other records.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.columns.layout_learning import learn_layout
from wrapture.errors import LabelError
from wrapture.html.source_places import places_of
from wrapture.learning.fuzzy.delimiting import delimited_alike
from wrapture.learning.fuzzy.draft_labels import is_apart, labelled, records_apart
from wrapture.learning.fuzzy.value_matching import WHOLE, CandidateRow, is_in, read_example
from wrapture.learning.structured.labelled_columns import LabelledColumns, LabelledRecord
from wrapture.learning.structured.labelled_places import placed_value, source_label
from wrapture.model import label_of, places_in
from wrapture.reading.pointing import cell_places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.learning.fuzzy.value_matching import ValueMatch, Wanted
    from wrapture.learning.structured.labelled_columns import HeldColumn
    from wrapture.model import Label, Labels, Place, Record
    from wrapture.model.labelled import LabelledPage

MAX_LISTED: Final = 3  # record numbers listed in a message


def propagate(
    page: Page, lists: Sequence[Sequence[Record]], examples: Mapping[str, str | Sequence[str]]
) -> LabelledPage:
    """Return the labels of the list that contains these values of one record, under their names in that order.

    An attribute may have several values.

    ``lists`` are the records of the lists on the page, best first.  A value is a displayed text, or the address of a link or
    image, as written or absolute; letter case is ignored if the value is not on the page as typed.  Of values that occur in
    several records or columns the best are taken (whole cells, then parts), and of these the first.  Records without any value,
    or that overlap others, are left out.

    Raises `LabelError` for a value that is not on the page, in no list, or not in one record with the others; and `SourceError`
    for a rendered page, which has no source.
    """
    given = {name: [values] if isinstance(values, str) else list(values) for name, values in examples.items()}
    wanted = [read_example(page, name, value) for name, values in given.items() for value in values]
    if not wanted:
        raise LabelError(page.name, "", "there is no example: give one value of each column")
    places = places_of(page)
    choices = filter(None, (_choose(_List(page, places, one), wanted) for one in lists))
    best = next(choices, None)
    if best is None:
        raise _explain(page, lists, wanted)
    return labelled(page, records_apart(best.labels([len(values) for values in given.values()])), tuple(examples))


# --- the choice ---


class _List:
    """One of the lists on a page, divided into columns on demand."""

    def __init__(self, page: Page, places: SourcePlaces, records: Sequence[Record]) -> None:
        self.page = page
        self.records = records
        self.places = places

    @cached_property
    def rows(self) -> list[CandidateRow]:
        """The records, divided."""
        layout = learn_layout([(self.page, self.records)])
        return [CandidateRow(self.page, self.places, layout, record) for record in self.records]


class _Choice(NamedTuple):
    """The record that the examples are from: its number in its list, and the place of each."""

    found: _List
    number: int
    matches: list[ValueMatch]

    def labels(self, counts: Sequence[int]) -> list[Labels]:
        """Return the labels of all records of the list, for attributes of which so many values are given."""
        matches = iter(self.matches)
        attributes = [[next(matches) for _ in range(count)] for count in counts]
        fields = [
            self._labels_like(some) if column is None else self._labels_in(column)
            for some, column in zip(attributes, self._columns(attributes), strict=True)
        ]
        return [_apart(labels) for labels in zip(*fields, strict=True)]

    def _columns(self, attributes: Sequence[Sequence[ValueMatch]]) -> list[HeldColumn | None]:
        """Return the column of the list that the values of each attribute are in, None for those that are in no column."""
        page, records = self.found.page, self.found.records
        labels = [label_of(sorted(match.place for match in some if match.place)) for some in attributes]
        values = [placed_value(self.found.places, label) for label in labels]
        own = [value for value in values if value is not None]
        example = LabelledRecord(page, records[self.number], tuple(own))
        columns = LabelledColumns([(page, record) for record in records], [example])
        numbers = iter(range(len(own)))
        return [None if value is None else columns.column(next(numbers)) for value in values]

    def _labels_in(self, held: HeldColumn) -> list[Label]:
        column, layout = held.column, replace(held.layout, columns=(held.column,))
        cells = [cell_places(layout, self.found.page, record)[0] for record in self.found.records]
        is_list = layout.blocks[column.place[0]].parts[column.place[1]].every
        return [source_label(self.found.places, column.kind, cell, is_list=is_list) for cell in cells]

    def _labels_like(self, matches: Sequence[ValueMatch]) -> list[Label]:
        fields = [labels_like(self.found.rows, self.number, match) for match in matches]
        return [label_of(sorted({place for place in some if place is not None})) for some in zip(*fields, strict=True)]


def _choose(found: _List, wanted: Sequence[Wanted]) -> _Choice | None:
    """Return the first record of a list that contains all values in the best way, None if none does."""
    holding = [
        number
        for number, record in enumerate(found.records)
        if all(is_in(found.page, record, one) for one in wanted)  # before dividing the list, which takes longer
    ]
    choices = []
    for number in holding:
        matches = _combine([found.rows[number].matches(one) for one in wanted])
        if matches is not None:
            choices.append(_Choice(found, number, _in_page_order(wanted, matches)))
    return min(choices, key=lambda choice: sum(match.quality for match in choice.matches), default=None)


def _combine(found: Sequence[Sequence[ValueMatch]]) -> list[ValueMatch] | None:
    """Return one match of each value without overlaps, values with the fewest matches first.

    Of equally good matches, the one nearest to those chosen before is taken: a page may show a title twice, and the values that
    a person reads together stand together.
    """
    chosen: dict[int, ValueMatch] = {}
    for number in sorted(range(len(found)), key=lambda number: len(found[number])):
        others = [one.place for one in chosen.values() if one.place is not None]
        free = [match for match in found[number] if all(is_apart(match.place, place) for place in others)]
        if not free:
            return None
        chosen[number] = min(free, key=lambda match: (match.quality, _distance(match.place, others)))
    return [chosen[number] for number in range(len(found))]


def _in_page_order(wanted: Sequence[Wanted], matches: Sequence[ValueMatch]) -> list[ValueMatch]:
    """Return the matches with those of equal values in page order, as nothing else tells them apart."""
    ordered = list(matches)
    for value in {one.value for one in wanted}:
        numbers = [number for number, one in enumerate(wanted) if one.value == value]
        equal = sorted((matches[number] for number in numbers), key=lambda match: match.place or (0, 0))
        for number, match in zip(numbers, equal, strict=True):
            ordered[number] = match
    return ordered


def _distance(place: Place | None, others: Sequence[Place]) -> int:
    """Return how many characters of the source are between a place and the nearest of some others."""
    if place is None or not others:
        return 0
    return min(max(place[0] - other[1], other[0] - place[1]) for other in others)


def _apart(labels: Labels) -> Labels:
    """Return the labels of a record without those that overlap an earlier one."""
    kept: list[Label] = []
    taken: list[Place] = []
    for label in labels:
        free = [place for place in places_in(label) if all(is_apart(place, other) for other in taken)]
        kept.append(label_of(free))
        taken += free
    return tuple(kept)


def labels_like(rows: Sequence[CandidateRow], number: int, match: ValueMatch) -> list[Place | None]:
    """Return the places in all records of what an example is in its own."""
    regions = [row.region(match.columns) for row in rows]
    texts = [region.inside if region is not None else "" for region in regions]
    if match.quality == WHOLE:
        pieces: list[Place | None] = [(0, len(text)) for text in texts]
    else:
        pieces = delimited_alike(texts, number, match.piece)
    places = [
        region.place(piece) if region is not None else None for region, piece in zip(regions, pieces, strict=True)
    ]
    return [match.place if row == number else place for row, place in enumerate(places)]


# --- what went wrong ---


def _explain(page: Page, lists: Sequence[Sequence[Record]], wanted: Sequence[Wanted]) -> LabelError:
    """Return why no list has a record with all the values."""
    held = [[_numbers(page, records, one) for one in wanted] for records in lists]
    for number, one in enumerate(wanted):
        if not any(numbers[number] for numbers in held):
            what = (
                f"{one.value!r} is on the page, but in none of the {len(lists)} lists found there: mark it by its place"
            )
            return LabelError(page.name, one.name, what)
    together = next((numbers for numbers in held if all(numbers)), None)
    if together is None:
        what = f"{wanted[0].value!r} and the other values are not in one list together: give values of one list"
        return LabelError(page.name, wanted[0].name, what)
    return LabelError(page.name, "", _different_records(wanted, together))


def _different_records(wanted: Sequence[Wanted], numbers: Sequence[Sequence[int]]) -> str:
    """Return the reason why values in these records of one list don't go together."""
    shared = sorted(set.intersection(*map(set, numbers)))
    if shared:
        return f"the values overlap in record {shared[0]}: give values that don't overlap"
    stand = [f"{one.name} in record {_listed(held)}" for one, held in zip(wanted, numbers, strict=True)]
    return f"the values are from different records ({', '.join(stand)}): give those of one record"


def _listed(numbers: Sequence[int]) -> str:
    shown = " or ".join(map(str, numbers[:MAX_LISTED]))
    return shown if len(numbers) <= MAX_LISTED else f"{shown} or others"


def _numbers(page: Page, records: Sequence[Record], wanted: Wanted) -> list[int]:
    """Return the records that contain a value, counted from 1."""
    return [number for number, record in enumerate(records, start=1) if is_in(page, record, wanted)]
