"""What unpacks gzip, deflate, bz2, xz, LZMA and zstd, piece by piece.

No step gives more than a few megabytes at once, however well its input was compressed.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

import zstandard

if TYPE_CHECKING:
    from collections.abc import Callable

Packing: TypeAlias = Literal["", "gzip", "bz2", "xz", "zstd"]
"""How a stream is compressed; empty where it is not."""

MAGICS: Final[tuple[tuple[bytes, Packing], ...]] = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
SKIPPED_FRAME: Final = b"\x2a\x4d\x18"
"""How frames of zstd that hold no data begin, after a byte from 0x50 to 0x5f."""

PIECE_BYTES: Final = 256 * 1024
ZSTD_FEED_BYTES: Final = 1024
"""What zstd gets at a time: it can't be told to stop, and four bytes may become 128 KiB, so this may become 32 MiB."""
WINDOW_BYTES: Final = 1 << 27
"""How far zstd may look back: what it writes at most unless it is asked for more."""
XZ_MEMORY: Final = 256 * 1024 * 1024
"""Of what xz may take; its highest level takes 65 MB."""
GZIP: Final = zlib.MAX_WBITS | 16
BROKEN: Final = (zlib.error, OSError, EOFError, lzma.LZMAError, zstandard.ZstdError, ValueError)


class Unpacker(Protocol):
    """What unpacks one stream or frame."""

    @property
    def eof(self) -> bool:
        """Whether it has come to its end."""

    @property
    def unused(self) -> bytes:
        """What follows the end."""

    @property
    def hungry(self) -> bool:
        """Whether it has given all that comes of the bytes it got."""

    def pieces(self, raw: bytes) -> bytes:
        """Return some of what comes of more bytes; none are given as long as it is not hungry."""


class _Zlib:
    def __init__(self, bits: int = GZIP) -> None:
        self._inner = zlib.decompressobj(bits)
        self._full = False

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused(self) -> bytes:
        return self._inner.unused_data

    @property
    def hungry(self) -> bool:
        return not self._inner.unconsumed_tail and not self._full

    def pieces(self, raw: bytes) -> bytes:
        out = self._inner.decompress(self._inner.unconsumed_tail + raw, PIECE_BYTES)
        self._full = len(out) == PIECE_BYTES  # there may be more of it inside
        return out


class _Standard:
    """bz2 and lzma, which are alike."""

    def __init__(self, inner: bz2.BZ2Decompressor | lzma.LZMADecompressor) -> None:
        self._inner = inner

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused(self) -> bytes:
        return self._inner.unused_data

    @property
    def hungry(self) -> bool:
        return self._inner.needs_input

    def pieces(self, raw: bytes) -> bytes:
        return self._inner.decompress(raw, PIECE_BYTES)


class _Zstd:
    def __init__(self) -> None:
        self._inner = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES).decompressobj()
        self._left = b""

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused(self) -> bytes:
        return self._inner.unused_data + self._left

    @property
    def hungry(self) -> bool:
        return not self._left

    def pieces(self, raw: bytes) -> bytes:
        fed, out = self._left + raw, bytearray()
        at = 0
        while at < len(fed) and len(out) < PIECE_BYTES and not self._inner.eof:
            out += self._inner.decompress(fed[at : at + ZSTD_FEED_BYTES])
            at += ZSTD_FEED_BYTES
        self._left = fed[at:]
        return bytes(out)


UNPACKERS: Final[dict[str, Callable[[], Unpacker]]] = {
    "gzip": _Zlib,
    "deflate": lambda: _Zlib(-zlib.MAX_WBITS),
    "bz2": lambda: _Standard(bz2.BZ2Decompressor()),
    "xz": lambda: _Standard(lzma.LZMADecompressor(lzma.FORMAT_AUTO, XZ_MEMORY)),
    "zstd": _Zstd,
}


def lzma_unpacker(properties: bytes) -> Unpacker:
    """Return what unpacks bare LZMA with some properties, as zip files have it; raises ValueError where they are none."""
    if len(properties) < 5 or properties[0] >= 9 * 5 * 5:
        raise ValueError("no properties of LZMA")
    reach = int.from_bytes(properties[1:5], "little")
    if reach > XZ_MEMORY:
        raise ValueError("takes too much memory")
    rest, lc = divmod(properties[0], 9)
    pb, lp = divmod(rest, 5)
    settings = {"id": lzma.FILTER_LZMA1, "dict_size": max(reach, 4096), "lc": lc, "lp": lp, "pb": pb}
    return _Standard(lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[settings]))


def packing_of(head: bytes) -> Packing:
    """Return how bytes are compressed, as they begin.

    >>> packing_of(b"BZh91AY"), packing_of(b"<html>")
    ('bz2', '')
    """
    if head[1:4] == SKIPPED_FRAME and 0x50 <= head[0] <= 0x5F:
        return "zstd"
    return next((packing for magic, packing in MAGICS if head.startswith(magic)), "")
