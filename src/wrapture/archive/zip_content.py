"""The content of a zip member, checked and up to a limit."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, lzma_decompressor
from wrapture.archive.compressed_member import CompressedMember
from wrapture.archive.zip_directory import LOCAL, LOCAL_HEAD

if TYPE_CHECKING:
    from wrapture.archive.byte_source import ByteSource
    from wrapture.archive.codecs import Decompressor
    from wrapture.archive.zip_directory import ZipMember

STORED: Final = 0
METHODS: Final = {8: "deflate", 12: "bz2", 14: "lzma", 93: "zstd", 95: "xz"}
ENCRYPTED: Final = 0x1 | 0x40
LZMA_HEAD: Final = 4 + 5
"""Bytes of version, length and properties in front of LZMA data."""


class ZipContentError(Exception):
    """The content of a zip member can't be read: the message says why."""


def flaw_of(member: ZipMember) -> str:
    """Return why a member can't be read, as far as its directory entry tells; "" if nothing speaks against it."""
    if member.flags & ENCRYPTED:
        return "is encrypted; decrypt the archive first"
    if member.method != STORED and member.method not in METHODS:
        return f"is compressed by method {member.method}, which is not supported; repack the archive"
    return ""


def content_of(opened: ByteSource, member: ZipMember, most: int) -> bytes | None:
    """Return the content of a member, None if it is longer than `most` bytes; raises `ZipContentError`."""
    head = opened.read_at(member.start, LOCAL_HEAD.size)
    if len(head) < LOCAL_HEAD.size or not head.startswith(LOCAL):
        raise ZipContentError("is not where the archive's directory says; get the archive again")
    *_, name, extra = LOCAL_HEAD.unpack(head)
    try:
        body = _content(opened, member.start + LOCAL_HEAD.size + name + extra, member, most)
    except CodecError as error:
        raise ZipContentError("does not decompress: it is damaged; get the archive again") from error
    if len(body) > most:
        return None
    if len(body) != member.size or zlib.crc32(body) != member.crc:
        raise ZipContentError("is damaged: its checksum is wrong; get the archive again")
    return body


def _content(opened: ByteSource, start: int, member: ZipMember, most: int) -> bytes:
    """Return the content of a member, up to a little more than the limit."""
    if member.method == STORED:
        return opened.read_at(start, min(member.packed, most + 1))
    decompressor, skipped = _decompressor(opened, start, member)
    body = bytearray()
    for piece in CompressedMember(decompressor, opened.read_at, start + skipped, start + member.packed):
        body += piece
        if len(body) > most or (METHODS[member.method] == "lzma" and len(body) >= member.size):
            break  # LZMA may have no end mark
    return bytes(body)


def _decompressor(opened: ByteSource, start: int, member: ZipMember) -> tuple[Decompressor, int]:
    """Return the decompressor of a member, and how many bytes stand in front of its data."""
    if METHODS[member.method] != "lzma":
        return DECOMPRESSORS[METHODS[member.method]](), 0
    head = opened.read_at(start, LZMA_HEAD)
    length = int.from_bytes(head[2:4], "little")
    return lzma_decompressor(opened.read_at(start + 4, length)), 4 + length
