"""The kinds of values in results, and conversions for formats that lack a kind.

``string``, ``integer``, ``number``, ``date`` and ``moment`` (a date with a time, in UTC if the zone is known) come from pages;
``boolean``, ``huge`` (integers beyond 64 bits) and ``json`` (objects) come only from SQL.  ``number[]`` is a list of numbers.
``mixed`` is text, for a column with values of several kinds.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LIST: Final = "[]"  # the suffix of list kinds
MIXED: Final = "mixed"
SEPARATOR: Final = " | "
NUMBERS: Final = frozenset({"integer", "number"})
MOST: Final = 1 << 63  # a 64-bit integer is less than this


def common_kind(one: str, other: str) -> str:
    """Return the kind that holds the values of two kinds.

    >>> common_kind("integer", "number"), common_kind("string", "string[]"), common_kind("date", "number")
    ('number', 'string[]', 'mixed')
    """
    if one == other:
        return one
    base, other_base = one.removesuffix(LIST), other.removesuffix(LIST)
    many = LIST if base != one or other_base != other else ""
    if base == other_base:
        return base + many
    if {base, other_base} == NUMBERS:
        return f"number{many}"
    return MIXED


def are_whole(values: Sequence[Any]) -> bool:
    """Return whether every value is None, a 64-bit integer, or a list of these."""
    types = set(map(type, values))
    if not types <= {int, type(None)}:
        return types <= {list, tuple, type(None)} and all(are_whole(value) for value in values if value is not None)
    return all(-MOST <= value < MOST for value in set(values) - {None})


def fitted(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return the values of a column converted to its kind: to texts if it is mixed, to lists if it is a list kind."""
    if kind == MIXED:
        return [None if value is None else as_text(value) for value in values]
    if kind.endswith(LIST):
        return [value if value is None or isinstance(value, list | tuple) else [value] for value in values]
    return values


def from_json(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return the original values of a column, given the values parsed from its JSON."""
    read = READERS.get(kind.removesuffix(LIST))
    if read is None:
        return fitted(values, kind)
    if not kind.endswith(LIST):
        return [None if value is None else read(value) for value in values]
    return [
        None if value is None else [None if one is None else read(one) for one in value]
        for value in fitted(values, kind)
    ]


READERS: Final[dict[str, Callable[[str], date]]] = {"date": date.fromisoformat, "moment": datetime.fromisoformat}


def flat_column(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return the values of a column as texts and numbers, for formats without lists and dates."""
    if kind in {"string", "integer", "number", "huge", MIXED}:
        return values
    if kind in READERS:
        return [value if value is None or isinstance(value, str) else value.isoformat() for value in values]
    return [None if value is None else flat(value) for value in values]


def flat(value: Any) -> str | int | float | None:
    """Return a value as a text or a number: lists are joined, dates and moments become ISO 8601.

    >>> flat(["a", None, "b"]), flat(True), flat({"a": 1}), flat(date(2024, 6, 3)), flat(1.5)
    ('a |  | b', 'true', '{"a": 1}', '2024-06-03', 1.5)
    """
    match value:
        case bool():
            return str(value).lower()
        case None | str() | int() | float():
            return value
        case list() | tuple():
            return SEPARATOR.join("" if one is None else as_text(one) for one in value)
        case date() | time():
            return value.isoformat()
        case _:
            return json.dumps(value, ensure_ascii=False)


def as_text(value: Any) -> str:
    """Return a value as one text.

    >>> as_text([1.5, None, 2]), as_text("x"), as_text(7)
    ('1.5 |  | 2', 'x', '7')
    """
    simple = flat(value)
    return simple if isinstance(simple, str) else repr(simple)


def as_moment(value: date) -> datetime:
    """Return a date or a moment as a moment without a zone, in UTC if its zone is known."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)
