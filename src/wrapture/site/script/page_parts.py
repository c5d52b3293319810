"""Fetch the style sheets and scripts of a page for a browser, one at a time per host.

There is no pause between them, as in any browser, but robots.txt is respected.  Documents and data that scripts ask for are
requested by the visitor, at its pace.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.net.exchange import exchange
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.pacing import Lanes
from wrapture.net.permission import Permission
from wrapture.net.politeness import MAX_CRAWL_DELAY_S, MAX_WAIT_S
from wrapture.net.redacted_messages import shown

if TYPE_CHECKING:
    from wrapture.net.cookies import Cookies
    from wrapture.net.http_messages import Request, Response
    from wrapture.net.pacing import Turn

NO_DELAY_S: Final = 0.0
LIMITS: Final = FetchLimits(timeout_s=30.0)


class Parts:
    """Fetches parts of pages within the limits that the user set."""

    def __init__(self, *, allow_private: bool = False, robots: bool = True, offline: bool = False) -> None:
        self._allow_private = allow_private
        self._robots = robots
        self._offline = offline
        self._lanes = Lanes(MAX_WAIT_S, lambda _: None)
        self._permission = Permission(None, MAX_CRAWL_DELAY_S)
        self._reading = Lock()

    def __call__(self, request: Request, cookies: Cookies | None) -> Response:
        """Return a part; raises `FetchError`."""
        if self._offline:
            raise FetchError(shown(request), "no requests are allowed; run it online")
        with self._lanes.turn() as turn:
            return self._sent(request, cookies, turn)

    def close(self) -> None:
        """Refuse all further requests."""
        self._lanes.stop()

    def _sent(self, request: Request, cookies: Cookies | None, turn: Turn) -> Response:
        def permit(url: str) -> None:
            turn.enter(url)
            if self._robots:
                with self._reading:
                    self._permission.delay_s(url, shown(request), self._plain)
            turn.wait(NO_DELAY_S, shown(request))

        return exchange(request, limits=LIMITS, cookies=cookies, allow_private=self._allow_private, permit=permit)

    def _plain(self, request: Request) -> Response:
        return exchange(request, limits=LIMITS, allow_private=self._allow_private)
