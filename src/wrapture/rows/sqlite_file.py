"""Rows as a SQLite database: table ``records``, and ``dead_letters`` if the result has that table.

Integers are INTEGER, numbers are REAL, all else is TEXT: dates and moments in ISO 8601, lists joined with `` | ``.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import DISK_FULL
from wrapture.errors import OutputError
from wrapture.rows.kinds import MOST, flat_column
from wrapture.rows.row_schema import LETTER
from wrapture.rows.sql_names import quoted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.rows.result_rows import ResultRows

TYPES: Final = {"integer": "INTEGER", "number": "REAL", "huge": "", "json": ""}


def write_sqlite(rows: ResultRows, path: Path) -> None:
    """Write rows to an empty file as a SQLite database."""
    import sqlite3

    try:
        with closing(sqlite3.connect(path)) as database, database:
            # no other process knows the file yet, and it is deleted if anything goes wrong
            database.execute("PRAGMA journal_mode = OFF")
            _check_width(database, len(rows.schema.names), path)
            _fill(database, rows)
    except sqlite3.Error as error:
        if error.sqlite_errorname == "SQLITE_FULL":
            raise OutputError(str(path), DISK_FULL) from error
        raise OutputError(str(path), f"SQLite could not take it ({error}); try .csv or .jsonl") from error


def _check_width(database: sqlite3.Connection, width: int, path: Path) -> None:
    import sqlite3

    most = database.getlimit(sqlite3.SQLITE_LIMIT_COLUMN)
    if width > most:
        raise OutputError(str(path), f"{width} columns, and SQLite has {most} at most; try .duckdb or .jsonl")


def _fill(database: sqlite3.Connection, rows: ResultRows) -> None:
    names, kinds = rows.schema.names, rows.schema.kinds
    columns = [f"{quoted(name)} {TYPES.get(kind, 'TEXT')}" for name, kind in zip(names, kinds, strict=True)]
    database.execute(f"CREATE TABLE records ({', '.join(columns)})")
    for batch in rows.filled():
        cells = [_cells(held, kind) for held, kind in zip(batch, kinds, strict=True)]
        _insert(database, "records", len(names), zip(*cells, strict=True))
    if rows.letters is not None:
        database.execute(f"CREATE TABLE dead_letters ({', '.join(f'{name} TEXT NOT NULL' for name in LETTER)})")
        _insert(database, "dead_letters", len(LETTER), rows.letters())


def _insert(database: sqlite3.Connection, table: str, width: int, rows: Iterable[Sequence[object]]) -> None:
    database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)  # noqa: S608 - our own names


def _cells(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return values as SQLite stores them; integers beyond 64 bits become texts."""
    if kind == "number":
        return [None if value is None else float(value) for value in values]
    flat = flat_column(values, kind)
    if kind in {"huge", "json"}:
        return [str(value) if isinstance(value, int) and not -MOST <= value < MOST else value for value in flat]
    return flat
