"""What a wrapper library says of its files: by what a change is seen, what is listed, what a page may fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import os


class Stamp(NamedTuple):
    """By what a file is seen to have changed."""

    size: int
    mtime_ns: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """Return the stamp of a file, in numbers that SQLite can hold."""
        return cls(status.st_size, status.st_mtime_ns, status.st_ino & (1 << 63) - 1)


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """What a library knows of one of its files: its ``name``, and what the wrapper in it is like.

    ``kind`` is that of its locator, ``records`` the fewest and the most that were seen on a page; ``error`` says what is wrong
    with a file that can't be read, of which nothing else is known.
    """

    name: str
    kind: str = ""
    columns: int = 0
    records: tuple[int, int] = (0, 0)
    addresses: tuple[str, ...] = ()
    error: str = ""


class Likely(NamedTuple):
    """A wrapper that a page may fit, the stamp that its file had, and how much of the page it would explain."""

    name: str
    stamp: Stamp
    explained: float = float("inf")
