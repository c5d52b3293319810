"""A few numbers in shared memory: the position of a child in its unit, visible to the supervisor at any time."""

from __future__ import annotations

import mmap
import os
import struct
import sys
import tempfile
from contextlib import suppress
from typing import Final

from wrapture.bulk.jobs import Tally

NOT_BEGUN: Final = -2
"""The place of a child before its first page: it is starting, or receives its unit."""
NO_PAGE: Final = -1
"""The place of a child after the last page of its unit."""

PLACE: Final = struct.Struct("q")
TALLY: Final = struct.Struct("6q")
SIZE: Final = PLACE.size + TALLY.size


class Gauge:
    """The place of a child in its unit, and the results of its pages so far.

    Reading is not synchronized with writing, so the numbers of a tally may belong to two pages: they are for display only.
    """

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._shared = mmap.mmap(handle, SIZE)

    @classmethod
    def new(cls) -> Gauge:
        """Return a gauge without a file name, so that nothing remains of it when its processes are gone."""
        handle = _nameless_file()
        os.write(handle, bytes(SIZE))
        return cls(handle)

    def show(self, place: int, tally: Tally) -> None:
        """Set the current page, or one of `NOT_BEGUN` and `NO_PAGE`, and the results so far."""
        counts = (tally.seen, tally.read, tally.unfit, tally.dead, tally.passed, tally.records)
        TALLY.pack_into(self._shared, PLACE.size, *counts)
        PLACE.pack_into(self._shared, 0, place)

    @property
    def place(self) -> int:
        """The page that is being read."""
        return int(PLACE.unpack_from(self._shared)[0])

    @property
    def tally(self) -> Tally:
        """The results of the pages before; empty once the gauge is closed."""
        with suppress(ValueError):
            return Tally(*TALLY.unpack_from(self._shared, PLACE.size))
        return Tally()

    def close(self) -> None:
        """Release the memory."""
        self._shared.close()
        os.close(self.handle)


def _nameless_file() -> int:
    if sys.platform == "linux":
        return os.memfd_create("wrapture-gauge")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
