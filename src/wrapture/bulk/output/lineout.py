"""A run's result as JSON Lines or CSV."""

from __future__ import annotations

import csv
import io
import shutil
from typing import TYPE_CHECKING, Final

from wrapture.bulk.output.union import as_text, flat_rows, is_told_as_text, line_files, union_of
from wrapture.bulk.output.workfolder import ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import BinaryIO

    from wrapture.bulk.model import Part

PIECE: Final = 1 << 20  # bytes that are copied at a time


def write_jsonl(work: Path, path: Path, _: Sequence[Part]) -> None:
    """Write the lines of all units to a file."""
    with path.open("wb") as file:
        copy_lines(work, ROWS, file)


def copy_lines(work: Path, name: str, file: BinaryIO) -> None:
    """Write the files of this name of all units one after the other."""
    for source in line_files(work, name):
        with source.open("rb") as lines:
            shutil.copyfileobj(lines, file, PIECE)


def write_csv(work: Path, path: Path, known: Sequence[Part]) -> None:
    """Write the records of all units to a file, as `wrapture.sinks.csvout` does."""
    union = union_of(work, known)
    writers = [as_text if is_told_as_text(kind) else None for kind in union.kinds]
    with path.open("wb") as raw, io.TextIOWrapper(raw, "utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(union.names)
        writer.writerows(flat_rows(line_files(work, ROWS), union, writers))
