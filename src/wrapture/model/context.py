"""Columns that come from where a record stands on its page, not from its contents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from wrapture.model.layout import Column
from wrapture.values.value_type import TEXT, ValueType

ContextKind = Literal["section", "depth", "parent"]
"""What a context column holds: the heading above a record, how deep it is in a thread, and the number of the record it replies
to, counted from 1."""
NUMBER: Final = ValueType("number")


@dataclass(frozen=True, slots=True)
class ContextColumn:
    """A named column whose values come from where a record stands."""

    name: str
    what: ContextKind

    @property
    def column(self) -> Column:
        """The column as a table describes it; it has no place in a record."""
        return Column(self.name, "text", (), type=TEXT if self.what == "section" else NUMBER)
