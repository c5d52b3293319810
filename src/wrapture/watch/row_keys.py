"""Keys of records: what stays the same while the rest of a record changes."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.model.table import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.model import Column
    from wrapture.model.table import Table

TELLING: Final = re.compile(r"(?:^|_)(?:id|no|number|code|isbn|sku|docket|link|title|name)(?:_|$)")
"""Names of columns that identify a record."""
CHANGING: Final = frozenset(["price", "rating", "percentage", "number", "date"])
"""Types of values that change while the record stays."""
SESSION: Final = re.compile(
    r"(?:;jsessionid=[^?#&]*|(?<=[?&])(?:phpsessid|jsessionid|sid|session(?:_?id)?|utm_\w+|fbclid|gclid|_ga|ts|rnd|nocache)=[^&#]*&?)",
    re.IGNORECASE,
)
"""Parts of addresses that are different on every visit."""
APART: Final = "\x1f"


def found_key(table: Table) -> tuple[str, ...]:
    """Return the columns whose values tell the records of a table apart: one if possible, two, or all.

    Links and names come first; a price or a date is no key, even if no two are the same.
    """
    columns = [column for column in table.described if column.is_shown]
    ranked = sorted(columns, key=lambda column: _rank(column, columns))
    for key in _combinations([column.name for column in ranked if column.type.name not in CHANGING]):
        if _is_unique(table, key):
            return key
    return tuple(column.name for column in columns)


def keyed(table: Table, key: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the records of a table by their keys, each with its values by column; equal keys are counted."""
    counts: Counter[str] = Counter()
    found: dict[str, dict[str, str]] = {}
    for cells in table.to_dicts():
        row = {name: steady(joined([cells.get(name)]) or "") for name in names}
        own = APART.join(row.get(name, "") for name in key)
        counts[own] += 1
        found[own if counts[own] == 1 else f"{own}{APART}{counts[own]}"] = row
    return found


def steady(value: str) -> str:
    """Return a value without what is different on every visit: session ids in addresses.

    >>> steady("/book?id=3&PHPSESSID=a8f3&page=2"), steady("https://a.org/x;jsessionid=0A1?b=1"), steady("sid=3")
    ('/book?id=3&page=2', 'https://a.org/x?b=1', 'sid=3')
    """
    return SESSION.sub("", value).rstrip("?&") if "/" in value or "?" in value else value


def shown_key(key: str) -> str:
    """Return a key as text."""
    return " | ".join(key.split(APART))


def _rank(column: Column, columns: Sequence[Column]) -> tuple[bool, bool, int]:
    named = TELLING.search(column.name) is not None
    return column.kind == "image", not (column.kind == "link" or named), columns.index(column)


def _combinations(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield from ((name,) for name in names)
    yield from ((one, other) for i, one in enumerate(names) for other in names[i + 1 :])


def _is_unique(table: Table, key: Sequence[str]) -> bool:
    rows: list[Mapping[str, object]] = list(table.to_dicts())
    values = [tuple(row.get(name) for name in key) for row in rows]
    return len(rows) > 0 and all(all(value) for value in values) and len(set(values)) == len(values)
