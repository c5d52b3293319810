"""Columns that come from where a record stands on its page, or from what it draws, not from its texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from wrapture.model.layout import Column
from wrapture.values.value_type import TEXT, ValueType

ContextKind = Literal["section", "depth", "parent", "rating"]
"""What a context column holds: the heading above a record, how deep it is in a thread, the number of the record it replies to,
counted from 1, and the rating that it draws as stars."""
TYPES: Final[dict[ContextKind, ValueType]] = {
    "section": TEXT,
    "depth": ValueType("number"),
    "parent": ValueType("number"),
    "rating": ValueType("rating", scale=5),
}


@dataclass(frozen=True, slots=True)
class ContextColumn:
    """A named column whose values come from where a record stands, or from what it draws."""

    name: str
    what: ContextKind

    @property
    def column(self) -> Column:
        """The column as a table describes it; it has no place in a record."""
        return Column(self.name, "text", (), type=TYPES[self.what])
