"""Entry point: run a query over data, or list its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.rows.sql_names import quoted
from wrapture.sql import statement_gate as gate
from wrapture.sql.data_sources import sources_of
from wrapture.sql.query_errors import explain_data_errors, explain_query_errors
from wrapture.sql.query_limits import within
from wrapture.sql.query_result import SCHEMA, TABLE, QueryResult
from wrapture.sql.source_views import add_views, engine_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.sql.data_sources import Data, DataSource
    from wrapture.sql.duckdb_engine import DuckdbEngine

EXPLAIN: Final = "EXPLAIN "


class DataView(NamedTuple):
    """A table that can be queried: its name, the place of its data, columns with their types, and the number of rows."""

    name: str
    place: str
    columns: tuple[tuple[str, str], ...]
    rows: int


def query(sql: str, *data: Data | Mapping[str, Data], timeout_s: float | None = None) -> QueryResult:
    """Return the result of a query over results: files, folders of Parquet files, tables, or a mapping from names to them.

    Each file is a view with its name (``books.parquet`` is ``books``); a single one is also called ``records``.  A query
    reads nothing but the given data, and writes nothing.
    """
    return within(timeout_s, lambda engines: _answer(engines, sql, data))


def tables(*data: Data | Mapping[str, Data], timeout_s: float | None = None) -> list[DataView]:
    """Return the tables of some data."""
    return within(timeout_s, lambda engines: _views(engines, data))


def _answer(engines: list[DuckdbEngine], sql: str, data: Sequence[Data | Mapping[str, Data]]) -> QueryResult:
    """Return the result of a query; its rows are kept in a table of the engine."""
    kind = gate.check(sql)
    engine, sources = _opened(engines, data)
    add_views(engine, sources)
    names = [source.name for source in sources]
    if kind != "EXPLAIN":  # DuckDB reports the position of an error only when it plans the query from its text
        with explain_query_errors(sql, names, len(EXPLAIN)):
            engine.run(f"{EXPLAIN}{sql}")
    engine.run(f"CREATE SCHEMA {SCHEMA}")
    with explain_query_errors(sql, names, None):
        engine.connection.sql(sql).create(TABLE)
    return QueryResult(engine)


def _opened(
    engines: list[DuckdbEngine], data: Sequence[Data | Mapping[str, Data]]
) -> tuple[DuckdbEngine, list[DataSource]]:
    """Return an engine for some data, which can be interrupted from now on."""
    sources = sources_of(data)
    engine = engine_for(sources)
    engines.append(engine)
    return engine, sources


def _views(engines: list[DuckdbEngine], data: Sequence[Data | Mapping[str, Data]]) -> list[DataView]:
    engine, sources = _opened(engines, data)
    add_views(engine, sources)
    return [_view(engine, source) for source in sources]


def _view(engine: DuckdbEngine, source: DataSource) -> DataView:
    with explain_data_errors(source.place):
        described = engine.run(f"DESCRIBE {quoted(source.name)}")
        (rows,) = engine.run(f"SELECT count(*) FROM {quoted(source.name)}")[0]
    return DataView(source.name, source.place, tuple((name, kind) for name, kind, *_ in described), rows)
