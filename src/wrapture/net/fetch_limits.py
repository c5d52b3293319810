"""Limits of one exchange: time, bytes, redirects, encodings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
MAX_HEAD_BYTES: Final = 64 * 1024
"""Of everything before the body, with interim responses; Chromium allows 256 KiB, most servers send less than 2."""
MAX_HEADERS: Final = 256
"""Of one response; Apache and Python's http.client stop at 100."""
MAX_URL_CHARS: Final = 8192
"""Of an address: RFC 9110 recommends at least 8,000, servers refuse more."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Limits of one exchange, with all its redirects.

    ``timeout_s`` is for all of it, ``read_timeout_s`` for each wait in between; ``max_bytes`` is of the decompressed body.
    """

    timeout_s: float = 60.0
    read_timeout_s: float = 20.0
    max_bytes: int = 32 * MIB
    max_redirects: int = 10
    max_encodings: int = 5
