"""The camera: a browser renders pages, and each becomes a capture that holds what was drawn where.

Every page is shown in a browser context of its own, so that no page sees another's cookies (0.12 s of the 0.24 s that a page
takes).  A page that hangs or crashes costs itself and the browser, which is started anew for the next one.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from wrapture.capture import serving
from wrapture.capture.answering import Answers
from wrapture.capture.browser import CLOSE_S, find_browser, first_line, open_session
from wrapture.capture.worker import Worker
from wrapture.errors import RenderError
from wrapture.html import charset, guard
from wrapture.html.columns import STYLES, BrokenSnapshotError
from wrapture.html.snapshotfile import pack

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from playwright.async_api import CDPSession, Page

    from wrapture.capture.browser import Session
    from wrapture.model import Capture

T = TypeVar("T")
Take: TypeAlias = "Callable[[CDPSession], Awaitable[T]]"
"""What is taken of a page that is loaded."""

VIEWPORT: Final = (1280, 1024)
"""Width and height in CSS pixels: the screens that most list pages of the corpus were made for."""
PAGES_PER_BROWSER: Final = 200
"""Then a new one is started, for 0.7 s: a browser grows with every page."""
TIMEOUT_S: Final = 30.0
"""For a page, from the request to the snapshot."""
LOAD_SHARE: Final = 1 / 3
"""Of the time for a page: what has not come by then (an image, a frame) is left out."""
LEAVE_S: Final = 1.0
"""For reading a page to its end after it has asked to leave: it may have been there already."""
WITHOUT: Final = "leave out --render, or save it from a browser"
SETTLE_S: Final = 5.0
"""The longest wait for a page whose scripts go on asking for things after it was loaded."""
MAX_WIDTH_PX: Final = 4096
"""Of the pixels that are kept of a page: three screens side by side; with the height, 256 MiB of them."""
MAX_HEIGHT_PX: Final = 16_384
"""The longest side of what Chromium draws in one piece: a graphics card shows the beginning again below it."""


class Photograph(NamedTuple):
    """A rendered page, and what it looked like at that moment: a PNG, a CSS pixel each, of no more than Chromium draws.

    A page that was rendered before has no pixels: ``png`` is None.
    """

    capture: Capture
    png: bytes | None


class Camera:
    """A browser that takes pages, in a ``with`` block: ``with Camera() as camera: camera.shoot(capture)``.

    A page's scripts run only where `scripts` is true.  `timeout_s` is for each page.  `allow_private` permits a page that was
    fetched to load parts from this machine and from private networks.
    """

    def __init__(self, *, scripts: bool = False, timeout_s: float = TIMEOUT_S, allow_private: bool = False) -> None:
        self._scripts = scripts
        self._timeout_s = timeout_s
        self._allow_private = allow_private
        self._path = ""
        self._worker: Worker | None = None
        self._session: Session | None = None
        self._shots = 0  # of this browser

    def __enter__(self) -> Camera:
        self._path = find_browser()
        self._worker = Worker()
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
        """Return the rendered page of a capture; raises `RenderError`.  One that is rendered already stays as it is."""
        worker = self._open_worker()
        if capture.media == "snapshot":
            return capture
        encoding = _checked_encoding(capture)
        return _developed(capture, worker.run(self._shoot(capture, encoding, _take_snapshot)), encoding)

    def photograph(self, capture: Capture) -> Photograph:
        """Return the rendered page of a capture with its pixels, both of one load; raises `RenderError`."""
        worker = self._open_worker()
        if capture.media == "snapshot":
            return Photograph(capture, None)
        encoding = _checked_encoding(capture)
        snapshot, png = worker.run(self._shoot(capture, encoding, _take_both))
        return Photograph(_developed(capture, snapshot, encoding), png)

    def pixels(self, capture: Capture) -> bytes:
        """Return a page as a PNG, for those who need no boxes; raises `RenderError`."""
        worker = self._open_worker()
        return worker.run(self._shoot(capture, _checked_encoding(capture), _take_pixels))

    def _open_worker(self) -> Worker:
        if self._worker is None:
            raise ValueError("the camera is closed: use it inside `with Camera() as camera:`")
        return self._worker

    async def _shoot(self, capture: Capture, encoding: str, take: Take[T]) -> T:
        """Return what is taken of a page; after a failure the browser is dropped."""
        session = await self._open_session()
        try:
            taken = await asyncio.wait_for(self._expose(session, capture, encoding, take), self._timeout_s)
        except BaseException as error:
            await self._drop()
            if isinstance(error, Exception):
                raise RenderError(capture.name, self._reason(error)) from error
            raise
        await self._clear(session)
        return taken

    async def _expose(self, session: Session, capture: Capture, encoding: str, take: Take[T]) -> T:
        context = await session.browser.new_context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            java_script_enabled=self._scripts,
            offline=not capture.fetched,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
        )
        answers = Answers(
            context,
            capture,
            encoding,
            scripts=self._scripts,
            allow_private=self._allow_private,
            timeout_s=self._timeout_s,
        )
        try:
            await context.route("**/*", answers)
            page = await context.new_page()
            page.on("framenavigated", answers.note_arrival)
            await page.goto(serving.address_of(capture), wait_until="commit", timeout=0)
            await _read_to_end(page, answers)
            await self._load(page, answers)
            return await take(await context.new_cdp_session(page))
        finally:
            answers.close()

    async def _load(self, page: Page, answers: Answers) -> None:
        """Wait until the parts of a page are loaded and its scripts are quiet, each for a time."""
        from playwright.async_api import TimeoutError as Late

        with suppress(Late, TimeoutError):
            await asyncio.wait_for(_load_all(page, answers), self._timeout_s * LOAD_SHARE)
            if self._scripts:
                await page.wait_for_load_state("networkidle", timeout=SETTLE_S * 1000)

    async def _open_session(self) -> Session:
        """Return a browser that is up and not too old."""
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
        """Close what a page leaves behind, with the browser where that does not work."""
        try:
            for context in session.browser.contexts:
                await asyncio.wait_for(context.close(), CLOSE_S)
        except Exception:
            await self._drop()

    async def _drop(self) -> None:
        if (session := self._session) is not None:
            await session.close()
            self._session = None  # an interrupted page and the end of the camera may both be here

    def _reason(self, error: Exception) -> str:
        """Return why a page could not be rendered and what to do, on one line."""
        if isinstance(error, _LeftError):
            return f"leads on to {error} before it is read; give that address"
        if isinstance(error, TimeoutError):
            return f"took longer than {self._timeout_s:g} s to render; {WITHOUT}"
        return f"the browser did not show it ({first_line(error)}); {WITHOUT}"


class _LeftError(Exception):
    """A script left the page, for the address in the text, before the page was read to its end."""


async def _read_to_end(page: Page, answers: Answers) -> None:
    """Wait until a page is read to its end; Chromium stops reading where a script leaves it."""
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


async def _load_all(page: Page, answers: Answers) -> None:
    """Wait until a page and its frames are loaded, also those that were led on elsewhere."""
    await page.wait_for_load_state("load", timeout=0)
    await answers.load_led_frames()


async def _take_snapshot(protocol: CDPSession) -> dict[str, Any]:
    """Return what was drawn where."""
    return await protocol.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})


async def _take_pixels(protocol: CDPSession) -> bytes:
    """Return the pixels of a whole page, cut at the longest sides; it is not laid out anew for them."""
    size = (await protocol.send("Page.getLayoutMetrics"))["cssContentSize"]
    width, height = min(size["width"], MAX_WIDTH_PX), min(size["height"], MAX_HEIGHT_PX)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    return b64decode((await protocol.send("Page.captureScreenshot", wanted))["data"])


async def _take_both(protocol: CDPSession) -> tuple[dict[str, Any], bytes]:
    return await _take_snapshot(protocol), await _take_pixels(protocol)


def _checked_encoding(capture: Capture) -> str:
    """Return the encoding of a page's bytes; raises `HostilePageError`."""
    decoded = charset.decode(capture.body, capture.charset)
    guard.check(capture.name, decoded.text, capture.body)
    return decoded.encoding


def _developed(capture: Capture, snapshot: dict[str, Any], encoding: str) -> Capture:
    """Return the capture of a snapshot."""
    try:
        body = pack(snapshot, name=capture.name, url=capture.url, encoding=encoding, viewport=VIEWPORT)
    except BrokenSnapshotError as error:
        raise RenderError(capture.name, f"can't be kept ({error}); {WITHOUT}") from error
    return replace(capture, body=body, charset=None, media="snapshot")
