"""What the columns of a layout are: their names, their types, and which of them say the same in every record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.algo.spread import spread
from wrapture.extraction.division import locate_cells
from wrapture.extraction.naming import suggest_names
from wrapture.extraction.naming.seen import see
from wrapture.extraction.reading import divide
from wrapture.extraction.values import type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.extraction.naming import Suggestion
    from wrapture.extraction.naming.seen import Seen
    from wrapture.extraction.table import Cell
    from wrapture.html.page import Page
    from wrapture.model import Column, Layout, Record

TYPED: Final = 16  # records whose values decide on types and constants
NAMED: Final = 6  # records whose values are asked for names
SAME: Final = 0.95  # share of the values that must be one text, for a constant column
ENOUGH: Final = 3  # values of a constant column
COMMON: Final = 0.5  # share of the records that have it: whether a rarer one is there says something
SAID: Final = frozenset(["header", "label", "itemprop", "attribute", "json-ld"])
"""Sources of a name that say that a value is one, though it may be the same in every record of a page."""


def describe_columns(layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]) -> Layout:
    """Return a layout with its columns named, typed and the constant ones marked, by the records of some pages."""
    return replace(layout, columns=described(layout, found)[0]) if layout.columns else layout


def described(
    layout: Layout, found: Iterable[tuple[Page, Sequence[Record]]]
) -> tuple[tuple[Column, ...], list[Suggestion]]:
    """Return the columns of a layout as they are described, and where their names come from."""
    records = spread([(page, record) for page, records in found for record in records], TYPED)
    cells = [divide(layout, page, record) for page, record in records]
    columns = typed(layout.columns, cells)
    suggested = suggest_names(columns, _seen(layout, records, cells))
    named = [
        replace(column, name=one.name, constant=column.constant and one.source not in SAID)
        for column, one in zip(columns, suggested, strict=True)
    ]
    return tuple(named), suggested


def typed(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> tuple[Column, ...]:
    """Return columns with the types of their values, the constant ones marked."""
    described = []
    for i, column in enumerate(columns):
        values = [row[i] for row in rows]
        kind = type_of(values) if column.kind == "text" else column.type
        constant = kind.name == "text" and is_constant(values)
        described.append(replace(column, type=kind, constant=constant))
    return tuple(described)


def is_constant(values: Sequence[Cell]) -> bool:
    """Return whether values are nearly all one text, as labels and buttons are; a text with a number in it is none of these.

    >>> is_constant(["Buy", "Buy", None, "Buy"]), is_constant(["new", None, None, None]), is_constant(["3 left"] * 5)
    (True, False, False)
    """
    there = [value for value in values if value]
    if len(there) < max(ENOUGH, COMMON * len(values)):
        return False
    value, count = Counter(there).most_common(1)[0]
    text = value if isinstance(value, str) else " ".join(value)
    return count >= SAME * len(there) and not any(character.isdigit() for character in text)


def _seen(layout: Layout, records: Sequence[tuple[Page, Record]], cells: Sequence[Sequence[Cell]]) -> list[list[Seen]]:
    """Return some values of each column as they stand on their pages."""
    columns: list[list[Seen]] = [[] for _ in layout.columns]
    for (page, record), row in spread(list(zip(records, cells, strict=True)), NAMED):
        places = locate_cells(layout, page, record)
        for i, (column, place) in enumerate(zip(layout.columns, places, strict=True)):
            seen = see(page, record, column, place, row[i])
            if seen is not None:
                columns[i].append(seen)
    return columns
