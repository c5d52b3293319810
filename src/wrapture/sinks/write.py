"""One way in to all sinks: the format is told by the file's ending or by name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from wrapture.errors import OutputError
from wrapture.files import atomic_writer, check_target
from wrapture.sinks.csvout import to_csv, write_csv
from wrapture.sinks.jsonout import to_json, to_jsonl, write_json, write_jsonl
from wrapture.sinks.parquetout import require_pyarrow, write_parquet
from wrapture.sinks.rows import without_constants
from wrapture.sinks.sqliteout import write_sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.sinks.rows import Result

SUFFIXES = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sqlite": "sqlite",
    ".db": "sqlite",
    ".parquet": "parquet",
}
WRITERS: dict[str, Callable[[Sequence[Result], Path], None]] = {
    "csv": write_csv,
    "json": write_json,
    "jsonl": write_jsonl,
    "sqlite": write_sqlite,
    "parquet": write_parquet,
}
RENDERERS: dict[str, Callable[[Sequence[Result]], str]] = {
    "csv": to_csv,
    "json": to_json,
    "jsonl": lambda results: "".join(f"{line}\n" for line in to_jsonl(results)),
}
FLAT = ("csv", "sqlite", "parquet")
"""The formats that leave constant columns out unless they are asked for."""

FORMATS = tuple(WRITERS)
TEXT_FORMATS = tuple(RENDERERS)


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that a file's ending stands for.

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
    constants: bool = False,
) -> None:
    """Write `results` to a file, whole or not at all; `force` replaces one that is there.

    Flat formats get the constant columns, too, where `constants` says so.
    """
    known = _known(path, format)
    writer = WRITERS[known]
    results = without_constants(results) if known in FLAT and not constants else results
    with atomic_writer(path, force=force) as temporary:
        try:
            writer(results, temporary)
        except OutputError as error:
            raise OutputError(os.fspath(path), error.what) from error  # of the file that was asked for


def check(path: str | os.PathLike[str], *, format: str | None = None, force: bool = False) -> None:  # noqa: A002
    """Raise what `write` would raise as things stand: worth asking before hours of work."""
    if _known(path, format) == "parquet":
        require_pyarrow()
    check_target(path, force=force)


def render(results: Sequence[Result], format: str, *, constants: bool = False) -> str:  # noqa: A002 - the option's own name
    """Return `results` as text for standard output, ending in a newline unless it is empty.

    Flat formats get the constant columns, too, where `constants` says so.
    """
    if format not in RENDERERS:
        raise OutputError("standard output", f"can't show {format!r}; use one of {', '.join(TEXT_FORMATS)}")
    return RENDERERS[format](without_constants(results) if format in FLAT and not constants else results)


def _known(path: str | os.PathLike[str], wanted: str | None) -> str:
    chosen = format_of(path) if wanted is None else wanted
    if chosen not in WRITERS:
        raise OutputError(os.fspath(path), f"no format {chosen!r}; use one of {', '.join(FORMATS)}")
    return chosen
