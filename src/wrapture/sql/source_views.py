"""Sources as views of an engine: large data stays in its file and is read when a query needs it."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Final

from wrapture.errors import QueryError
from wrapture.rows.sql_names import column_names, literal, quoted
from wrapture.sql.data_sources import ONLY, DataSource
from wrapture.sql.duckdb_engine import DuckdbEngine
from wrapture.sql.jsonviews import json_select
from wrapture.sql.loading import OWN, load_sqlite, load_tables
from wrapture.sql.query_errors import explain_data_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

NEW_LINES: Final = {"\n": r"\n", "\r\n": r"\r\n", "\r": r"\r"}  # DuckDB's spelling of CSV line ends
FILE: Final = "the file of a row"  # unlikely as the name of a real column
LONGEST_LINE: Final = 16 << 20  # bytes of a CSV line; a record may hold the text of a whole page
SHAPES: Final = (
    ("BIGINT", r"[+-]?(0|[1-9][0-9]{0,17})"),
    ("DOUBLE", r"[+-]?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})?"),
    ("DATE", r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    ("TIMESTAMP", r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?"),
)
"""The pattern that all texts of a CSV column must match to have a type.  007 stays text: its zeros are significant."""


def engine_for(sources: Sequence[DataSource]) -> DuckdbEngine:
    """Return an engine that is allowed to read some sources; it has no views yet."""
    paths = [file for source in sources if source.kind in ("parquet", "csv", "json", "jsonl") for file in source.files]
    return DuckdbEngine(paths, {_alias(i): one.files[0] for i, one in enumerate(sources) if one.kind == "duckdb"})


def add_views(engine: DuckdbEngine, sources: Sequence[DataSource]) -> None:
    """Create a view for each source, for a single one also as ``records``, and lock the engine."""
    for i, source in enumerate(sources):
        with explain_data_errors(source.place):
            _add(engine, source, _alias(i))
    if len(sources) == 1 and sources[0].name.lower() != ONLY:
        engine.run(f"CREATE VIEW {ONLY} AS FROM {quoted(sources[0].name)}")
    engine.lock()


def _alias(number: int) -> str:
    return f"file_{number + 1}"


def _add(engine: DuckdbEngine, source: DataSource, alias: str) -> None:
    match source.kind:
        case "table":
            load_tables(engine, source.name, source.tables)
            return
        case "sqlite":
            load_sqlite(engine, source.name, source.files[0], source.place)
            return
        case "parquet":
            select = _parquet(source)
        case "csv":
            select = _csv(engine, source)
        case "duckdb":
            select = _table_in(engine, source, alias)
        case _:
            select = json_select(engine, source.files[0], lines=source.kind == "jsonl")
    engine.run(f"CREATE VIEW {quoted(source.name)} AS {select}")


def _parquet(source: DataSource) -> str:
    """Return the query for Parquet files; DuckDB itself would also turn the folders above the data into columns."""
    files = ", ".join(map(literal, source.files))
    if source.hive and "=" not in source.above:
        return (
            f"FROM read_parquet([{files}], union_by_name = true, hive_partitioning = true, hive_types_autocast = false)"
        )
    if not source.hive:
        return f"FROM read_parquet([{files}], union_by_name = true, hive_partitioning = false)"
    partitions = ", ".join(f"{_partition_value(name, source.above)} AS {quoted(name)}" for name in source.hive)
    reader = f"read_parquet([{files}], union_by_name = true, hive_partitioning = false, filename = {literal(FILE)})"
    return f"SELECT * EXCLUDE ({quoted(FILE)}), {partitions} FROM {reader}"


def _partition_value(name: str, above: str) -> str:
    """Return the expression for the value of a partition column, taken from the path of the file."""
    below = f"substr({quoted(FILE)}, {len(above) + 1})"
    return f"url_decode(regexp_extract({below}, {literal(f'/{re.escape(name)}=([^/]*)/')}, 1))"


def _csv(engine: DuckdbEngine, source: DataSource) -> str:
    """Return the query for a CSV file (RFC 4180); its first row names the columns, their types are detected."""
    header, line_end = _header(source)
    names = column_names(header)
    first = _csv_reader(source.files[0], dict.fromkeys(names, "VARCHAR"), line_end)
    types = dict(zip(names, _types(engine, first, names), strict=True))
    return "FROM " + _csv_reader(source.files[0], types, line_end)


def _header(source: DataSource) -> tuple[list[str], str]:
    """Return the first row of a CSV file and its line end, which DuckDB guesses wrong if a column name has a line break."""
    last = ""
    try:
        with open(source.files[0], encoding="utf-8-sig", newline="") as file:  # noqa: PTH123 - a real path, as text
            names = next(csv.reader(last := line for line in file), [])
    except (UnicodeError, csv.Error) as error:
        raise QueryError(source.place, f"is not CSV in UTF-8 ({error}); save it so") from error
    if not names:
        raise QueryError(source.place, "is empty; the first line of a CSV file names its columns")
    return names, last[len(last.rstrip("\r\n")) :]


def _csv_reader(path: str, types: dict[str, str], line_end: str) -> str:
    ends = f", new_line = {literal(NEW_LINES[line_end])}" if line_end in NEW_LINES else ""
    columns = ", ".join(f"{literal(name)}: {literal(type_name)}" for name, type_name in types.items())
    return (
        f"read_csv({literal(path)}, auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"', "
        f"columns = {{{columns}}}, max_line_size = {LONGEST_LINE}, null_padding = false{ends})"
    )


def _types(engine: DuckdbEngine, reader: str, names: Sequence[str]) -> list[str]:
    """Return the type of each text column: the first of the `SHAPES` that all its texts match."""
    tests = [
        f"count({column}), "
        + ", ".join(
            f"count(*) FILTER (regexp_full_match({column}, {literal(shape)}) AND TRY_CAST({column} AS {type_name}) IS NOT NULL)"
            for type_name, shape in SHAPES
        )
        for column in map(quoted, names)
    ]
    (counts,) = engine.run(f"SELECT {', '.join(tests)} FROM {reader}")
    width = len(SHAPES) + 1
    return [_type(counts[i * width], counts[i * width + 1 : (i + 1) * width]) for i in range(len(names))]


def _type(filled: int, fitting: Sequence[int]) -> str:
    return next((name for (name, _), n in zip(SHAPES, fitting, strict=True) if filled and n == filled), "VARCHAR")


def _table_in(engine: DuckdbEngine, source: DataSource, alias: str) -> str:
    """Return the query for the table of a DuckDB file: ``records``, or the only table."""
    rows = engine.run(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = ? AND NOT internal", [alias]
    )
    own = [row for row in rows if row[1].lower() == OWN] or rows
    if len(own) != 1:
        names = ", ".join(sorted(name for _, name in rows)) or "none"
        raise QueryError(source.place, f"has no table {OWN} (its tables: {names}); give it one table of that name")
    return f"FROM {quoted(alias)}.{quoted(own[0][0])}.{quoted(own[0][1])}"
