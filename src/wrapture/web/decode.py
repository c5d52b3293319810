"""Response bodies, decompressed piece by piece under a size limit.

httpx2 would decompress for us, but it gives no place to stop: one piece of a bomb may become gigabytes before its caller
gets a turn.  Here a body goes through a chain of steps, each of which holds one small piece, and no step may give
more than the limit: a bomb inside a bomb costs as little as one.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Final, Protocol

import brotli
import zstandard

from wrapture.web.trouble import SAVE_IT, AnswerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ACCEPT_ENCODING: Final = "gzip, deflate, br, zstd"
"""What `decoded` can undo; sent as the Accept-Encoding of every request."""
PIECE_BYTES: Final = 64 * 1024
"""Of what one step gives at a time."""
ZSTD_FEED_BYTES: Final = 64
"""What zstd gets at a time: it can't be told to stop, and four bytes may become 128 KiB, so this may become 2 MiB."""
ZSTD_WINDOW_BYTES: Final = 8 * 1024 * 1024
"""What a step may look back, as RFC 9659 has it."""
WINDOWS_BYTES: Final = 40 * 1024 * 1024
"""What all steps of a chain together may look back: five times zstd, ten times what brotli does by default."""
SLACK_BYTES: Final = 64 * 1024
"""By which bytes that do not compress may grow when they are compressed."""
IDENTITY: Final = frozenset({"", "identity"})
GZIP_OR_ZLIB: Final = zlib.MAX_WBITS | 32
"""Tells zlib to look at the first bytes itself; servers mix the two names up."""
BARE: Final = -zlib.MAX_WBITS


def decoded(chunks: Iterable[bytes], encoding: str, max_bytes: int, max_encodings: int = 5) -> bytes:
    """Return the body that `chunks` carry, its Content-Encoding undone.

    >>> decoded([zlib.compress(b"spam" * 9)[:10], zlib.compress(b"spam" * 9)[10:]], "deflate", 36)
    b'spamspamspamspamspamspamspamspamspam'
    """
    pieces: Iterable[bytes] = chunks
    codings = _codings(encoding, max_encodings)
    budget = _Budget()
    for coding in reversed(codings):
        pieces = _undone(coding, _bounded(pieces, max_bytes + SLACK_BYTES, max_bytes), budget)
    body = BytesIO()  # it gives its bytes away without a copy
    for piece in _bounded(pieces, max_bytes, max_bytes):
        body.write(piece)
    return body.getvalue()


def _codings(encoding: str, max_encodings: int) -> list[str]:
    """Return the names of the encodings, in the order in which they were put on."""
    codings = [name for name in (part.strip().lower() for part in encoding.split(",")) if name not in IDENTITY]
    if len(codings) > max_encodings:
        raise AnswerError(f"the answer is compressed {len(codings)} times, {max_encodings} are allowed; {SAVE_IT}")
    unknown = next((name for name in codings if name not in DECODERS), None)
    if unknown is not None:
        raise AnswerError(f"the answer is compressed as {unknown[:40]!r}, which was not asked for; {SAVE_IT}")
    return codings


def _bounded(pieces: Iterable[bytes], most: int, max_bytes: int) -> Iterator[bytes]:
    """Yield pieces that are `most` bytes long together; raises `AnswerError` when there are more."""
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > most:
            raise AnswerError(f"is longer than {max_bytes:,} bytes; {SAVE_IT}")
        yield piece


class _Budget:
    """What the steps of a chain may look back, together."""

    def __init__(self) -> None:
        self._left = WINDOWS_BYTES

    def take(self, window_bytes: int) -> None:
        self._left -= window_bytes
        if self._left < 0:
            raise AnswerError(f"the answer takes too much memory to decompress; {SAVE_IT}")


class _Decoder(Protocol):
    """What undoes one encoding."""

    @property
    def finished(self) -> bool: ...

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Yield what a chunk holds, in small pieces."""


def _undone(coding: str, chunks: Iterable[bytes], budget: _Budget) -> Iterator[bytes]:
    """Yield what a compressed stream holds; what follows its end is not read (as in Chromium)."""
    decoder: _Decoder | None = None
    for chunk in _with_head(chunks, 2):
        decoder = decoder or DECODERS[coding](chunk, budget)
        try:
            yield from decoder.pieces(chunk)
        except BROKEN as broken:
            raise AnswerError(f"the answer does not decompress; try again, or {SAVE_IT}") from broken
        if decoder.finished:
            return
    if decoder is not None:  # an empty answer is labelled as compressed too
        raise AnswerError(f"the answer breaks off in the middle; try again, or {SAVE_IT}")


def _with_head(chunks: Iterable[bytes], least: int) -> Iterator[bytes]:
    """Yield chunks that are not empty, the first of them at least so long where there is as much."""
    head = b""
    for chunk in chunks:
        if len(head) >= least and chunk:
            yield chunk
        elif len(head) < least:
            head += chunk
            if len(head) >= least:
                yield head
    if 0 < len(head) < least:
        yield head


class _Zlib:
    """Undoes gzip and deflate, whichever the first bytes are; `bare` permits deflate without its wrapping (RFC 1951)."""

    def __init__(self, head: bytes, *, bare: bool) -> None:
        wrapped = head[0] & 0x0F == 8 and int.from_bytes(head[:2]) % 31 == 0
        is_bare = bare and not wrapped and not head.startswith(b"\x1f\x8b")
        self._inner = zlib.decompressobj(BARE if is_bare else GZIP_OR_ZLIB)

    @property
    def finished(self) -> bool:
        return self._inner.eof

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        left, piece = chunk, b""
        while (left or len(piece) == PIECE_BYTES) and not self._inner.eof:
            piece = self._inner.decompress(left, PIECE_BYTES)
            left = self._inner.unconsumed_tail
            yield piece


class _Brotli:
    """Undoes brotli.  Bytes behind the end of its stream count as broken: the library can't say where the end was."""

    def __init__(self, head: bytes, budget: _Budget) -> None:
        budget.take(_brotli_window(head[0]))
        self._inner = brotli.Decompressor()

    @property
    def finished(self) -> bool:
        return bool(self._inner.is_finished())

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        piece = self._inner.process(chunk, output_buffer_limit=PIECE_BYTES)
        yield piece
        # it may have more to give even where it says that it can take more
        while not self.finished and (len(piece) >= PIECE_BYTES or not self._inner.can_accept_more_data()):
            piece = self._inner.process(b"", output_buffer_limit=PIECE_BYTES)
            yield piece


class _Zstd:
    """Undoes one frame of zstd."""

    def __init__(self, _: bytes, budget: _Budget) -> None:
        budget.take(ZSTD_WINDOW_BYTES)
        self._inner = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW_BYTES).decompressobj()

    @property
    def finished(self) -> bool:
        return self._inner.eof

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        ready = bytearray()
        for start in range(0, len(chunk), ZSTD_FEED_BYTES):
            ready += self._inner.decompress(chunk[start : start + ZSTD_FEED_BYTES])
            if self._inner.eof:
                break
            if len(ready) >= PIECE_BYTES:
                yield bytes(ready)
                ready.clear()
        yield bytes(ready)


def _brotli_window(first: int) -> int:
    """Return how far a brotli stream may look back, which its first byte says (RFC 7932, section 9.1).

    >>> [_brotli_window(first) >> 10 for first in (0x00, 0x0F, 0x0B, 0x21, 0x71)]
    [64, 16384, 4096, 1, 32]
    """
    if not first & 1:
        bits = 16
    elif first & 0x0E:
        bits = 17 + (first >> 1 & 7)
    elif first & 0x70:
        bits = 8 + (first >> 4 & 7)
    else:
        bits = 17
    return 1 << bits


DECODERS: Final[dict[str, Callable[[bytes, _Budget], _Decoder]]] = {
    "gzip": lambda head, _: _Zlib(head, bare=False),
    "x-gzip": lambda head, _: _Zlib(head, bare=False),
    "deflate": lambda head, _: _Zlib(head, bare=True),
    "br": _Brotli,
    "zstd": _Zstd,
}
BROKEN: Final = (zlib.error, brotli.error, zstandard.ZstdError)
