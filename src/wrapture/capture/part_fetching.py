"""Fetch a style sheet or an image of a page, under the same rules as the page: limits, and no private addresses."""

from __future__ import annotations

from typing import Final

from wrapture.capture.serving import Serve
from wrapture.errors import WraptureError
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.http_messages import Request

LIMITS: Final = FetchLimits(timeout_s=10.0, read_timeout_s=5.0, max_bytes=4 * 1024 * 1024)
"""A part that is larger or slower is left out: the page can be read without it."""
OK: Final = 200


def fetch_part(url: str, *, allow_private: bool = False) -> Serve | None:
    """Return a part of a page at an http(s) address, or None if it can't be fetched."""
    from wrapture.net.exchange import exchange

    try:
        answer = exchange(Request(url), limits=LIMITS, allow_private=allow_private)
    except WraptureError:
        return None
    kind = answer.header("content-type") or "application/octet-stream"
    return Serve(answer.body, kind) if answer.status == OK else None
