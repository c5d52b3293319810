"""Answer the requests of a page that is being rendered: with its own bytes, files beside it, or from the network.

The browser itself is offline: what `serving` allows is fetched by `wrapture.net`, so that no image, frame, script or redirect
of a page reaches an address that we would not request ourselves.  Redirects are followed here (see `relay`); a redirected frame
first gets a page that navigates to the final address, so that its relative links resolve correctly.

A visitor, if there is one, sends the requests of its pages: with its cookies, within robots.txt, and documents and data at its
pace.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

from wrapture.capture import serving
from wrapture.capture.relay import MAX_PARTS, READABLE, Relay
from wrapture.errors import FetchError
from wrapture.net.cookies import Cookies
from wrapture.net.exchange import exchange
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Frame, Route

    from wrapture.capture.paced_clock import PacedClock
    from wrapture.model import Capture
    from wrapture.net.http_messages import Request, Response

MAX_BYTES: Final = 128 * 1024 * 1024
"""Most bytes of all parts of a page: ten times the size of a shop page with its images."""
MAX_AT_ONCE: Final = 6
"""Concurrent requests to one host, as in browsers."""
LEAD_ON_S: Final = 2.0
"""Time for a redirected frame to navigate, which takes a few milliseconds; a sandboxed one never does."""
POLL_S: Final = 0.01
FRAMES: Final = frozenset({"document"})


class PartSender(Protocol):
    """A client that sends the requests of pages that are being rendered, as `wrapture.net.visitor.Visitor` does."""

    cookies: Cookies

    def part(
        self, request: Request, *, own: bool, paced: bool, limits: FetchLimits, on_turn: Callable[[str], None]
    ) -> Response:
        """Return the response to a request; raises `FetchError`."""


class PlainSender:
    """Sends the requests of a page that was named by the user: at once, as a browser does."""

    def __init__(self, *, allow_private: bool) -> None:
        self.cookies = Cookies()
        self._allow_private = allow_private

    def part(
        self,
        request: Request,
        *,
        own: bool,
        paced: bool,  # noqa: ARG002 - one page sets no pace
        limits: FetchLimits,
        on_turn: Callable[[str], None],
    ) -> Response:
        """Return the response to a request; raises `FetchError`."""
        cookies = self.cookies if own else None
        return exchange(request, limits=limits, cookies=cookies, allow_private=self._allow_private, permit=on_turn)


class RequestAnswerer:
    """Answers the requests of one page, the first one with the page itself.

    ``clock`` stands still while requests wait for their turn.  ``left`` is set if the page tries to navigate to another
    page, ``leads_to``; the navigation is refused.
    """

    def __init__(
        self,
        context: BrowserContext,
        capture: Capture,
        encoding: str,
        *,
        scripts: bool,
        sender: PartSender,
        clock: PacedClock,
        timeout_s: float,
        most_parts: int = MAX_PARTS,
    ) -> None:
        cookies = sender.cookies
        self.clock = clock
        self._sender = sender
        self._capture = capture
        self._encoding = encoding
        self._scripts = scripts
        self._frames = Relay(context, self._frame, self._frame, cookies, kinds=FRAMES)
        self._parts = Relay(
            context, self._part, self._part, cookies, data=self._data, kinds=serving.SCRIPTED_PARTS, most=most_parts
        )
        self._timeout_s = timeout_s
        self._turns: defaultdict[tuple[str, bool], asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(MAX_AT_ONCE)
        )
        self._bytes_left = MAX_BYTES
        self._ahead: dict[str, Response] = {}  # responses of redirected frames, by final address
        self._arrived: list[Frame] = []
        self._shown_at = ""  # until the first request
        self._over = False
        self.leads_to: str | None = None
        self.left = asyncio.Event()

    def close(self) -> None:
        """Refuse all further requests."""
        self._over = True

    async def __call__(self, route: Route) -> None:
        """Fulfil or abort a request."""
        from playwright.async_api import Error

        with suppress(Error):  # the page may be gone
            match self._answer(route):
                case serving.Serve(body, content_type):
                    await route.fulfill(body=body, content_type=content_type)
                case serving.Load():
                    await self._load(route)
                case serving.Refuse():
                    await route.abort("aborted")  # the only error code that leaves the page unchanged

    def note_arrival(self, frame: Frame) -> None:
        """Note that a redirected frame has reached its final address."""
        if self._ahead.pop(frame.url.partition("#")[0], None) is not None:
            self._arrived.append(frame)

    async def load_led_frames(self) -> None:
        """Wait until redirected frames have navigated and are loaded."""
        end = time.monotonic() + LEAD_ON_S
        while self._ahead and time.monotonic() < end:
            await asyncio.sleep(POLL_S)
        for frame in self._arrived:
            await frame.wait_for_load_state("load", timeout=0)

    def _answer(self, route: Route) -> serving.Answer:
        request = route.request
        if not self._shown_at:
            self._shown_at = request.url
            return serving.own(self._capture, self._encoding)
        if request.is_navigation_request() and request.frame.parent_frame is None:  # the page navigates away
            self.leads_to = request.url
            self.left.set()
            return serving.Refuse()
        kind = request.resource_type
        return serving.answer(self._capture, self._shown_at, request.url, kind, scripts=self._scripts)

    async def _load(self, route: Route) -> None:
        """Answer a request from the network once its host has a free slot; data that waits for its turn has its own."""
        kind = route.request.resource_type
        waits = kind in READABLE and not isinstance(self._sender, PlainSender)
        async with self._turns[urlsplit(route.request.url).netloc, waits]:
            if self._over:
                return
            await (self._frames if kind in FRAMES else self._parts)(route)

    # --- in threads of their own ---

    def _part(self, request: Request, cookies: Cookies | None) -> Response:
        """Return the response for a part of the page; raises `FetchError`."""
        return self._sent(request, cookies, self._refuse_late, paced=False)

    def _data(self, request: Request, cookies: Cookies | None) -> Response:
        """Return the response for a document or data, once it is their turn; raises `FetchError`."""
        with self.clock.waiting() as go_on:

            def on_turn(url: str) -> None:
                go_on()
                self._refuse_late(url)

            return self._sent(request, cookies, on_turn, paced=True)

    def _sent(
        self, request: Request, cookies: Cookies | None, on_turn: Callable[[str], None], *, paced: bool
    ) -> Response:
        limits = FetchLimits(timeout_s=self._timeout_s, max_bytes=min(serving.MAX_PART_BYTES, self._bytes_left))
        own = cookies is not None
        answer = self._sender.part(request, own=own, paced=paced, limits=limits, on_turn=on_turn)
        self._bytes_left = max(0, self._bytes_left - len(answer.body))
        return answer

    def _frame(self, request: Request, cookies: Cookies | None) -> Response:
        """Return the response for a frame; if it was redirected, a page that navigates to the final address first."""
        waiting = self._ahead.get(parsed(request.url).url)
        if waiting is not None and request.method == "GET":
            return waiting
        answer = self._data(request, cookies)
        if not answer.hops:
            return answer
        self._ahead[answer.url] = replace(answer, hops=())
        body = f'<!doctype html><meta http-equiv=refresh content="0;url={escape(answer.url)}">'.encode()
        html = (("content-type", "text/html; charset=utf-8"),)
        return replace(answer, url=request.url, status=200, headers=html, body=body, hops=())

    def _refuse_late(self, url: str) -> None:
        if self._over or not self._bytes_left:
            raise FetchError(url, "skipped: the page took too long or is too large")
