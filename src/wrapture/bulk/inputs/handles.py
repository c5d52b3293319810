"""Files that a process keeps open while it reads units: a few, and nothing else."""

from __future__ import annotations

import atexit
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.inputs.parquets import open_table
from wrapture.bulk.inputs.places import open_file

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from wrapture.bulk.inputs.chunks import File, Rows
    from wrapture.bulk.inputs.places import Opened

BATCH_ROWS: Final = 16
"""Unpacked at a time: rows may be long."""
MOST: Final = 8
"""Files that are kept open."""


class Kept:
    """Things that are open, the one that was used last at the end; what is lent is not among them."""

    def __init__(self) -> None:
        self._things: dict[Hashable, Any] = {}
        atexit.register(self.close)

    def lend(self, key: Hashable) -> Any:
        """Return something that is open, for the borrower alone, or ``None``."""
        return self._things.pop(key, None)

    def keep(self, key: Hashable, thing: Any) -> None:
        """Take something back; the one that was not used for longest may have to go."""
        other = self._things.pop(key, None)
        self._things[key] = thing
        if other is not None:
            other.close()
        while len(self._things) > MOST:
            self._things.pop(next(iter(self._things))).close()

    def close(self) -> None:
        """Close all."""
        while self._things:
            self._things.popitem()[1].close()


_FILES: Final = Kept()
_GROUPS: Final = Kept()


def close_files() -> None:
    """Close whatever is kept open."""
    _FILES.close()
    _GROUPS.close()


@contextmanager
def borrowed(file: File) -> Iterator[Opened]:
    """Yield a file, opened, which is kept open afterwards; raises `OSError` where it can't be had."""
    opened: Opened = _FILES.lend(file) or open_file(file)
    try:
        yield opened
    except BaseException:
        opened.close()
        raise
    _FILES.keep(file, opened)


class Group:
    """The rows of a row group, from the first on: it can't be entered in the middle."""

    def __init__(self, chunk: Rows) -> None:
        self.row = 0
        self._table = open_table(chunk.file)
        names = [name for name in (chunk.html, chunk.url) if name]
        self._batches = self._table.iter_batches(BATCH_ROWS, row_groups=[chunk.group], columns=names, use_threads=False)
        self._batch: Any = None
        self._begin = 0

    def at(self, row: int) -> tuple[Any, int]:
        """Return the batch that holds a row, and its number in there; rows before the last one asked for are gone."""
        while self._batch is None or row >= self._begin + self._batch.num_rows:
            self._begin += 0 if self._batch is None else self._batch.num_rows
            self._batch = next(self._batches)
        self.row = row
        return self._batch, row - self._begin

    def close(self) -> None:
        """Let go of the file."""
        self._batches = iter(())
        self._table.close(force=True)


@contextmanager
def borrowed_group(chunk: Rows) -> Iterator[Group]:
    """Yield the rows of a row group, at or before those of a chunk; who reads unit after unit does not begin anew."""
    key = (chunk.file, chunk.group, chunk.html, chunk.url)
    group: Group | None = _GROUPS.lend(key)
    if group is not None and group.row > chunk.start:
        group.close()
        group = None
    group = group or Group(chunk)
    try:
        yield group
    except BaseException:
        group.close()
        raise
    _GROUPS.keep(key, group)
