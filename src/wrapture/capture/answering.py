"""Answers what a page asks for that is being rendered: with its own bytes, with files beside it, or from the network.

The browser itself is offline: what `serving` lets load comes by `wrapture.web`, so that no image, frame, script or redirect of
a page reaches an address that we would not ask ourselves.  Redirects are followed on the way (see `relay`); a frame that is led
on elsewhere first gets a page that goes there, so that its links start from the right address.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.capture import serving
from wrapture.capture.relay import Relay
from wrapture.errors import FetchError
from wrapture.web.addresses import parsed
from wrapture.web.cookies import Cookies
from wrapture.web.exchange import exchange
from wrapture.web.limits import Limits

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Route

    from wrapture.model import Capture
    from wrapture.web.messages import Answer, Request

MAX_BYTES: Final = 128 * 1024 * 1024
"""Of all parts of a page together: ten times what a page of a shop with its images has."""
MAX_AT_ONCE: Final = 6
"""Parts that are asked of one host at a time, as browsers do."""
LEAD_ON_S: Final = 2.0
"""For a frame to go where it was led on to, which takes a few milliseconds; one that must not go anywhere stays."""
POLL_S: Final = 0.01
FRAMES: Final = frozenset({"document"})


class Answers:
    """Answers the requests of one page: the first with the page itself.

    ``left`` is set when the page wants to lead elsewhere, to ``leads_to``; it is made to stay.
    """

    def __init__(
        self,
        context: BrowserContext,
        capture: Capture,
        encoding: str,
        *,
        scripts: bool,
        allow_private: bool,
        timeout_s: float,
    ) -> None:
        cookies = Cookies()
        self._capture = capture
        self._encoding = encoding
        self._scripts = scripts
        self._frames = Relay(context, self._frame, self._frame, cookies, kinds=FRAMES)
        self._parts = Relay(context, self._part, self._part, cookies, kinds=serving.SCRIPTED_PARTS)
        self._allow_private = allow_private
        self._timeout_s = timeout_s
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(MAX_AT_ONCE))
        self._bytes_left = MAX_BYTES
        self._ahead: dict[str, Answer] = {}  # by the address that a frame was led on to
        self._arrived: list[Frame] = []
        self._shown_at = ""  # until the first request
        self._over = False
        self.leads_to: str | None = None
        self.left = asyncio.Event()

    def close(self) -> None:
        """Ask for nothing more."""
        self._over = True

    async def __call__(self, route: Route) -> None:
        """Answer a request, or refuse to."""
        from playwright.async_api import Error

        with suppress(Error):  # the page may be gone
            match self._answer(route):
                case serving.Serve(body, content_type):
                    await route.fulfill(body=body, content_type=content_type)
                case serving.Load():
                    await self._load(route)
                case serving.Refuse():
                    await route.abort("aborted")  # of all errors the one that leaves a page as it is

    def note_arrival(self, frame: Frame) -> None:
        """Take note of a frame that is now at the address that it was led on to."""
        if self._ahead.pop(frame.url.partition("#")[0], None) is not None:
            self._arrived.append(frame)

    async def load_led_frames(self) -> None:
        """Wait until the frames that were led on have gone there, and are loaded."""
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
        if request.is_navigation_request() and request.frame.parent_frame is None:  # a page that leads elsewhere
            self.leads_to = request.url
            self.left.set()
            return serving.Refuse()
        kind = request.resource_type
        return serving.answer(self._capture, self._shown_at, request.url, kind, scripts=self._scripts)

    async def _load(self, route: Route) -> None:
        """Answer a request from the network, when it is its turn."""
        async with self._turns[urlsplit(route.request.url).netloc]:
            if self._over:
                return
            await (self._frames if route.request.resource_type in FRAMES else self._parts)(route)

    # --- in threads of their own ---

    def _part(self, request: Request, cookies: Cookies | None) -> Answer:
        """Return what is at an address; raises `FetchError`."""
        limits = Limits(timeout_s=self._timeout_s, max_bytes=min(serving.MAX_PART_BYTES, self._bytes_left))
        answer = exchange(
            request, limits=limits, cookies=cookies, allow_private=self._allow_private, permit=self._refuse_late
        )
        self._bytes_left = max(0, self._bytes_left - len(answer.body))
        return answer

    def _frame(self, request: Request, cookies: Cookies | None) -> Answer:
        """Return what is in a frame; where it was led on elsewhere, a page that goes there, where the answer waits."""
        waiting = self._ahead.get(parsed(request.url).url)
        if waiting is not None and request.method == "GET":
            return waiting
        answer = self._part(request, cookies)
        if not answer.hops:
            return answer
        self._ahead[answer.url] = replace(answer, hops=())
        body = f'<!doctype html><meta http-equiv=refresh content="0;url={escape(answer.url)}">'.encode()
        html = (("content-type", "text/html; charset=utf-8"),)
        return replace(answer, url=request.url, status=200, headers=html, body=body, hops=())

    def _refuse_late(self, url: str) -> None:
        if self._over or not self._bytes_left:
            raise FetchError(url, "comes too late, or after too much else; it is left out")
