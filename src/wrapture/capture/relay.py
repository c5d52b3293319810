"""Answers a browser's requests by `wrapture.web`, so that a page's scripts reach nothing that we would not ask for ourselves.

The browser itself is offline.  Redirects are followed here: playwright does not show the requests that come of one, and the
browser can't reach them.  A page that was led on is answered with one that goes to the last address, where the answer waits.

What a browser guards for its pages is kept up, because it can't see all of it here:

- Cookies go with pages, and with parts that a page asks of its own origin; other parts are asked for without any.
- A script reads an answer of another origin only where that allows it (playwright would say that all do), and nothing that
  its own origin led on to elsewhere.
- Only a page's own origin is posted to by its scripts: playwright answers the question whether a post is welcome itself.

The cookies are those of `wrapture.web.cookies`.  Those that scripts set are taken over; scripts see those that they need, by
their name, for guards against forged requests.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.capture.threads import in_thread
from wrapture.capture.wishes import Asked, understood, urls_around
from wrapture.errors import SourceError, WraptureError
from wrapture.web.addresses import parsed
from wrapture.web.masking import holds
from wrapture.web.trouble import AnswerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Route
    from playwright.async_api import Request as Wish

    from wrapture.web.addresses import Address
    from wrapture.web.cookies import Cookies
    from wrapture.web.messages import Answer, Request

PARTS: Final = frozenset({"document", "stylesheet", "script", "xhr", "fetch"})
"""What is asked for, in playwright's words: all that a text may depend on."""
READABLE: Final = frozenset({"document", "xhr", "fetch"})
"""What scripts read as it is."""
ARRIVE_S: Final = 5.0
"""For a browser to go where it was led on to; that takes a few milliseconds."""
MAX_LEADS: Final = 20
"""Pages in a row that come without anything being done: scripts that go on for ever are stopped."""
MAX_PARTS: Final = 200
"""Of one page; what comes after that is not asked for."""
SHARED_COOKIE: Final = re.compile(r"csrf|xsrf", re.I)
"""Cookies that are made to be read by scripts, who send them back in a header."""
UNTOLD: Final = frozenset(
    {"connection", "content-disposition", "content-encoding", "content-length", "keep-alive", "location", "trailer"}
) | {"transfer-encoding"}
"""Headers that the browser is not told: those of the transfer, and what would make a file of a page."""
ALLOW_ORIGIN: Final = "access-control-allow-origin"
NOBODY: Final = "https://nobody.invalid"
GIVE_UP: Final = "try it without --render"
IN_ADDRESS: Final = f"a script of the page would put a secret into an address, which is refused; {GIVE_UP}"


Ask: TypeAlias = "Callable[[Request, Cookies | None], Answer]"
"""A way to ask for something; it raises where there is no answer."""


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)


class Relay:
    """What answers the requests of a browser context; `pages` are asked for by one way, their parts by another.

    ``trouble`` is why the last page did not come, ``page`` the answer that is shown; ``busy`` counts what is being asked for,
    ``busy_pages`` the pages among it, and ``changed`` is when that last changed.
    """

    def __init__(
        self,
        context: BrowserContext,
        pages: Ask,
        parts: Ask,
        cookies: Cookies,
        *,
        secrets: tuple[str, ...] = (),
        kinds: frozenset[str] = PARTS,
    ) -> None:
        self.trouble: Exception | None = None
        self.page: Answer | None = None
        self.busy = 0
        self.busy_pages = 0
        self.changed = time.monotonic()
        self._context = context
        self._ask_page = pages
        self._ask_part = parts
        self._cookies = cookies
        self._secrets = secrets
        self._kinds = kinds
        self._parts = 0
        self._leads = 0
        self._arrival: Answer | None = None
        self._given: dict[tuple[str, str], str] = {}  # cookies that the browser has from us

    @property
    def is_on_the_way(self) -> bool:
        """Whether a page is being asked for, or waits at the end of redirects."""
        waits = self._arrival is not None and time.monotonic() - self.changed < ARRIVE_S
        return self.busy_pages > 0 or waits

    def touch(self) -> None:
        """Begin to wait anew: something was done to the page."""
        self.trouble, self._arrival, self._leads, self.changed = None, None, 0, time.monotonic()

    async def __call__(self, route: Route) -> None:
        """Answer a request, or refuse to."""
        from playwright.async_api import Error

        self.busy += 1
        try:
            with suppress(Error):  # the page may be gone
                reply = await self._reply(route.request)
                if reply is None:
                    await route.abort("aborted")  # of all errors the one that leaves a page as it is
                else:
                    await route.fulfill(status=reply.status, headers=reply.headers, body=reply.body)
        finally:
            self.busy -= 1
            self.changed = time.monotonic()

    async def _reply(self, wish: Wish) -> _Reply | None:
        try:
            asked = understood(wish, self._secrets)
        except AnswerError:
            return None
        await self._take_cookies(asked.address)
        return await self._page_reply(asked) if asked.is_page else await self._part_reply(asked, wish)

    # --- pages ---

    async def _page_reply(self, asked: Asked) -> _Reply | None:
        """Return a page; one that redirects led to is answered where it stands."""
        waiting, self._arrival = self._arrival, None
        if waiting is not None and asked.request.method == "GET" and _is_at(waiting, asked.address):
            return self._shown(waiting)
        self._leads += 1
        if self._leads > MAX_LEADS:
            self.trouble = SourceError(asked.address.url, f"leads on more than {MAX_LEADS} times; {GIVE_UP}")
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
            return _leading_on(answer.url)
        return self._shown(answer)

    def _shown(self, answer: Answer) -> _Reply:
        self.page, self._parts = answer, 0
        return replace(_fulfilment(answer), status=200)  # what has no content is an empty page too

    # --- parts ---

    async def _part_reply(self, asked: Asked, wish: Wish) -> _Reply | None:
        self._parts += 1
        if asked.kind not in self._kinds or self._parts > MAX_PARTS or wish.method not in ("GET", "POST"):
            return None
        if wish.method == "POST" and not asked.own:
            return None
        if holds(asked.request.url, self._secrets):
            self.trouble = SourceError(urls_around(wish)[-1] or "the page", IN_ADDRESS)
            return None
        try:
            answer = await in_thread(lambda: self._ask_part(asked.request, self._cookies if asked.own else None))
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
        """Keep what scripts have put among the browser's cookies."""
        for cookie in await self._context.cookies(address.url):
            name, value = cookie.get("name", ""), cookie.get("value", "")
            if self._given.get((address.netloc, name)) != value:
                self._given[address.netloc, name] = value
                self._cookies.keep(address, [f"{name}={value}; Path={cookie.get('path', '/')}"])

    async def _give_cookies(self, address: Address) -> None:
        """Let scripts see the cookies that are made for them."""
        pairs = [pair.partition("=") for pair in self._cookies.header(address).split("; ")]
        for name, value in [(name, value) for name, _, value in pairs if SHARED_COOKIE.search(name)]:
            if self._given.get((address.netloc, name)) != value:
                self._given[address.netloc, name] = value
                await self._context.add_cookies([{"name": name, "value": value, "url": address.url}])


# --- what is answered ---


def _is_at(answer: Answer, address: Address) -> bool:
    return parsed(answer.url).url == address.url


def _fulfilment(answer: Answer) -> _Reply:
    headers: dict[str, str] = {}
    for name, value in answer.headers:
        if name not in UNTOLD:
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return _Reply(answer.status, headers, answer.body)


def _leading_on(url: str) -> _Reply:
    """Return a page that goes to an address at once."""
    place = json.dumps(url).replace("<", "\\u003c")
    body = f"<!doctype html><meta name=referrer content=no-referrer><script>location.replace({place})</script>"
    return _Reply(200, {"content-type": "text/html; charset=utf-8"}, body.encode())
