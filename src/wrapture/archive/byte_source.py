"""The interface through which archives are read: bytes at any offset."""

from __future__ import annotations

from typing import Protocol


class ByteSource(Protocol):
    """A file of a known size that can be read at any offset."""

    @property
    def size(self) -> int:
        """Its size in bytes."""
        ...

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to ``size`` bytes at an offset; fewer only at the end of the file."""
        ...
