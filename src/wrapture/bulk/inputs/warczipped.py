"""Where the records of a WARC file begin and end that are compressed one by one.

They are not decompressed to find that out: the length that a record says of itself stands in the last four bytes of its gzip
member, too, and another member follows.  Where that does not hold, the member is read through.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.inputs.warcheads import HEAD_BYTES, MAGIC, MAX_HEAD, WINDOW, Gap, Record, head_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.places import Opened
    from wrapture.bulk.inputs.warcheads import Head

GZIP: Final = zlib.MAX_WBITS | 16
GZIP_MAGIC: Final = b"\x1f\x8b\x08"
FIRST_BYTES: Final = 1024
"""Unpacked to read a head; most are shorter."""
SMALLEST_MEMBER: Final = 20
PIECE_BYTES: Final = 256 * 1024


class Solid(NamedTuple):
    """A place from which on records are not compressed one by one."""

    start: int


class Window:
    """Bytes of a file around the place that is looked at."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.size = opened.file.size
        self._base = 0
        self._data = b""

    def get(self, start: int, size: int) -> bytes:
        """Return bytes; fewer only at the end."""
        if start < self._base or start + size > self._base + len(self._data):
            self._base, self._data = start, self._opened.read_at(start, max(WINDOW, size))
        return self._data[start - self._base : start - self._base + size]

    def find(self, what: bytes, start: int) -> int:
        """Return where something stands next, -1 if it does not."""
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


def zipped_records(opened: Opened) -> Iterator[Record | Gap | Solid]:
    """Yield the records of a file in which each is a gzip member."""
    window = Window(opened)
    start = 0
    while start < window.size:
        head = _zipped_head(window, start)
        found = Measured(-1) if head is None else _stop(window, start, head)
        if head is not None and found.is_solid:
            yield Solid(start)
            return
        if head is None or found.stop < 0:
            next_start = _next_member(window, start + 1)
            if head is not None:
                yield Record(start, next_start if next_start >= 0 else window.size, head.whole, head.may_be_page)
            elif not window.get(start, HEAD_BYTES).strip(b"\0") and window.size - start < HEAD_BYTES:
                return
            if head is None or next_start < 0:
                yield Gap(start, next_start)
            if next_start < 0:
                return
            start = next_start
        else:
            yield Record(start, found.stop, head.whole, head.may_be_page)
            start = found.stop


class Measured(NamedTuple):
    """Where a gzip member ends, -1 if it does not; ``is_solid`` where other records are inside."""

    stop: int
    is_solid: bool = False


def _stop(window: Window, start: int, head: Head) -> Measured:
    """Return where a record ends: at the next member, if the length in front of that is the record's."""
    length = (head.whole & 0xFFFFFFFF).to_bytes(4, "little")
    stop = window.find(GZIP_MAGIC, start + SMALLEST_MEMBER)
    while stop >= 0 and window.get(stop - 4, 4) != length and _zipped_head(window, stop) is None:
        stop = window.find(GZIP_MAGIC, stop + 1)  # three bytes that mean nothing
    end = stop if stop >= 0 else window.size
    return Measured(end) if window.get(end - 4, 4) == length else _read_through(window, start, head)


def _read_through(window: Window, start: int, head: Head) -> Measured:
    """Return where a gzip member ends, found by unpacking it."""
    unzip, at, size = zlib.decompressobj(GZIP), start, 0
    while not unzip.eof:
        raw = unzip.unconsumed_tail
        if not raw:
            raw = window.get(at, PIECE_BYTES)
            at += len(raw)
        if not raw:
            return Measured(-1)
        try:
            out = unzip.decompress(raw, PIECE_BYTES)
        except zlib.error:
            return Measured(-1)
        size += len(out)
        if size > head.whole and _follows(out, size - head.whole):
            return Measured(-1, is_solid=True)
        if size > head.whole + PIECE_BYTES:
            return Measured(-1)
    return Measured(at - len(unzip.unused_data))


def _follows(out: bytes, beyond: int) -> bool:
    """Return whether another record begins where the first one ended, `beyond` bytes before the end of what was unpacked."""
    return beyond <= len(out) and out[len(out) - beyond :].startswith(MAGIC[:beyond])


def _zipped_head(window: Window, start: int) -> Head | None:
    """Return the head of the record that a gzip member begins with, if it does."""
    for most in (FIRST_BYTES, MAX_HEAD):
        try:
            data = zlib.decompressobj(GZIP).decompress(window.get(start, most), most)
        except zlib.error:
            return None
        if not data.startswith(MAGIC):
            return None
        if head := head_of(data):
            return head
    return None


def _next_member(window: Window, start: int) -> int:
    """Return where the next gzip member begins that holds a record, -1 if there is none."""
    at = window.find(GZIP_MAGIC, start)
    while at >= 0 and _zipped_head(window, at) is None:
        at = window.find(GZIP_MAGIC, at + 1)
    return at
