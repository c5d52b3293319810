"""Run the steps of a script in Chromium, with scripts enabled and real input events."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wrapture.capture.browser import find_browser, first_line, open_session
from wrapture.capture.paced_clock import PacedClock
from wrapture.capture.relay import Relay
from wrapture.capture.worker import Worker
from wrapture.errors import RenderError, WraptureError
from wrapture.net.exchange import USER_AGENT
from wrapture.net.redaction import masked
from wrapture.site.pagination import next_request
from wrapture.site.paging import find_paging
from wrapture.site.script.browser_tab import MARK, POLL_S, Tab
from wrapture.site.script.driver import Shot, StepError
from wrapture.site.script.find_controls import Target
from wrapture.site.script.http_driver import NOW, check_secrets

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType

    from wrapture.capture.browser import Session
    from wrapture.html.page import Page
    from wrapture.net.cookies import Cookies
    from wrapture.net.http_messages import Request, Response
    from wrapture.net.visitor import Visitor
    from wrapture.site.script.filling import Pick
    from wrapture.site.script.find_controls import FoundControl
    from wrapture.site.script.page_parts import Parts
    from wrapture.site.script.secrets import Filling, Vault

T = TypeVar("T")

BOM: Final = b"\xef\xbb\xbf"
"""Written before a saved page: it is UTF-8, whatever it declares."""
CLOSED: Final = "the browser is closed; use it inside `with Chromium(…) as driver:`"
WITHOUT: Final = "try it without `render`"


class Chromium:
    """A browser with one tab, in a ``with`` block.

    Pages come by a visitor, whose cookies it shares, as do documents and data that their scripts ask for; style sheets and
    scripts come by `parts`.
    """

    def __init__(self, visitor: Visitor, vault: Vault, parts: Parts) -> None:
        self._visitor = visitor
        self._vault = vault
        self._parts = parts
        self._clock = PacedClock()
        self._worker: Worker | None = None
        self._session: Session | None = None
        self._open: Tab | None = None

    def __enter__(self) -> Chromium:
        path = find_browser()
        self._worker = Worker()
        try:
            self._worker.run(self._start(path))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        worker, self._worker = self._worker, None
        self._parts.close()
        if worker is not None:
            try:
                if self._session is not None:
                    worker.run(self._session.close())
            finally:
                if self._session is not None:
                    self._session.kill()
                worker.stop()

    # --- the driver protocol ---

    def look(self) -> Page:
        """Return the current page with secrets masked."""
        return self._run(self._tab.look())

    def open(self, url: str) -> None:
        """Go to an address."""
        self._run(self._tab.open(url))

    def put(self, field: FoundControl, filling: Filling) -> None:
        """Type into a field."""
        self._run(self._tab.put(field, filling))

    def pick(self, field: FoundControl, picks: tuple[Pick, ...]) -> None:
        """Choose options."""
        self._run(self._tab.pick(field, picks))

    def press(self, target: Target) -> None:
        """Click on a button or link."""
        self._run(self._tab.press(target.node))

    def enter(self, field: FoundControl) -> None:
        """Press the Enter key in a field."""
        self._run(self._tab.enter(field.control.node))

    def wait_for(self, text: str, seconds: float) -> bool:
        """Return whether the page shows a text within some seconds."""
        end = time.monotonic() + seconds
        while True:
            page = self.look()
            if text in page.text(page.body):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(POLL_S)

    def turn(self) -> bool:
        """Go to the next page of the list, by a click if possible; return whether there is one."""
        page = self.look()
        request, link = next_request(page), find_paging(page).next
        if request is None or link is None:
            return False
        if page.attribute(link.node, MARK) is not None:
            self.press(Target(link.node, (link.text,)))
        else:
            self.open(request.url)
        return True

    def scroll(self) -> None:
        """Scroll to the end of the page, and wait until it has settled."""
        self._run(self._tab.scroll())

    def shot(self) -> Shot:
        """Return the current page as HTML with secrets masked."""
        html, url, _ = self._run(self._tab.html())
        shown = self._tab.relay.page
        hops = shown.hops if shown is not None and shown.url == url else ()
        return Shot(url, BOM + html.encode("utf-8", "replace"), datetime.now(UTC), hops, "utf-8", rendered=True)

    # --- the browser ---

    @property
    def _tab(self) -> Tab:
        if self._open is None or self._worker is None:
            raise ValueError(CLOSED)
        return self._open

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a browser operation; raises `RenderError` if it fails."""
        tab, worker = self._open, self._worker
        if tab is None or worker is None:
            raise ValueError(CLOSED)
        try:
            return worker.run(work)
        except (StepError, WraptureError):
            raise
        except TimeoutError:
            raise RenderError(tab.url, f"the browser no longer responds; {WITHOUT}") from None
        except Exception as error:
            what = masked(first_line(error), self._vault.secrets)  # the message may contain typed secrets
            raise RenderError(tab.url, f"the browser failed ({what}); {WITHOUT}") from None

    async def _start(self, path: str) -> None:
        self._session = await open_session(path)
        context = await self._session.browser.new_context(
            user_agent=USER_AGENT, accept_downloads=False, service_workers="block", reduced_motion="reduce"
        )
        cookies, secrets = self._visitor.cookies, self._vault.secrets
        relay = Relay(context, self._visit, self._parts, cookies, data=self._data, secrets=secrets)
        await context.route("**/*", relay)
        self._open = Tab(await context.new_page(), relay, secrets, self._clock)

    def _visit(self, request: Request, _cookies: Cookies | None) -> Response:
        """Return the response for a page requested by the browser, with the visitor's cookies; runs in a thread."""
        check_secrets(request)
        return self._visitor.open(request, max_age_s=NOW)

    def _data(self, request: Request, cookies: Cookies | None) -> Response:
        """Return the response for a document or data that a script asks for, at the visitor's pace; runs in a thread."""
        with self._clock.waiting() as go_on:
            return self._visitor.part(request, own=cookies is not None, paced=True, on_turn=lambda _: go_on())
