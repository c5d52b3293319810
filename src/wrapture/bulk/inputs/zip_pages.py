"""The pages of a zip file."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, lzma_decompressor
from wrapture.archive.compressed_member import CompressedMember
from wrapture.archive.zip_directory import LOCAL, LOCAL_HEAD, NoDirectoryError, ZipMember, directory, salvaged
from wrapture.bulk.inputs.chunks import CUT, Passed, Unreadable, ZipMembers, refused
from wrapture.bulk.inputs.grouping import UnitBuilder
from wrapture.bulk.inputs.input_flaws import empty, truncated
from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.member_names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.capture.page_sources import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.codecs import Decompressor
    from wrapture.bulk.inputs.chunks import InputFile, Known, UnitDraft
    from wrapture.bulk.inputs.locations import Opened
    from wrapture.bulk.jobs import Flaw
    from wrapture.model import Capture

STORED: Final = 0
METHODS: Final = {8: "deflate", 12: "bz2", 14: "lzma", 93: "zstd", 95: "xz"}
ENCRYPTED: Final = 0x1 | 0x40
LZMA_HEAD: Final = 4 + 5
"""Bytes of version, length and properties in front of LZMA data."""


def list_zip(file: InputFile) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a zip file, and its flaws."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        builder: UnitBuilder[ZipMember | Known] = UnitBuilder(file.address, lambda entries: ZipMembers(file, entries))
        read_to = 0
        try:
            for member in directory(opened):
                read_to = max(read_to, member.start + LOCAL_HEAD.size + member.packed)
                yield from _added(builder, file, member)
        except NoDirectoryError:
            yield from _salvaged(builder, opened, read_to)
        yield from builder.rest(file.size)


def _salvaged(builder: UnitBuilder[ZipMember | Known], opened: Opened, start: int) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of the members found by their own headers, and the flaw."""
    end = 0
    for member in salvaged(opened, start):
        if isinstance(member, int):
            end = min(member, opened.file.size)
        else:
            yield from _added(builder, opened.file, member)
    yield from builder.rest(opened.file.size)
    yield truncated(opened.file, end, "its directory is missing or damaged")


def _added(builder: UnitBuilder[ZipMember | Known], file: InputFile, member: ZipMember) -> Iterator[UnitDraft]:
    named = member._replace(name=f"{file.address}/{member.name}")
    known = _known(file, member.name, named)
    size = 0 if known else member.size
    yield from builder.room_for(size)
    builder.add(known or named, size, builder.end + LOCAL_HEAD.size + member.packed)


def _known(file: InputFile, inner: str, member: ZipMember) -> Known | None:
    """Return what is known about a member without reading it."""
    is_page = is_page_name(inner)
    if not is_page and is_no_page_name(inner):
        return Passed(member.name)
    if member.flags & ENCRYPTED:
        return Unreadable(member.name, "is encrypted; decrypt the archive first")
    if member.start + LOCAL_HEAD.size + member.packed > file.size:
        return Unreadable(member.name, CUT)
    if member.method != STORED and member.method not in METHODS:
        return Unreadable(
            member.name, f"is compressed by method {member.method}, which is not supported; repack the archive"
        )
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
        body = _content(opened, start, member)
    except CodecError:
        return Unreadable(member.name, "does not decompress: it is damaged; get the archive again")
    if len(body) > MAX_PAGE_BYTES:
        return refused(member.name)
    if len(body) != member.size or zlib.crc32(body) != member.crc:
        return Unreadable(member.name, "is damaged: its checksum is wrong; get the archive again")
    return capture_of(member.name, body, named=is_page_name(member.name))


def _content(opened: Opened, start: int, member: ZipMember) -> bytes:
    """Return the content of a member, up to a little more than the limit of a page."""
    if member.method == STORED:
        return opened.read_at(start, min(member.packed, MAX_PAGE_BYTES + 1))
    decompressor, skipped = _decompressor(opened, start, member)
    body = bytearray()
    for piece in CompressedMember(decompressor, opened.read_at, start + skipped, start + member.packed):
        body += piece
        if len(body) > MAX_PAGE_BYTES or (METHODS[member.method] == "lzma" and len(body) >= member.size):
            break  # LZMA may have no end mark
    return bytes(body)


def _decompressor(opened: Opened, start: int, member: ZipMember) -> tuple[Decompressor, int]:
    """Return the decompressor of a member, and how many bytes stand in front of its data."""
    if METHODS[member.method] != "lzma":
        return DECOMPRESSORS[METHODS[member.method]](), 0
    head = opened.read_at(start, LZMA_HEAD)
    length = int.from_bytes(head[2:4], "little")
    return lzma_decompressor(opened.read_at(start + 4, length)), 4 + length
