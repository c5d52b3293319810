"""The values of typed columns, facet by facet: see `wrapture.rows.row_schema`.

Parsing a text takes 5 to 9 µs, and the same prices and dates occur again and again, so parsed values are cached.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from wrapture.rows.kinds import SEPARATOR, are_whole, as_moment
from wrapture.rows.row_schema import COUNTED, FACETS, TEXT
from wrapture.values.cell import plain_number, read_value
from wrapture.values.money import Price
from wrapture.values.ratings import Rating
from wrapture.values.trimming import trimmed_cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.model import ValueType
    from wrapture.model.table import Cell
    from wrapture.rows.row_schema import OutColumn
    from wrapture.values.cell import Value

REMEMBERED: Final = 8192  # cells per type; a full cache is cleared
SHORT: Final = 120  # characters; longer texts are rarely values and rarely repeat, so they are not cached

CellFacets: TypeAlias = "tuple[object, ...]"
"""The parsed value of a cell, one item per facet: a list if the cell holds several texts, None if it has no value."""


class ReadColumns(NamedTuple):
    """The values of output columns, their kinds, and for each column how many texts could not be parsed as its type."""

    values: list[Sequence[Any]]
    kinds: tuple[str, ...]
    unread: tuple[tuple[str, int], ...]


def read_columns(columns: Sequence[OutColumn], cells: Mapping[str, Sequence[Cell]]) -> ReadColumns:
    """Return the values of output columns; ``cells`` are keyed by the name of the source column."""
    one_of_each = {column.origin.name: column for column in columns}
    cells = {name: _shaped(column, cells[name]) for name, column in one_of_each.items()}
    typed = {column.origin.name: column for column in columns if column.facet != TEXT}
    read = {name: list(map(memory_of(column.origin.type).__getitem__, cells[name])) for name, column in typed.items()}
    values = [
        _trimmed(column, cells[column.origin.name])
        if column.facet == TEXT
        else list(map(itemgetter(column.facet), read[column.origin.name]))
        for column in columns
    ]
    kinds = tuple([_kind(column, held) for column, held in zip(columns, values, strict=True)])
    first = {column.origin.name: held for column, held in zip(columns, values, strict=True) if column.facet == 0}
    unread = tuple((name, count) for name, held in first.items() if (count := _unread(typed[name], cells[name], held)))
    return ReadColumns(values, kinds, unread)


def _shaped(column: OutColumn, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return cells in the shape of their column: all tuples, or all single texts; most need no conversion."""
    types = set(map(type, cells))
    if column.is_list:
        return [(cell,) if isinstance(cell, str) else cell for cell in cells] if str in types else cells
    return [SEPARATOR.join(cell) if isinstance(cell, tuple) else cell for cell in cells] if tuple in types else cells


def _trimmed(column: OutColumn, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the texts of a column without dangling separators; addresses stay as they are."""
    return list(map(trimmed_cell, cells)) if column.origin.kind == "text" else cells


def _kind(column: OutColumn, values: Sequence[Any]) -> str:
    """Return the kind of a column: a column of numbers is of integers if all of them are whole."""
    if column.facet != TEXT and column.origin.type_name in COUNTED and are_whole(values):
        return column.kind.replace("number", "integer")
    return column.kind


def _unread(column: OutColumn, cells: Sequence[Cell], values: Sequence[Any]) -> int:
    """Return how many cells have a text that could not be parsed as the type of its column."""
    incomplete = sum(value is not None and None in value for value in values) if column.is_list else 0
    return incomplete + _missing(values) - _missing(cells)  # a missing cell has no value


def _missing(values: Sequence[Any]) -> int:
    return len([value for value in values if value is None])  # four times as fast as a sum over a generator


class Memory(dict["Cell", "CellFacets"]):
    """A cache of parsed cells of one type; a missing cell is parsed on lookup."""

    def __init__(self, kind: ValueType) -> None:
        super().__init__()
        self._kind = kind
        self._nothing: CellFacets = (None,) * len(FACETS[kind.name])

    def __missing__(self, cell: Cell) -> CellFacets:
        if len(self) >= REMEMBERED:
            self.clear()
        read = self._read(cell)
        if cell is None or (len(cell) if isinstance(cell, str) else sum(map(len, cell))) <= SHORT:
            self[cell] = read
        return read

    def _read(self, cell: Cell) -> CellFacets:
        if cell is None:
            return self._nothing
        if isinstance(cell, str):
            return self._facets(read_value(self._kind, cell))
        each = [self._facets(read_value(self._kind, text)) for text in cell]
        return tuple([list(facet) for facet in zip(*each, strict=True)]) if each else tuple([[] for _ in self._nothing])

    def _facets(self, value: Value | None) -> CellFacets:
        match value:
            case None:
                return self._nothing
            case Price():
                return plain_number(value.amount), value.currency
            case Rating():
                return value.value, value.scale
            case datetime():
                return value.date(), as_moment(value)
            case date():
                return value, None
            case _:
                return (value,)


@lru_cache(maxsize=1024)
def memory_of(kind: ValueType) -> Memory:
    """Return the cache of a type, shared by the whole process."""
    return Memory(kind)
