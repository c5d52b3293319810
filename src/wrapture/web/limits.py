"""How much a server may cost: time, bytes, redirects, encodings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
MAX_HEAD_BYTES: Final = 64 * 1024
"""Of all that comes before the body, interim answers too; Chromium allows 256 KiB, most servers send less than 2."""
MAX_HEADERS: Final = 256
"""Of one answer; Apache and Python's http.client stop at 100."""
MAX_URL_CHARS: Final = 8192
"""Of an address: RFC 9110 asks for 8,000 at least, servers refuse more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one exchange may cost, redirects and all.

    ``timeout_s`` is for all of it, ``read_timeout_s`` for each wait in between; ``max_bytes`` is of the decompressed body.
    """

    timeout_s: float = 60.0
    read_timeout_s: float = 20.0
    max_bytes: int = 32 * MIB
    max_redirects: int = 10
    max_encodings: int = 5
