"""Response bodies, decompressed piece by piece under a size limit.

httpx2 would decompress for us, but it gives no place to stop: bytes that follow the end of a gzip stream yield nothing,
so its caller never gets a turn while they pile up.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ACCEPT_ENCODING = "gzip, deflate"
"""What `decoded` can undo; sent as the Accept-Encoding of every request."""

COMPRESSED = frozenset({"gzip", "x-gzip", "deflate"})
PLAIN = frozenset({"", "identity"})

ZLIB_OR_GZIP = zlib.MAX_WBITS | 32
"""Tells zlib to look at the first bytes itself; servers mix the two names up."""

SAVE_IT = "open it in a browser, save the page and give the file"


class AnswerError(Exception):
    """An answer is not one to take: the text says why and what to do; `fetch` makes a `FetchError` of it."""


def decoded(chunks: Iterable[bytes], encoding: str, max_bytes: int) -> bytes:
    """Return the body that `chunks` carry, its Content-Encoding undone; holds at most about twice `max_bytes`.

    >>> decoded([zlib.compress(b"spam" * 9)[:10], zlib.compress(b"spam" * 9)[10:]], "deflate", 36)
    b'spamspamspamspamspamspamspamspamspam'
    """
    coding = encoding.strip().lower()
    if coding not in COMPRESSED | PLAIN:
        raise AnswerError(f"the answer is compressed as {encoding!r}, which was not asked for; {SAVE_IT}")
    body = bytearray()
    for piece in _inflated(chunks, max_bytes) if coding in COMPRESSED else chunks:
        body += piece
        if len(body) > max_bytes:
            raise AnswerError(f"is longer than {max_bytes:,} bytes; {SAVE_IT}")
    return bytes(body)


def _inflated(chunks: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    """Yield the decompressed pieces; what follows the end of the stream is not read (as in Chromium)."""
    inflater, begun = zlib.decompressobj(ZLIB_OR_GZIP), False
    for chunk in chunks:
        try:
            # one byte over the limit is enough to know, so a bomb's tail is never inflated
            yield inflater.decompress(chunk, max_bytes + 1)
        except zlib.error as broken:
            raise AnswerError(f"the answer does not decompress; try again, or {SAVE_IT}") from broken
        if inflater.eof:
            return
        begun = begun or bool(chunk)
    if begun:  # an empty answer is labelled as compressed too
        raise AnswerError(f"the answer breaks off in the middle; try again, or {SAVE_IT}")
