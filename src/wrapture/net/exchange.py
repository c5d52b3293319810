"""One exchange with a server, redirects included: safe, bounded, and honest about who sends it.

Every address, of the request and of its redirects, is checked, and the connection goes to the very address that was checked.
What belongs to one origin (credentials, cookies, a form's content) goes to no other.  Proxies of the environment resolve names
themselves, so they are used only if private addresses are allowed.
"""

from __future__ import annotations

import logging
from base64 import b64encode
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from wrapture import __version__
from wrapture.error_lines import described
from wrapture.errors import AddressError, FetchError, WraptureError
from wrapture.net import wire
from wrapture.net.access import Access
from wrapture.net.content_decoding import ACCEPT_ENCODING, decoded
from wrapture.net.cookies import Cookies
from wrapture.net.deadline import Deadline
from wrapture.net.fetch_limits import MAX_HEADERS, FetchLimits
from wrapture.net.fetch_trouble import SAVE_IT, AnswerError, ForbiddenError
from wrapture.net.http_messages import Response
from wrapture.net.pinned import check
from wrapture.net.redaction import holds, masked
from wrapture.net.web_address import Address, joined, parsed, shown, without_password

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.net.http_messages import Headers, Method, Request

USER_AGENT: Final = f"wrapture/{__version__} (reads the lists of web pages)"
ACCEPT: Final = "text/html, application/xhtml+xml, application/xml;q=0.9, text/*;q=0.8"
OURS: Final = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "cookie",
        "expect",
        "host",
        "te",
        "transfer-encoding",
        "upgrade",
        "user-agent",
    }
)
"""Headers that a request can't set: this module does."""
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
KEEPING: Final = frozenset({307, 308})
"""Redirects that repeat the request with its body."""
COOKIES: Final = frozenset({"set-cookie", "set-cookie2"})
USUAL: Final = FetchLimits()
PLAIN: Final = Access()

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hop:
    """One request of an exchange; ``ours`` while it is at the requested origin."""

    address: Address
    method: Method
    body: bytes
    ours: bool = True


def exchange(
    request: Request,
    *,
    limits: FetchLimits = USUAL,
    cookies: Cookies | None = None,
    allow_private: bool = False,
    access: Access = PLAIN,
    permit: Callable[[str], None] | None = None,
    screen: Callable[[Response], object] | None = None,
) -> Response:
    """Return the server's response, whatever its status; raises `FetchError` if there is no complete one.

    `permit` is called with every address before it is requested, `screen` with the response before its body is read; an
    exception of theirs ends the exchange, and their time is not counted.  Without `cookies`, those that redirects set are kept
    for this exchange only.
    """
    try:
        jar = Cookies() if cookies is None else cookies
        answer = _Journey(request, limits, jar, allow_private, access, permit, screen).end()
    except AnswerError as error:
        kind = AddressError if isinstance(error, ForbiddenError) else FetchError
        raise kind(_where(request), masked(str(error), request.secrets)) from error
    except WraptureError:  # of `permit` and `screen`
        raise
    except Exception as error:  # a bug of ours or of a library, on input that nobody thought of
        what = f"the exchange failed ({masked(described(error), request.secrets)}); please report it, and {SAVE_IT}"
        raise FetchError(_where(request), what) from error
    _log.info("%s %s: %d, %d bytes", request.method, _where(request), answer.status, len(answer.body))
    return answer


@dataclass(frozen=True, slots=True)
class _Journey:
    """A request and its redirects."""

    request: Request
    limits: FetchLimits
    cookies: Cookies
    allow_private: bool
    access: Access
    permit: Callable[[str], None] | None
    screen: Callable[[Response], object] | None

    def end(self) -> Response:
        """Return the response at the end of the redirects."""
        deadline = Deadline(self.limits.timeout_s)
        hop = _Hop(parsed(self.request.url), self.request.method, self.request.body)
        passed: tuple[str, ...] = ()
        while len(passed) <= self.limits.max_redirects:
            try:
                answer = self._asked(hop, passed, deadline)
            except AnswerError as error:
                if not passed:
                    raise
                raise self._led(hop.address.url, error) from error
            location = _location(answer)
            if location is None:
                return answer
            passed, hop = (*passed, hop.address.url), self._next(hop, answer.status, location)
        most = self.limits.max_redirects
        raise AnswerError(f"redirects more than {most} times; open it in a browser and give the address it ends at")

    def _asked(self, hop: _Hop, passed: tuple[str, ...], deadline: Deadline) -> Response:
        """Return the response to one hop; that of a redirect has no body."""
        self._permit(hop.address, deadline)
        now = datetime.now(UTC)
        headers = _headers(self.request, hop, self._cookie(hop.address), self.access)
        way = (hop.address, hop.method, headers, hop.body, deadline, self.limits)
        with wire.asked(*way, allow_private=self.allow_private, proxy=self.access.proxy) as reply:
            if len(reply.headers) > MAX_HEADERS:
                raise AnswerError(f"it sends more than {MAX_HEADERS} headers; the server is broken")
            self.cookies.keep(hop.address, reply.values("set-cookie"))
            plain = tuple(pair for pair in reply.headers if pair[0] not in COOKIES)
            answer = Response(self.request, hop.address.url, reply.status, plain, b"", now, reply.reason, passed)
            if _location(answer) is not None:
                return answer
            if self.screen is not None:
                with deadline.paused():
                    self.screen(answer)
            encoding = ", ".join(reply.values("content-encoding"))
            body = decoded(reply.chunks(), encoding, self.limits.max_bytes, self.limits.max_encodings)
            deadline.wait_s()  # checks the clock: decompression takes time too
            return replace(answer, body=body)

    def _cookie(self, address: Address) -> str:
        """Return the ``Cookie`` header: what the site has set and, of what the user brings, the rest."""
        own = self.cookies.header(address)
        set_here = {pair.partition("=")[0] for pair in own.split("; ")}
        brought = [
            f"{name}={value}" for name, value in self.access.cookies_for(address).items() if name not in set_here
        ]
        return "; ".join([*filter(None, [own]), *brought])

    def _permit(self, address: Address, deadline: Deadline) -> None:
        """Raise if requests to an address are not allowed; its name is resolved and checked again on connection."""
        if not self.allow_private:
            check(address.host, [] if address.ip is None else [address.ip])
        if self.permit is not None:
            with deadline.paused():
                self.permit(address.url)

    def _next(self, hop: _Hop, status: int, location: str) -> _Hop:
        """Return the next hop, with what may be sent there."""
        try:
            address = joined(hop.address, location)
            ours = hop.ours and address.origin == hop.address.origin
            if not ours and holds(address.target, self.request.secrets):
                raise AnswerError(f"would send a secret to another site, which is refused; {SAVE_IT}")
            if ours:
                address = replace(address, user=hop.address.user, password=hop.address.password)
            if status not in KEEPING:
                return _Hop(address, "GET", b"", ours)
            if hop.method != "GET" and not ours:
                raise AnswerError("would send the form's content to another site, which is refused; give that address")
            return _Hop(address, hop.method, hop.body, ours)
        except AnswerError as error:
            raise self._led(location, error) from error

    def _led(self, location: str, error: AnswerError) -> AnswerError:
        """Return an error with the address at which it happened, which is not the requested one."""
        return type(error)(f"redirects to {masked(shown(location), self.request.secrets)}: {error}")


def _location(answer: Response) -> str | None:
    """Return where a response redirects to, None if it does not."""
    places = {value for key, value in answer.headers if key == "location"} if answer.status in REDIRECTS else set()
    if len(places) > 1:
        raise AnswerError(f"redirects to several addresses at once; {SAVE_IT}")
    return next((_unicode(place) for place in places), None)


def _unicode(header: str) -> str:
    """Return the text of a header, which may be UTF-8 against the rules of HTTP."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return header


def _headers(request: Request, hop: _Hop, cookie: str, access: Access) -> Headers:
    """Return the headers of one hop; those of the request itself go to the requested origin only."""
    own = {"user-agent": access.user_agent or USER_AGENT, "accept": ACCEPT, "authorization": _authorization(hop)}
    own |= dict(access.headers_for(hop.address)) if hop.ours else {}
    brought = {name.lower(): value for name, value in request.headers if name.lower() not in OURS} if hop.ours else {}
    posted = (
        {"content-type": request.content_type, "content-length": str(len(hop.body))} if hop.method == "POST" else {}
    )
    fixed = {
        "host": hop.address.netloc,
        "accept-encoding": ACCEPT_ENCODING,
        "connection": "close",
        "referer": _referer(request, hop),
        "cookie": cookie,
        **posted,
    }
    return tuple((name.title(), value) for name, value in {**own, **brought, **fixed}.items() if value)


def _authorization(hop: _Hop) -> str:
    """Return the credentials of the requested address, for its own origin only."""
    user, password = hop.address.user, hop.address.password
    return "Basic " + b64encode(f"{user}:{password}".encode()).decode() if user or password else ""


def _referer(request: Request, hop: _Hop) -> str:
    """Return the referer: the page for its own site, its site for others, nothing from https to http."""
    if not request.referer or holds(request.referer, request.secrets):
        return ""
    try:
        page = parsed(request.referer)
    except AnswerError:
        return ""
    if page.origin == hop.address.origin:
        return page.url
    return "" if page.scheme == "https" and hop.address.scheme == "http" else f"{page.scheme}://{page.netloc}/"


def _where(request: Request) -> str:
    """Return the requested address for messages."""
    plain = without_password(" ".join(request.url.splitlines()))
    try:
        parsed(request.url)
    except Exception:  # its password may end anywhere
        plain = plain[: plain.find(":") + 1] + plain.rpartition("@")[2] if "@" in plain else plain
    return masked(plain, request.secrets)
