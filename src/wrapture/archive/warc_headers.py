"""The heads of WARC records, and where the records of an uncompressed file begin and end.

A record ends where its head says, unless no other begins there; damage is skipped up to the next record.  Libraries stop
silently where a file is damaged, so none is used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.archive.tar_headers import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.unpacking import Stream

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


Fields: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values of the lines of a head."""


class Head(NamedTuple):
    """The lengths of a record's head and content, and whether the record may be a page."""

    length: int
    content: int
    may_be_page: bool

    @property
    def whole(self) -> int:
        """The length of the whole record."""
        return self.length + self.content + RECORD_END


class WarcRecord(NamedTuple):
    """Where a record stands in the file; ``size`` is its length once decompressed, also where it is truncated."""

    start: int
    stop: int
    size: int
    may_be_page: bool


class Gap(NamedTuple):
    """Bytes that are no record, up to another offset or, with ``stop=-1``, to the end."""

    start: int
    stop: int = -1


def head_of(data: bytes) -> Head | None:
    """Return the head that bytes begin with, if it is complete."""
    end = data.find(HEAD_END)
    if end < 0 or not data.startswith(MAGIC):
        return None
    head = data[:end]
    length, kind = _LENGTH.search(head), _TYPE.search(head)
    if length is None:
        return None
    may_be_page = kind is None or kind[1].lower() in PAGE_TYPES
    return Head(end + len(HEAD_END), int(length[1]), may_be_page)


def fields_of(head: bytes) -> Fields:
    r"""Return the fields of a head, of a record or an HTTP message; names are in lower case, folded lines are not joined.

    >>> fields_of(b"WARC/1.1\r\nWARC-Type: response\r\n")
    (('warc-type', 'response'),)
    """
    pairs = (line.partition(b":") for line in head.split(b"\n"))
    return tuple((text_of(name.strip()).lower(), text_of(value.strip())) for name, colon, value in pairs if colon)


def target_of(fields: Fields) -> str:
    """Return the address of a record; some programs put it between angle brackets."""
    url = next((value for name, value in fields if name == "warc-target-uri"), "")
    return url[1:-1] if url.startswith("<") and url.endswith(">") else url


def plain_records(stream: Stream, size: int | None) -> Iterator[WarcRecord | Gap]:
    """Yield the records of a stream; each may be read before the next one is requested.

    `size` is where the stream ends, if it is a file that can be read at any offset.
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
            yield WarcRecord(start, stop, head.whole, head.may_be_page)
            stream.seek(stop)
            if (size is None and stream.tell() < stop - RECORD_END) or (size == stop != start + head.whole):
                yield Gap(start)
                return
        if stop < 0:
            return


def _stop_of(stream: Stream, start: int, head: Head, size: int | None) -> int:
    """Return where a record ends: where its head says, or else where the next record begins or the file ends."""
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
    """Seek the next record and return where it begins, -1 if there is none."""
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
