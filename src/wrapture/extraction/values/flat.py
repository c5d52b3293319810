"""A table's values in columns of one type each, for tools that want it so."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from wrapture.extraction.values.money import Price
from wrapture.extraction.values.ratings import Rating

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.extraction.table import Table

FlatKind: TypeAlias = Literal["string", "integer", "number", "date", "moment"]


class FlatColumn(NamedTuple):
    """A column whose values are all of one kind, or None."""

    name: str
    kind: FlatKind
    values: list[Any]


def flat_columns(table: Table) -> list[FlatColumn]:
    """Return the columns of a table with what their texts say; a currency and a scale stand in columns behind their own."""
    rows = [table.values(row) for row in table.rows]
    types = table.types
    taken = set(table.columns)
    found: list[FlatColumn] = []
    for i, name in enumerate(table.columns):
        for ending, kind, values in _split(types[name], [row[i] for row in rows]):
            numbered = (f"{name}_{ending}_{n}" for n in count(2))
            free = name if not ending else f"{name}_{ending}"
            unique = free if not ending or free not in taken else next(one for one in numbered if one not in taken)
            taken.add(unique)
            found.append(FlatColumn(unique, kind, values))
    return found


def _split(name: str, values: Sequence[Any]) -> Iterator[tuple[str, FlatKind, list[Any]]]:
    """Yield the columns that values of a type become: the ending of the name, the kind and the values."""
    if name in ("text", "link", "image"):
        yield "", "string", list(values)
        return
    firsts = [next(iter(value), None) if isinstance(value, list) else value for value in values]
    if name == "price":
        prices = [value if isinstance(value, Price) else None for value in firsts]
        yield "", "number", [None if price is None else float(price.amount) for price in prices]
        yield "currency", "string", [None if price is None else price.currency for price in prices]
    elif name == "rating":
        ratings = [value if isinstance(value, Rating) else None for value in firsts]
        yield "", "number", [None if rating is None else float(rating.value) for rating in ratings]
        yield (
            "scale",
            "number",
            [None if rating is None or rating.scale is None else float(rating.scale) for rating in ratings],
        )
    elif name == "date":
        yield _dates(firsts)
    elif all(value is None or isinstance(value, int) for value in firsts):
        yield "", "integer", list(firsts)
    else:
        yield "", "number", [None if value is None else float(value) for value in firsts]


def _dates(values: Sequence[Any]) -> tuple[str, FlatKind, list[Any]]:
    """Return days as such or, where one of them has a time, moments: those that know their zone in UTC, all without it."""
    if not any(isinstance(value, datetime) for value in values):
        return "", "date", list(values)
    return "", "moment", [None if value is None else as_moment(value) for value in values]


def as_moment(value: date) -> datetime:
    """Return a day or a moment as a moment without a zone: in UTC where its zone is known."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)
