"""A run's result as a SQLite database: tables ``records`` and ``dead_letters``.

Numbers are REAL, all else is TEXT: days and moments as ISO 8601 writes them, lists joined as the flat sinks do.
"""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Final

from wrapture.bulk.output.union import as_text, flat_rows, is_told_as_text, line_files, union_of
from wrapture.bulk.output.workfolder import DEAD, ROWS
from wrapture.errors import OutputError
from wrapture.files import REASONS
from wrapture.sinks.sqliteout import quoted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.bulk.model import Part
    from wrapture.bulk.output.union import Union

LETTER: Final = ("page", "source", "kind", "reason")
"""What a dead letter says, and the columns of its table."""

TYPES: Final = {"integer": "INTEGER", "number": "REAL"}


def write_sqlite(work: Path, path: Path, known: Sequence[Part]) -> None:
    """Write the records and dead letters of all units to an empty file."""
    import errno
    import sqlite3

    union = union_of(work, known)
    try:
        with closing(sqlite3.connect(path)) as database, database:
            # nobody else sees the file yet, and it is thrown away whole when anything goes wrong
            database.execute("PRAGMA journal_mode = OFF")
            _check_width(database, union, path)
            _fill(database, work, union)
    except sqlite3.Error as error:
        if error.sqlite_errorname == "SQLITE_FULL":
            raise OutputError(str(path), REASONS[errno.ENOSPC]) from error
        raise OutputError(str(path), f"SQLite could not take it ({error}); try .csv or .jsonl") from error


def _check_width(database: sqlite3.Connection, union: Union, path: Path) -> None:
    import sqlite3

    most = database.getlimit(sqlite3.SQLITE_LIMIT_COLUMN)
    if len(union.names) > most:
        what = (
            f"{len(union.names)} columns of all wrappers together, and SQLite has {most} at most; try .duckdb or .jsonl"
        )
        raise OutputError(str(path), what)


def _fill(database: sqlite3.Connection, work: Path, union: Union) -> None:
    columns = ", ".join(
        f"{quoted(name)} {TYPES.get(kind, 'TEXT')}" for name, kind in zip(union.names, union.kinds, strict=True)
    )
    database.execute(f"CREATE TABLE records ({columns})")
    writers = [float if kind == "number" else as_text if is_told_as_text(kind) else None for kind in union.kinds]
    _insert(database, "records", len(union.names), flat_rows(line_files(work, ROWS), union, writers))
    database.execute(f"CREATE TABLE dead_letters ({', '.join(f'{name} TEXT NOT NULL' for name in LETTER)})")
    _insert(database, "dead_letters", len(LETTER), _letters(work))


def _insert(database: sqlite3.Connection, table: str, width: int, rows: Iterator[list[object]]) -> None:
    database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)  # noqa: S608 - our own names


def _letters(work: Path) -> Iterator[list[object]]:
    for path in line_files(work, DEAD):
        with path.open("rb") as lines:
            for line in lines:
                yield list(map(json.loads(line).get, LETTER))
