"""Parts of a run that does not end as Parquet: a line of JSON for each record, with all columns, ``null`` for what is missing.

Numbers are numbers, days and moments are written as ISO 8601 writes them, lists are arrays.  What `json.dumps` would give is
put together by hand, a column at a time, in half the time.
"""

from __future__ import annotations

import json
from datetime import date
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.output.columns import LEAD, LIST
from wrapture.sinks.jsonout import LINE_ENDS
from wrapture.sinks.rows import SEPARATOR, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.bulk.output.columns import OutColumn

NULL: Final = "null"


def to_lines(name: str, columns: Sequence[OutColumn], lead: Sequence[Sequence[Any]], values: Sequence[Any]) -> bytes:
    """Return records of a wrapper as lines of JSON."""
    line = _template(name, [column.name for column in columns])
    pages, records, fits = lead
    known = {page: encode_basestring(page) for page in set(pages)}
    told = [[known[page] for page in pages], records, [NULL if fit is None else repr(fit) for fit in fits]]
    cells = [_encoded(column, held) for column, held in zip(columns, values, strict=True)]
    return encoded("".join([line % row for row in zip(*told, *cells, strict=True)]))


def to_line(values: Mapping[str, object]) -> bytes:
    """Return one object as a line."""
    return encoded(json.dumps(values, ensure_ascii=False) + "\n")


def encoded(text: str) -> bytes:
    """Return lines of JSON as UTF-8, in which only their own ends look like ends of lines."""
    for end, escape in LINE_ENDS.items():  # at least ten times as fast as `str.translate`
        text = text.replace(chr(end), escape)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return clean(text).encode()


def _template(name: str, columns: Iterable[str]) -> str:
    """Return a line with gaps for the values of a record."""
    page, record, wrapper, fit = (encode_basestring(one) for one in LEAD)
    keys = [encode_basestring(column).replace("%", "%%") for column in columns]
    said = encode_basestring(name).replace("%", "%%")
    first = f"{page}: %s, {record}: %d, {wrapper}: {said}, {fit}: %s"
    return "{" + ", ".join([first, *(f"{key}: %s" for key in keys)]) + "}\n"


def _encoded(column: OutColumn, values: Sequence[Any]) -> list[str]:
    """Return the values of a column as JSON."""
    if column.is_list:
        lists = [(value,) if isinstance(value, str) else value for value in values]
        each = [None if value is None else _column(column.kind.removesuffix(LIST), value) for value in lists]
        return [NULL if value is None else f"[{', '.join(value)}]" for value in each]
    return _column(column.kind, values)


def _column(kind: str, values: Sequence[Any]) -> list[str]:
    if kind == "string":
        return [NULL if value is None else encode_basestring(_text(value)) for value in values]
    return [
        NULL if value is None else f'"{value.isoformat()}"' if isinstance(value, date) else repr(value)
        for value in values
    ]


def _text(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else SEPARATOR.join(value)
