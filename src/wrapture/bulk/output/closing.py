"""From the work folder to the result: whole or not at all, in the order of units, and with no more memory for more pages.

The same units give the same bytes, in whichever order and by whomever they were read (in DuckDB's format the same tables).  The
work folder stays as it is: where the disk is full, a run can be closed again.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.output.claim import is_own, note, sweep
from wrapture.bulk.output.disk import refuse_folder, told, whole_folder
from wrapture.bulk.output.duckdbout import require_duckdb, write_duckdb
from wrapture.bulk.output.lineout import copy_lines, write_csv, write_jsonl
from wrapture.bulk.output.parquetout import is_of_a_result, write_parquet_folder
from wrapture.bulk.output.sqliteout import write_sqlite
from wrapture.bulk.output.workfolder import DEAD, committed
from wrapture.errors import BulkError, OutputError
from wrapture.files import atomic_writer, check_target
from wrapture.sinks.parquetout import require_pyarrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.bulk.model import Part
    from wrapture.bulk.order import OutputFormat

WRITERS: Final[dict[OutputFormat, Callable[[Path, Path, Sequence[Part]], None]]] = {
    "parquet": write_parquet_folder,
    "jsonl": write_jsonl,
    "csv": write_csv,
    "sqlite": write_sqlite,
    "duckdb": write_duckdb,
}


REPORT: Final = "report.json"


class Closed(NamedTuple):
    """What was written: how many files the result is, and their bytes."""

    parts: int
    bytes: int


def close(
    work: Path,
    out: Path,
    format: OutputFormat,  # noqa: A002 - the option's own name
    *,
    force: bool,
    units: int | None = None,
    known: Sequence[Part] = (),
) -> Closed:
    """Write the result and the dead letters beside it, from all that is kept in a work folder.

    Parts of ``known`` wrappers (made by an encoder that was given nothing) name columns that are there even where no page has
    records.  Where it is told how many ``units`` there must be, one that is missing is an error.
    """
    with told(work):
        sweep(work)
        _check_units(work, units)
    _write_dead(work, out)
    with _target(work, out, format, force=force) as temporary:
        try:
            WRITERS[format](work, temporary, known)
        except OutputError as error:
            raise OutputError(str(out), error.what) from error  # of the result that was asked for
        return _measure(temporary)


def check(out: Path, format: OutputFormat, *, force: bool) -> None:  # noqa: A002 - the option's own name
    """Raise what `close` would raise as things stand: worth asking before hours of work."""
    if format == "parquet":
        require_pyarrow()
        with told(out):
            refuse_folder(out, force=force, is_ours=is_of_a_result)
    elif format == "duckdb":
        require_duckdb()
    if format != "parquet":
        check_target(out, force=force)
    for beside in (DEAD, REPORT):
        check_target(beside_path(out, beside), force=force)


def beside_path(out: Path, ending: str) -> Path:
    """Return a file that lies beside a result."""
    return out.with_name(f"{out.name}.{ending}")


def _check_units(work: Path, units: int | None) -> None:
    found = sum(1 for _ in committed(work))
    if units is not None and found != units:
        raise BulkError(
            f"{work}: {units - found} of {units} units are gone; run the same command again, and it goes on"
        )


def _write_dead(work: Path, out: Path) -> None:
    """Write the dead letters of all units; the file belongs to the result and is replaced with it."""
    with atomic_writer(beside_path(out, DEAD), force=True) as temporary, temporary.open("wb") as file:
        note(work, temporary, out)
        copy_lines(work, DEAD, file)


@contextmanager
def _target(work: Path, out: Path, format: OutputFormat, *, force: bool) -> Iterator[Path]:  # noqa: A002
    """Yield the empty file or folder that becomes the result, noted in the work folder."""
    force = force or is_own(work, out)
    folder = format == "parquet"
    writer = whole_folder(out, force=force, is_ours=is_of_a_result) if folder else atomic_writer(out, force=force)
    with writer as temporary:
        note(work, temporary, out)
        yield temporary
        note(work, temporary, out)  # a writer may have put another file in its place


def _measure(path: Path) -> Closed:
    files = [Path(folder) / name for folder, _, names in os.walk(path) for name in names] if path.is_dir() else [path]
    return Closed(len(files), sum(file.stat().st_size for file in files))
