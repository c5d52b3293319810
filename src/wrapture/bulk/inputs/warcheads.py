"""Where the records of a WARC file begin and end: by what they say themselves, and by where the next one begins.

fastwarc stops without a word where a file is torn, so it is not asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.unpacking import Stream

MAGIC: Final = b"WARC/"
HEAD_END: Final = b"\r\n\r\n"
RECORD_END: Final = 4
"""Two line breaks follow each record."""
HEAD_BYTES: Final = 4096
"""Looked at first; nearly all heads are shorter than 1 KB."""
MAX_HEAD: Final = 1024 * 1024
WINDOW: Final = 1024 * 1024

_LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r?(?:\n|$)", re.IGNORECASE)
_TYPE: Final = re.compile(rb"\nwarc-type:[ \t]*([a-z]+)", re.IGNORECASE)
_NEXT: Final = re.compile(rb"\r?\n\r?\nWARC/[01]\.")
PAGE_TYPES: Final = frozenset({b"response", b"resource"})


class Head(NamedTuple):
    """What a record says of itself: how long its head and its content are, and whether it may be a page."""

    length: int
    content: int
    may_be_page: bool

    @property
    def whole(self) -> int:
        """All of the record's bytes."""
        return self.length + self.content + RECORD_END


class Record(NamedTuple):
    """The bytes of a record, ``size`` once they are unpacked; where it is cut, fewer are there."""

    start: int
    stop: int
    size: int
    may_be_page: bool


class Gap(NamedTuple):
    """Bytes that are no record, up to another place or, with ``stop=-1``, to the end."""

    start: int
    stop: int = -1


def head_of(data: bytes) -> Head | None:
    """Return the head that bytes begin with, if it is whole."""
    end = data.find(HEAD_END)
    if end < 0 or not data.startswith(MAGIC):
        return None
    head = data[:end]
    length, kind = _LENGTH.search(head), _TYPE.search(head)
    if length is None:
        return None
    may_be_page = kind is None or kind[1].lower() in PAGE_TYPES
    return Head(end + len(HEAD_END), int(length[1]), may_be_page)


def plain_records(stream: Stream, size: int | None) -> Iterator[Record | Gap]:
    """Yield the records of a stream; each may be read before the next one is asked for.

    `size` is where the stream ends, if it is a file that can be read at any place.
    """
    while data := stream.peek(HEAD_BYTES):
        start = stream.tell()
        if data[0] in b"\r\n":
            stream.seek(start + len(data) - len(data.lstrip(b"\r\n")))
            continue
        head = head_of(data) or (head_of(stream.peek(MAX_HEAD)) if data.startswith(MAGIC) else None)
        if head is None:
            if not data.strip(b"\0") and len(data) < HEAD_BYTES:
                return
            stop = _next_record(stream, start + 1)
            yield Gap(start, stop)
        else:
            stop = _stop_of(stream, start, head, size)
            yield Record(start, stop, head.whole, head.may_be_page)
            stream.seek(stop)
            if (size is None and stream.tell() < stop - RECORD_END) or (size == stop != start + head.whole):
                yield Gap(start)
                return
        if stop < 0:
            return


def _stop_of(stream: Stream, start: int, head: Head, size: int | None) -> int:
    """Return where a record ends: where it says, unless none begins there; then where the next one does, or the file ends."""
    said = start + head.whole
    if size is None:
        return said
    stream.seek(said - RECORD_END)
    follows = stream.peek(RECORD_END + len(MAGIC))
    ends_well = follows.startswith(HEAD_END) or MAGIC.startswith(follows.lstrip(b"\r\n")[: len(MAGIC)])
    if said <= size + RECORD_END and ends_well:
        stream.seek(start)
        return min(said, size)
    found = _next_record(stream, start + head.length - len(HEAD_END))
    stream.seek(start)
    return found if found >= 0 else size


def _next_record(stream: Stream, start: int) -> int:
    """Return where the next record begins, after going there; -1 if there is none."""
    stream.seek(start)
    while window := stream.peek(WINDOW):
        found = _NEXT.search(window)
        if found:
            place = stream.tell() + found.end() - len(b"WARC/1.")
            stream.seek(place)
            return place
        if len(window) < WINDOW:
            return -1
        stream.seek(stream.tell() + len(window) - 16)
    return -1
