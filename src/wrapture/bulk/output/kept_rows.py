"""The rows in a work folder, stored as JSON Lines, for the writers of all formats."""

from __future__ import annotations

import json
import shutil
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.output.workfolder import DEAD, ROWS, committed
from wrapture.rows.duckdb_file import SPILL, load_lines
from wrapture.rows.kinds import fitted, from_json
from wrapture.rows.result_rows import ResultRows
from wrapture.rows.row_schema import LETTER, union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from wrapture.bulk.jobs import UnitPart
    from wrapture.rows.result_rows import Batch, Letter
    from wrapture.rows.row_schema import RowSchema

BATCH: Final = 1000  # rows
PIECE: Final = 1 << 20  # bytes that are copied at a time


def kept_rows(work: Path, known: Iterable[UnitPart], *, parsed: bool) -> ResultRows:
    """Return the records and dead letters of all units, with the columns of the known parts.

    Unless they are ``parsed``, dates and moments stay the ISO 8601 texts that most formats write anyway.
    """
    schema = kept_schema(work, known)
    convert = from_json if parsed else fitted
    return ResultRows(schema, lambda: _batches(work, schema, convert), lambda: _letters(work))


def kept_schema(work: Path, known: Iterable[UnitPart]) -> RowSchema:
    """Return the columns of the known parts and of all stored ones."""
    kept = (part.columns for unit in committed(work) for part in unit.parts)
    return union([*(part.columns for part in known), *kept])


def line_files(work: Path, name: str) -> Iterator[Path]:
    """Yield the non-empty files of this name of all units, in order."""
    for unit in committed(work):
        path = unit.folder / name
        if path.is_file() and path.stat().st_size:
            yield path


def write_kept_lines(work: Path, path: Path) -> None:
    """Copy the lines of all units to a file."""
    with path.open("wb") as file:
        copy_lines(work, ROWS, file)


def copy_lines(work: Path, name: str, file: BinaryIO) -> None:
    """Concatenate the files of this name of all units."""
    for source in line_files(work, name):
        with source.open("rb") as lines:
            shutil.copyfileobj(lines, file, PIECE)


def load_kept_lines(work: Path, path: Path, known: Sequence[UnitPart]) -> None:
    """Load the lines of all units into a DuckDB database."""
    load_lines(path, kept_schema(work, known), line_files(work, ROWS), line_files(work, DEAD), work / SPILL)


def _batches(work: Path, schema: RowSchema, convert: Callable[[Sequence[Any], str], Sequence[Any]]) -> Iterator[Batch]:
    objects = _objects(work, ROWS)
    while rows := list(islice(objects, BATCH)):
        yield list(map(convert, _columns(rows, schema.keys), schema.kinds))


def _columns(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> list[Sequence[Any]]:
    """Return the values of each key; those of one wrapper are all there, which is faster than to look."""
    try:
        return list(zip(*map(itemgetter(*keys), rows), strict=True))
    except KeyError:
        return [[row.get(key) for row in rows] for key in keys]


def _letters(work: Path) -> Iterator[Letter]:
    for one in _objects(work, DEAD):
        page, source, kind, reason = (one[name] for name in LETTER)
        yield page, source, kind, reason


def _objects(work: Path, name: str) -> Iterator[dict[str, Any]]:
    for path in line_files(work, name):
        with path.open(encoding="utf-8", newline="\n") as lines:  # from bytes, `json.loads` would guess the encoding
            yield from map(json.loads, lines)
