"""The few files that a process keeps open between units."""

from __future__ import annotations

import atexit
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.parquet_pages import open_table

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from wrapture.bulk.inputs.chunks import InputFile, ParquetRows
    from wrapture.bulk.inputs.locations import Opened

BATCH_ROWS: Final = 16
"""Decoded at a time: rows may be long."""
MOST: Final = 8
"""Maximum of open files."""


class OpenFiles:
    """Open files, most recently used last; borrowed ones are not among them."""

    def __init__(self) -> None:
        self._things: dict[Hashable, Any] = {}
        atexit.register(self.close)

    def lend(self, key: Hashable) -> Any:
        """Return an open file for the borrower alone, or ``None``."""
        return self._things.pop(key, None)

    def keep(self, key: Hashable, thing: Any) -> None:
        """Take a file back; the least recently used one may be closed."""
        other = self._things.pop(key, None)
        self._things[key] = thing
        if other is not None:
            other.close()
        while len(self._things) > MOST:
            self._things.pop(next(iter(self._things))).close()

    def close(self) -> None:
        """Close all files."""
        while self._things:
            self._things.popitem()[1].close()


_FILES: Final = OpenFiles()
_GROUPS: Final = OpenFiles()


def close_files() -> None:
    """Close all files that are kept open."""
    _FILES.close()
    _GROUPS.close()


@contextmanager
def borrowed(file: InputFile) -> Iterator[Opened]:
    """Yield an open file, which is kept open afterwards; raises `OSError` if it can't be opened."""
    opened: Opened = _FILES.lend(file) or open_file(file)
    try:
        yield opened
    except BaseException:
        opened.close()
        raise
    _FILES.keep(file, opened)


class RowGroup:
    """The rows of a row group, read in order: it has no random access."""

    def __init__(self, chunk: ParquetRows) -> None:
        self.row = 0
        self._table = open_table(chunk.file)
        names = [name for name in (chunk.html, chunk.url) if name]
        self._batches = self._table.iter_batches(BATCH_ROWS, row_groups=[chunk.group], columns=names, use_threads=False)
        self._batch: Any = None
        self._begin = 0

    def at(self, row: int) -> tuple[Any, int]:
        """Return the batch of a row, and the row's index in it; earlier rows are gone."""
        while self._batch is None or row >= self._begin + self._batch.num_rows:
            self._begin += 0 if self._batch is None else self._batch.num_rows
            self._batch = next(self._batches)
        self.row = row
        return self._batch, row - self._begin

    def close(self) -> None:
        """Close the file."""
        self._batches = iter(())
        self._table.close(force=True)


@contextmanager
def borrowed_group(chunk: ParquetRows) -> Iterator[RowGroup]:
    """Yield the rows of a row group, at or before those of a chunk; consecutive units share one pass."""
    key = (chunk.file, chunk.group, chunk.html, chunk.url)
    group: RowGroup | None = _GROUPS.lend(key)
    if group is not None and group.row > chunk.start:
        group.close()
        group = None
    group = group or RowGroup(chunk)
    try:
        yield group
    except BaseException:
        group.close()
        raise
    _GROUPS.keep(key, group)
