"""One compressed stream inside a file: a member of a gzip or zip file, read from its first byte to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import TruncatedError, output_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.archive.codecs import Decompressor

RAW_BYTES: Final = 64 * 1024
"""Read at a time."""


class CompressedMember:
    """The decompressed pieces of a stream that begins at ``start``; nothing from ``stop`` on is read.

    Iterating raises `CodecError` where the stream is damaged, and `TruncatedError` where its input ends before it does.
    """

    def __init__(
        self,
        decompressor: Decompressor,
        read_at: Callable[[int, int], bytes],
        start: int,
        stop: int | None = None,
    ) -> None:
        self._decompressor = decompressor
        self._read_at = read_at
        self._stop = stop
        self._at = start
        self.chunk_start = start

    def __iter__(self) -> Iterator[bytes]:
        while not self._decompressor.eof:
            yield from output_of(self._decompressor, self._next_chunk())

    def _next_chunk(self) -> bytes:
        size = RAW_BYTES if self._stop is None else min(RAW_BYTES, self._stop - self._at)
        raw = self._read_at(self._at, size)
        if not raw:
            raise TruncatedError("it ends too early")
        self.chunk_start = self._at
        self._at += len(raw)
        return raw

    @property
    def is_complete(self) -> bool:
        """Whether the end of the stream was reached."""
        return self._decompressor.eof

    @property
    def end(self) -> int:
        """Where the stream ends in the file, once it was read to its end."""
        return self._at - len(self._decompressor.unused_data)
