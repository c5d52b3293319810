"""A run's result as a folder of Parquet files, ``wrapper=books/part-00000.parquet``: a hive partitioned data set.

Large parts are hard-linked, or copied on file systems without links.  Small parts of a wrapper are merged with the following
ones, within a memory limit: a run over pages of a thousand sites has a thousand small parts in every few units.  The same units
make the same files.  All files of a wrapper have the same schema: if one part has integers and another fractions, both have
numbers.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from wrapture.bulk.output.disk import lasting
from wrapture.bulk.output.parquet_parts import read_frame, schema_of, write_group
from wrapture.bulk.output.workfolder import FRAMES, committed
from wrapture.files import flush_folder
from wrapture.rows.kinds import common_kind
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from wrapture.bulk.jobs import UnitPart
    from wrapture.bulk.output.workfolder import Committed

MERGED_ROWS: Final = 1 << 16  # of small parts that make a file
HELD: Final = 64 << 20  # bytes of small parts that are held, of all wrappers together
MAX_FOLDER: Final = 200  # characters of a folder's name, of 255 bytes that there may be
NOBODY: Final = "none"  # the folder of a result without records: tools want a name there
PARTITION: Final = "wrapper="
_PART: Final = re.compile(r"part-[0-9]{5,}\.parquet")


def write_parquet_folder(work: Path, folder: Path, known: Sequence[UnitPart]) -> None:
    """Write the records of all units to an empty folder; known wrappers have a file even without records."""
    writer = _Writer(folder)
    columns = _columns(work, known)
    for unit in committed(work):
        _take(writer, unit, columns)
    writer.finish()
    for part in known:
        writer.ensure(part.wrapper, columns[part.wrapper])
    if not any(folder.iterdir()):  # most tools can't open a folder without a file
        writer.ensure("", ())
    for one in folder.iterdir():
        flush_folder(one)


def _columns(work: Path, known: Sequence[UnitPart]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the columns of each wrapper, with kinds that fit the values of all its parts."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    kept = ((part.wrapper, part.columns) for unit in committed(work) for part in unit.parts)
    for wrapper, columns in chain([(part.wrapper, part.columns) for part in known], kept):
        before = found.setdefault(wrapper, columns)
        if before != columns:
            pairs = zip(before, columns, strict=True)
            found[wrapper] = tuple((name, common_kind(kind, other)) for (name, kind), (_, other) in pairs)
    return found


def _take(writer: _Writer, unit: Committed, columns: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    frames = (unit.folder / FRAMES).read_bytes() if (unit.folder / FRAMES).is_file() else b""
    for part in unit.parts:
        if part.is_parquet and part.columns == columns[part.wrapper]:
            writer.link(part.wrapper, unit.folder / part.file)
            continue
        body = (
            (unit.folder / part.file).read_bytes() if part.is_parquet else frames[part.offset : part.offset + part.size]
        )
        writer.hold(part.wrapper, read_frame(body).cast(schema_of(columns[part.wrapper])))


@dataclass(slots=True)
class _Shelf:
    """The state of one wrapper: its number of files, and the tables for the next one."""

    folder: Path
    files: int = 0
    tables: list[Any] = field(default_factory=list)
    rows: int = 0
    size: int = 0


class _Writer:
    """Writes the files of all wrappers, in the order of their parts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shelves: dict[str, _Shelf] = {}
        self._held = 0

    def link(self, wrapper: str, file: Path) -> None:
        """Add a file as it is, after all pending tables."""
        shelf = self._shelf(wrapper)
        self._flush(shelf)
        link_or_copy(file, self._next(shelf))

    def hold(self, wrapper: str, table: Any) -> None:
        """Add a table; pending ones are written when there are enough of a wrapper, or too many in total."""
        shelf = self._shelf(wrapper)
        size = table.get_total_buffer_size()
        shelf.tables.append(table)
        shelf.rows += len(table)
        shelf.size += size
        self._held += size
        if shelf.rows >= MERGED_ROWS:
            self._flush(shelf)
        while self._held > HELD:
            self._flush(max(self._shelves.values(), key=lambda one: one.size))

    def finish(self) -> None:
        """Write all pending tables."""
        for shelf in self._shelves.values():
            self._flush(shelf)

    def ensure(self, wrapper: str, columns: Sequence[tuple[str, str]]) -> None:
        """Write a file without rows for a wrapper without records."""
        shelf = self._shelf(wrapper)
        if not shelf.files:
            shelf.tables.append(schema_of(columns).empty_table())
            self._flush(shelf)

    def _flush(self, shelf: _Shelf) -> None:
        if not shelf.tables:
            return
        with lasting(self._next(shelf)) as file:
            write_group(shelf.tables, file)
        self._held -= shelf.size
        shelf.tables, shelf.rows, shelf.size = [], 0, 0

    def _next(self, shelf: _Shelf) -> Path:
        shelf.files += 1
        return shelf.folder / f"part-{shelf.files - 1:05d}.parquet"

    def _shelf(self, wrapper: str) -> _Shelf:
        shelf = self._shelves.get(wrapper)
        if shelf is None:
            shelf = self._shelves[wrapper] = _Shelf(self._folder / folder_name(wrapper))
            shelf.folder.mkdir()
        return shelf


def folder_name(wrapper: str) -> str:
    """Return the folder name of a wrapper: its percent-encoded name, shortened if it is too long for a file system.

    >>> folder_name("books"), folder_name("a/b=c d")
    ('wrapper=books', 'wrapper=a%2Fb%3Dc%20d')
    """
    letters = [quote(letter, safe="") for letter in encodable(wrapper)]
    if sum(map(len, letters)) <= MAX_FOLDER:
        return PARTITION + ("".join(letters) or NOBODY)
    mark = f"~{sha256(wrapper.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    while sum(map(len, letters)) > MAX_FOLDER - len(mark):
        letters.pop()
    return PARTITION + "".join(letters) + mark


def is_of_a_result(path: Path) -> bool:
    """Return whether a path in a folder was written by `write_parquet_folder`."""
    return (
        path.name.startswith(PARTITION) and path.is_dir() and all(_PART.fullmatch(one.name) for one in path.iterdir())
    )


def link_or_copy(source: Path, target: Path) -> None:
    """Hard-link a file, or copy it on file systems without links."""
    try:
        target.hardlink_to(source)
    except OSError:
        with source.open("rb") as body, lasting(target) as file:
            shutil.copyfileobj(body, file)
