"""What the cells of a typed column say, in the facets of `wrapture.bulk.output.columns`.

To read a text takes 5 to 9 µs, and the same prices and days come again and again: what was read is remembered.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.bulk.output.columns import FACETS
from wrapture.extraction.values.flat import as_moment
from wrapture.extraction.values.money import Price
from wrapture.extraction.values.ratings import Rating
from wrapture.extraction.values.read import plain_number, read_value

if TYPE_CHECKING:
    from wrapture.extraction.table import Cell
    from wrapture.extraction.values.read import Value
    from wrapture.model import ValueType

REMEMBERED: Final = 8192  # cells of a type; then the memory is emptied
SHORT: Final = 120  # characters of a text that is remembered: what is longer is hardly a value, and hardly comes again

Said: TypeAlias = "tuple[object, ...]"
"""What a cell says, facet by facet; lists of it where the cell holds several values, None where it says nothing."""


class Memory(dict["Cell", "Said"]):
    """What cells say by a type: asked for one that it does not know, it reads it."""

    def __init__(self, kind: ValueType) -> None:
        super().__init__()
        self._kind = kind
        self._nothing: Said = (None,) * len(FACETS[kind.name])

    def __missing__(self, cell: Cell) -> Said:
        if len(self) >= REMEMBERED:
            self.clear()
        said = self._read(cell)
        if cell is None or (len(cell) if isinstance(cell, str) else sum(map(len, cell))) <= SHORT:
            self[cell] = said
        return said

    def _read(self, cell: Cell) -> Said:
        if cell is None:
            return self._nothing
        if isinstance(cell, str):
            return self._facets(read_value(self._kind, cell))
        each = [self._facets(read_value(self._kind, text)) for text in cell]
        return tuple([list(facet) for facet in zip(*each, strict=True)]) if each else tuple([[] for _ in self._nothing])

    def _facets(self, value: Value | None) -> Said:
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
    """Return the memory of a type, one for all encoders of the process."""
    return Memory(kind)
