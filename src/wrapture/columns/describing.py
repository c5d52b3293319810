"""Describing the columns of a layout: their types, which are shown, their names, and their order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.algo.averages import median
from wrapture.algo.spread import spread
from wrapture.algo.tallies import commonest
from wrapture.columns.naming import Suggestion, naming_facts, passed_on, said_names, suggest_names
from wrapture.columns.naming.contained import nesting_of
from wrapture.columns.naming.hint_names import label_name
from wrapture.columns.naming.seen import see
from wrapture.columns.ordering import ordered
from wrapture.columns.showing import hidings
from wrapture.columns.silent_columns import is_linked
from wrapture.columns.titles import title_of
from wrapture.reading.reader import divide, located_cells
from wrapture.values import type_of
from wrapture.values.units import same_unit
from wrapture.values.value_type import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page
    from wrapture.model import Column, Layout, Record
    from wrapture.model.table import Cell

Divided: TypeAlias = "tuple[tuple[Page, Record], Sequence[Cell]]"
"""A record of a page, and its cells."""

TYPED: Final = 16  # records whose values decide types and constants
NAMED: Final = 8  # records whose values suggest names
LOOKED_AT: Final = 1000  # characters of a value that decide about its column
SAME: Final = 0.95  # share of a constant column's values that must be the same text
ENOUGH: Final = 3  # values a constant column must have
PLURALS: Final = 2  # forms of a word that counts
COMMON: Final = 0.5  # share of the records that must have a constant: the presence of a rarer one is itself information


def describe_columns(layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]) -> Layout:
    """Return a layout with its columns named, typed and in order, those hidden that a person does not need to see.

    All is based on the records of these pages.
    """
    if not layout.columns:
        return layout
    known = described(layout, found)
    return replace(layout, columns=ordered(layout, known.columns, known.title, known.starts))


class DescribedColumns(NamedTuple):
    """The columns of a layout as described, in the layout's order; where their names come from; which one is the title.

    ``starts`` are where in a record their values usually begin, in nodes.
    """

    columns: tuple[Column, ...]
    names: list[Suggestion]
    title: int | None
    starts: tuple[float, ...]


def described(layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]) -> DescribedColumns:
    """Return what the records of some pages say about the columns of a layout."""
    records = spread([(page, record) for page, records in found for record in records], TYPED)
    rows = [tuple(map(_beginning, divide(layout, page, record))) for page, record in records]
    values = _seen(layout, records, rows)
    columns = [_untitled(column, seen) for column, seen in zip(typed(layout.columns, rows), values, strict=True)]
    nesting = nesting_of(values)
    said = said_names(columns, values, nesting)
    for number, column in enumerate(columns):
        if label := layout.blocks[column.place[0]].label:
            said[number] = Suggestion(label_name(label) or column.name, "label")
    data = [one is not None for one in said]
    columns = [
        replace(one, constant=one.constant and (not own or is_linked(seen)))
        for one, own, seen in zip(columns, data, values, strict=True)
    ]
    hidden = hidings(layout, columns, rows, values, nesting, said)
    said = passed_on(said, hidden, values)
    title = title_of(columns, rows, values, said, [i for i in range(len(columns)) if i not in hidden])
    flags = _flags(rows, complete=len(records) < TYPED)
    names = suggest_names(naming_facts(columns, values, said, hidden, title, flags), nesting, hidden)
    texts = [one.name for one in names]
    named = [
        replace(column, name=texts[i], hidden=hidden[i].words(texts) if i in hidden else "")
        for i, column in enumerate(columns)
    ]
    starts = [median(one.span.start - one.record[0].start for one in seen) if seen else 0 for seen in values]
    return DescribedColumns(tuple(named), names, title, tuple(starts))


def _beginning(cell: Cell) -> Cell:
    """Return a cell with the beginning of a very long text: to tell what a value is may take the square of its length."""
    if cell is None or (isinstance(cell, str) and len(cell) <= LOOKED_AT):
        return cell
    return cell[:LOOKED_AT] if isinstance(cell, str) else tuple([text[:LOOKED_AT] for text in cell])


def _flags(rows: Sequence[Sequence[Cell]], *, complete: bool) -> set[int]:
    """Return the columns that have one text or none; `complete` is whether the rows are all there are."""
    enough = ENOUGH if complete else ENOUGH + 1
    found = set()
    for number, cells in enumerate(zip(*rows, strict=True)):
        there = [cell for cell in cells if cell]
        if len(there) >= enough and len(set(there)) == 1:
            found.add(number)
    return found


def _untitled(column: Column, seen: Sequence[SeenValue]) -> Column:
    """Return a column as text if it has words before its values and is a heading: ``Board meeting - 08/07/23`` is no date."""
    return replace(column, type=TEXT) if column.type.prefix and is_linked(seen) else column


def typed(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> tuple[Column, ...]:
    """Return the columns with their value types, the constant ones marked."""
    described = []
    for i, column in enumerate(columns):
        values = [row[i] for row in rows]
        kind = type_of(values) if column.kind == "text" else column.type
        constant = kind.name == "text" and is_constant(values)
        described.append(replace(column, type=kind, constant=constant))
    return tuple(described)


def is_constant(values: Sequence[Cell]) -> bool:
    """Return whether nearly all values are the same text without a digit, as labels and buttons are.

    >>> is_constant(["Buy", "Buy", None, "Buy"]), is_constant(["new", None, None, None]), is_constant(["3 left"] * 5)
    (True, False, False)
    >>> is_constant(["reviews", "review", "reviews"])
    True
    """
    there = [value for value in values if value]
    if len(there) < max(ENOUGH, COMMON * len(values)):
        return False
    value, count = commonest(there)
    text = value if isinstance(value, str) else " ".join(value)
    if any(character.isdigit() for character in text):
        return False
    if len(set(there)) == len(text.split()) + 1 <= PLURALS:  # a word that counts may be in the singular or plural
        count = sum(isinstance(other, str) and same_unit(text, other) for other in there)
    return count >= SAME * len(there)


def _seen(
    layout: Layout, records: Sequence[tuple[Page, Record]], cells: Sequence[Sequence[Cell]]
) -> list[list[SeenValue]]:
    """Return some values of each column, with their places on their pages."""
    columns: list[list[SeenValue]] = [[] for _ in layout.columns]
    for (page, record), row in _telling(list(zip(records, cells, strict=True)), len(columns)):
        places = located_cells(layout, page, record)
        for i, (column, place) in enumerate(zip(layout.columns, places, strict=True)):
            seen = see(page, record, column, place, row[i])
            if seen is not None:
                columns[i].append(seen)
    return columns


def _telling(records: list[Divided], columns: int) -> list[Divided]:
    """Return some records, evenly spaced, and one more for each column that is empty in all of these."""
    some = spread(records, NAMED)
    for number in range(columns):
        if not any(row[number] for _, row in some):
            some += [one for one in records if one[1][number]][:1]
    return some
