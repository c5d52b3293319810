"""Load data that DuckDB can't read itself (SQLite files, tables of pages) into tables of the engine, batch by batch.

SQLite files are read with Python's `sqlite3`, because DuckDB's extension for them would have to be downloaded.  A table that
does not fit into memory is spilled to the engine's folder on disk.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import QueryError
from wrapture.rows.duckdb_file import duckdb_type
from wrapture.rows.result_rows import rows_of
from wrapture.rows.row_schema import RowOptions
from wrapture.rows.sql_names import column_names, quoted
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.model.table import Table
    from wrapture.sql.duckdb_engine import DuckdbEngine

OWN: Final = "records"
"""The table of results in a database."""
BATCH: Final = 10_000  # rows
DAY: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"


def load_tables(engine: DuckdbEngine, name: str, tables: Sequence[Table]) -> None:
    """Create a table with the records of some pages, in the common schema of results."""
    rows = rows_of(tables, RowOptions(all_columns=True))
    types = [duckdb_type(kind) for kind in rows.schema.kinds]
    _create(engine, name, dict(zip(rows.schema.names, types, strict=True)))
    for batch in rows.filled():
        _insert(engine, name, types, [list(column) for column in batch])


def load_sqlite(engine: DuckdbEngine, name: str, path: str, place: str) -> None:
    """Create a table with the records of a SQLite file."""
    try:
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)) as database:
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            _copy(engine, name, database, _table_in(database, place))
    except sqlite3.Error as error:
        raise QueryError(place, f"can't be read ({error}); write it anew or leave it out") from error


def _copy(engine: DuckdbEngine, name: str, database: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({quoted(table)})")]
    types, days = _sqlite_types(database, table, columns)
    names = column_names(columns)
    _create(engine, name, dict(zip(names, types, strict=True)))
    rows = database.execute(f"SELECT {', '.join(map(quoted, columns))} FROM {quoted(table)}")
    while batch := rows.fetchmany(BATCH):
        values = [
            list(map(_text, column)) if kind == "VARCHAR" else list(column)
            for kind, column in zip(types, zip(*batch, strict=True), strict=True)
        ]
        _insert(engine, name, types, values)
    for column, day in zip(names, days, strict=True):
        if day:
            _make_days(engine, name, column)


def _table_in(database: sqlite3.Connection, place: str) -> str:
    """Return the name of the table of results: ``records``, or the only table."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    names = [str(row[0]) for row in found]
    own = [one for one in names if one.lower() == OWN] or names
    if len(own) != 1:
        listed = ", ".join(sorted(names)) or "none"
        raise QueryError(place, f"has no table {OWN} (its tables: {listed}); give it one table of that name")
    return own[0]


def _sqlite_types(
    database: sqlite3.Connection, table: str, columns: Sequence[str]
) -> tuple[list[str], list[bool | None]]:
    """Return the type of each column's values, whatever was declared, and whether all of them look like dates."""
    tests = ", ".join(
        f"max(typeof({c}) = 'text'), max(typeof({c}) = 'blob'), max(typeof({c}) = 'real'), max(typeof({c}) = 'integer'), "
        f"min(CASE WHEN {c} IS NOT NULL THEN {c} GLOB '{DAY}' END)"
        for c in map(quoted, columns)
    )
    (found,) = database.execute(f"SELECT {tests} FROM {quoted(table)}").fetchall()
    each = [found[i : i + 5] for i in range(0, len(found), 5)]
    return [_sqlite_type(*kinds[:4]) for kinds in each], [bool(kinds[4]) for kinds in each]


def _sqlite_type(text: int | None, blob: int | None, real: int | None, integer: int | None) -> str:
    if text or blob or not (real or integer):
        return "VARCHAR"
    return "DOUBLE" if real else "BIGINT"


def _make_days(engine: DuckdbEngine, table: str, column: str) -> None:
    """Convert a text column to dates if all its texts are dates."""
    at, where = quoted(column), quoted(table)
    (wrong,) = engine.run(f"SELECT count(*) FROM {where} WHERE {at} IS NOT NULL AND TRY_CAST({at} AS DATE) IS NULL")[0]
    if not wrong:
        engine.run(f"ALTER TABLE {where} ALTER {at} TYPE DATE")


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else encodable(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _create(engine: DuckdbEngine, name: str, types: Mapping[str, str]) -> None:
    columns = ", ".join(f"{quoted(column)} {type_name}" for column, type_name in types.items())
    engine.run(f"CREATE TABLE {quoted(name)} ({columns})")


def _insert(engine: DuckdbEngine, name: str, types: Sequence[str], columns: Sequence[list[Any]]) -> None:
    """Insert rows, given as columns, in batches."""
    marks = ", ".join(f"unnest(CAST(? AS {type_name}[]))" for type_name in types)
    for start in range(0, len(columns[0]), BATCH):
        values = [column[start : start + BATCH] for column in columns]
        engine.run(f"INSERT INTO {quoted(name)} SELECT {marks}", values)
