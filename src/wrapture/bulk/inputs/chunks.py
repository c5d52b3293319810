"""How a process gets the pages of a unit: a closed union of frozen values, read by one ``match`` in `reading`.

A chunk says where its pages are, or holds their bytes where the input can't be entered in the middle.  What the listing already
knows of a page (that it is none, that it is cut) stands in its place.  Two chunks that look alike are the same pages: the bytes
that are held are left out of what a chunk shows, for they follow from the file, its size and its stamp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.capture.sources import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from wrapture.bulk.model import DeadKind

UNIT_PAGES: Final = 256
"""Of one unit at most."""
UNIT_BYTES: Final = 16 * 1024 * 1024
"""Of the pages of a unit, about: one page alone may be longer."""
UNIT_ENTRIES: Final = 2048
"""Of one unit at most, with what is passed over: an archive may hold ten pictures for each page."""

TOO_LONG: Final = f"is longer than {MAX_PAGE_BYTES:,} bytes; cut it into several pages"
CUT: Final = "breaks off in the middle: its archive is cut"


class Passed(NamedTuple):
    """Something beside the pages of an archive that is none: a picture, a folder, a request."""

    name: str


class Unreadable(NamedTuple):
    """A page that can't be had, and why."""

    name: str
    reason: str
    kind: DeadKind = "unreadable"


def refused(name: str, reason: str = TOO_LONG) -> Unreadable:
    """Return a page that is there and whole, but none to be read."""
    return Unreadable(name, reason, "refused")


class File(NamedTuple):
    """A file of the input: its path or address, and what must not change while it is read."""

    address: str
    size: int
    stamp: str


class PageFile(NamedTuple):
    """A page that is a file; ``named`` ones are pages by their ending or because a person said so."""

    file: File
    named: bool


class Member(NamedTuple):
    """Bytes of an archive: where they start in its data, and how many they are."""

    name: str
    start: int
    size: int


class ZipMember(NamedTuple):
    """A member of a zip file, as its directory describes it; ``start`` is where its own header begins."""

    name: str
    start: int
    packed: int
    size: int
    method: int
    flags: int
    crc: int


@dataclass(frozen=True, slots=True)
class Held:
    """Bytes that were unpacked from a file, from ``start`` of what it holds on."""

    file: File
    start: int
    data: bytes = field(repr=False)


Data: TypeAlias = File | Held
Known: TypeAlias = Passed | Unreadable


@dataclass(frozen=True, slots=True)
class Files:
    """Pages that are files of their own."""

    entries: tuple[PageFile | Known, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """Pages that stand in some data one after the other, as they do in a tar file."""

    data: Data
    entries: tuple[Member | Known, ...]


@dataclass(frozen=True, slots=True)
class ZipMembers:
    """Pages that are members of a zip file."""

    file: File
    entries: tuple[ZipMember | Known, ...]


@dataclass(frozen=True, slots=True)
class WarcRecords:
    """Records of a WARC file, each compressed for itself with ``packing="gzip"``; their names are those of their places."""

    data: Data
    packing: Literal["", "gzip"]
    entries: tuple[Member | Known, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows ``start <= n < stop`` of one row group of a Parquet file, of which the first has number ``first`` in the file."""

    file: File
    group: int
    start: int
    stop: int
    first: int
    html: str
    url: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of JSON between two places of some data, of which the first has number ``first`` in the file."""

    data: Data
    start: int
    stop: int
    first: int
    count: int
    html: str
    url: str


Chunk: TypeAlias = Files | Members | ZipMembers | WarcRecords | Rows | Lines


class Draft(NamedTuple):
    """A unit that has no number yet."""

    source: str
    chunk: Chunk
    weight: int
