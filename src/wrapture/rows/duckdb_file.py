"""Rows as a DuckDB database: tables ``records`` and ``dead_letters``, with typed columns and list columns.

DuckDB reads JSON Lines itself.  Values are looked up by JSON pointer, which is case-sensitive, because DuckDB's column names
are not.  The same records give the same tables but not the same bytes: DuckDB stores a random number in each file.
"""

from __future__ import annotations

import glob
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import DISK_FULL
from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.json_lines import line_pieces, to_line
from wrapture.rows.kinds import LIST, MIXED, SEPARATOR
from wrapture.rows.row_schema import LETTER, RowSchema
from wrapture.rows.sql_names import literal, pointer, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.rows.result_rows import ResultRows

TYPES: Final = {
    "integer": "BIGINT",
    "number": "DOUBLE",
    "date": "DATE",
    "moment": "TIMESTAMP",
    "boolean": "BOOLEAN",
    "huge": "HUGEINT",
}
AT_ONCE: Final = 64  # files that one statement reads
LINE: Final = 16 << 20  # bytes; DuckDB's default limit for one line
PIECE: Final = 8 << 20  # bytes of a file of lines; DuckDB's memory use grows with it
MEMORY_MB: Final = 1024  # memory limit for DuckDB; raised for very long lines
TIMES: Final = 32  # bytes of memory per byte of the longest line: for one of 71 MB, 13 failed and 16 worked
SPILL: Final = "spill"  # the folder for data that does not fit into memory
SETTINGS: Final = {
    "threads": 1,
    "memory_limit": f"{MEMORY_MB}MiB",
    "autoinstall_known_extensions": False,  # nothing is fetched from the network
    "autoload_known_extensions": False,
}


def write_duckdb(rows: ResultRows, path: Path) -> None:
    """Write rows to a DuckDB file, replacing the empty file at `path`."""
    schema = RowSchema(rows.schema.names, rows.schema.names, rows.schema.kinds)
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix=".wrapture-", dir=path.parent) as folder:
        records = _pieces(Path(folder) / "records", line_pieces(rows))
        letters = None
        if rows.letters is not None:
            lines = (to_line(dict(zip(LETTER, letter, strict=True))) for letter in rows.letters())
            letters = _pieces(Path(folder) / "letters", lines)
        load_lines(path, schema, records, letters, Path(folder) / SPILL)


def _pieces(stem: Path, lines: Iterable[bytes]) -> Iterator[Path]:
    """Yield files that hold the lines, a few megabytes each."""
    held: list[bytes] = []
    size = number = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size >= PIECE:
            yield _written(stem.with_suffix(f".{number}"), held)
            held, size, number = [], 0, number + 1
    if held:
        yield _written(stem.with_suffix(f".{number}"), held)


def _written(path: Path, lines: Iterable[bytes]) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def load_lines(
    path: Path, schema: RowSchema, records: Iterator[Path], letters: Iterator[Path] | None, spill: Path
) -> None:
    """Create a database from JSON Lines files, replacing the empty file at `path`."""
    duckdb = require_duckdb()
    path.unlink()  # DuckDB refuses to open an empty file
    try:
        database = duckdb.connect(str(path), config={**SETTINGS, "temp_directory": str(spill)})
        try:
            _make(database, "records", schema.names, [duckdb_type(kind) for kind in schema.kinds])
            _take(database, "records", list(zip(schema.keys, schema.kinds, strict=True)), records)
            if letters is not None:
                _make(database, "dead_letters", LETTER, ["VARCHAR"] * len(LETTER))
                _take(database, "dead_letters", [(name, "string") for name in LETTER], letters)
        finally:
            database.close()
    except duckdb.Error as error:
        raise OutputError(str(path), _reason(error)) from error
    finally:
        path.with_name(f"{path.name}.wal").unlink(missing_ok=True)


def require_duckdb(purpose: str = "writing DuckDB databases") -> Any:
    """Return the module ``duckdb``, or raise `MissingExtraError`, which names the purpose."""
    try:
        import duckdb
    except ImportError as missing:
        raise MissingExtraError(purpose, "sql") from missing
    return duckdb


def _make(database: Any, table: str, names: Sequence[str], types: Sequence[str]) -> None:
    columns = (f"{quoted(name)} {kind}" for name, kind in zip(names, types, strict=True))
    database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")


def _take(database: Any, table: str, keys: Sequence[tuple[str, str]], paths: Iterator[Path]) -> None:
    """Insert the lines of some files into a table, a few files at a time."""
    pointers = ", ".join(literal(pointer(key)) for key, _ in keys)
    values = ", ".join(_value(f"found[{n}]", kind) for n, (_, kind) in enumerate(keys, start=1))
    while some := list(islice(paths, AT_ONCE)):
        files = ", ".join(literal(glob.escape(str(path))) for path in some)
        largest = max(LINE, *(path.stat().st_size for path in some))
        if largest > LINE:
            database.execute(f"SET memory_limit = '{max(MEMORY_MB, largest * TIMES >> 20)}MiB'")
        lines = f"read_ndjson_objects([{files}], maximum_object_size = {largest})"
        found = f"SELECT json_extract(json, [{pointers}]) AS found FROM {lines}"  # noqa: S608 - all literals are quoted
        database.execute(f"INSERT INTO {table} SELECT {values} FROM ({found})")  # noqa: S608


def _value(found: str, kind: str) -> str:
    """Return the SQL expression that converts a JSON value to its column's type."""
    if kind == MIXED:
        each = f"list_transform(CAST({found} AS VARCHAR[]), lambda one: coalesce(one, ''))"
        joined = f"array_to_string({each}, {literal(SEPARATOR)})"
        return f"CASE json_type({found}) WHEN 'ARRAY' THEN {joined} ELSE {found} ->> '$' END"
    if not kind.endswith(LIST):
        return f"CAST({found} ->> '$' AS {duckdb_type(kind)})"
    one = f"[CAST({found} ->> '$' AS {duckdb_type(kind.removesuffix(LIST))})]"  # from a part with single values
    many = f"CAST({found} AS {duckdb_type(kind)})"
    return f"CASE coalesce(json_type({found}), 'NULL') WHEN 'ARRAY' THEN {many} WHEN 'NULL' THEN NULL ELSE {one} END"


def duckdb_type(kind: str) -> str:
    """Return DuckDB's type for a kind.

    >>> duckdb_type("number[]")
    'DOUBLE[]'
    """
    if kind.endswith(LIST):
        return f"{duckdb_type(kind.removesuffix(LIST))}[]"
    return TYPES.get(kind, "VARCHAR")


def _reason(error: Exception) -> str:
    """Return the reason for a DuckDB error as one line."""
    if "No space left" in str(error):
        return DISK_FULL
    return f"DuckDB could not take it ({str(error).splitlines()[0]}); try .parquet or .jsonl"
