"""The pages of a zip file: listed by its directory, read one by one."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs.bodies import capture_of
from wrapture.bulk.inputs.chunks import CUT, Passed, Unreadable, ZipMember, ZipMembers, refused
from wrapture.bulk.inputs.flaws import breaks_off, empty
from wrapture.bulk.inputs.names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.places import open_file
from wrapture.bulk.inputs.sheaves import Sheaf
from wrapture.bulk.inputs.unpackers import BROKEN, UNPACKERS, lzma_unpacker
from wrapture.bulk.inputs.zipheads import LOCAL, LOCAL_HEAD, NoDirectoryError, directory, salvaged
from wrapture.capture.sources import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.chunks import Draft, File, Known
    from wrapture.bulk.inputs.places import Opened
    from wrapture.bulk.inputs.unpackers import Unpacker
    from wrapture.bulk.model import Flaw
    from wrapture.model import Capture

STORED: Final = 0
METHODS: Final = {8: "deflate", 12: "bz2", 14: "lzma", 93: "zstd", 95: "xz"}
ENCRYPTED: Final = 0x1 | 0x40
RAW_BYTES: Final = 64 * 1024
SLACK: Final = 64 * 1024
"""By which bytes that do not compress may grow."""
LZMA_HEAD: Final = 4 + 5
"""Version, length and properties of LZMA, in front of its data."""


def list_zip(file: File) -> Iterator[Draft | Flaw]:
    """Yield the units of a zip file, and what is wrong with it."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        sheaf: Sheaf[ZipMember | Known] = Sheaf(file.address, lambda entries: ZipMembers(file, entries))
        read_to = 0
        try:
            for member in directory(opened):
                read_to = max(read_to, member.start + LOCAL_HEAD.size + member.packed)
                yield from _added(sheaf, file, member)
        except NoDirectoryError:
            yield from _salvaged(sheaf, opened, read_to)
        yield from sheaf.rest(file.size)


def _salvaged(sheaf: Sheaf[ZipMember | Known], opened: Opened, start: int) -> Iterator[Draft | Flaw]:
    """Yield the units of what members say themselves, from a place on, and the flaw that it is."""
    end = 0
    for member in salvaged(opened, start):
        if isinstance(member, int):
            end = min(member, opened.file.size)
        else:
            yield from _added(sheaf, opened.file, member)
    yield from sheaf.rest(opened.file.size)
    yield breaks_off(opened.file, end, "its directory is missing or damaged")


def _added(sheaf: Sheaf[ZipMember | Known], file: File, member: ZipMember) -> Iterator[Draft]:
    named = member._replace(name=f"{file.address}/{member.name}")
    known = _known(file, member.name, named)
    size = 0 if known else member.size
    yield from sheaf.room_for(size)
    sheaf.add(known or named, size, sheaf.end + LOCAL_HEAD.size + member.packed)


def _known(file: File, inner: str, member: ZipMember) -> Known | None:
    """Return what is known of a member without reading it."""
    is_page = is_page_name(inner)
    if not is_page and is_no_page_name(inner):
        return Passed(member.name)
    if member.flags & ENCRYPTED:
        return Unreadable(member.name, "is encrypted; decrypt the archive first")
    if member.start + LOCAL_HEAD.size + member.packed > file.size:
        return Unreadable(member.name, CUT)
    if member.method != STORED and member.method not in METHODS:
        return Unreadable(member.name, f"is compressed by method {member.method}, which is not read; pack it anew")
    if member.size > MAX_PAGE_BYTES or (member.method == STORED and member.packed > MAX_PAGE_BYTES):
        return refused(member.name) if is_page else Passed(member.name)
    return None


def read_zip_member(opened: Opened, member: ZipMember) -> Capture | Passed | Unreadable:
    """Return the page of a member."""
    head = opened.read_at(member.start, LOCAL_HEAD.size)
    if len(head) < LOCAL_HEAD.size or not head.startswith(LOCAL):
        return Unreadable(member.name, "is not where the archive's directory says; get the archive again")
    *_, name, extra = LOCAL_HEAD.unpack(head)
    start = member.start + LOCAL_HEAD.size + name + extra
    try:
        body = _unpacked(opened, start, member)
    except BROKEN as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        return Unreadable(member.name, "does not decompress: it is damaged; get the archive again")
    if len(body) > MAX_PAGE_BYTES:
        return refused(member.name)
    if len(body) != member.size or zlib.crc32(body) != member.crc:
        return Unreadable(member.name, "is damaged: its check sum is wrong; get the archive again")
    return capture_of(member.name, body, named=is_page_name(member.name))


def _unpacked(opened: Opened, start: int, member: ZipMember) -> bytes:
    """Return what a member holds, or a little more than a page may have."""
    if member.method == STORED:
        return opened.read_at(start, min(member.packed, MAX_PAGE_BYTES + 1))
    unpacker, skipped = _unpacker(opened, start, member)
    at, stop = start + skipped, start + member.packed
    body = bytearray()
    while not unpacker.eof and len(body) <= MAX_PAGE_BYTES:
        raw = b""
        if unpacker.hungry:
            raw = opened.read_at(at, min(RAW_BYTES, stop - at))
            at += len(raw)
            if not raw:
                break
        body += unpacker.pieces(raw)
        if METHODS[member.method] == "lzma" and len(body) >= member.size:
            break  # it may have no end mark
    return bytes(body)


def _unpacker(opened: Opened, start: int, member: ZipMember) -> tuple[Unpacker, int]:
    if METHODS[member.method] != "lzma":
        return UNPACKERS[METHODS[member.method]](), 0
    head = opened.read_at(start, LZMA_HEAD)
    length = int.from_bytes(head[2:4], "little")
    return lzma_unpacker(opened.read_at(start + 4, length)), 4 + length
