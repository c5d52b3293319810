"""The camera: a browser renders pages, and each becomes a capture with the boxes of its nodes.

Every page is rendered in a browser context of its own, so that no page sees another's cookies (0.12 s of the 0.24 s per page).
If a page hangs or crashes, only that page is lost; the browser is restarted for the next one.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from wrapture.capture import serving
from wrapture.capture.answering import PlainSender, RequestAnswerer
from wrapture.capture.browser import CLOSE_S, find_browser, first_line, open_session
from wrapture.capture.growing import GROW_S, grow
from wrapture.capture.paced_clock import PacedClock, within
from wrapture.capture.relay import MAX_PARTS
from wrapture.capture.stillness import SIZE
from wrapture.capture.typed_query import draw_results, led_to
from wrapture.capture.worker import Worker
from wrapture.errors import RenderError
from wrapture.html import charset, guard
from wrapture.html.snapshot_columns import STYLES, BrokenSnapshotError
from wrapture.html.snapshot_file import pack

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from playwright.async_api import Page

    from wrapture.capture.answering import PartSender
    from wrapture.capture.browser import Session
    from wrapture.model import Capture

T = TypeVar("T")
Take: TypeAlias = "Callable[[Page, RequestAnswerer], Awaitable[T]]"
"""What to take from a loaded page."""

VIEWPORT: Final = (1280, 1024)
"""Width and height in CSS pixels: the screens that most list pages of the corpus were made for."""
PAGES_PER_BROWSER: Final = 200
"""A browser's memory grows with every page, so a new one is started after this many, which takes 0.7 s."""
TIMEOUT_S: Final = 30.0
"""Timeout for a page, from the request to the snapshot."""
LOAD_SHARE: Final = 1 / 3
"""Share of the timeout for loading parts; images and frames that arrive later are left out."""
LEAVE_S: Final = 1.0
"""Time for parsing to finish after a page tries to navigate away: it may have finished already."""
WITHOUT: Final = "leave out `render=True`, or save it from a browser"
SETTLE_S: Final = 5.0
"""The longest wait for the network to become idle if scripts run."""
SETTLES: Final = 6
"""How often this is repeated for a page that may grow, and has meanwhile."""
GROWN_PARTS: Final = 2000
"""Most parts of a page that may grow: each of its records may load something."""
MAX_WIDTH_PX: Final = 4096
"""Widest picture: three screens side by side, 256 MiB of pixels at the largest height."""
MAX_HEIGHT_PX: Final = 16_384
"""The longest side that Chromium draws in one piece: below it, graphics cards repeat the top of the page."""


class Photograph(NamedTuple):
    """A rendered page and its picture: a PNG with one pixel per CSS pixel, cropped to what Chromium draws.

    ``png`` is None for a page that was rendered before.
    """

    capture: Capture
    png: bytes | None


class Camera:
    """A browser that renders pages, used as a context manager: ``with Camera() as camera: camera.shoot(capture)``.

    Scripts of a page run only if `scripts` is true.  `timeout_s` applies to each page.  `allow_private` lets a fetched page
    load parts from this machine and private networks.  With `grow`, scripts run, "load more" buttons are pressed and the
    page is scrolled until nothing new comes; `say` is told if something still does when the time is over.

    ``sender``, if it is set, sends the requests of pages, such as a visitor that keeps to robots.txt and the pace of a site.
    """

    def __init__(
        self,
        *,
        scripts: bool = False,
        timeout_s: float = TIMEOUT_S,
        allow_private: bool = False,
        grow: bool = False,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.sender: PartSender | None = None
        self._say = say
        self._scripts = scripts or grow
        self._grow = grow
        self._timeout_s = timeout_s + GROW_S if grow else timeout_s
        self._allow_private = allow_private
        self._path = ""
        self._worker: Worker | None = None
        self._turn = asyncio.Lock()  # threads may share a camera; it renders one page at a time
        self._session: Session | None = None
        self._shots = 0  # of this browser

    def __enter__(self) -> Camera:
        self._path = find_browser()
        self._worker, self._turn = Worker(), asyncio.Lock()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            try:
                worker.run(self._drop())
            finally:
                if self._session is not None:  # the caller was interrupted again
                    self._session.kill()
                worker.stop()

    def shoot(self, capture: Capture) -> Capture:
        """Return the rendered page of a capture, or the capture itself if it is rendered already; raises `RenderError`."""
        worker = self._open_worker()
        if capture.media == "snapshot":
            return capture
        encoding = _checked_encoding(capture)
        take = self._grown(capture, _take_snapshot)
        return _snapshot_capture(capture, worker.run(self._shoot(capture, encoding, take)), encoding)

    def photograph(self, capture: Capture) -> Photograph:
        """Return the rendered page of a capture with its picture, both from one load; raises `RenderError`."""
        worker = self._open_worker()
        if capture.media == "snapshot":
            return Photograph(capture, None)
        encoding = _checked_encoding(capture)
        snapshot, png = worker.run(self._shoot(capture, encoding, self._grown(capture, _take_both)))
        return Photograph(_snapshot_capture(capture, snapshot, encoding), png)

    def pixels(self, capture: Capture) -> bytes:
        """Return the picture of a page as a PNG, without boxes; raises `RenderError`."""
        worker = self._open_worker()
        return worker.run(self._shoot(capture, _checked_encoding(capture), self._grown(capture, _take_pixels)))

    def led_to(self, capture: Capture, place: int, text: str) -> str:
        """Return the address that a page leads to when a text is typed into its input at a place, "" if none does."""
        take = partial(led_to, place=place, text=text)
        return self._open_worker().run(self._shoot(capture, _checked_encoding(capture), take))

    def draw(self, capture: Capture, place: int, text: str) -> Capture:
        """Return a rendered page after a text was typed into its input at a place; raises `RenderError`."""
        encoding = _checked_encoding(capture)
        take_grown = self._grown(capture, _take_snapshot)

        async def take(page: Page, answers: RequestAnswerer) -> dict[str, Any]:
            if not await draw_results(page, answers.clock, place, text):
                raise _NoFieldError
            return await take_grown(page, answers)

        return _snapshot_capture(capture, self._open_worker().run(self._shoot(capture, encoding, take)), encoding)

    def _grown(self, capture: Capture, take: Take[T]) -> Take[T]:
        """Return what takes something from a page once it has grown, if it may."""

        async def take_grown(page: Page, answers: RequestAnswerer) -> T:
            if self._grow and not await grow(page, answers.clock):
                self._say(f"{capture.name}: the page still grows after {GROW_S:g} s; what comes later is left out")
            return await take(page, answers)

        return take_grown

    def _open_worker(self) -> Worker:
        if self._worker is None:
            raise ValueError("the camera is closed; use it inside `with Camera() as camera:`")
        return self._worker

    async def _shoot(self, capture: Capture, encoding: str, take: Take[T]) -> T:
        """Return what `take` gets from a page; after a failure the browser is closed."""
        async with self._turn:
            return await self._shoot_next(capture, encoding, take)

    async def _shoot_next(self, capture: Capture, encoding: str, take: Take[T]) -> T:
        session = await self._open_session()
        try:
            clock = PacedClock()
            taken = await within(self._render(session, capture, encoding, take, clock), self._timeout_s, clock)
        except BaseException as error:
            await self._drop()
            if isinstance(error, Exception):
                raise RenderError(capture.name, self._reason(error)) from error
            raise
        await self._clear(session)
        return taken

    async def _render(self, session: Session, capture: Capture, encoding: str, take: Take[T], clock: PacedClock) -> T:
        context = await session.browser.new_context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            java_script_enabled=self._scripts,
            offline=not capture.fetched,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
        )
        answers = RequestAnswerer(
            context,
            capture,
            encoding,
            scripts=self._scripts,
            sender=self.sender or PlainSender(allow_private=self._allow_private),
            clock=clock,
            timeout_s=self._timeout_s,
            most_parts=GROWN_PARTS if self._grow else MAX_PARTS,
        )
        try:
            await context.route("**/*", answers)
            page = await context.new_page()
            page.on("framenavigated", answers.note_arrival)
            await page.goto(serving.address_of(capture), wait_until="commit", timeout=0)
            await _read_to_end(page, answers)
            await self._load(page, answers)
            return await take(page, answers)
        finally:
            answers.close()

    async def _load(self, page: Page, answers: RequestAnswerer) -> None:
        """Wait, up to a limit each, until the parts of a page are loaded and its scripts are idle."""
        with suppress(TimeoutError):
            await within(_load_all(page, answers), self._timeout_s * LOAD_SHARE, answers.clock)
            for _ in range(SETTLES if self._grow else int(self._scripts)):
                if await _is_settled(page, answers):
                    break

    async def _open_session(self) -> Session:
        """Return a running browser, a new one if the last has rendered too many pages."""
        session = self._session
        if session is not None and (not session.browser.is_connected() or self._shots >= PAGES_PER_BROWSER):
            await self._drop()
            session = None
        if session is None:
            session = self._session = await open_session(self._path)
            self._shots = 0
        self._shots += 1
        return session

    async def _clear(self, session: Session) -> None:
        """Close the contexts of a page, or the whole browser if that fails."""
        try:
            for context in session.browser.contexts:
                await asyncio.wait_for(context.close(), CLOSE_S)
        except Exception:
            await self._drop()

    async def _drop(self) -> None:
        if (session := self._session) is not None:
            await session.close()
            self._session = None  # after closing: an interrupted page and __exit__ may both get here

    def _reason(self, error: Exception) -> str:
        """Return why a page could not be rendered and what to do, on one line."""
        if isinstance(error, _LeftError):
            return f"navigates to {error} before it is loaded; give that address"
        if isinstance(error, _NoFieldError):
            return "its search field can't be typed into; the site may have changed"
        if isinstance(error, TimeoutError):
            return f"took longer than {self._timeout_s:g} s to render; {WITHOUT}"
        return f"the browser failed ({first_line(error)}); {WITHOUT}"


class _LeftError(Exception):
    """A script navigated to the address in the message before the page was parsed to its end."""


class _NoFieldError(Exception):
    """A query could not be typed into a page."""


async def _read_to_end(page: Page, answers: RequestAnswerer) -> None:
    """Wait until a page is parsed to its end; Chromium stops parsing if a script navigates away."""
    reading = asyncio.ensure_future(page.wait_for_load_state("domcontentloaded", timeout=0))
    leaving = asyncio.ensure_future(answers.left.wait())
    try:
        await asyncio.wait([reading, leaving], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait_for(reading, LEAVE_S if answers.left.is_set() else None)
    except TimeoutError as error:
        raise _LeftError(answers.leads_to) from error
    finally:
        leaving.cancel()
        reading.cancel()


async def _load_all(page: Page, answers: RequestAnswerer) -> None:
    """Wait until a page and its frames are loaded, redirected ones included."""
    await page.wait_for_load_state("load", timeout=0)
    await answers.load_led_frames()


async def _is_settled(page: Page, answers: RequestAnswerer) -> bool:
    """Wait until the network is idle, and return whether it is, or the page has not changed meanwhile."""
    before = await page.evaluate(SIZE)
    try:
        await within(page.wait_for_load_state("networkidle", timeout=0), SETTLE_S, answers.clock)
    except TimeoutError:
        return bool(await page.evaluate(SIZE) == before)
    return True


async def _take_snapshot(page: Page, _: RequestAnswerer) -> dict[str, Any]:
    """Return the DOM snapshot of a page with its layout."""
    protocol = await page.context.new_cdp_session(page)
    return await protocol.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})


async def _take_pixels(page: Page, _: RequestAnswerer) -> bytes:
    """Return a screenshot of the whole page, cropped to the largest size, without a new layout."""
    protocol = await page.context.new_cdp_session(page)
    size = (await protocol.send("Page.getLayoutMetrics"))["cssContentSize"]
    width, height = min(size["width"], MAX_WIDTH_PX), min(size["height"], MAX_HEIGHT_PX)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    return b64decode((await protocol.send("Page.captureScreenshot", wanted))["data"])


async def _take_both(page: Page, answers: RequestAnswerer) -> tuple[dict[str, Any], bytes]:
    return await _take_snapshot(page, answers), await _take_pixels(page, answers)


def _checked_encoding(capture: Capture) -> str:
    """Return the encoding of a page's bytes; raises `HostilePageError`."""
    decoded = charset.decode(capture.body, capture.charset)
    guard.check(capture.name, decoded.text, capture.body)
    return decoded.encoding


def _snapshot_capture(capture: Capture, snapshot: dict[str, Any], encoding: str) -> Capture:
    """Return a capture with a snapshot as its body."""
    try:
        body = pack(snapshot, name=capture.name, url=capture.url, encoding=encoding, viewport=VIEWPORT)
    except BrokenSnapshotError as error:
        raise RenderError(capture.name, f"the browser's snapshot is invalid ({error}); {WITHOUT}") from error
    return replace(capture, body=body, charset=None, media="snapshot")
