"""Describing the columns of a layout: their names, their types, and which are constant."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.algo.spread import spread
from wrapture.columns.naming import suggest_names
from wrapture.columns.naming.seen import see
from wrapture.reading.division import locate_cells
from wrapture.reading.reader import divide
from wrapture.values import type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.columns.naming import Suggestion
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page
    from wrapture.model import Column, Layout, Record
    from wrapture.model.table import Cell

TYPED: Final = 16  # records whose values decide types and constants
NAMED: Final = 6  # records whose values suggest names
SAME: Final = 0.95  # share of a constant column's values that must be the same text
ENOUGH: Final = 3  # values a constant column must have
COMMON: Final = 0.5  # share of the records that must have a constant: the presence of a rarer one is itself information
DATA_SOURCES: Final = frozenset(["header", "label", "itemprop", "attribute", "json-ld"])
"""Sources of a name that mark a column as data, even if it has the same value in every record of a page."""


def describe_columns(layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]) -> Layout:
    """Return a layout with its columns named and typed and the constant ones marked, based on the records of these pages."""
    return replace(layout, columns=described(layout, found)[0]) if layout.columns else layout


def described(
    layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]
) -> tuple[tuple[Column, ...], list[Suggestion]]:
    """Return the columns of a layout as described, and where their names come from."""
    records = spread([(page, record) for page, records in found for record in records], TYPED)
    cells = [divide(layout, page, record) for page, record in records]
    columns = typed(layout.columns, cells)
    suggested = suggest_names(columns, _seen(layout, records, cells))
    named = [
        replace(column, name=one.name, constant=column.constant and one.source not in DATA_SOURCES)
        for column, one in zip(columns, suggested, strict=True)
    ]
    return tuple(named), suggested


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
    """
    there = [value for value in values if value]
    if len(there) < max(ENOUGH, COMMON * len(values)):
        return False
    value, count = Counter(there).most_common(1)[0]
    text = value if isinstance(value, str) else " ".join(value)
    return count >= SAME * len(there) and not any(character.isdigit() for character in text)


def _seen(
    layout: Layout, records: Sequence[tuple[Page, Record]], cells: Sequence[Sequence[Cell]]
) -> list[list[SeenValue]]:
    """Return some values of each column, with their places on their pages."""
    columns: list[list[SeenValue]] = [[] for _ in layout.columns]
    for (page, record), row in spread(list(zip(records, cells, strict=True)), NAMED):
        places = locate_cells(layout, page, record)
        for i, (column, place) in enumerate(zip(layout.columns, places, strict=True)):
            seen = see(page, record, column, place, row[i])
            if seen is not None:
                columns[i].append(seen)
    return columns
