"""Answer a browser's requests through `wrapture.net`, so that scripts reach only what we would request ourselves.

The browser itself is offline.  Redirects are followed here, because playwright does not report redirected requests and the
browser can't make them.  A redirected page is first answered with one that navigates to the final address, whose response is
kept until then.

The browser can't enforce its security rules here, so they are enforced instead of it:

- Cookies are sent with pages, and with parts requested from the page's own origin; other parts are requested without cookies.
- A script can read a response of another origin only if that allows it (playwright would allow all), and no response that its
  own origin redirected to another one.
- Scripts can only post to the page's own origin, because playwright answers CORS preflight requests itself.

Cookies are kept by `wrapture.net.cookies`.  Those that scripts set are added; scripts see those whose name marks them as
anti-CSRF tokens, which they need.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.capture.browser_requests import BrowserRequest, interpret, urls_around
from wrapture.capture.worker_threads import in_thread
from wrapture.errors import SourceError, WraptureError
from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.redaction import holds
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Route
    from playwright.async_api import Request as PlaywrightRequest

    from wrapture.net.cookies import Cookies
    from wrapture.net.http_messages import Request, Response
    from wrapture.net.web_address import Address

PARTS: Final = frozenset({"document", "stylesheet", "script", "xhr", "fetch"})
"""Resource types (playwright's names) to load: all that a page's text may depend on."""
READABLE: Final = frozenset({"document", "xhr", "fetch"})
"""Resource types whose content scripts can read: documents and data, which are requested at the pace of the site."""
ARRIVE_S: Final = 5.0
"""Time for a browser to navigate to the final address of a redirect, which takes a few milliseconds."""
MAX_LEADS: Final = 20
"""Most pages in a row without a user action: ends redirect loops of scripts."""
MAX_PARTS: Final = 200
"""Most parts of one page; further requests are refused."""
SHARED_COOKIE: Final = re.compile(r"csrf|xsrf", re.I)
"""Cookies that scripts must read, to send them back in a header."""
WITHHELD: Final = frozenset(
    {"connection", "content-disposition", "content-encoding", "content-length", "keep-alive", "location", "trailer"}
) | {"transfer-encoding"}
"""Headers to withhold from the browser: those of the transfer, and those that would turn a page into a download."""
ALLOW_ORIGIN: Final = "access-control-allow-origin"
NOBODY: Final = "https://nobody.invalid"
GIVE_UP: Final = "try it without `render=True`"
IN_ADDRESS: Final = f"a script of the page would put a secret into an address, which is refused; {GIVE_UP}"


Ask: TypeAlias = "Callable[[Request, Cookies | None], Response]"
"""A function that sends a request; raises if there is no response."""


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)


class Relay:
    """Answers the requests of a browser context; `pages` sends requests for pages, `parts` those for their parts.

    `data`, if given, sends the requests for documents and data among the parts.

    ``trouble`` is why the last page failed, ``page`` the response on display.  ``busy`` counts pending requests,
    ``busy_pages`` those for pages, and ``changed`` is when that last changed.
    """

    def __init__(
        self,
        context: BrowserContext,
        pages: Ask,
        parts: Ask,
        cookies: Cookies,
        *,
        data: Ask | None = None,
        secrets: tuple[str, ...] = (),
        kinds: frozenset[str] = PARTS,
        most: int = MAX_PARTS,
    ) -> None:
        self.trouble: Exception | None = None
        self.page: Response | None = None
        self.busy = 0
        self.busy_pages = 0
        self.changed = time.monotonic()
        self._context = context
        self._ask_page = pages
        self._ask_part = parts
        self._ask_data = data or parts
        self._cookies = cookies
        self._secrets = secrets
        self._kinds = kinds
        self._most = most
        self._parts = 0
        self._leads = 0
        self._arrival: Response | None = None
        self._given: dict[tuple[str, str], str] = {}  # cookies that the browser knows already

    @property
    def is_on_the_way(self) -> bool:
        """Whether a page is being requested, or a redirected one has not been shown yet."""
        waits = self._arrival is not None and time.monotonic() - self.changed < ARRIVE_S
        return self.busy_pages > 0 or waits

    def touch(self) -> None:
        """Reset what is known of the last navigation, before an action on the page."""
        self.trouble, self._arrival, self._leads, self.changed = None, None, 0, time.monotonic()

    async def __call__(self, route: Route) -> None:
        """Fulfil or abort a request."""
        from playwright.async_api import Error

        self.busy += 1
        try:
            with suppress(Error):  # the page may be gone
                reply = await self._reply(route.request)
                if reply is None:
                    await route.abort("aborted")  # the only error code that leaves the page unchanged
                else:
                    await route.fulfill(status=reply.status, headers=reply.headers, body=reply.body)
        finally:
            self.busy -= 1
            self.changed = time.monotonic()

    async def _reply(self, request: PlaywrightRequest) -> _Reply | None:
        try:
            asked = interpret(request, self._secrets)
        except AnswerError:
            return None
        await self._take_cookies(asked.address)
        return await self._page_reply(asked) if asked.is_page else await self._part_reply(asked, request)

    # --- pages ---

    async def _page_reply(self, asked: BrowserRequest) -> _Reply | None:
        """Return the reply for a page; that of a redirect's final address is ready."""
        waiting, self._arrival = self._arrival, None
        if waiting is not None and asked.request.method == "GET" and _is_at(waiting, asked.address):
            return self._shown(waiting)
        self._leads += 1
        if self._leads > MAX_LEADS:
            self.trouble = SourceError(asked.address.url, f"navigates more than {MAX_LEADS} times by itself; {GIVE_UP}")
            return None
        self.busy_pages += 1
        try:
            answer = await in_thread(lambda: self._ask_page(asked.request, self._cookies))
        except Exception as error:
            self.trouble = error
            return None
        finally:
            self.busy_pages -= 1
        await self._give_cookies(parsed(answer.url))
        if answer.hops:
            self._arrival = answer
            return _navigation_page(answer.url)
        return self._shown(answer)

    def _shown(self, answer: Response) -> _Reply:
        self.page, self._parts = answer, 0
        return replace(_fulfilment(answer), status=200)  # what has no content is an empty page too

    # --- parts ---

    async def _part_reply(self, asked: BrowserRequest, request: PlaywrightRequest) -> _Reply | None:
        self._parts += 1
        if asked.kind not in self._kinds or self._parts > self._most or request.method not in ("GET", "POST"):
            return None
        if request.method == "POST" and not asked.own:
            return None
        if holds(asked.request.url, self._secrets):
            self.trouble = SourceError(urls_around(request)[-1] or "the page", IN_ADDRESS)
            return None
        try:
            ask = self._ask_data if asked.kind in READABLE else self._ask_part
            answer = await in_thread(lambda: ask(asked.request, self._cookies if asked.own else None))
            end = parsed(answer.url)
        except (WraptureError, AnswerError):
            return None
        if asked.own:
            await self._give_cookies(end)
        if asked.kind in READABLE and end.origin != asked.address.origin:
            return None
        reply = _fulfilment(answer)
        return reply if asked.own else _Reply(reply.status, {ALLOW_ORIGIN: NOBODY, **reply.headers}, reply.body)

    # --- cookies ---

    async def _take_cookies(self, address: Address) -> None:
        """Copy cookies that scripts have set in the browser."""
        for cookie in await self._context.cookies(address.url):
            name, value = cookie.get("name", ""), cookie.get("value", "")
            if self._given.get((address.netloc, name)) != value:
                self._given[address.netloc, name] = value
                self._cookies.keep(address, [f"{name}={value}; Path={cookie.get('path', '/')}"])

    async def _give_cookies(self, address: Address) -> None:
        """Give the browser the cookies that scripts must read."""
        pairs = [pair.partition("=") for pair in self._cookies.header(address).split("; ")]
        for name, value in [(name, value) for name, _, value in pairs if SHARED_COOKIE.search(name)]:
            if self._given.get((address.netloc, name)) != value:
                self._given[address.netloc, name] = value
                await self._context.add_cookies([{"name": name, "value": value, "url": address.url}])


# --- replies ---


def _is_at(answer: Response, address: Address) -> bool:
    return parsed(answer.url).url == address.url


def _fulfilment(answer: Response) -> _Reply:
    headers: dict[str, str] = {}
    for name, value in answer.headers:
        if name not in WITHHELD:
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return _Reply(answer.status, headers, answer.body)


def _navigation_page(url: str) -> _Reply:
    """Return a page that navigates to an address at once."""
    place = json.dumps(url).replace("<", "\\u003c")
    body = f"<!doctype html><meta name=referrer content=no-referrer><script>location.replace({place})</script>"
    return _Reply(200, {"content-type": "text/html; charset=utf-8"}, body.encode())
