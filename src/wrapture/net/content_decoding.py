"""Response bodies: their Content-Encoding undone piece by piece under a size limit.

httpx2 would decompress for us, but gives no place to stop: one piece of a bomb may become gigabytes before its caller gets
a turn.  Here a body goes through a chain of steps, each of which holds one small piece, and no step may return more than
the limit: a bomb inside a bomb costs as little as one.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import DECOMPRESSORS, PIECE_BYTES, CodecError, Zstd, output_of
from wrapture.net.fetch_trouble import SAVE_IT, AnswerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wrapture.archive.codecs import Decompressor

ACCEPT_ENCODING: Final = "gzip, deflate, br, zstd"
"""What `decoded` can undo; sent as the Accept-Encoding of every request."""
ZSTD_FEED_BYTES: Final = 64
"""Input of one zstd step, which may become 2 MiB (see `wrapture.archive.codecs`)."""
ZSTD_WINDOW_BYTES: Final = 8 * 1024 * 1024
"""How far back zstd may look, as RFC 9659 has it."""
WINDOWS_BYTES: Final = 40 * 1024 * 1024
"""How far back all steps of a chain may look together: five times zstd, ten times brotli's default."""
SLACK_BYTES: Final = PIECE_BYTES
"""By how much incompressible bytes may grow when they are compressed."""
IDENTITY: Final = frozenset({"", "identity"})


class TooLongError(AnswerError):
    """A body is longer than the limit once it is decompressed."""


def decoded(chunks: Iterable[bytes], encoding: str, max_bytes: int, max_encodings: int = 5) -> bytes:
    """Return the body that `chunks` carry, its Content-Encoding undone.

    >>> import zlib
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
    """Return the names of the encodings, in the order in which they were applied."""
    codings = [name for name in (part.strip().lower() for part in encoding.split(",")) if name not in IDENTITY]
    if len(codings) > max_encodings:
        raise AnswerError(f"the answer is compressed {len(codings)} times, {max_encodings} are allowed; {SAVE_IT}")
    unknown = next((name for name in codings if name not in DECODERS), None)
    if unknown is not None:
        raise AnswerError(f"the answer is compressed as {unknown[:40]!r}, which was not requested; {SAVE_IT}")
    return codings


def _bounded(pieces: Iterable[bytes], most: int, max_bytes: int) -> Iterator[bytes]:
    """Yield pieces of up to `most` bytes in total; raises `TooLongError` beyond that."""
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > most:
            raise TooLongError(f"is longer than {max_bytes:,} bytes; {SAVE_IT}")
        yield piece


class _Budget:
    """How far back the steps of a chain may look, in total."""

    def __init__(self) -> None:
        self._left = WINDOWS_BYTES

    def take(self, window_bytes: int) -> None:
        self._left -= window_bytes
        if self._left < 0:
            raise AnswerError(f"the answer takes too much memory to decompress; {SAVE_IT}")


def _undone(coding: str, chunks: Iterable[bytes], budget: _Budget) -> Iterator[bytes]:
    """Yield the content of a compressed stream; what follows its end is ignored, as in Chromium."""
    decoder: Decompressor | None = None
    for chunk in _with_head(chunks, 2):
        decoder = decoder or DECODERS[coding](chunk, budget)
        try:
            yield from output_of(decoder, chunk)
        except CodecError as error:
            raise AnswerError(f"the answer does not decompress; try again, or {SAVE_IT}") from error
        if decoder.eof:
            return
    if decoder is not None:  # an empty answer is labelled as compressed too
        raise AnswerError(f"the answer is truncated; try again, or {SAVE_IT}")


def _with_head(chunks: Iterable[bytes], least: int) -> Iterator[bytes]:
    """Yield the non-empty chunks, the first of them with at least so many bytes if there are as many."""
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


def _gzip(_head: bytes, _budget: _Budget) -> Decompressor:
    return DECOMPRESSORS["gzip or zlib"]()  # servers mix the two names up


def _deflate(head: bytes, _budget: _Budget) -> Decompressor:
    """Return a decompressor of deflate with or without its wrapping (RFC 1950, RFC 1951), by the first bytes."""
    is_zlib = head[0] & 0x0F == 8 and int.from_bytes(head[:2]) % 31 == 0
    is_wrapped = is_zlib or head.startswith(b"\x1f\x8b")
    return DECOMPRESSORS["gzip or zlib" if is_wrapped else "deflate"]()


def _brotli(head: bytes, budget: _Budget) -> Decompressor:
    budget.take(_brotli_window(head[0]))
    return DECOMPRESSORS["brotli"]()


def _zstd(_head: bytes, budget: _Budget) -> Decompressor:
    budget.take(ZSTD_WINDOW_BYTES)
    return Zstd(ZSTD_WINDOW_BYTES, ZSTD_FEED_BYTES)


def _brotli_window(first: int) -> int:
    """Return how far back a brotli stream may look, by its first byte (RFC 7932, section 9.1).

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


DECODERS: Final[dict[str, Callable[[bytes, _Budget], Decompressor]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
