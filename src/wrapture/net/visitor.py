"""The polite client: stored pages are not requested again, and each host gets the pauses it demands.

Every request goes through `exchange`, and every hop of it through `_permit`, which waits for the lane of the hop's host, reads
the robots.txt of its site, and lets the time pass that the host demands between requests.

The browser that renders a page asks through `part`.  Documents and data keep the same pace, because scripts may ask for them
without end (*load more*).  Style sheets, images, fonts and scripts don't: they belong to the page, and servers expect the
requests for them at once, as from any browser.  robots.txt holds for all of them.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError, LostSiteError, RobotsError
from wrapture.net.access import without_keys
from wrapture.net.content_check import is_worth_keeping, page_or_raise, refuse_other_kinds
from wrapture.net.cookies import Cookies
from wrapture.net.exchange import PLAIN, exchange
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.freshness import NOT_MODIFIED, age_s, conditional, renewed, still_holds
from wrapture.net.http_messages import Request
from wrapture.net.pacing import Lanes, host_of
from wrapture.net.permission import Permission
from wrapture.net.politeness import Politeness
from wrapture.net.redacted_messages import shown
from wrapture.net.retrying import BUSY, backoff_s, is_lost, may_repeat, retry_after_s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from wrapture.model import Capture
    from wrapture.net.access import Access
    from wrapture.net.http_messages import Response
    from wrapture.net.pacing import Turn
    from wrapture.net.store import Store

MAX_AGE_S: Final = 3600.0
MOST_LOST: Final = 2
"""Requests in a row that a host leaves without an answer before it is asked nothing more."""
LOST: Final = "the site has stopped answering; run the same command later to resume"
ROBOTS_REDIRECTS: Final = 5
"""As RFC 9309 recommends."""


def _silent(line: str) -> None:
    """Ignore a message."""


class Visitor:
    """A polite client with a store; threads may share it: one request at a time per host, several hosts at once."""

    def __init__(
        self,
        store: Store | None = None,
        *,
        politeness: Politeness = Politeness(),
        limits: FetchLimits = FetchLimits(),
        allow_private: bool = False,
        access: Access = PLAIN,
        max_age_s: float = MAX_AGE_S,
        offline: bool = False,
        say: Callable[[str], None] = _silent,
        show: Callable[[Capture], Capture] | None = None,
        lead: Callable[[Capture, int, str], str] | None = None,
        draw: Callable[[Capture, int, str], Capture] | None = None,
    ) -> None:
        self.asked = 0
        self.cookies = Cookies()
        self.show = show  # renders fetched pages, if given
        self.lead = lead  # types into a field of a page, and returns the address that it leads to
        self.draw = draw  # types into a field of a page, and returns the page that its script draws
        self._store = store
        self._politeness = politeness
        self._limits = limits
        self._send = partial(exchange, cookies=self.cookies, allow_private=allow_private, access=access)
        self._send_bare = partial(exchange, allow_private=allow_private, access=without_keys(access))
        self._max_age_s = max_age_s
        self._offline = offline
        self._lanes = Lanes(politeness.max_wait_s, say)
        self._permission = Permission(store, politeness.max_crawl_delay_s)
        self._counting = threading.Lock()
        self._say = say
        self._reported: set[str] = set()

    def open(self, request: Request | str, *, max_age_s: float | None = None) -> Response:
        """Return a page, from the store if it is younger than `max_age_s`; raises `FetchError`.

        An address that robots.txt disallows raises `RobotsError`.
        """
        request = Request(request) if isinstance(request, str) else request
        longest_s = self._max_age_s if max_age_s is None else max_age_s
        stored = self._found(request)
        fresh = stored is not None and (self._offline or age_s(stored) < longest_s)
        answer = stored if stored is not None and fresh else self._asked_now(request, longest_s)
        if answer.stored and not self._offline:
            self._say_once(f"store {shown(request)}", f"{shown(request)}: from the store, {age_s(answer):.0f} s old")
        return page_or_raise(answer)

    def part(
        self,
        request: Request,
        *,
        own: bool,
        paced: bool,
        limits: FetchLimits = FetchLimits(),
        on_turn: Callable[[str], None] = _silent,
    ) -> Response:
        """Return the response to a request of a page that is being rendered, whatever it is; raises `FetchError`.

        Cookies and headers go with it only if it is the page's `own`: of the same origin.  `on_turn` is called with each
        address when it may be requested.  Nothing is stored: what scripts get may depend on what they asked for before.
        """
        if self._offline:
            self._say_once("offline", "requests are disabled, so pages are rendered without the parts that they load")
            raise FetchError(shown(request), "is a part of a page, which is not stored, and requests are disabled")
        send = partial(self._send if own else self._send_bare, limits=limits)
        try:
            return self._paced(request, send, on_turn) if paced else self._unpaced(request, send, on_turn)
        except RobotsError as error:
            why = error.what.partition(";")[0]
            self._say_once(host_of(request.url), f"{error.where}: {why}; pages are rendered without it and its like")
            raise

    def has(self, request: Request) -> bool:
        """Return whether a request would be answered from the store."""
        stored = self._found(request)
        return stored is not None and (self._offline or age_s(stored) < self._max_age_s)

    @contextmanager
    def unstored(self) -> Iterator[None]:
        """Neither read nor write the store meanwhile: a page before a login is another one after it, at the same address."""
        store, self._store = self._store, None
        try:
            yield
        finally:
            self._store = store

    def close(self) -> None:
        """End every wait of other threads at once; no request is sent from now on."""
        self._lanes.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _found(self, request: Request) -> Response | None:
        stored = self._store.find(request) if self._store else None
        return None if stored is None else replace(stored, request=request)

    def _asked_now(self, request: Request, longest_s: float) -> Response:
        """Return the server's response and store it; another thread may have fetched it while this one waited."""
        if self._offline:
            raise FetchError(shown(request), "is not in the store, and requests are disabled; run it online first")
        with self._lanes.turn() as turn:
            turn.enter(request.url)
            stored = self._found(request)
            if stored is not None and age_s(stored) < longest_s:
                return stored
            permit = partial(self._permit, turn, request)
            answer = self._counted(request, partial(self._renewed, request, stored, permit))
            if self._store and is_worth_keeping(answer):
                self._store.keep(answer)
            return answer

    def _counted(self, request: Request, ask: Callable[[], Response]) -> Response:
        """Return the server's response; raises `LostSiteError` once the host has left too many requests without one."""
        lane = self._lanes.to(request.url)
        if lane.lost >= MOST_LOST:
            raise LostSiteError(shown(request), LOST)
        try:
            answer = ask()
        except FetchError as error:
            lane.lost = lane.lost + 1 if is_lost(error) else 0
            if lane.lost >= MOST_LOST:
                raise LostSiteError(error.where, f"{error.what}; {LOST}") from error
            raise
        lane.lost = 0
        return answer

    def _paced(self, request: Request, send: Callable[..., Response], on_turn: Callable[[str], None]) -> Response:
        with self._lanes.turn() as turn:

            def permit(url: str) -> None:
                self._permit(turn, request, url)
                on_turn(url)

            turn.enter(request.url)
            return self._counted(request, partial(self._repeated, request, partial(send, permit=permit)))

    def _unpaced(self, request: Request, send: Callable[..., Response], on_turn: Callable[[str], None]) -> Response:
        def permit(url: str) -> None:
            if self._politeness.robots:
                self._check_robots(url, shown(replace(request, url=url)))
            on_turn(url)

        return send(request, permit=permit)

    def _check_robots(self, url: str, where: str) -> None:
        """Raise `RobotsError` if an address is disallowed; only a robots.txt that is not known yet waits for its turn."""
        with self._lanes.turn() as turn:
            if not self._permission.knows(url):
                turn.enter(url)  # who waits here meanwhile finds it known
            self._permission.delay_s(url, where, partial(self._robots, turn, where))

    def _say_once(self, subject: str, line: str) -> None:
        """Report something unless the same subject was reported before: a page may have hundreds of parts."""
        with self._counting:
            is_new = subject not in self._reported
            self._reported.add(subject)
        if is_new:
            self._say(line)

    def _renewed(self, request: Request, stored: Response | None, permit: Callable[[str], None]) -> Response:
        """Return the server's response; a stored one that is still valid is not sent again."""
        send = partial(self._send, limits=self._limits, permit=permit, screen=refuse_other_kinds)
        condition = conditional(request, stored)
        answer = self._repeated(condition, send)
        if stored is not None and still_holds(answer, stored):
            return renewed(stored, answer)
        if answer.status == NOT_MODIFIED and condition != request:  # it leads to another address now
            answer = self._repeated(request, send)
        return replace(answer, request=request)

    def _repeated(self, request: Request, send: Callable[[Request], Response]) -> Response:
        """Return the server's final response, after retries while it is busy."""
        for attempt in range(self._politeness.retries):
            try:
                answer = send(request)
            except FetchError as error:
                if not may_repeat(request, error):
                    raise
                self._lanes.to(request.url).hold_off(backoff_s(attempt, self._politeness.backoff_s))
            else:
                if answer.status not in BUSY:
                    return answer
                self._hold_off(answer, attempt)
        return send(request)

    def _hold_off(self, answer: Response, attempt: int) -> None:
        """Send no requests to a busy host until it accepts them again."""
        said = retry_after_s(answer, datetime.now(UTC))
        self._lanes.to(answer.url).hold_off(backoff_s(attempt, self._politeness.backoff_s) if said is None else said)

    def _permit(self, turn: Turn, request: Request, url: str) -> None:
        """Wait until an address may be requested; raises `RobotsError` if it is disallowed."""
        turn.enter(url)
        where = shown(replace(request, url=url))
        delay_s = self._politeness.delay_s
        if self._politeness.robots:
            delay_s = max(delay_s, self._permission.delay_s(url, where, partial(self._robots, turn, where)))
        turn.wait(delay_s, where)
        with self._counting:
            self.asked += 1

    def _robots(self, turn: Turn, where: str, request: Request) -> Response:
        """Return the robots.txt of a host; `where` is the address it is needed for."""

        def permit(_: str) -> None:
            turn.answered()
            turn.wait(self._politeness.delay_s, where)

        send = partial(
            self._send, limits=replace(self._limits, max_redirects=ROBOTS_REDIRECTS), permit=permit, screen=None
        )
        try:
            return self._repeated(request, send)
        finally:
            turn.answered()
