"""Where the pages of a unit are: a closed union of frozen values, read by one ``match`` in `unit_pages`.

A chunk has the offsets of its pages, or their bytes if the input has no random access.  What the listing already knows of a
page (that it is none, that it is truncated) stands in its place.  Chunks with the same ``repr`` are the same pages: held bytes
are left out of it, because they follow from the file, its size and its stamp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.capture.saved_formats import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from wrapture.archive.zip_directory import ZipMember
    from wrapture.bulk.jobs import DeadKind

UNIT_PAGES: Final = 256
"""Maximum per unit."""
UNIT_BYTES: Final = 16 * 1024 * 1024
"""About the maximum per unit; a single page may be longer."""
UNIT_ENTRIES: Final = 2048
"""Maximum per unit, with skipped entries: an archive may contain ten pictures per page."""

TOO_LONG: Final = f"is longer than {MAX_PAGE_BYTES:,} bytes; cut it into several pages"
CUT: Final = "is truncated, like its archive"


class Passed(NamedTuple):
    """An entry of an archive that is no page and is skipped: a picture, a folder, a request."""

    name: str


class Unreadable(NamedTuple):
    """A page that can't be read, and why."""

    name: str
    reason: str
    kind: DeadKind = "unreadable"


def refused(name: str, reason: str = TOO_LONG) -> Unreadable:
    """Return a page that is complete, but must not be read."""
    return Unreadable(name, reason, "refused")


class InputFile(NamedTuple):
    """A file of the input: its path or address, and the size and stamp that must not change."""

    address: str
    size: int
    stamp: str


class PageFile(NamedTuple):
    """A page that is a file; ``named`` if its extension or the user says that it is a page."""

    file: InputFile
    named: bool


class Member(NamedTuple):
    """A range of bytes of an archive."""

    name: str
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Held:
    """Bytes that were decompressed from a file, beginning at ``start`` of its content."""

    file: InputFile
    start: int
    data: bytes = field(repr=False)


Data: TypeAlias = InputFile | Held
Known: TypeAlias = Passed | Unreadable


@dataclass(frozen=True, slots=True)
class Files:
    """Pages that are files of their own."""

    entries: tuple[PageFile | Known, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """Pages one after the other in some data, as in a tar file."""

    data: Data
    entries: tuple[Member | Known, ...]


@dataclass(frozen=True, slots=True)
class ZipMembers:
    """Pages that are members of a zip file."""

    file: InputFile
    entries: tuple[ZipMember | Known, ...]


@dataclass(frozen=True, slots=True)
class WarcRecords:
    """Records of a WARC file, each a gzip member with ``packing="gzip"``; they are named by their offsets."""

    data: Data
    packing: Literal["", "gzip"]
    entries: tuple[Member | Known, ...]


@dataclass(frozen=True, slots=True)
class ParquetRows:
    """Rows ``start <= n < stop`` of a row group of a Parquet file; the first is row ``first`` of the file."""

    file: InputFile
    group: int
    start: int
    stop: int
    first: int
    html: str
    url: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of JSON between two offsets of some data; the first is line ``first`` of the file."""

    data: Data
    start: int
    stop: int
    first: int
    count: int
    html: str
    url: str


Chunk: TypeAlias = Files | Members | ZipMembers | WarcRecords | ParquetRows | Lines


class UnitDraft(NamedTuple):
    """A unit without a number."""

    source: str
    chunk: Chunk
    weight: int
