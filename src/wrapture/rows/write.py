"""Entry point to all writers: the format is given by name or by the file name extension."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.errors import OutputError
from wrapture.files import atomic_writer, check_target
from wrapture.rows.csv_file import csv_pieces, write_csv
from wrapture.rows.duckdb_file import require_duckdb, write_duckdb
from wrapture.rows.json_file import to_json, write_json
from wrapture.rows.json_lines import line_pieces, write_jsonl
from wrapture.rows.jsonld_file import to_jsonld, write_jsonld
from wrapture.rows.parquet_file import require_pyarrow, write_parquet
from wrapture.rows.postgresql_table import check_postgresql, write_postgresql
from wrapture.rows.postgresql_target import is_postgresql, shown_target
from wrapture.rows.result_rows import rows_of
from wrapture.rows.row_schema import SUFFIXES, RowOptions
from wrapture.rows.sqlite_file import write_sqlite
from wrapture.rows.xlsx_file import require_xlsxwriter, write_xlsx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.model.table import Table
    from wrapture.rows.result_rows import Result, ResultRows

ROW_WRITERS: Final[dict[str, Callable[[ResultRows, Path, RowOptions], None]]] = {
    "csv": write_csv,
    "jsonl": lambda rows, path, _: write_jsonl(rows, path),
    "sqlite": lambda rows, path, _: write_sqlite(rows, path),
    "parquet": lambda rows, path, _: write_parquet(rows, path),
    "duckdb": lambda rows, path, _: write_duckdb(rows, path),
    "xlsx": lambda rows, path, _: write_xlsx(rows, path),
}
"""The writers of typed rows by format."""
TABLE_WRITERS: Final[dict[str, Callable[[Sequence[Result], Path], None]]] = {"json": write_json, "jsonld": write_jsonld}
"""The writers of whole tables, which need more than rows: see `wrapture.rows.json_file` and `wrapture.rows.jsonld_file`."""
TABLE_TEXTS: Final[dict[str, Callable[[Sequence[Result]], str]]] = {"json": to_json, "jsonld": to_jsonld}
REQUIRED: Final[dict[str, Callable[[], object]]] = {
    "parquet": require_pyarrow,
    "duckdb": require_duckdb,
    "xlsx": require_xlsxwriter,
}
"""The function for each format that raises `MissingExtraError` if its library is missing."""

FORMATS: Final = ("csv", *TABLE_WRITERS, *list(ROW_WRITERS)[1:])
TEXT_FORMATS: Final = ("csv", *TABLE_TEXTS, "jsonl")
POSTGRESQL: Final = "postgresql"  # no format of files: chosen by the address alone
PLAIN: Final = RowOptions()


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format for a file name extension.

    >>> format_of("books.ndjson")
    'jsonl'
    """
    known = SUFFIXES.get(Path(path).suffix.lower())
    if known is None:
        raise OutputError(os.fspath(path), f"the name tells no format; end it in one of {', '.join(SUFFIXES)}")
    return known


def write(
    results: Sequence[Result],
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the option's own name
    force: bool = False,
    options: RowOptions = PLAIN,
) -> None:
    """Write `results` to a file or a table of PostgreSQL, whole or not at all; `force` replaces an existing one."""
    known = known_format(path, format)
    if known in TABLE_WRITERS:
        write_whole(path, lambda temporary: TABLE_WRITERS[known](results, temporary), force=force)
    else:
        write_rows(rows_of(results, options), path, format=format, force=force, options=options)


def write_rows(
    rows: ResultRows,
    path: str | os.PathLike[str],
    *,
    format: str | None,  # noqa: A002 - the option's own name
    force: bool,
    options: RowOptions,
) -> None:
    """Write typed rows to a file, in any format but JSON, or to a table of PostgreSQL."""
    known = known_format(path, format)
    if known == POSTGRESQL:
        write_postgresql(rows, os.fspath(path), force=force)
    else:
        write_whole(path, lambda temporary: ROW_WRITERS[known](rows, temporary, options), force=force)


def write_table(table: Table, path: str | os.PathLike[str], *, force: bool, all_columns: bool = False) -> None:
    """Write one table."""
    write([table], path, force=force, options=RowOptions(all_columns=all_columns))


def write_whole(path: str | os.PathLike[str], writer: Callable[[Path], None], *, force: bool) -> None:
    """Write a file atomically; errors name `path`, not the temporary file."""
    with atomic_writer(path, force=force) as temporary:
        try:
            writer(temporary)
        except OutputError as error:
            raise OutputError(os.fspath(path), error.what) from error


def check(path: str | os.PathLike[str], *, format: str | None = None, force: bool = False) -> None:  # noqa: A002
    """Raise the error that `write` would raise now; call it before hours of work."""
    known = known_format(path, format)
    if known == POSTGRESQL:
        check_postgresql(os.fspath(path), force=force)
        return
    REQUIRED.get(known, bool)()
    check_target(path, force=force)


def render(results: Sequence[Result], format: str, *, options: RowOptions = PLAIN) -> str:  # noqa: A002 - the option's own name
    """Return `results` as text for standard output, ending in a newline unless it is empty; CSV has no byte order mark."""
    if format in TABLE_TEXTS:
        return TABLE_TEXTS[format](results)
    return "".join(text_pieces(rows_of(results, options), format, options))


def text_pieces(rows: ResultRows, format: str, options: RowOptions = PLAIN) -> Iterator[str]:  # noqa: A002
    """Return rows as text, batch by batch."""
    if format == "csv":
        return csv_pieces(rows, options)
    if format == "jsonl":
        return (piece.decode() for piece in line_pieces(rows))
    raise OutputError("standard output", f"can't show {format!r}; use one of {', '.join(TEXT_FORMATS)}")


def known_format(path: str | os.PathLike[str], wanted: str | None) -> str:
    """Return the format of a file; raises `OutputError` if the format is unknown."""
    if is_postgresql(path):
        if wanted is not None:
            raise OutputError(shown_target(path), "a database has no `format`; leave it out")
        return POSTGRESQL
    chosen = format_of(path) if wanted is None else wanted
    if chosen not in FORMATS:
        raise OutputError(os.fspath(path), f"no format {chosen!r}; use one of {', '.join(FORMATS)}")
    return chosen
