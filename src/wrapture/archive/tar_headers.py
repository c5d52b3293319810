"""The headers of tar files, read one by one: ustar, GNU's long names, and pax.

`tarfile` keeps every member in memory and stops at the first damaged header; this reader continues at the next valid one.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.unpacking import Stream

BLOCK: Final = 512
ZEROS: Final = bytes(BLOCK)
MAX_NOTE: Final = 1024 * 1024
"""Bytes of a long name, or of a pax header."""
MAX_PADDING: Final = 1024 * 1024
"""Bytes of zeros after which the search for members ends; tapes are padded to 10 KiB."""
SEARCHED: Final = 1024 * 1024

NO_FILE_TYPES: Final = frozenset(b"123456DVMN")
LONG_NAME, LONG_LINK, PAX, PAX_OLD, PAX_ALL, SPARSE = b"LKxXgS"
NO_DATA_TYPES: Final = frozenset(b"123456")
_HEAD: Final = struct.Struct("100s24x12s12x8sc100s6s82x155s12x")
_PAX: Final = re.compile(rb"(\d{1,9}) ([^=]+)=")


class TarMember(NamedTuple):
    """A member: ``is_file`` if it has content, ``odd`` says why that can't be read."""

    name: str
    start: int
    size: int
    is_file: bool
    odd: str = ""

    @property
    def stop(self) -> int:
        """Where the next header begins."""
        return self.start + -(-self.size // BLOCK) * BLOCK


class Damage(NamedTuple):
    """A damaged range of bytes, up to ``stop`` or, with ``stop=-1``, to the end."""

    start: int
    stop: int = -1


class _Head(NamedTuple):
    name: bytes
    size: int
    type: int


def members(stream: Stream) -> Iterator[TarMember | Damage]:
    """Yield the members of a tar file and its damaged ranges; a member may be read before the next is requested."""
    notes: dict[str, bytes] = {}
    everywhere: dict[str, bytes] = {}
    while (start := stream.tell()) >= 0:
        block = stream.read(BLOCK)
        head = head_of(block)
        if head is None and block == ZEROS and not _is_more_behind_zeros(stream):
            return
        if head is None and block == ZEROS:
            continue
        if head is None:
            found = _next_head(stream) if len(block) == BLOCK else -1
            yield Damage(start, found)
            if found < 0:
                return
            notes = {}
        elif head.type in (LONG_NAME, LONG_LINK, PAX, PAX_OLD, PAX_ALL):
            if not _noted(stream, head, everywhere if head.type == PAX_ALL else notes):
                yield Damage(start)
                return
        else:
            member = _member(stream, head, {**everywhere, **notes} if everywhere else notes)
            notes = {}
            yield member
            stream.seek(member.stop)
            if stream.tell() < member.stop:
                yield Damage(stream.tell())
                return


def head_of(block: bytes) -> _Head | None:
    """Return a parsed header, or ``None`` if its checksum is wrong."""
    if len(block) < BLOCK:
        return None
    name, size, check, kind, _, magic, prefix = _HEAD.unpack(block)
    total = sum(block) - sum(check) + 8 * 32
    try:
        if total != int(check.strip(b" \0") or b"0", 8):
            return None
        length = int.from_bytes(size[1:]) if size[0] == 0x80 else int(size.strip(b" \0") or b"0", 8)
    except ValueError:
        return None
    if length < 0:
        return None
    name = name.partition(b"\0")[0]
    if magic == b"ustar\0" and prefix[0]:
        name = prefix.partition(b"\0")[0] + b"/" + name
    return _Head(name, length, kind[0])


def _member(stream: Stream, head: _Head, notes: dict[str, bytes]) -> TarMember:
    name = text_of(notes.get("path", head.name))
    size = _number(notes.get("size"), head.size)
    start, odd = stream.tell(), ""
    if head.type == SPARSE or any(key.startswith("GNU.sparse") for key in notes):
        odd = "is a sparse file, which is not supported"
    is_folder = name.endswith("/") and not size
    is_file = head.type not in NO_FILE_TYPES and not is_folder
    return TarMember(name, start, 0 if head.type in NO_DATA_TYPES else size, is_file, odd)


def _noted(stream: Stream, head: _Head, notes: dict[str, bytes]) -> bool:
    """Add the extended header of a member to `notes`; return whether it is complete."""
    stop = stream.tell() + -(-head.size // BLOCK) * BLOCK
    if head.size <= MAX_NOTE:
        data = stream.read(head.size)
        if head.type == LONG_NAME:
            notes["path"] = data.partition(b"\0")[0]
        elif head.type in (PAX, PAX_OLD, PAX_ALL):
            notes.update(_pax(data))
    stream.seek(stop)
    return stream.tell() == stop


def _pax(data: bytes) -> dict[str, bytes]:
    """Return the entries of a pax header: ``length key=value`` and a line break each."""
    notes: dict[str, bytes] = {}
    at = 0
    while found := _PAX.match(data, at):
        length = int(found[1])
        if length <= found.end() - at:
            break
        notes[found[2].decode("utf-8", "replace")] = data[found.end() : at + length - 1]
        at += length
    return notes


def _number(noted: bytes | None, otherwise: int) -> int:
    return int(noted) if noted is not None and noted.isdigit() and len(noted) < 20 else otherwise


def _is_more_behind_zeros(stream: Stream) -> bool:
    """Return whether headers follow the end mark, as in concatenated tar files; the stream is moved there."""
    for _ in range(MAX_PADDING // BLOCK):
        block = stream.peek(BLOCK)
        if block != ZEROS:
            return head_of(block) is not None
        stream.read(BLOCK)
    return False


def _next_head(stream: Stream) -> int:
    """Seek the next valid header and return where it begins, -1 if there is none."""
    while window := stream.peek(SEARCHED):
        base = stream.tell()
        at = window.find(b"ustar")
        while at >= 0:
            start = at - 257
            if start >= 0 and start % BLOCK == 0 and head_of(window[start : start + BLOCK]) is not None:
                stream.seek(base + start)
                return base + start
            at = window.find(b"ustar", at + 1)
        if len(window) < SEARCHED:
            return -1
        stream.seek(base + len(window))
    return -1


def text_of(name: bytes) -> str:
    """Return a name as text: UTF-8, or else Latin-1."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("latin-1")
