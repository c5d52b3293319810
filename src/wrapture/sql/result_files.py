"""Write query results with the writers of all formats, as a stream, so a result may be large.

JSON is an array of objects, one row per line.  For kinds that come only from SQL see `wrapture.rows.kinds`.
"""

from __future__ import annotations

import math
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from wrapture.rows.kinds import LIST, flat
from wrapture.rows.result_rows import ResultRows
from wrapture.rows.row_schema import RowOptions, RowSchema
from wrapture.rows.write import known_format, text_pieces, write_rows, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import TextIO

    from wrapture.rows.result_rows import Batch
    from wrapture.sql.query_result import QueryResult

BATCH: Final = 10_000  # rows
PLAIN: Final = RowOptions()
KINDS: Final = {
    "VARCHAR": "string",
    "DOUBLE": "number",
    "FLOAT": "number",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "moment",
    "TIMESTAMP WITH TIME ZONE": "moment",
    "UBIGINT": "huge",
    "HUGEINT": "huge",
    "UHUGEINT": "huge",
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"), "integer"),
}
"""The kind for each of DuckDB's types; other types are JSON."""


def write_answer(
    answer: QueryResult,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the option's own name
    force: bool = False,
    options: RowOptions = PLAIN,
) -> None:
    """Write a query result to a file or a table of PostgreSQL, whole or not at all; `force` replaces an existing one."""
    known, rows = known_format(path, format), answer_rows(answer)
    if known != "json":
        write_rows(rows, path, format=format, force=force, options=options)
        return

    def write_array(temporary: os.PathLike[str]) -> None:
        with open(temporary, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            file.writelines(_array(rows))

    write_whole(path, write_array, force=force)


def print_answer(answer: QueryResult, format: str, file: TextIO, options: RowOptions = PLAIN) -> None:  # noqa: A002
    """Write a query result as text to an open file."""
    rows = answer_rows(answer)
    file.writelines(_array(rows) if format == "json" else text_pieces(rows, format, options))


def answer_rows(answer: QueryResult) -> ResultRows:
    """Return a query result as rows for the writers."""
    kinds = tuple(map(kind_of, answer.types))
    schema = RowSchema(answer.columns, answer.columns, kinds)
    return ResultRows(schema, lambda: _batches(answer, kinds), arrow=answer)


def kind_of(type_name: str) -> str:
    """Return the kind for one of DuckDB's types.

    >>> kind_of("INTEGER[]"), kind_of("DECIMAL(4,2)"), kind_of("STRUCT(a INTEGER)[]")
    ('integer[]', 'number', 'json')
    """
    base = type_name.removesuffix(LIST)
    kind = "number" if base.startswith("DECIMAL") else KINDS.get(base, "json")
    return kind if kind == "json" else kind + type_name[len(base) :]


def plain(value: Any) -> Any:  # noqa: PLR0911 - one line for each kind
    """Return a value of DuckDB in a form that JSON can represent.

    >>> plain([date(2024, 6, 3), Decimal("1.50"), float("nan"), b"x"])
    ['2024-06-03', 1.5, None, '78']
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Decimal():
            return plain(float(value))
        case date() | datetime() | time():
            return value.isoformat()
        case bytes() | bytearray() | memoryview():
            return bytes(value).hex()
        case dict():
            return {str(key): plain(one) for key, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return str(value)


def flat_value(value: Any) -> str | int | float | None:
    """Return a value of DuckDB as a text or a number.

    >>> flat_value(Decimal("1.50")), flat_value([b"x", None])
    (1.5, '78 | ')
    """
    return flat(plain(value))


def _batches(answer: QueryResult, kinds: tuple[str, ...]) -> Iterator[Batch]:
    rows = answer.tuples()
    while some := list(islice(rows, BATCH)):
        columns = zip(*some, strict=True)
        yield [
            [plain(value) for value in column] if kind.removesuffix(LIST) in {"number", "json"} else column
            for kind, column in zip(kinds, columns, strict=True)
        ]


def _array(rows: ResultRows) -> Iterator[str]:
    """Yield the rows as a JSON array, one per line."""
    yield "["
    first = True
    for piece in text_pieces(rows, "jsonl"):
        yield ("\n" if first else ",\n") + piece[:-1].replace("\n", ",\n")
        first = False
    yield "]\n" if first else "\n]\n"
