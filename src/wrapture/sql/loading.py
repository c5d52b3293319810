"""Data that DuckDB does not read by itself, put into tables of the engine batch by batch: SQLite files and tables of pages.

SQLite files are read by Python's own library: DuckDB's extension for them would have to be downloaded.  A table that does not
fit into memory goes to the engine's folder on the disk.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import QueryError
from wrapture.extraction.values.flat import flat_columns
from wrapture.sinks.rows import clean
from wrapture.sql.names import column_names, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.extraction.table import Table
    from wrapture.sql.engine import Engine

OWN: Final = "records"
"""The table of a database that holds results."""
BATCH: Final = 10_000  # rows
LEAD: Final = {"page": "VARCHAR", "record": "BIGINT"}
TYPES: Final = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "date": "DATE", "moment": "TIMESTAMP"}
BOTH: Final = {frozenset({"BIGINT", "DOUBLE"}): "DOUBLE", frozenset({"DATE", "TIMESTAMP"}): "TIMESTAMP"}
"""The type of a column that is of two types in two tables; else it is of texts."""
DAY: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"


def load_tables(engine: Engine, name: str, tables: Sequence[Table]) -> None:
    """Make a table of the records of some pages: page, number and columns with their types."""
    types: dict[str, str] = {}
    pieces = [_typed(table) for table in tables]
    for columns in pieces:
        for column, (type_name, _) in columns.items():
            types[column] = type_name if column not in types else _common(types[column], type_name)
    names = column_names(types, list(LEAD))
    _create(engine, name, dict(zip(names, [*LEAD.values(), *types.values()], strict=True)))
    for table, columns in zip(tables, pieces, strict=True):
        empty = [None] * len(table)
        values = [_cast(columns[column][1], kind) if column in columns else empty for column, kind in types.items()]
        lead: list[list[Any]] = [[clean(table.page)] * len(table), list(range(1, len(table) + 1))]
        _insert(engine, name, [*LEAD.values(), *types.values()], [*lead, *values])


def load_sqlite(engine: Engine, name: str, path: str, place: str) -> None:
    """Make a table of the records of a SQLite file."""
    try:
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)) as database:
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            _copy(engine, name, database, _table_in(database, place))
    except sqlite3.Error as error:
        raise QueryError(place, f"can't be read ({error}); write it anew or leave it out") from error


def _copy(engine: Engine, name: str, database: sqlite3.Connection, table: str) -> None:
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
    """Return the name of the table of results: ``records``, or the only one."""
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
    """Return what the values of columns are, whatever was declared, and which are all written like days."""
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


def _make_days(engine: Engine, table: str, column: str) -> None:
    """Make a column of texts one of days, if all of them are."""
    at, where = quoted(column), quoted(table)
    (wrong,) = engine.run(f"SELECT count(*) FROM {where} WHERE {at} IS NOT NULL AND TRY_CAST({at} AS DATE) IS NULL")[0]
    if not wrong:
        engine.run(f"ALTER TABLE {where} ALTER {at} TYPE DATE")


def _typed(table: Table) -> dict[str, tuple[str, list[Any]]]:
    """Return the columns of a table with their types in SQL."""
    return {one.name: (_type(one.kind, one.values), one.values) for one in flat_columns(table)}


def _type(kind: str, values: Iterable[Any]) -> str:
    several = any(isinstance(value, tuple | list) for value in values)
    return "VARCHAR[]" if several else TYPES[kind]


def _common(one: str, other: str) -> str:
    if one == other:
        return one
    if "VARCHAR[]" in (one, other):
        return "VARCHAR[]"
    return BOTH.get(frozenset({one, other}), "VARCHAR")


def _cast(values: Iterable[Any], type_name: str) -> list[Any]:
    if type_name == "VARCHAR":
        return [_text(value) for value in values]
    if type_name == "VARCHAR[]":
        return [
            None if value is None else list(map(_text, value if isinstance(value, tuple | list) else [value]))
            for value in values
        ]
    return list(values)


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else clean(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _create(engine: Engine, name: str, types: Mapping[str, str]) -> None:
    columns = ", ".join(f"{quoted(column)} {type_name}" for column, type_name in types.items())
    engine.run(f"CREATE TABLE {quoted(name)} ({columns})")


def _insert(engine: Engine, name: str, types: Sequence[str], columns: Sequence[list[Any]]) -> None:
    """Add rows, which are given by columns, in batches."""
    marks = ", ".join(f"unnest(CAST(? AS {type_name}[]))" for type_name in types)
    for start in range(0, len(columns[0]), BATCH):
        values = [column[start : start + BATCH] for column in columns]
        engine.run(f"INSERT INTO {quoted(name)} SELECT {marks}", values)
