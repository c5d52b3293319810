"""Values of a wrapper library: file stamps, listed entries and candidate wrappers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import os


class Stamp(NamedTuple):
    """The file status by which a change is noticed."""

    size: int
    mtime_ns: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """Return the stamp of a file, in integers that fit into SQLite."""
        return cls(status.st_size, status.st_mtime_ns, status.st_ino & (1 << 63) - 1)


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A wrapper file of a library, as it is listed.

    ``kind`` is that of its locator, ``records`` the smallest and largest number of records seen on a page.  If the file is
    invalid, ``error`` says why and the other fields are empty.
    """

    name: str
    kind: str = ""
    columns: int = 0
    records: tuple[int, int] = (0, 0)
    addresses: tuple[str, ...] = ()
    error: str = ""


class Likely(NamedTuple):
    """A wrapper that may fit a page, the stamp of its file, and how much of the page it would explain."""

    name: str
    stamp: Stamp
    explained: float = float("inf")
