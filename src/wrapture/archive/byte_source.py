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
        """Return up to ``size`` bytes at an offset; fewer only at the end of the file."""
        ...


@dataclass(frozen=True, slots=True)
class BytesSource:
    """Bytes in memory, with the interface of a file."""

    body: bytes

    @property
    def size(self) -> int:
        """Their number."""
        return len(self.body)

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to ``size`` bytes at an offset."""
        return self.body[start : start + size]
