"""A few numbers in memory that two processes share: where a child is in its unit, seen without asking it."""

from __future__ import annotations

import mmap
import os
import struct
import sys
import tempfile
from contextlib import suppress
from typing import Final

from wrapture.bulk.model import Tally

NOT_BEGUN: Final = -2
"""The place of a child that has not come to a page yet: it is starting, or gets its unit."""
NO_PAGE: Final = -1
"""The place of a child that has read all pages of its unit."""

PLACE: Final = struct.Struct("q")
TALLY: Final = struct.Struct("6q")
SIZE: Final = PLACE.size + TALLY.size


class Gauge:
    """The place of a child in its unit, and what has come of its pages so far.

    The numbers are written while they are read, so those of a tally may belong to two pages: they are for a person to see.
    """

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._shared = mmap.mmap(handle, SIZE)

    @classmethod
    def new(cls) -> Gauge:
        """Return a gauge that no file stands for, so that nothing is left of it when its processes are gone."""
        handle = _nameless_file()
        os.write(handle, bytes(SIZE))
        return cls(handle)

    def show(self, place: int, tally: Tally) -> None:
        """Say that a page is begun, or one of `NOT_BEGUN` and `NO_PAGE`, and what came of those before."""
        counts = (tally.seen, tally.read, tally.unfit, tally.dead, tally.passed, tally.records)
        TALLY.pack_into(self._shared, PLACE.size, *counts)
        PLACE.pack_into(self._shared, 0, place)

    @property
    def place(self) -> int:
        """The page that is being read."""
        return int(PLACE.unpack_from(self._shared)[0])

    @property
    def tally(self) -> Tally:
        """What has come of the pages before; nothing when the gauge is closed."""
        with suppress(ValueError):
            return Tally(*TALLY.unpack_from(self._shared, PLACE.size))
        return Tally()

    def close(self) -> None:
        """Give the memory back."""
        self._shared.close()
        os.close(self.handle)


def _nameless_file() -> int:
    if sys.platform == "linux":
        return os.memfd_create("wrapture-gauge")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
