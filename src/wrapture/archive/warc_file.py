"""WARC files that programs append to: the complete records from an offset on, and what follows the last of them.

A program that is killed while it writes leaves a torn record at the end.  Only what may well be the beginning of a record is
called torn, because it will be cut off; anything else is called broken and stays as it is.
"""

from __future__ import annotations

from base64 import b32encode
from enum import Enum
from hashlib import sha1
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from uuid import uuid4

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, TruncatedError
from wrapture.archive.compressed_member import CompressedMember
from wrapture.archive.warc_headers import HEAD_BYTES, HEAD_END, MAGIC, MAX_HEAD, Fields, head_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    ReadAt: TypeAlias = Callable[[int, int], bytes]

CHUNK_BYTES: Final = 64 * 1024
VERSION: Final = b"WARC/1.1\r\n"


class Tail(Enum):
    """What follows the last complete record."""

    NOTHING = "nothing"
    TORN = "torn"
    BROKEN = "broken"


class CompleteRecord(NamedTuple):
    """Where a complete record stands in the file, and its first bytes, with all of its head."""

    start: int
    stop: int
    data: bytes


def complete_records(read_at: ReadAt, start: int, size: int, *, zipped: bool) -> Iterator[CompleteRecord | Tail]:
    """Yield the complete records from `start` on, then what follows them unless it is nothing."""
    step = _zipped_step if zipped else _plain_step
    while start < size:
        found = step(read_at, start, size)
        if isinstance(found, Tail):
            yield Tail.TORN if _is_zero(read_at, start) else found
            return
        yield found
        start = found.stop


def record_at(read_at: ReadAt, start: int, *, zipped: bool, max_bytes: int) -> bytes:
    """Return the bytes of the record at an offset; raises ValueError where there is none, or it is longer."""
    if not zipped:
        data = read_at(start, HEAD_BYTES)
        head = head_of(data) or head_of(read_at(start, MAX_HEAD))
        if head is None or head.whole > max_bytes:
            raise ValueError(f"no record of up to {max_bytes:,} bytes at offset {start:,}")
        return read_at(start, head.whole)
    out = bytearray()
    for piece in CompressedMember(DECOMPRESSORS["gzip"](), read_at, start):
        out += piece
        if len(out) > max_bytes:
            raise ValueError(f"no record of up to {max_bytes:,} bytes at offset {start:,}")
    return bytes(out)


def new_record_id() -> str:
    """Return the name of a new record."""
    return f"<urn:uuid:{uuid4()}>"


def digest_of(data: bytes) -> str:
    """Return the digest of a block or a payload, in the notation that WARC files use.

    >>> digest_of(b"")
    'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ'
    """
    return f"sha1:{b32encode(sha1(data, usedforsecurity=False).digest()).decode()}"


def record_bytes(fields: Fields, content: bytes) -> bytes:
    """Return a record with these fields, and those that follow from its content."""
    own = (("WARC-Block-Digest", digest_of(content)), ("Content-Length", str(len(content))))
    lines = "".join(f"{name}: {value}\r\n" for name, value in (*fields, *own))
    return VERSION + lines.encode("utf-8", "surrogateescape") + b"\r\n" + content + HEAD_END


def _zipped_step(read_at: ReadAt, start: int, _: int) -> CompleteRecord | Tail:
    """Return the record in a gzip member, whose checksum zlib verifies, or what it is instead."""
    member, data = CompressedMember(DECOMPRESSORS["gzip"](), read_at, start), b""
    try:
        for piece in member:
            if len(data) < MAX_HEAD and HEAD_END not in data:
                data += piece
    except TruncatedError:
        return Tail.TORN if _may_begin(data) else Tail.BROKEN
    except CodecError:
        return Tail.BROKEN
    return CompleteRecord(start, member.end, data) if _may_begin(data) else Tail.BROKEN


def _plain_step(read_at: ReadAt, start: int, size: int) -> CompleteRecord | Tail:
    """Return an uncompressed record, or what it is instead."""
    data = read_at(start, HEAD_BYTES)
    if HEAD_END not in data:
        data = read_at(start, MAX_HEAD)
    if not _may_begin(data):
        return Tail.BROKEN
    if HEAD_END not in data:
        return Tail.TORN if start + MAX_HEAD > size else Tail.BROKEN
    head = head_of(data)
    if head is None:
        return Tail.BROKEN
    stop = start + head.whole
    return CompleteRecord(start, stop, data) if stop <= size else Tail.TORN


def _may_begin(data: bytes) -> bool:
    """Return whether bytes may be the beginning of a record; none at all may."""
    return data.startswith(MAGIC) or MAGIC.startswith(data)


def _is_zero(read_at: ReadAt, start: int) -> bool:
    """Return whether only zeros follow: a power cut may leave them where something was to be written."""
    while chunk := read_at(start, CHUNK_BYTES):
        if chunk.strip(b"\0"):
            return False
        start += len(chunk)
    return True
