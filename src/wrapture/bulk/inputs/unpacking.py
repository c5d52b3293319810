"""What a file holds, as a stream: unpacked where it is compressed, up to its end or to where it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.bulk.inputs.unpackers import BROKEN, PIECE_BYTES, UNPACKERS

if TYPE_CHECKING:
    from wrapture.bulk.inputs.places import Opened
    from wrapture.bulk.inputs.unpackers import Packing, Unpacker

RAW_BYTES: Final = 64 * 1024
"""Read at a time."""


class Unpacked:
    """What a compressed file holds, from its beginning to its end or to where it breaks.

    ``broken`` says why it ended too early, once it has; ``raw`` is how many compressed bytes have been used.
    """

    def __init__(self, opened: Opened, packing: Packing, start: int = 0) -> None:
        self.raw = start
        self.broken = ""
        self.place = 0
        self._opened = opened
        self._make = UNPACKERS[packing]
        self._unpacker: Unpacker | None = None
        self._waiting = b""
        self._buffer = bytearray()
        self._ended = False

    def tell(self) -> int:
        """Return how many bytes of what is unpacked have been read."""
        return self.place

    def peek(self, size: int) -> bytes:
        """Return up to `size` bytes that are read later; fewer only at the end."""
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
        """Go on to a place; one that lies behind the end is the end."""
        while self.place < place and self.read(min(place - self.place, PIECE_BYTES)):
            pass

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size and not self._ended:
            try:
                self._buffer += self._step()
            except BROKEN as error:
                self._stop(str(error))

    def _step(self) -> bytes:
        """Return some more bytes, perhaps none; where a stream ends, another one may follow."""
        if self._unpacker is None:
            self._waiting = self._waiting or self._more()
            if not self._waiting.strip(b"\0"):  # nothing, or what fills a tape
                self._waiting = b""
                self._ended = self._ended or self.raw >= self._opened.file.size
                return b""
            self._unpacker = self._make()
        raw = b""
        if self._unpacker.hungry:
            raw, self._waiting = self._waiting or self._more(), b""
            if not raw:
                self._stop("it breaks off")
                return b""
        piece = self._unpacker.pieces(raw)
        if self._unpacker.eof:
            self._waiting = self._unpacker.unused
            self._unpacker = None
        return piece

    def _more(self) -> bytes:
        raw = self._opened.read_at(self.raw, RAW_BYTES)
        self.raw += len(raw)
        self._ended = self._ended or (not raw and self._unpacker is None)
        return raw

    def _stop(self, why: str) -> None:
        self._ended = True
        self.broken = " ".join(why.split())[:100] or "it does not decompress"


class Plain:
    """A file as it is, read as an unpacked one is."""

    broken = ""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.place = 0

    @property
    def raw(self) -> int:
        """How many bytes have been used."""
        return self.place

    def tell(self) -> int:
        """Return how many bytes have been read."""
        return self.place

    def peek(self, size: int) -> bytes:
        """Return up to `size` bytes that are read later; fewer only at the end."""
        return self._opened.read_at(self.place, size)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; fewer only at the end."""
        data = self.peek(size)
        self.place += len(data)
        return data

    def seek(self, place: int) -> None:
        """Go on to a place; one that lies behind the end is the end."""
        self.place = min(place, self._opened.file.size)


Stream: TypeAlias = Unpacked | Plain


def stream_of(opened: Opened, packing: Packing) -> Stream:
    """Return what a file holds, unpacked where it is packed."""
    return Unpacked(opened, packing) if packing else Plain(opened)
