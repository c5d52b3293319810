"""From one typed value per column to the labels of a whole list.

A person types one value of each attribute as the page displays it; another learner has found the lists of the page.  The first
list with a record that contains all the values is taken.  A value that is a whole cell of that list stands for its column; a
part of a cell stands for what is delimited in the same way in the other cells of the column.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.columns.layout_learning import learn_layout
from wrapture.errors import LabelError
from wrapture.html.source_places import places_of
from wrapture.learning.fuzzy.delimiting import delimited_alike
from wrapture.learning.fuzzy.draft_labels import is_apart, labelled, records_apart
from wrapture.learning.fuzzy.value_matching import PART, WHOLE, CandidateRow, is_in, read_example

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.learning.fuzzy.value_matching import ValueMatch, Wanted
    from wrapture.model import Labels, Place, Record
    from wrapture.model.labelled import LabelledPage

MAX_LISTED: Final = 3  # record numbers listed in a message


def propagate(page: Page, lists: Sequence[Sequence[Record]], examples: Mapping[str, str]) -> LabelledPage:
    """Return the labels of the list that contains these values of one record, under their names in that order.

    ``lists`` are the records of the lists on the page, best first; lists in which all values are whole cells come before
    others.  A value is a displayed text, or the address of a link or image, as written or absolute; letter case is ignored if
    the value is not on the page as typed.  Of values that occur in several records or columns the best are taken (whole cells,
    then parts), and of these the first.  Records without any value, or that overlap others, are left out.

    Raises `LabelError` for a value that is not on the page, in no list, or not in one record with the others; and `SourceError`
    for a rendered page, which has no source.
    """
    wanted = [read_example(page, name, value) for name, value in examples.items()]
    if not wanted:
        raise LabelError(page.name, "", "there is no example: give one value of each column")
    places = places_of(page)
    choices = ((number, _choose(_List(page, places, one), wanted)) for number, one in enumerate(lists))
    found = [(choice.quality, number, choice) for number, choice in _until_whole(choices)]
    if not found:
        raise _explain(page, lists, wanted)
    best = min(found, key=lambda one: one[:2])[2]
    return labelled(page, records_apart(best.labels()), tuple(examples))


def _until_whole(choices: Iterator[tuple[int, _Choice | None]]) -> Iterator[tuple[int, _Choice]]:
    """Yield the choice in each list that contains all values, up to the first in which all are whole cells."""
    for number, choice in choices:
        if choice is not None:
            yield number, choice
            if choice.quality == WHOLE:
                return


# --- the choice ---


class _List:
    """One of the lists on a page, divided into columns on demand."""

    def __init__(self, page: Page, places: SourcePlaces, records: Sequence[Record]) -> None:
        self.page = page
        self.records = records
        self._places = places

    @cached_property
    def rows(self) -> list[CandidateRow]:
        """The records, divided."""
        layout = learn_layout([(self.page, self.records)])
        return [CandidateRow(self.page, self._places, layout, record) for record in self.records]


class _Choice(NamedTuple):
    """The record that the examples are from: its number in its list, and the place of each."""

    rows: list[CandidateRow]
    number: int
    matches: list[ValueMatch]

    @property
    def quality(self) -> int:
        """The rank of the best value, if not all are whole cells: a reliable one vouches for the others."""
        qualities = [match.quality for match in self.matches]
        return WHOLE if max(qualities) == WHOLE else max(PART, min(qualities))

    def labels(self) -> list[Labels]:
        """Return the labels of all records of the list."""
        fields = [labels_like(self.rows, self.number, match) for match in self.matches]
        return [_apart(labels) for labels in zip(*fields, strict=True)]


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
            choices.append(_Choice(found.rows, number, matches))
    return min(choices, key=lambda choice: sum(match.quality for match in choice.matches), default=None)


def _combine(found: Sequence[Sequence[ValueMatch]]) -> list[ValueMatch] | None:
    """Return one match of each value without overlaps; values with the fewest matches choose first."""
    chosen: dict[int, ValueMatch] = {}
    for number in sorted(range(len(found)), key=lambda number: len(found[number])):
        free = (match for match in found[number] if all(is_apart(match.place, one.place) for one in chosen.values()))
        match = next(free, None)
        if match is None:
            return None
        chosen[number] = match
    return [chosen[number] for number in range(len(found))]


def _apart(labels: Labels) -> Labels:
    """Return the labels of a record without those that overlap an earlier one."""
    kept: list[Place | None] = []
    for place in labels:
        kept.append(place if all(is_apart(place, other) for other in kept) else None)
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
