"""The way in: a query over data gives an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.sql import gate
from wrapture.sql.answer import SCHEMA, TABLE, Answer
from wrapture.sql.names import quoted
from wrapture.sql.sources import sources_of
from wrapture.sql.trouble import told_of_data, told_of_query
from wrapture.sql.views import add_views, engine_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.sql.engine import Engine
    from wrapture.sql.sources import Data, Source

EXPLAIN: Final = "EXPLAIN "


class View(NamedTuple):
    """What can be asked: the name, where the data are, columns with their types, and how many rows there are."""

    name: str
    place: str
    columns: tuple[tuple[str, str], ...]
    rows: int


def query(sql: str, *data: Data | Mapping[str, Data], timeout_s: float | None = None) -> Answer:
    """Return what DuckDB answers to a query over results: files, folders of Parquet files, tables, or names for them.

    Each file is a view with its name (``books.parquet`` is ``books``); the only one is ``records``, too.  A query reads nothing
    but the data that are given, and writes nothing.
    """
    kind = gate.check(sql)
    sources = sources_of(data)
    engine = engine_for(sources)
    return engine.within(timeout_s, lambda: _answer(engine, sql, kind, sources))


def tables(*data: Data | Mapping[str, Data], timeout_s: float | None = None) -> list[View]:
    """Return what can be asked of some data."""
    sources = sources_of(data)
    engine = engine_for(sources)
    return engine.within(timeout_s, lambda: _views(engine, sources))


def _answer(engine: Engine, sql: str, kind: str, sources: Sequence[Source]) -> Answer:
    """Return the rows of a query, which are kept in a table of the engine."""
    add_views(engine, sources)
    names = [source.name for source in sources]
    if kind != "EXPLAIN":  # only where it is planned from its text does DuckDB tell the place of a mistake
        with told_of_query(sql, names, len(EXPLAIN)):
            engine.run(f"{EXPLAIN}{sql}")
    engine.run(f"CREATE SCHEMA {SCHEMA}")
    with told_of_query(sql, names, None):
        engine.connection.sql(sql).create(TABLE)
    return Answer(engine)


def _views(engine: Engine, sources: Sequence[Source]) -> list[View]:
    add_views(engine, sources)
    return [_view(engine, source) for source in sources]


def _view(engine: Engine, source: Source) -> View:
    with told_of_data(source.place):
        described = engine.run(f"DESCRIBE {quoted(source.name)}")
        (rows,) = engine.run(f"SELECT count(*) FROM {quoted(source.name)}")[0]
    return View(source.name, source.place, tuple((name, kind) for name, kind, *_ in described), rows)
