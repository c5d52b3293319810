"""The content of a file as a stream, decompressed if needed, up to its end or to where it is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.archive.codecs import DECOMPRESSORS, PIECE_BYTES, CodecError
from wrapture.error_lines import one_line

if TYPE_CHECKING:
    from wrapture.archive.byte_source import ByteSource
    from wrapture.archive.codecs import Decompressor, Packing

RAW_BYTES: Final = 64 * 1024
"""Bytes read at a time."""


class Unpacked:
    """The content of a compressed file, up to its end or to where it is damaged.

    ``broken`` says why it ended too early, once it has; ``raw`` is how many compressed bytes were read.
    """

    def __init__(self, opened: ByteSource, packing: Packing, start: int = 0) -> None:
        self.raw = start
        self.broken = ""
        self.place = 0
        self._opened = opened
        self._new = DECOMPRESSORS[packing]
        self._decompressor: Decompressor | None = None
        self._waiting = b""
        self._buffer = bytearray()
        self._ended = False

    def tell(self) -> int:
        """Return how many bytes of the content were read."""
        return self.place

    def peek(self, size: int) -> bytes:
        """Return up to `size` bytes without consuming them; fewer only at the end."""
        self._fill(size)
        with memoryview(self._buffer) as view:
            return bytes(view[:size])

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; fewer only at the end."""
        data = self.peek(size)
        del self._buffer[: len(data)]
        self.place += len(data)
        return data

    def seek(self, place: int) -> None:
        """Move forward to an offset, at most to the end."""
        while self.place < place and self.read(min(place - self.place, PIECE_BYTES)):
            pass

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size and not self._ended:
            try:
                self._buffer += self._step()
            except CodecError as error:
                self._stop(str(error))

    def _step(self) -> bytes:
        """Return more bytes, perhaps none; after the end of a stream, another may follow."""
        if self._decompressor is None:
            self._waiting = self._waiting or self._more()
            if not self._waiting.strip(b"\0"):  # nothing, or the padding of a tape
                self._waiting = b""
                self._ended = self._ended or self.raw >= self._opened.size
                return b""
            self._decompressor = self._new()
        raw = b""
        if self._decompressor.needs_input:
            raw, self._waiting = self._waiting or self._more(), b""
            if not raw:
                self._stop("it is truncated")
                return b""
        piece = self._decompressor.decompress(raw)
        if self._decompressor.eof:
            self._waiting = self._decompressor.unused_data
            self._decompressor = None
        return piece

    def _more(self) -> bytes:
        raw = self._opened.read_at(self.raw, RAW_BYTES)
        self.raw += len(raw)
        self._ended = self._ended or (not raw and self._decompressor is None)
        return raw

    def _stop(self, why: str) -> None:
        self._ended = True
        self.broken = one_line(why, 100) or "it does not decompress"


class PlainStream:
    """An uncompressed file, with the interface of `Unpacked`."""

    broken = ""

    def __init__(self, opened: ByteSource) -> None:
        self._opened = opened
        self.place = 0

    @property
    def raw(self) -> int:
        """How many bytes were read."""
        return self.place

    def tell(self) -> int:
        """Return how many bytes were read."""
        return self.place

    def peek(self, size: int) -> bytes:
        """Return up to `size` bytes without consuming them; fewer only at the end."""
        return self._opened.read_at(self.place, size)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; fewer only at the end."""
        data = self.peek(size)
        self.place += len(data)
        return data

    def seek(self, place: int) -> None:
        """Move forward to an offset, at most to the end."""
        self.place = min(place, self._opened.size)


Stream: TypeAlias = Unpacked | PlainStream


def stream_of(opened: ByteSource, packing: Packing) -> Stream:
    """Return the content of a file, decompressed if needed."""
    return Unpacked(opened, packing) if packing else PlainStream(opened)
