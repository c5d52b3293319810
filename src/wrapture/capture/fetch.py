"""Pages from http(s) addresses that a person gave, under limits of time, size and redirects.

The exchange itself is that of `wrapture.web`.  An address that a person typed is asked as a browser would: robots.txt is for
robots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.model import Capture
from wrapture.web.addresses import SCHEMES, SHOWN_CHARS, without_password
from wrapture.web.limits import Limits
from wrapture.web.messages import Request
from wrapture.web.trouble import SAVE_IT

if TYPE_CHECKING:
    from wrapture.web.messages import Answer

__all__ = ["MAX_BYTES", "MAX_REDIRECTS", "SCHEMES", "TIMEOUT_S", "fetch", "without_password"]

USUAL: Final = Limits()
TIMEOUT_S: Final = USUAL.timeout_s
MAX_BYTES: Final = USUAL.max_bytes
MAX_REDIRECTS: Final = USUAL.max_redirects
ADVICE: Final = {
    401: f"it wants a login: {SAVE_IT}",
    403: f"it may refuse programs: {SAVE_IT}",
    404: "check the address",
    410: "the page is gone; check the address",
    429: "too many requests; wait a while and try again",
}


def fetch(
    url: str, *, timeout_s: float = TIMEOUT_S, max_bytes: int = MAX_BYTES, allow_private: bool = False
) -> Capture:
    """Return the page at an http(s) address; raises `FetchError` when there is none to be had.

    The capture's ``name`` is the address as asked for, its ``url`` the one that answered, both without a password.
    `allow_private` permits addresses of this machine and of private networks, and the proxies of the environment, which
    could lead there.
    """
    from wrapture.web.exchange import exchange

    limits = Limits(timeout_s=timeout_s, max_bytes=max_bytes)
    answer = exchange(Request(url), limits=limits, allow_private=allow_private, screen=_refuse_no_page)
    return Capture(without_password(url), answer.body, answer.url, answer.charset, fetched=True)


def _refuse_no_page(answer: Answer) -> None:
    """Raise when an answer is no page, before its body is read."""
    where = without_password(answer.request.url)
    if not 200 <= answer.status < 300:
        raise FetchError(where, _status(answer.status, answer.reason))
    if not _is_text(answer.media_type):
        raise FetchError(
            where, f"is {answer.media_type[:SHOWN_CHARS]!r}, not a web page; give the address of an HTML page"
        )


def _is_text(kind: str) -> bool:
    """Return whether a media type may hold a page; none at all may."""
    top, _, sub = kind.partition("/")
    return not kind or top == "text" or (top == "application" and ("xml" in sub or "html" in sub))


def _status(code: int, phrase: str) -> str:
    advice = ADVICE.get(code, "the server is in trouble; try again later" if code >= 500 else "check the address")
    return f"the server answered {code} {phrase}".rstrip() + f"; {advice}"
