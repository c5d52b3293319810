"""Learning a wrapper from labels by structure: the list that holds the labelled records, and its columns that hold the values.

The result is an ordinary wrapper.  It has the labelled columns under the labels' names; what else the list has is hidden.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.columns.describing import typed
from wrapture.html.source_places import places_of
from wrapture.learning.learn import Ranked, learn_candidate
from wrapture.learning.structured.labelled_columns import LabelledColumns, LabelledRecord
from wrapture.learning.structured.labelled_places import parsed_page, placed_value
from wrapture.library.editing.adding import with_block_part
from wrapture.library.editing.wrapper_draft import filled, free_name, share, with_columns
from wrapture.library.profile import with_profile
from wrapture.reading.reader import divide
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.learning.structured.labelled_columns import HeldColumn, PlacedValue
    from wrapture.library.editing.wrapper_draft import Filled
    from wrapture.model import Candidate, Column, Layout, Record, Wrapper
    from wrapture.model.labelled import LabelledPage

    Values: TypeAlias = tuple[PlacedValue, ...]

TRIED: Final = 3  # lists that hold the labels, of which the columns are looked at
HELD: Final = 0.9  # share of the labelled records that a list must hold, each in a record of its own


class _Placed(NamedTuple):
    """A page, and the values of its labelled records where they are on the page."""

    page: Page
    records: list[Values]


def learn_structured(
    pages: Sequence[LabelledPage], learners: Sequence[Learner], names: Sequence[str], name: str
) -> Wrapper | None:
    """Return the wrapper of the list that holds the labels, None if no list has a column for each attribute."""
    placed = [_placed(labelled) for labelled in pages if labelled.records]
    sample = [one.page for one in placed]
    if any(len(values) < len(names) for one in placed for values in one.records):
        return None  # a label is at no place that a column can have
    ranked = Ranked(learners)
    for candidate in _holding(ranked(sample[0]), placed[0])[:TRIED]:
        wrapper = learn_candidate(sample, ranked, candidate, chosen=True, name=name)
        found = [(one, list(find_records(wrapper.locator, one.page))) for one in placed]
        labelled = [record for one, records in found for record in _matched(one, records)]
        if len(labelled) < HELD * sum(len(one.records) for one in placed):
            continue
        divided = LabelledColumns([(one.page, record) for one, records in found for record in records], labelled)
        held = [divided.column(attribute) for attribute in range(len(names))]
        columns = [one for one in held if one is not None]
        if len(columns) == len(names):
            return _with_labelled(wrapper, columns, names, [(one.page, each) for one, some in found for each in some])
    return None


# --- labels on the page ---


def _placed(labelled: LabelledPage) -> _Placed:
    page = parsed_page(labelled)
    places = places_of(page)
    records = [[placed_value(places, label) for label in record] for record in labelled.records]
    return _Placed(page, [tuple([value for value in values if value is not None]) for values in records])


# --- the list ---


def _holding(candidates: Sequence[Candidate], placed: _Placed) -> list[Candidate]:
    """Return the candidates that hold the labelled records, those with the fewest other records first."""
    found = []
    for rank, candidate in enumerate(candidates):
        records = candidate.records[0]
        matched = len(_matched(placed, records))
        if matched >= HELD * len(placed.records):
            others = len(records) - matched if len(placed.records) > 1 else 0
            found.append((len(placed.records) - matched + others, rank))
    return [candidates[rank] for _, rank in sorted(found)]


def _matched(placed: _Placed, records: Sequence[Record]) -> list[LabelledRecord]:
    """Return the labelled records with the record that each is; those that share one with another are left out."""
    owners = {node: number for number, record in enumerate(records) for span in record for node in span}
    held: dict[int, list[Values]] = {}
    for values in placed.records:
        nodes = [node for value in values for place in value.places for node in (place.first_node, place.last_node)]
        found = {owners.get(node, -1) for node in nodes}
        if len(found) == 1:
            held.setdefault(found.pop(), []).append(values)
    return [
        LabelledRecord(placed.page, records[number], some[0])
        for number, some in sorted(held.items())
        if number >= 0 and len(some) == 1
    ]


# --- the columns ---


def _with_labelled(
    wrapper: Wrapper, columns: Sequence[HeldColumn], names: Sequence[str], found: Sequence[tuple[Page, Record]]
) -> Wrapper:
    """Return a wrapper with the labelled columns, named and in order, in front of its own, which are hidden."""
    layout, labelled = wrapper.layout, []
    for held, name in zip(columns, names, strict=True):
        layout, column = _carried(layout, held)
        labelled.append(replace(column, name=name, keep=True, constant=False, hidden=""))
    trial = replace(layout, columns=tuple(labelled))
    rows = [divide(trial, page, record) for page, record in found]
    values = list(zip(*rows, strict=True))
    columns_read = [with_profile(column, own) for column, own in zip(typed(labelled, rows), values, strict=True)]
    shown = zip(columns_read, map(share, values), strict=True)
    return with_columns(wrapper, [*shown, *_hidden(wrapper, labelled)], layout)


def _carried(layout: Layout, held: HeldColumn) -> tuple[Layout, Column]:
    """Return a layout that has a column of another layout, and the column as it is there."""
    places = []
    for block, part, *piece in held.column.places:
        own = held.layout.blocks[block]
        layout, place = with_block_part(layout, own, own.parts[part])
        places.append((*place, *piece))
    return layout, replace(held.column, place=places[0], more=tuple(places[1:]))


def _hidden(wrapper: Wrapper, labelled: Sequence[Column]) -> list[Filled]:
    """Return the columns of a wrapper that are not labelled, hidden, and renamed if a label has their name."""
    taken = [column.name for column in labelled]
    known = {(column.kind, column.places) for column in labelled}
    rest: list[Filled] = []
    for column, fill in filled(wrapper):
        if (column.kind, column.places) not in known:
            taken.append(free_name(column.name, taken))
            rest.append((replace(column, name=taken[-1], keep=False), fill))
    return rest
