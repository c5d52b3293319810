"""The interface through which archives are read: bytes at any offset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class ByteSource(Protocol):
    """A file of a known size that can be read at any offset."""

    @property
    def size(self) -> int:
        """Its size in bytes."""
        ...

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to ``size`` bytes at an offset; fewer only at the end of the file, none outside it."""
        ...


def within(start: int, size: int, total: int) -> int:
    """Return how many of ``size`` bytes at an offset are in a file of ``total`` bytes; archives name any offset.

    >>> within(2, 5, 10), within(8, 5, 10), within(10, 1, 10), within(2**64, 1, 10), within(-1, 5, 10)
    (5, 2, 0, 0, 0)
    """
    return max(0, min(size, total - start)) if start >= 0 else 0


@dataclass(frozen=True, slots=True)
class BytesSource:
    """Bytes in memory, with the interface of a file."""

    body: bytes

    @property
    def size(self) -> int:
        """Their number."""
        return len(self.body)

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to ``size`` bytes at an offset, none outside."""
        return self.body[start : start + within(start, size, self.size)]
