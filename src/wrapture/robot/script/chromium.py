"""Steps in Chromium: the page's scripts run, and a person's hand is played."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wrapture.capture.browser import find_browser, first_line, open_session
from wrapture.capture.relay import Relay
from wrapture.capture.worker import Worker
from wrapture.errors import RenderError, WraptureError
from wrapture.html.paging import find_paging
from wrapture.robot.script.driver import Shot, StepError
from wrapture.robot.script.finding import Target
from wrapture.robot.script.plain import NOW, check_secrets
from wrapture.robot.script.tab import MARK, POLL_S, Tab
from wrapture.robot.turning import next_request
from wrapture.web.exchange import USER_AGENT
from wrapture.web.masking import masked

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType

    from wrapture.capture.browser import Session
    from wrapture.html.page import Page
    from wrapture.robot.script.filling import Pick
    from wrapture.robot.script.finding import Field
    from wrapture.robot.script.parts import Parts
    from wrapture.robot.script.vault import Filling, Vault
    from wrapture.web.cookies import Cookies
    from wrapture.web.messages import Answer, Request
    from wrapture.web.visitor import Visitor

T = TypeVar("T")

BOM: Final = b"\xef\xbb\xbf"
"""Before a page that is saved: it is UTF-8, whatever it says of itself."""
CLOSED: Final = "the browser is closed: use it inside `with Chromium(…) as driver:`"
WITHOUT: Final = "try it without --render"


class Chromium:
    """A browser with one tab, in a ``with`` block.

    Pages come by a visitor, whose cookies it shares, and what belongs to them by `parts`.
    """

    def __init__(self, visitor: Visitor, vault: Vault, parts: Parts) -> None:
        self._visitor = visitor
        self._vault = vault
        self._parts = parts
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

    # --- the verbs of a driver ---

    def look(self) -> Page:
        """Return the page as it is now, without what is secret."""
        return self._run(self._tab.look())

    def open(self, url: str) -> None:
        """Go to an address."""
        self._run(self._tab.open(url))

    def put(self, field: Field, filling: Filling) -> None:
        """Type into a field."""
        self._run(self._tab.put(field, filling))

    def pick(self, field: Field, picks: tuple[Pick, ...]) -> None:
        """Choose options."""
        self._run(self._tab.pick(field, picks))

    def press(self, target: Target) -> None:
        """Click on a button or link."""
        self._run(self._tab.press(target.node))

    def enter(self, field: Field) -> None:
        """Press the Enter key in a field."""
        self._run(self._tab.enter(field.control.node))

    def wait_for(self, text: str, seconds: float) -> bool:
        """Return whether the page shows a text, now or in so many seconds."""
        end = time.monotonic() + seconds
        while True:
            page = self.look()
            if text in page.text(page.body):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(POLL_S)

    def turn(self) -> bool:
        """Go on to the next page of the list at hand, by a click where there is something to click on."""
        page = self.look()
        request, link = next_request(page), find_paging(page).next
        if request is None or link is None:
            return False
        if page.attribute(link.node, MARK) is not None:
            self.press(Target(link.node, (link.text,)))
        else:
            self.open(request.url)
        return True

    def shot(self) -> Shot:
        """Return the page as HTML as it is now, without what is secret."""
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
        """Return what comes of some work with the browser; raises `RenderError` where it fails."""
        tab, worker = self._open, self._worker
        if tab is None or worker is None:
            raise ValueError(CLOSED)
        try:
            return worker.run(work)
        except (StepError, WraptureError):
            raise
        except TimeoutError:
            raise RenderError(tab.url, f"the browser does not answer any more; {WITHOUT}") from None
        except Exception as error:
            what = masked(first_line(error), self._vault.secrets)  # the error itself may tell what was typed
            raise RenderError(tab.url, f"the browser did not do it ({what}); {WITHOUT}") from None

    async def _start(self, path: str) -> None:
        self._session = await open_session(path)
        context = await self._session.browser.new_context(
            user_agent=USER_AGENT, accept_downloads=False, service_workers="block", reduced_motion="reduce"
        )
        cookies, secrets = self._visitor.cookies, self._vault.secrets
        relay = Relay(context, self._visit, self._parts, cookies, secrets=secrets)
        await context.route("**/*", relay)
        self._open = Tab(await context.new_page(), relay, secrets)

    def _visit(self, request: Request, _cookies: Cookies | None) -> Answer:
        """Return a page that the browser asks for, in a thread of its own; the visitor has the cookies."""
        check_secrets(request)
        return self._visitor.open(request, max_age_s=NOW)
