"""From the work folder to the result: written atomically, in the order of units, in constant memory.

The same units give the same bytes (in DuckDB's format: the same tables), whichever engine read them, in any order.  The work
folder is not changed, so that the step can be repeated after a failure such as a full disk.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.output.claim import is_own, note, sweep
from wrapture.bulk.output.disk import refuse_folder, whole_folder
from wrapture.bulk.output.kept_rows import copy_lines, kept_rows, load_kept_lines, write_kept_lines
from wrapture.bulk.output.parquet_result import is_of_a_result, write_parquet_folder
from wrapture.bulk.output.workfolder import DEAD, committed
from wrapture.error_lines import output_errors
from wrapture.errors import BulkError, OutputError
from wrapture.files import atomic_writer, check_target
from wrapture.rows.row_schema import RowOptions
from wrapture.rows.write import REQUIRED, ROW_WRITERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.bulk.jobs import UnitPart
    from wrapture.bulk.order import OutputFormat

REPORT: Final = "report.json"
PLAIN: Final = RowOptions()


class Closed(NamedTuple):
    """What was written: the number of files of the result, and their bytes."""

    parts: int
    bytes: int


def close(
    work: Path,
    out: Path,
    format: OutputFormat,  # noqa: A002 - the option's own name
    *,
    force: bool,
    units: int | None = None,
    known: Sequence[UnitPart] = (),
    options: RowOptions = PLAIN,
) -> Closed:
    """Write the result, and the dead letters beside it, from a work folder.

    Parts of ``known`` wrappers (from an encoder without records) name columns that the result has even if no page has records.
    If the number of ``units`` is given, a missing one is an error.
    """
    with output_errors(work):
        sweep(work)
        _check_units(work, units)
    _write_dead(work, out)
    with _target(work, out, format, force=force) as temporary:
        try:
            _write(work, temporary, format, known, options)
        except OutputError as error:
            raise OutputError(str(out), error.what) from error  # names the result, not its temporary file
        return measure(temporary)


def _write(work: Path, path: Path, format: OutputFormat, known: Sequence[UnitPart], options: RowOptions) -> None:  # noqa: A002
    """Write the records of all units; parts in the right format are copied."""
    match format:
        case "parquet":
            write_parquet_folder(work, path, known)
        case "jsonl":
            write_kept_lines(work, path)
        case "duckdb":
            load_kept_lines(work, path, known)
        case _:
            ROW_WRITERS[format](kept_rows(work, known, parsed=format == "xlsx"), path, options)


def check(out: Path, format: OutputFormat, *, force: bool) -> None:  # noqa: A002 - the option's own name
    """Raise what `close` would raise at the moment: worth a check before hours of work."""
    REQUIRED.get(format, bool)()
    if format == "parquet":
        with output_errors(out):
            refuse_folder(out, force=force, is_ours=is_of_a_result)
    else:
        check_target(out, force=force)
    for beside in (DEAD, REPORT):
        check_target(beside_path(out, beside), force=force)


def beside_path(out: Path, ending: str) -> Path:
    """Return a file beside the result."""
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
    """Yield the empty file or folder that becomes the result, after noting it in the work folder."""
    force = force or is_own(work, out)
    folder = format == "parquet"
    writer = whole_folder(out, force=force, is_ours=is_of_a_result) if folder else atomic_writer(out, force=force)
    with writer as temporary:
        note(work, temporary, out)
        yield temporary
        note(work, temporary, out)  # a writer may have put another file in its place


def measure(path: Path) -> Closed:
    """Return what is in the file or folder of a result."""
    files = [Path(folder) / name for folder, _, names in os.walk(path) for name in names] if path.is_dir() else [path]
    return Closed(len(files), sum(file.stat().st_size for file in files))
