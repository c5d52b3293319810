"""Results as a SQLite database.

Table ``records`` has a row per record: ``page``, ``record`` (its number on the page, from 1 on) and a TEXT column for
each column, named as `wrapture.sinks.rows` tells, which also says when ``section`` and ``kind`` stand among them.  Table
``failures`` has a row per page that failed: ``page`` and ``error``.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wrapture.errors import OutputError
from wrapture.sinks.rows import Result, clean, failures, flat_rows, header, lead_of, union

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

LEAD = ("page", "record")


def write_sqlite(results: Sequence[Result], path: Path) -> None:
    """Write `results` to an empty file as a SQLite database."""
    import sqlite3

    try:
        with closing(sqlite3.connect(path)) as database, database:
            # nobody else sees the file yet, and it is thrown away whole when anything goes wrong
            database.execute("PRAGMA journal_mode = OFF")
            _fill_records(database, results)
            _fill_failures(database, results)
    except sqlite3.Error as error:
        raise OutputError(str(path), f"SQLite could not take it ({error}); try .csv or .jsonl") from error


def _fill_records(database: sqlite3.Connection, results: Sequence[Result]) -> None:
    columns = union(results)
    lead = lead_of(results, LEAD)
    names = map(quoted, header(columns, lead)[len(lead) :])
    leading = [f"{name} {'INTEGER' if name == 'record' else 'TEXT'} NOT NULL" for name in lead]
    wanted = [*leading, *(f"{name} TEXT" for name in names)]
    database.execute(f"CREATE TABLE records ({', '.join(wanted)})")
    marks = ", ".join("?" * len(wanted))
    rows = ((*row.lead(lead), *row.cells) for row in flat_rows(results, columns))
    database.executemany(f"INSERT INTO records VALUES ({marks})", rows)  # noqa: S608 - only question marks go in


def _fill_failures(database: sqlite3.Connection, results: Sequence[Result]) -> None:
    database.execute("CREATE TABLE failures (page TEXT NOT NULL, error TEXT NOT NULL)")
    rows = ((clean(failure.page), clean(failure.error)) for failure in failures(results))
    database.executemany("INSERT INTO failures VALUES (?, ?)", rows)


def quoted(name: str) -> str:
    """Return a text as the name of a column in SQL.

    >>> print(quoted('5" disk'))
    "5"" disk"
    """
    return '"' + name.replace('"', '""') + '"'
