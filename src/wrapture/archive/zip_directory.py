"""The directory of a zip file, read entry by entry; members are found by their own headers if it is damaged.

`zipfile` keeps an object of half a kilobyte per member, and a large crawl has a million of them.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, TruncatedError
from wrapture.archive.compressed_member import CompressedMember

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.byte_source import ByteSource

LOCAL, ENTRY, END, END_64, LOCATOR_64 = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
DESCRIPTOR: Final = b"PK\x07\x08"
LOCAL_HEAD: Final = struct.Struct("<4s2xHHHHLLLHH")  # flags, method, time, date, crc, packed, size, name, extra
ENTRY_HEAD: Final = struct.Struct("<4s4xHHHHLLLHHHHHLL")
END_HEAD: Final = struct.Struct("<4s4xHHLLH")  # entries on this disk, entries, size, offset, comment
END_64_HEAD: Final = struct.Struct("<4s36x8xQQ")
LOCATOR_64_HEAD: Final = struct.Struct("<4s4xQ4x")
MAX_COMMENT: Final = 65_535
FULL_32: Final = 0xFFFFFFFF
ZIP_64: Final = 1
"""The extra field for values that don't fit into 32 bits."""
UTF_8_NAME: Final = 0x800
SIZES_BEHIND: Final = 0x8
DEFLATED: Final = 8
WINDOW: Final = 1024 * 1024


class NoDirectoryError(Exception):
    """The directory of a zip file is missing or damaged: ``place`` is where."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class ZipMember(NamedTuple):
    """A member of a zip file, by its directory entry; ``start`` is where its own header begins."""

    name: str
    start: int
    packed: int
    size: int
    method: int
    flags: int
    crc: int


def directory(opened: ByteSource) -> Iterator[ZipMember]:
    """Yield the members in the directory of a zip file; raises `NoDirectoryError` where it is damaged."""
    start, size, shift = _where(opened)
    stop = start + size
    window, base = b"", start
    at = start
    while at < stop:
        if at + ENTRY_HEAD.size + 3 * MAX_COMMENT > base + len(window) and base + len(window) < stop:
            base, window = at, opened.read_at(at, min(WINDOW, stop - at))
        here = at - base
        if len(window) - here < ENTRY_HEAD.size:
            raise NoDirectoryError(at)
        fields = ENTRY_HEAD.unpack_from(window, here)
        signature, flags, method, _, _, crc, packed, full, name, extra, comment, _, _, _, offset = fields
        length = ENTRY_HEAD.size + name + extra + comment
        if signature != ENTRY or here + length > len(window):
            raise NoDirectoryError(at)
        begin = here + ENTRY_HEAD.size
        if FULL_32 in (packed, full, offset):
            note = window[begin + name : begin + name + extra]
            full, packed, offset = _with_zip64(note, full, packed, offset)
        text = _text(window[begin : begin + name], flags)
        yield ZipMember(text, offset + shift, packed, full, method, flags, crc)
        at += length


def salvaged(opened: ByteSource, start: int) -> Iterator[ZipMember | int]:
    """Yield the members from an offset on by their own headers, and then where the last of them ends.

    A truncated member reaches beyond the end of the file.
    """
    at = _next_local(opened, start)
    end = start
    while at >= 0:
        head = opened.read_at(at, LOCAL_HEAD.size)
        if len(head) < LOCAL_HEAD.size:
            break
        _, flags, method, _, _, crc, packed, full, name, extra = LOCAL_HEAD.unpack(head)
        begin = at + LOCAL_HEAD.size + name + extra
        rest = opened.read_at(at + LOCAL_HEAD.size, name + extra)
        if FULL_32 in (packed, full):
            full, packed, _ = _with_zip64(rest[name:], full, packed, 0)
        if len(rest) < name + extra:
            packed = opened.size  # its own header is truncated
        elif flags & SIZES_BEHIND and not packed:
            packed, full, crc = _measured(opened, begin, method)
        yield ZipMember(_text(rest[:name], flags), at, packed, full, method, flags, crc)
        end = begin + packed
        at = _next_local(opened, end)
    yield end


def _where(opened: ByteSource) -> tuple[int, int, int]:
    """Return where the directory begins, its length, and by how much offsets are shifted by data in front of the archive."""
    size = opened.size
    base = max(0, size - MAX_COMMENT - END_HEAD.size)
    tail = opened.read_at(base, size - base)
    at = _end_record(tail)
    if at < 0:
        raise NoDirectoryError(size)
    _, _, count, length, offset, comment = END_HEAD.unpack_from(tail, at)
    end = base + at
    if (count == 0xFFFF or FULL_32 in (length, offset)) and (found := _where_64(opened, end)):
        end, length, offset = found
    start = end - length
    is_last = base + at + END_HEAD.size + comment == size
    if start < 0 or (length and opened.read_at(start, 4) != ENTRY) or (start != offset and not is_last):
        raise NoDirectoryError(max(0, start))
    return start, length, start - offset


def _end_record(tail: bytes) -> int:
    """Return where the end record begins: the one whose comment ends with the file, or else the last; -1 for none."""
    last = at = tail.rfind(END, 0, max(0, len(tail) - END_HEAD.size + len(END)))
    while at >= 0:
        if at + END_HEAD.size + END_HEAD.unpack_from(tail, at)[-1] == len(tail):
            return at
        at = tail.rfind(END, 0, at)
    return last


def _where_64(opened: ByteSource, end: int) -> tuple[int, int, int] | None:
    """Return where the zip64 end record begins, and the length and offset of the directory in it."""
    locator = opened.read_at(max(0, end - LOCATOR_64_HEAD.size), LOCATOR_64_HEAD.size)
    if len(locator) < LOCATOR_64_HEAD.size or not locator.startswith(LOCATOR_64):
        return None
    noted = LOCATOR_64_HEAD.unpack(locator)[1]
    for place in (
        noted,
        end - LOCATOR_64_HEAD.size - END_64_HEAD.size,
    ):  # the first is wrong if data was put in front of the archive
        record = opened.read_at(place, END_64_HEAD.size) if 0 <= place < opened.size else b""
        if len(record) == END_64_HEAD.size and record.startswith(END_64):
            _, length, offset = END_64_HEAD.unpack(record)
            return place, length, offset
    return None


def _with_zip64(extra: bytes, full: int, packed: int, offset: int) -> tuple[int, int, int]:
    """Return sizes and offset, with those from the extra field that don't fit into 32 bits."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == ZIP_64:
            values = iter(struct.unpack_from(f"<{min(length, len(extra) - at - 4) // 8}Q", extra, at + 4))
            return (
                next(values, full) if full == FULL_32 else full,
                next(values, packed) if packed == FULL_32 else packed,
                next(values, offset) if offset == FULL_32 else offset,
            )
        at += 4 + length
    return full, packed, offset


def _measured(opened: ByteSource, begin: int, method: int) -> tuple[int, int, int]:
    """Return the sizes and the checksum of a member that has them after its data, by reading it to its end."""
    if method != DEFLATED:
        stop = _find(opened, begin, DESCRIPTOR)
        packed = (stop if stop >= 0 else opened.size) - begin
        crc = int.from_bytes(opened.read_at(stop + 4, 4), "little") if stop >= 0 else 0
        return packed, packed, crc
    member, size, crc = CompressedMember(DECOMPRESSORS["deflate"](), opened.read_at, begin), 0, 0
    try:
        for out in member:
            size, crc = size + len(out), zlib.crc32(out, crc)
    except TruncatedError:
        return opened.size - begin + 1, size, 0  # it reaches beyond the end
    except CodecError:
        return max(1, member.chunk_start - begin), size, 0
    return member.end - begin, size, crc


def _next_local(opened: ByteSource, start: int) -> int:
    """Return where the next member begins, -1 if the directory comes first."""
    window = opened.read_at(start, 64)
    if window.startswith(LOCAL):
        return start
    if window.startswith(ENTRY):
        return -1
    return _find(opened, start, LOCAL)


def _find(opened: ByteSource, start: int, signature: bytes) -> int:
    while window := opened.read_at(start, WINDOW):
        at = window.find(signature)
        if at >= 0:
            return start + at
        if len(window) < WINDOW:
            return -1
        start += len(window) - len(signature) + 1
    return -1


def _text(name: bytes, flags: int) -> str:
    """Return a name as text: UTF-8, which many archives use without saying so, or else code page 437."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("utf-8" if flags & UTF_8_NAME else "cp437", "replace")
