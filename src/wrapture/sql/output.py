"""Answers as CSV, JSON, JSON Lines, SQLite and Parquet; rows are written as they come, so an answer may be large.

JSON is an array of objects, one per row and line; JSON Lines has one object per line.  Days and moments are written as ISO 8601
has it.  In CSV and SQLite a list is its values joined with `` | ``.
"""

from __future__ import annotations

import csv
import math
import sqlite3
from contextlib import closing
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from wrapture.errors import OutputError
from wrapture.files import atomic_writer
from wrapture.sinks import format_of
from wrapture.sinks.jsonout import dump
from wrapture.sinks.parquetout import require_pyarrow
from wrapture.sinks.rows import SEPARATOR
from wrapture.sql.names import quoted

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TextIO

    from wrapture.sql.answer import Answer


def write_answer(
    answer: Answer,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the option's own name
    force: bool = False,
) -> None:
    """Write an answer to a file, whole or not at all; `force` replaces one that is there."""
    known = format or format_of(path)
    with atomic_writer(path, force=force) as temporary:
        if known in TEXTS:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                TEXTS[known](answer, file)
        else:
            FILES[known](answer, temporary)


def print_answer(answer: Answer, format: str, file: TextIO) -> None:  # noqa: A002 - the option's own name
    """Write an answer as text to an open file."""
    TEXTS[format](answer, file)


def plain(value: Any) -> Any:  # noqa: PLR0911 - one line for each kind
    """Return a value of DuckDB as JSON can hold it.

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


def flat(value: Any) -> str | int | float | None:
    """Return a value as a cell of CSV or SQLite holds it.

    >>> flat(["a", None, "b"]), flat(True), flat({"a": 1})
    ('a |  | b', 'true', '{"a": 1}')
    """
    simple = plain(value)
    if isinstance(simple, bool):
        return str(simple).lower()
    if isinstance(simple, list):
        return SEPARATOR.join("" if one is None else str(flat(one)) for one in simple)
    return dump(simple) if isinstance(simple, dict) else simple


def _csv(answer: Answer, file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(answer.columns)
    writer.writerows(_cells(answer))


def _cells(answer: Answer) -> Iterator[list[str | int | float | None]]:
    return (list(map(flat, row)) for row in answer.tuples())


def _objects(answer: Answer) -> Iterator[str]:
    return (dump(plain(row)) for row in answer)


def _json(answer: Answer, file: TextIO) -> None:
    file.write("[")
    for n, text in enumerate(_objects(answer)):
        file.write(f"{',' if n else ''}\n{text}")
    file.write("\n]\n" if len(answer) else "]\n")


def _jsonl(answer: Answer, file: TextIO) -> None:
    file.writelines(f"{text}\n" for text in _objects(answer))


def _sqlite(answer: Answer, path: Path) -> None:
    names = ", ".join(map(quoted, answer.columns))
    marks = ", ".join("?" * len(answer.columns))
    try:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("PRAGMA journal_mode = OFF")  # the file is thrown away whole when anything goes wrong
            database.execute(f"CREATE TABLE records ({names})")
            database.executemany(f"INSERT INTO records VALUES ({marks})", map(_numbers, _cells(answer)))
    except (sqlite3.Error, OverflowError) as error:
        raise OutputError(str(path), f"SQLite could not take it ({error}); try .csv or .jsonl") from error


def _numbers(cells: list[str | int | float | None]) -> list[str | int | float | None]:
    """Return cells in which numbers that SQLite can't hold are texts."""
    return [str(cell) if isinstance(cell, int) and cell.bit_length() > 63 else cell for cell in cells]


def _parquet(answer: Answer, path: Path) -> None:
    pa, pq = require_pyarrow()
    reader = pa.RecordBatchReader.from_stream(answer)
    with pq.ParquetWriter(path, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)


TEXTS: dict[str, Callable[[Answer, TextIO], None]] = {"csv": _csv, "json": _json, "jsonl": _jsonl}
FILES: dict[str, Callable[[Answer, Path], None]] = {"sqlite": _sqlite, "parquet": _parquet}
