"""Decompression piece by piece: gzip, zlib, deflate, bz2, xz, LZMA, zstd and brotli, for archives and HTTP alike.

No step returns more than a few megabytes, however well its input was compressed, so a caller can stop a bomb before it
fills the memory.  Whatever a library raises on bad input becomes a `CodecError`.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Packing: TypeAlias = Literal["", "gzip", "bz2", "xz", "zstd"]
"""How a file is compressed; empty where it is not."""

MAGICS: Final[tuple[tuple[bytes, Packing], ...]] = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
SKIPPABLE_FRAME: Final = b"\x2a\x4d\x18"
"""How zstd frames without data begin, after a byte from 0x50 to 0x5f."""

PIECE_BYTES: Final = 64 * 1024
"""The most that one step returns; brotli may return half as much more, and zstd megabytes."""
ZSTD_FEED_BYTES: Final = 1024
"""Input of one zstd step: the library has no output limit, and four bytes may become 128 KiB, so this may become 32 MiB."""
ZSTD_WINDOW_BYTES: Final = 1 << 27
"""How far back zstd may look: the most its command line writes by default."""
XZ_MEMORY_BYTES: Final = 256 * 1024 * 1024
"""Memory limit of xz; its highest level takes 65 MB."""
GZIP: Final = zlib.MAX_WBITS | 16
GZIP_OR_ZLIB: Final = zlib.MAX_WBITS | 32
RAW_DEFLATE: Final = -zlib.MAX_WBITS


class CodecError(Exception):
    """Compressed data that is damaged, or needs too much memory."""


class TruncatedError(CodecError):
    """Compressed data that ends before its stream does."""


class Decompressor(Protocol):
    """Decompresses one stream or frame, with the names of the standard library's `bz2.BZ2Decompressor`."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def unused_data(self) -> bytes:
        """Input after the end of the stream."""

    @property
    def needs_input(self) -> bool:
        """Whether all output of the input so far was returned."""

    def decompress(self, data: bytes, /) -> bytes:
        """Return the next piece of output; pass more input only if it is needed.  Raises `CodecError`."""


class _Standard:
    """bz2 and lzma, which share their interface."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @property
    def eof(self) -> bool:
        return bool(self._inner.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._inner.unused_data)

    @property
    def needs_input(self) -> bool:
        return bool(self._inner.needs_input)

    def decompress(self, data: bytes, /) -> bytes:
        try:
            return bytes(self._inner.decompress(data, PIECE_BYTES))
        except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
            raise CodecError(str(error)) from error


class _Zlib(_Standard):
    def __init__(self, wbits: int) -> None:
        super().__init__(zlib.decompressobj(wbits))
        self._is_full = False

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail and not self._is_full

    def decompress(self, data: bytes, /) -> bytes:
        try:
            out: bytes = self._inner.decompress(self._inner.unconsumed_tail + data, PIECE_BYTES)
        except zlib.error as error:
            raise CodecError(str(error)) from error
        self._is_full = len(out) == PIECE_BYTES  # there may be more inside
        return out


class Zstd:
    """Decompresses one zstd frame."""

    def __init__(self, window_bytes: int = ZSTD_WINDOW_BYTES, feed_bytes: int = ZSTD_FEED_BYTES) -> None:
        from zstandard import ZstdDecompressor

        self._inner = ZstdDecompressor(max_window_size=window_bytes).decompressobj()
        self._feed_bytes = feed_bytes
        self._unfed = b""

    @property
    def eof(self) -> bool:
        """Whether the end of the frame was reached."""
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        """Input after the end of the frame."""
        return self._inner.unused_data + self._unfed

    @property
    def needs_input(self) -> bool:
        """Whether all input so far was decompressed."""
        return not self._unfed

    def decompress(self, data: bytes, /) -> bytes:
        """Return what comes of the next input, a little more than `PIECE_BYTES` at most steps."""
        from zstandard import ZstdError

        data, out, at = self._unfed + data, bytearray(), 0
        try:
            while at < len(data) and len(out) < PIECE_BYTES and not self._inner.eof:
                out += self._inner.decompress(data[at : at + self._feed_bytes])
                at += self._feed_bytes
        except ZstdError as error:
            raise CodecError(str(error)) from error
        self._unfed = data[at:]
        return bytes(out)


class Brotli:
    """Decompresses brotli.  Bytes after the end count as damage: the library can't say where the end was."""

    unused_data: Final = b""

    def __init__(self) -> None:
        import brotli

        self._inner: Any = brotli.Decompressor()
        self._is_full = False

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""
        return bool(self._inner.is_finished())

    @property
    def needs_input(self) -> bool:
        """Whether all output of the input so far was returned; the library alone says so too early."""
        return not self._is_full and bool(self._inner.can_accept_more_data())

    def decompress(self, data: bytes, /) -> bytes:
        """Return the next piece of output."""
        import brotli

        try:
            out: bytes = self._inner.process(data, output_buffer_limit=PIECE_BYTES)
        except brotli.error as error:
            raise CodecError(str(error)) from error
        self._is_full = len(out) >= PIECE_BYTES
        return out


DECOMPRESSORS: Final[dict[str, Callable[[], Decompressor]]] = {
    "gzip": lambda: _Zlib(GZIP),
    "gzip or zlib": lambda: _Zlib(GZIP_OR_ZLIB),
    "deflate": lambda: _Zlib(RAW_DEFLATE),
    "bz2": lambda: _Standard(bz2.BZ2Decompressor()),
    "xz": lambda: _Standard(lzma.LZMADecompressor(lzma.FORMAT_AUTO, XZ_MEMORY_BYTES)),
    "zstd": Zstd,
    "brotli": Brotli,
}


def lzma_decompressor(properties: bytes) -> Decompressor:
    """Return a decompressor of raw LZMA with these properties, as zip files have it; raises `CodecError`."""
    if len(properties) < 5 or properties[0] >= 9 * 5 * 5:
        raise CodecError("invalid LZMA properties")
    dictionary = int.from_bytes(properties[1:5], "little")
    if dictionary > XZ_MEMORY_BYTES:
        raise CodecError("needs too much memory")
    rest, lc = divmod(properties[0], 9)
    pb, lp = divmod(rest, 5)
    settings = {"id": lzma.FILTER_LZMA1, "dict_size": max(dictionary, 4096), "lc": lc, "lp": lp, "pb": pb}
    try:
        return _Standard(lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[settings]))
    except (lzma.LZMAError, ValueError) as error:
        raise CodecError(str(error)) from error


def output_of(decompressor: Decompressor, data: bytes) -> Iterator[bytes]:
    """Yield everything that comes of some input, piece by piece."""
    yield decompressor.decompress(data)
    while not (decompressor.eof or decompressor.needs_input):
        yield decompressor.decompress(b"")


def first_bytes(decompressor: Decompressor, data: bytes, most: int) -> bytes:
    """Return up to `most` bytes of what comes of some input, or of all that is there."""
    out = bytearray()
    for piece in output_of(decompressor, data):
        out += piece
        if len(out) >= most:
            break
    return bytes(out[:most])


def packing_of(head: bytes) -> Packing:
    """Return how a file is compressed, by its first bytes.

    >>> packing_of(b"BZh91AY"), packing_of(b"<html>")
    ('bz2', '')
    """
    if head[1:4] == SKIPPABLE_FRAME and 0x50 <= head[0] <= 0x5F:
        return "zstd"
    return next((packing for magic, packing in MAGICS if head.startswith(magic)), "")
