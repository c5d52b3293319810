"""A browser tab that a script operates: read, type, click; every request goes through `Relay`.

What a step speaks of is found by the same code as without a browser: the page is written out as HTML, in which each
control and link bears the number of its element.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.capture.browser import CLOSE_S
from wrapture.capture.growing import SCROLL
from wrapture.errors import RenderError
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.net.redaction import masked
from wrapture.site.script.driver import StepError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import ElementHandle, JSHandle
    from playwright.async_api import Page as Window

    from wrapture.capture.paced_clock import PacedClock
    from wrapture.capture.relay import Relay
    from wrapture.html.page import Page
    from wrapture.site.script.filling import Pick
    from wrapture.site.script.find_controls import FoundControl
    from wrapture.site.script.secrets import Filling

QUIET_S: Final = 0.5
"""Time without a request after which a page has finished reacting to an action."""
SETTLE_S: Final = 15.0
"""The longest wait for a page whose scripts keep sending requests; a page that is still loading is waited for longer."""
HAND_S: Final = 5.0
"""Timeout for a click or typing; an element covered by another is then clicked by a script."""
TALK_S: Final = 30.0
"""Timeout for the browser to respond: with an endless script it never does."""
POLL_S: Final = 0.1
LOOKS: Final = 5
"""Attempts to read a page that is navigating away."""
MAX_CHARS: Final = 32 * 1024 * 1024
MARK: Final = "data-wrapture-element"

WRITTEN: Final = """mark => {
  const wanted = 'a[href], area[href], input, select, textarea, button, [role=button], [role=link], [role=tab]';
  const elements = [...document.querySelectorAll(wanted)], forms = [...document.querySelectorAll('form')];
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
  const copies = copy.querySelectorAll(wanted), formCopies = copy.querySelectorAll('form');
  if (mark) elements.forEach((element, number) => {
    copies[number].setAttribute(mark, number);
    if (element.form && !element.form.contains(element)) {
      const form = formCopies[forms.indexOf(element.form)];
      form.id ||= mark + forms.indexOf(element.form);
      copies[number].setAttribute('form', form.id);
    }
  });
  return {elements, html: (document.doctype ? '<!doctype html>' : '') + copy.outerHTML};
}"""
"""The page as HTML, with numbered elements if a mark is given, and those elements; the page is left unchanged."""

TEXT: Final = "(written, length) => String(written.html).slice(0, length)"


class Tab:
    """The active browser tab: the newest one if a page has opened another.

    Its methods must run in the browser's own thread.
    """

    def __init__(self, window: Window, relay: Relay, secrets: tuple[str, ...], clock: PacedClock) -> None:
        self.relay = relay
        self._clock = clock
        self._window = window
        self._secrets = secrets
        self._written: JSHandle | None = None
        self._page: Page | None = None

    @property
    def url(self) -> str:
        """The address of the page."""
        return masked(self._window.url, self._secrets)

    async def look(self) -> Page:
        """Return the current page; the other methods take its node numbers."""
        html, url, self._written = await self.html(MARK)
        self._page = read_page(Capture(url, html.encode("utf-8", "replace"), url, "utf-8", fetched=True))
        return self._page

    async def html(self, mark: str = "") -> tuple[str, str, JSHandle]:
        """Return the page as HTML, its address, and its elements; waits for a page that is navigating."""
        from playwright.async_api import Error

        for last in (*[False] * LOOKS, True):
            window = self._newest()
            try:
                written = await asyncio.wait_for(window.evaluate_handle(WRITTEN, mark), TALK_S)
                html = await asyncio.wait_for(written.evaluate(TEXT, MAX_CHARS + 1), TALK_S)
            except Error:
                if last:
                    raise
                await self._settle()
                continue
            break
        if not isinstance(html, str) or len(html) > MAX_CHARS:
            raise RenderError(self.url, f"is larger than {MAX_CHARS // 1024**2} MiB; save a part of it from a browser")
        return masked(html, self._secrets), masked(window.url, self._secrets), written

    def _newest(self) -> Window:
        windows = [one for one in self._window.context.pages if not one.is_closed()]
        if not windows:
            raise StepError("the page has closed itself; open one first")
        self._window = windows[-1]
        return self._window

    async def _element(self, node: int) -> ElementHandle:
        number = self._page.attribute(node, MARK) if self._page is not None else None
        found = None
        if self._written is not None and number is not None:
            handle = self._written.evaluate_handle("(written, number) => written.elements[number]", int(number))
            found = (await asyncio.wait_for(handle, TALK_S)).as_element()
        if found is None:
            raise StepError("the element is gone from the page; add wait: {for: TEXT} before this step")
        return found

    async def open(self, url: str) -> None:
        """Go to an address."""
        await self._done(lambda window: window.goto(url, wait_until="commit", timeout=0))

    async def put(self, field: FoundControl, filling: Filling) -> None:
        """Type into a field."""
        from playwright.async_api import Error

        element = await self._element(field.control.node)
        try:
            await element.fill(filling.text, timeout=HAND_S * 1000)
        except Error:  # its message may contain the typed text
            name = field.control.label or field.control.name
            raise StepError(f"the field {name!r} can't be typed into now; add wait: {{for: TEXT}} before it") from None
        await self._settle()  # typing may send requests

    async def pick(self, field: FoundControl, picks: tuple[Pick, ...]) -> None:
        """Choose options."""
        for pick in picks:
            element = await self._element(pick.node)
            if field.control.kind == "select":
                await element.select_option(index=list(pick.options), force=True, timeout=HAND_S * 1000)
            else:
                click = element.evaluate("(box, checked) => { if (box.checked !== checked) box.click() }", pick.checked)
                await asyncio.wait_for(click, HAND_S)
        await self._settle()

    async def press(self, node: int) -> None:
        """Click on an element."""
        from playwright.async_api import Error

        element = await self._element(node)

        async def click(_: Window) -> None:
            try:
                await element.click(timeout=HAND_S * 1000, no_wait_after=True)
            except Error:  # something covers it, or it is not drawn
                await asyncio.wait_for(element.evaluate("element => element.click()"), HAND_S)

        await self._done(click)

    async def scroll(self) -> None:
        """Scroll to the end of the page and of what scrolls in it."""
        await self._done(lambda window: window.evaluate(SCROLL))

    async def enter(self, node: int) -> None:
        """Press the Enter key in an element."""
        element = await self._element(node)
        await self._done(lambda _: element.press("Enter", timeout=HAND_S * 1000, no_wait_after=True))

    async def _done(self, act: Callable[[Window], Awaitable[object]]) -> None:
        """Run an action on the page and wait until it has settled; raises the error of a page that failed to load."""
        from playwright.async_api import Error

        window = self._newest()
        self.relay.touch()
        failure: Error | None = None
        try:
            await self._watched(asyncio.ensure_future(act(window)))
        except Error as error:
            failure = error
        await self._settle()
        if failure is not None:
            raise failure

    async def _watched(self, act: asyncio.Future[object]) -> None:
        """Wait for something while a page is loading, and for a limited time after that."""
        heard = time.monotonic()
        try:
            while not act.done():
                await asyncio.wait([act], timeout=POLL_S)
                heard = time.monotonic() if self.relay.is_on_the_way else heard
                if time.monotonic() - heard > TALK_S:
                    raise TimeoutError
            await act
        finally:
            act.cancel()

    async def _settle(self) -> None:
        """Wait until there are no requests for a while; raises the error of a page that failed to load."""
        relay, clock = self.relay, self._clock
        end = clock.elapsed_s() + SETTLE_S
        while True:
            await asyncio.sleep(POLL_S)
            if relay.trouble is not None:
                raise relay.trouble
            if relay.is_on_the_way:
                end = max(end, clock.elapsed_s() + SETTLE_S)
            elif clock.elapsed_s() > end or (relay.busy == 0 and time.monotonic() - relay.changed > QUIET_S):
                break
        with suppress(Exception):
            await self._newest().wait_for_load_state("domcontentloaded", timeout=CLOSE_S * 1000)
