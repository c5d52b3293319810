"""Pages from http(s) addresses, under limits of time, size and redirects.

`fetch` is the one seam to the network: whatever decides whether an address may be asked at all (robots rules, private
addresses) belongs in `_allow`, which sees every address of a chain of redirects before it is asked; a cache goes around
`fetch`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture import __version__
from wrapture.capture.deadline import Deadline
from wrapture.capture.decode import ACCEPT_ENCODING, SAVE_IT, AnswerError, decoded
from wrapture.errors import FetchError
from wrapture.model import Capture

if TYPE_CHECKING:
    import httpx2

USER_AGENT = f"wrapture/{__version__}"
TIMEOUT_S = 60.0
"""For the whole exchange, redirects and all, except the look-up of the host's name, which the system limits."""
READ_TIMEOUT_S = 20.0
"""For connecting and for each wait in between: a server silent for so long is down."""
MAX_BYTES = 32 * 1024 * 1024
"""Decompressed: a small answer can inflate to a thousand times its size."""
MAX_REDIRECTS = 10
ACCEPT = "text/html, application/xhtml+xml, application/xml;q=0.9, text/*;q=0.8"

SET_UP_ERRORS = (OSError, ValueError, ImportError)
"""What httpx2 lets through: a host name that is none, a proxy or certificate setting that does not work."""
SCHEMES = ("http", "https")
ADVICE = {
    401: f"it wants a login: {SAVE_IT}",
    403: f"it may refuse programs: {SAVE_IT}",
    404: "check the address",
    410: "the page is gone; check the address",
    429: "too many requests; wait a while and try again",
}


def fetch(url: str, *, timeout_s: float = TIMEOUT_S, max_bytes: int = MAX_BYTES) -> Capture:
    """Return the page at an http(s) address; raises `FetchError` when there is none to be had.

    The capture's ``name`` is the address as asked for, its ``url`` the one that answered, both without a password.
    """
    import httpx2

    with Deadline(timeout_s) as deadline:
        try:
            return _exchange(url, deadline, timeout_s, max_bytes)
        except (httpx2.HTTPError, httpx2.InvalidURL, AnswerError, *SET_UP_ERRORS) as error:
            late = f"took longer than {timeout_s:g} s; try again later or allow more time"
            what = late if deadline.passed else _reason(error)
            raise FetchError(without_password(url), what) from error


def without_password(url: str) -> str:
    """Return an address without its user name and password.

    >>> without_password("https://ann:secret@example.org/list?at=a@b")
    'https://example.org/list?at=a@b'
    """
    scheme, slashes, rest = url.partition("://")
    end = min((i for i in map(rest.find, "/?#") if i >= 0), default=len(rest))
    return f"{scheme}{slashes}{rest[:end].rpartition('@')[2]}{rest[end:]}" if slashes else url


def _exchange(url: str, deadline: Deadline, timeout_s: float, max_bytes: int) -> Capture:
    import httpx2

    headers = {"User-Agent": USER_AGENT, "Accept": ACCEPT, "Accept-Encoding": ACCEPT_ENCODING}
    with httpx2.Client(headers=headers, timeout=min(READ_TIMEOUT_S, timeout_s)) as client:
        request = client.build_request("GET", url, extensions={"trace": deadline.trace})
        response = _follow(client, request, deadline)
        try:
            return _capture(url, response, deadline, max_bytes)
        finally:
            response.close()


def _follow(client: httpx2.Client, request: httpx2.Request, deadline: Deadline) -> httpx2.Response:
    """Return the response at the end of the redirects; httpx2 itself would read the redirects' bodies whole."""
    for _ in range(MAX_REDIRECTS + 1):
        _allow(request.url)
        response = client.send(request, stream=True)
        if response.next_request is None:
            return response
        response.close()
        _in_time(deadline)
        request = response.next_request
    raise AnswerError(
        f"redirects more than {MAX_REDIRECTS} times; open it in a browser and give the address it ends at"
    )


def _allow(url: httpx2.URL) -> None:
    """Raise when an address must not be asked; every address of a chain of redirects comes through here."""
    if url.scheme not in SCHEMES or not url.host:
        raise AnswerError("only addresses such as http://host/path or https://host/path can be fetched")


def _capture(name: str, response: httpx2.Response, deadline: Deadline, max_bytes: int) -> Capture:
    if not response.is_success:
        raise AnswerError(_status(response.status_code, response.reason_phrase))
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not _is_text(kind):
        raise AnswerError(f"is {kind!r}, not a web page; give the address of an HTML page")
    body = decoded(response.iter_raw(), response.headers.get("Content-Encoding", ""), max_bytes)
    _in_time(deadline)  # a shut connection looks like the end of a body that has no length
    address, charset = without_password(str(response.url)), response.charset_encoding
    return Capture(without_password(name), body, address, charset, fetched=True)


def _in_time(deadline: Deadline) -> None:
    if deadline.passed:
        raise TimeoutError


def _is_text(kind: str) -> bool:
    """Return whether a media type may hold a page; none at all may."""
    top, _, sub = kind.partition("/")
    return not kind or top == "text" or (top == "application" and ("xml" in sub or "html" in sub))


def _status(code: int, phrase: str) -> str:
    advice = ADVICE.get(code, "the server is in trouble; try again later" if code >= 500 else "check the address")
    return f"the server answered {code} {phrase}".rstrip() + f"; {advice}"


def _reason(error: Exception) -> str:
    """Return what went wrong and what to do, on one line."""
    import httpx2

    said = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, AnswerError):
        return said
    reasons = {
        httpx2.ConnectTimeout: f"no connection ({said}); check the address and your network",
        httpx2.ConnectError: f"no connection ({said}); check the address and your network",
        httpx2.TimeoutException: "the server fell silent; try again later",
        httpx2.InvalidURL: f"not an address ({said}); write it as https://host/path",
        httpx2.HTTPError: f"the server broke off ({said}); try again, or {SAVE_IT}",
    }
    other = f"could not be asked ({said}); check the address, and your proxy and certificate settings"
    return next((reason for kind, reason in reasons.items() if isinstance(error, kind)), other)
