"""A run's result as a DuckDB database: tables ``records`` and ``dead_letters``, with columns of their own types, and of lists.

DuckDB reads the lines itself.  A value is asked for by its key as it is written (a JSON pointer), since names that differ in
case alone are one to DuckDB.  The same records make the same tables, but not the same bytes: a file has a random number of its
own.
"""

from __future__ import annotations

import errno
import glob
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.output.columns import LIST
from wrapture.bulk.output.sqliteout import LETTER
from wrapture.bulk.output.union import MIXED, line_files, union_of
from wrapture.bulk.output.workfolder import DEAD, ROWS
from wrapture.errors import MissingExtraError, OutputError
from wrapture.files import REASONS
from wrapture.sinks.rows import SEPARATOR
from wrapture.sinks.sqliteout import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.bulk.model import Part

TYPES: Final = {"integer": "BIGINT", "number": "DOUBLE", "date": "DATE", "moment": "TIMESTAMP"}
AT_ONCE: Final = 64  # files of lines that one statement reads
LINE: Final = 16 << 20  # bytes of a line that DuckDB takes without being told that there are larger ones
MEMORY_MB: Final = 1024  # that DuckDB may use; more where lines are very long
TIMES: Final = 32  # the size of a line, in memory: for one of 71 MB, 13 times its size is not enough, and 16 times is
SPILL: Final = "spill"  # the folder for what does not fit into memory
SETTINGS: Final = {
    "threads": 1,
    "memory_limit": f"{MEMORY_MB}MiB",
    "autoinstall_known_extensions": False,  # nothing is fetched from the network
    "autoload_known_extensions": False,
}


def write_duckdb(work: Path, path: Path, known: Sequence[Part]) -> None:
    """Write the records and dead letters of all units to a file, in place of the empty one that is there."""
    duckdb = require_duckdb()
    path.unlink()  # an empty file is no database to DuckDB
    try:
        database = duckdb.connect(str(path), config={**SETTINGS, "temp_directory": str(work / SPILL)})
        try:
            _fill(database, work, known)
        finally:
            database.close()
    except duckdb.Error as error:
        raise OutputError(str(path), _reason(error)) from error
    finally:
        path.with_name(f"{path.name}.wal").unlink(missing_ok=True)


def require_duckdb() -> Any:
    """Return the module ``duckdb``, or raise `MissingExtraError`."""
    try:
        import duckdb
    except ImportError as missing:
        raise MissingExtraError("writing DuckDB databases", "sql") from missing
    return duckdb


def _fill(database: Any, work: Path, known: Sequence[Part]) -> None:
    union = union_of(work, known)
    kinds = list(zip(union.keys, union.kinds, strict=True))
    _make(database, "records", union.names, [_type(kind) for kind in union.kinds])
    _take(database, "records", kinds, line_files(work, ROWS))
    _make(database, "dead_letters", LETTER, ["VARCHAR"] * len(LETTER))
    _take(database, "dead_letters", [(name, "string") for name in LETTER], line_files(work, DEAD))


def _make(database: Any, table: str, names: Sequence[str], types: Sequence[str]) -> None:
    columns = (f"{quoted(name)} {kind}" for name, kind in zip(names, types, strict=True))
    database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")


def _take(database: Any, table: str, keys: Sequence[tuple[str, str]], paths: Iterator[Path]) -> None:
    """Put the lines of some files into a table, a few files at a time."""
    pointers = ", ".join(_literal(_pointer(key)) for key, _ in keys)
    values = ", ".join(_value(f"found[{n}]", kind) for n, (_, kind) in enumerate(keys, start=1))
    while some := list(islice(paths, AT_ONCE)):
        files = ", ".join(_literal(glob.escape(str(path))) for path in some)
        largest = max(LINE, *(path.stat().st_size for path in some))
        if largest > LINE:
            database.execute(f"SET memory_limit = '{max(MEMORY_MB, largest * TIMES >> 20)}MiB'")
        lines = f"read_ndjson_objects([{files}], maximum_object_size = {largest})"
        found = f"SELECT json_extract(json, [{pointers}]) AS found FROM {lines}"  # noqa: S608 - all literals are quoted
        database.execute(f"INSERT INTO {table} SELECT {values} FROM ({found})")  # noqa: S608


def _value(found: str, kind: str) -> str:
    """Return how a value is had from JSON."""
    if kind == MIXED:
        each = f"list_transform(CAST({found} AS VARCHAR[]), lambda one: coalesce(one, ''))"
        joined = f"array_to_string({each}, {_literal(SEPARATOR)})"
        return f"CASE json_type({found}) WHEN 'ARRAY' THEN {joined} ELSE {found} ->> '$' END"
    return f"CAST({found} AS {_type(kind)})" if kind.endswith(LIST) else f"CAST({found} ->> '$' AS {_type(kind)})"


def _type(kind: str) -> str:
    if kind.endswith(LIST):
        return f"{_type(kind.removesuffix(LIST))}[]"
    return TYPES.get(kind, "VARCHAR")


def _pointer(key: str) -> str:
    """Return a key of an object as a JSON pointer (RFC 6901)."""
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _reason(error: Exception) -> str:
    """Return what went wrong, in a line."""
    if "No space left" in str(error):
        return REASONS[errno.ENOSPC]
    return f"DuckDB could not take it ({str(error).splitlines()[0]}); try .parquet or .jsonl"
