"""Fetch pages from http(s) addresses that a user gave, with limits on time, size and redirects.

`wrapture.net` does the exchange.  robots.txt does not apply to an address that a user typed, as in a browser.
"""

from __future__ import annotations

from typing import Final

from wrapture.model import Capture
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.http_messages import Request
from wrapture.net.web_address import SCHEMES, without_password

__all__ = ["MAX_BYTES", "MAX_REDIRECTS", "SCHEMES", "TIMEOUT_S", "fetch", "without_password"]

USUAL: Final = FetchLimits()
TIMEOUT_S: Final = USUAL.timeout_s
MAX_BYTES: Final = USUAL.max_bytes
MAX_REDIRECTS: Final = USUAL.max_redirects


def fetch(
    url: str, *, timeout_s: float = TIMEOUT_S, max_bytes: int = MAX_BYTES, allow_private: bool = False
) -> Capture:
    """Return the page at an http(s) address; raises `FetchError` if that fails.

    The capture's ``name`` is the requested address, its ``url`` the one after redirects, both without a password.
    `allow_private` permits requests to this machine and private networks, and the use of the environment's proxies, which
    could lead there.
    """
    from wrapture.net.content_check import page_or_raise
    from wrapture.net.exchange import exchange

    limits = FetchLimits(timeout_s=timeout_s, max_bytes=max_bytes)
    answer = exchange(Request(url), limits=limits, allow_private=allow_private, screen=page_or_raise)
    return Capture(without_password(url), answer.body, answer.url, answer.charset, fetched=True)
