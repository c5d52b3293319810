"""Where the records of a WARC file begin and end if each is a gzip member.

Records are not decompressed to find out: the length in a record's head must match the last four bytes of its gzip member, and
another member must follow.  Otherwise the member is decompressed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, first_bytes
from wrapture.archive.compressed_member import CompressedMember
from wrapture.archive.warc_headers import HEAD_BYTES, MAGIC, MAX_HEAD, WINDOW, Gap, WarcRecord, head_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.byte_source import ByteSource
    from wrapture.archive.warc_headers import Head

GZIP_MAGIC: Final = b"\x1f\x8b\x08"
FIRST_BYTES: Final = 1024
"""Decompressed to read a head; most are shorter."""
SMALLEST_MEMBER: Final = 20
SLACK_BYTES: Final = 256 * 1024
"""Read beyond the length that a record claims, before it is given up."""


class Solid(NamedTuple):
    """An offset from which on several records share one gzip member."""

    start: int


class Window:
    """A buffered view of a file."""

    def __init__(self, opened: ByteSource) -> None:
        self._opened = opened
        self.size = opened.size
        self._base = 0
        self._data = b""

    def get(self, start: int, size: int) -> bytes:
        """Return bytes at an offset; fewer only at the end."""
        if start < self._base or start + size > self._base + len(self._data):
            self._base, self._data = start, self._opened.read_at(start, max(WINDOW, size))
        return self._data[start - self._base : start - self._base + size]

    def find(self, what: bytes, start: int) -> int:
        """Return the offset of the next occurrence, -1 if there is none."""
        while start < self.size:
            if not self._base <= start < self._base + len(self._data) - len(what):
                self._base, self._data = start, self._opened.read_at(start, WINDOW)
            at = self._data.find(what, start - self._base)
            if at >= 0:
                return self._base + at
            start = max(start + 1, self._base + len(self._data) - len(what) + 1)
            if self._base + len(self._data) >= self.size:
                return -1
        return -1


def zipped_records(opened: ByteSource) -> Iterator[WarcRecord | Gap | Solid]:
    """Yield the records of a file in which each is a gzip member, and its damaged ranges."""
    window = Window(opened)
    start = 0
    while start < window.size:
        head = _zipped_head(window, start)
        found = GzipMember(-1) if head is None else _stop(window, start, head)
        if head is not None and found.is_solid:
            yield Solid(start)
            return
        if head is None or found.stop < 0:
            next_start = _next_member(window, start + 1)
            if head is not None:
                yield WarcRecord(start, next_start if next_start >= 0 else window.size, head.whole, head.may_be_page)
            elif not window.get(start, HEAD_BYTES).strip(b"\0") and window.size - start < HEAD_BYTES:
                return
            if head is None or next_start < 0:
                yield Gap(start, next_start)
            if next_start < 0:
                return
            start = next_start
        else:
            yield WarcRecord(start, found.stop, head.whole, head.may_be_page)
            start = found.stop


class GzipMember(NamedTuple):
    """Where a gzip member ends, -1 if it is damaged; ``is_solid`` if it contains further records."""

    stop: int
    is_solid: bool = False


def _stop(window: Window, start: int, head: Head) -> GzipMember:
    """Return where a record ends: at the next member, if the length in front of that is the record's."""
    length = (head.whole & 0xFFFFFFFF).to_bytes(4, "little")
    stop = window.find(GZIP_MAGIC, start + SMALLEST_MEMBER)
    while stop >= 0 and window.get(stop - 4, 4) != length and _zipped_head(window, stop) is None:
        stop = window.find(GZIP_MAGIC, stop + 1)  # three bytes by chance
    end = stop if stop >= 0 else window.size
    return GzipMember(end) if window.get(end - 4, 4) == length else _read_through(window, start, head)


def _read_through(window: Window, start: int, head: Head) -> GzipMember:
    """Return where a gzip member ends, by decompressing it."""
    member, size = CompressedMember(DECOMPRESSORS["gzip"](), window.get, start), 0
    try:
        for out in member:
            size += len(out)
            if size > head.whole and _follows(out, size - head.whole):
                return GzipMember(-1, is_solid=True)
            if size > head.whole + SLACK_BYTES:
                return GzipMember(-1)
    except CodecError:
        return GzipMember(-1)
    return GzipMember(member.end)


def _follows(out: bytes, beyond: int) -> bool:
    """Return whether another record begins `beyond` bytes before the end of the decompressed bytes."""
    return beyond <= len(out) and out[len(out) - beyond :].startswith(MAGIC[:beyond])


def _zipped_head(window: Window, start: int) -> Head | None:
    """Return the head of the record in a gzip member, if there is one."""
    for most in (FIRST_BYTES, MAX_HEAD):
        try:
            data = first_bytes(DECOMPRESSORS["gzip"](), window.get(start, most), most)
        except CodecError:
            return None
        if not data.startswith(MAGIC):
            return None
        if head := head_of(data):
            return head
    return None


def _next_member(window: Window, start: int) -> int:
    """Return where the next gzip member with a record begins, -1 if there is none."""
    at = window.find(GZIP_MAGIC, start)
    while at >= 0 and _zipped_head(window, at) is None:
        at = window.find(GZIP_MAGIC, at + 1)
    return at
