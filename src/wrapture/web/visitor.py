"""The polite client: what is stored is not asked for again, and nobody is hurried.

Every request of a visit goes through `exchange`, and every hop of it through `_permit`: it waits for the lane of the hop's
host, reads the robots.txt of its site, and lets the time pass that the host wants between requests.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.web.cookies import Cookies
from wrapture.web.exchange import exchange
from wrapture.web.freshness import NOT_MODIFIED, age_s, conditional, renewed, still_holds
from wrapture.web.judging import is_worth_keeping, page_or_raise, refuse_other_kinds
from wrapture.web.limits import Limits
from wrapture.web.manners import Manners
from wrapture.web.messages import Request
from wrapture.web.pacing import Lanes
from wrapture.web.permission import Permission
from wrapture.web.private import shown
from wrapture.web.retrying import BUSY, backoff_s, may_repeat, retry_after_s

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from wrapture.web.messages import Answer
    from wrapture.web.pacing import Turn
    from wrapture.web.store import Store

MAX_AGE_S: Final = 3600.0
ROBOTS_REDIRECTS: Final = 5
"""As many as RFC 9309 wants to be followed."""


def _silent(line: str) -> None:
    """Say nothing."""


class Visitor:
    """A client with manners and a memory; threads may share it: one request at a time per host, several hosts at once."""

    def __init__(
        self,
        store: Store | None = None,
        *,
        manners: Manners = Manners(),
        limits: Limits = Limits(),
        allow_private: bool = False,
        max_age_s: float = MAX_AGE_S,
        offline: bool = False,
        say: Callable[[str], None] = _silent,
    ) -> None:
        self.asked = 0
        self.cookies = Cookies()
        self._store = store
        self._manners = manners
        self._limits = limits
        self._send = partial(exchange, cookies=self.cookies, allow_private=allow_private)
        self._max_age_s = max_age_s
        self._offline = offline
        self._lanes = Lanes(manners.max_wait_s, say)
        self._permission = Permission(store, manners.max_crawl_delay_s)
        self._counting = threading.Lock()

    def open(self, request: Request | str, *, max_age_s: float | None = None) -> Answer:
        """Return a page, from the store if it is younger than `max_age_s`; raises `FetchError` when there is none to be had.

        What robots.txt forbids raises `RobotsError`.
        """
        request = Request(request) if isinstance(request, str) else request
        longest_s = self._max_age_s if max_age_s is None else max_age_s
        stored = self._found(request)
        if stored is None or not (self._offline or age_s(stored) < longest_s):
            return page_or_raise(self._asked_now(request, longest_s))
        return page_or_raise(stored)

    def close(self) -> None:
        """End every wait of other threads at once; nothing is asked from here on."""
        self._lanes.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _found(self, request: Request) -> Answer | None:
        stored = self._store.find(request) if self._store else None
        return None if stored is None else replace(stored, request=request)

    def _asked_now(self, request: Request, longest_s: float) -> Answer:
        """Return what a server answers, kept; another thread may have asked while this one waited for its turn."""
        if self._offline:
            raise FetchError(shown(request), "is not in the store, and nothing may be asked; run it online first")
        with self._lanes.turn() as turn:
            turn.enter(request.url)
            stored = self._found(request)
            if stored is not None and age_s(stored) < longest_s:
                return stored
            answer = self._renewed(request, stored, partial(self._permit, turn, request))
            if self._store and is_worth_keeping(answer):
                self._store.keep(answer)
            return answer

    def _renewed(self, request: Request, stored: Answer | None, permit: Callable[[str], None]) -> Answer:
        """Return what a server answers; a stored answer that still holds need not be sent again."""
        send = partial(self._send, limits=self._limits, permit=permit, screen=refuse_other_kinds)
        condition = conditional(request, stored)
        answer = self._repeated(condition, send)
        if stored is not None and still_holds(answer, stored):
            return renewed(stored, answer)
        if answer.status == NOT_MODIFIED and condition != request:  # it leads to another address now
            answer = self._repeated(request, send)
        return replace(answer, request=request)

    def _repeated(self, request: Request, send: Callable[[Request], Answer]) -> Answer:
        """Return what a server answers in the end; it is asked again if it can't answer just now."""
        for attempt in range(self._manners.retries):
            try:
                answer = send(request)
            except FetchError as error:
                if not may_repeat(request, error):
                    raise
                self._lanes.to(request.url).hold_off(backoff_s(attempt, self._manners.backoff_s))
            else:
                if answer.status not in BUSY:
                    return answer
                self._hold_off(answer, attempt)
        return send(request)

    def _hold_off(self, answer: Answer, attempt: int) -> None:
        """Let nobody ask a busy host until it wants to be asked again."""
        said = retry_after_s(answer, datetime.now(UTC))
        self._lanes.to(answer.url).hold_off(backoff_s(attempt, self._manners.backoff_s) if said is None else said)

    def _permit(self, turn: Turn, request: Request, url: str) -> None:
        """Wait until an address may be asked; raises `RobotsError` if it must not be."""
        turn.enter(url)
        where = shown(replace(request, url=url))
        delay_s = self._manners.delay_s
        if self._manners.robots:
            delay_s = max(delay_s, self._permission.delay_s(url, where, partial(self._robots, turn, where)))
        turn.wait(delay_s, where)
        with self._counting:
            self.asked += 1

    def _robots(self, turn: Turn, where: str, request: Request) -> Answer:
        """Return the robots.txt of a host whose turn it is; `where` is for which address."""

        def permit(_: str) -> None:
            turn.answered()
            turn.wait(self._manners.delay_s, where)

        send = partial(
            self._send, limits=replace(self._limits, max_redirects=ROBOTS_REDIRECTS), permit=permit, screen=None
        )
        try:
            return self._repeated(request, send)
        finally:
            turn.answered()
