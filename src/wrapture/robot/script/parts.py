"""The parts of a page in a browser (style sheets, scripts, what scripts ask for): had safely, one at a time of a host.

They are asked for without the pause between pages, as any browser asks for them, but not where robots.txt forbids it.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.web.exchange import exchange
from wrapture.web.limits import Limits
from wrapture.web.manners import MAX_CRAWL_DELAY_S, MAX_WAIT_S
from wrapture.web.pacing import Lanes
from wrapture.web.permission import Permission
from wrapture.web.private import shown

if TYPE_CHECKING:
    from wrapture.web.cookies import Cookies
    from wrapture.web.messages import Answer, Request
    from wrapture.web.pacing import Turn

NO_DELAY_S: Final = 0.0
LIMITS: Final = Limits(timeout_s=30.0)


class Parts:
    """Asks for parts of pages as a person allows."""

    def __init__(self, *, allow_private: bool = False, robots: bool = True, offline: bool = False) -> None:
        self._allow_private = allow_private
        self._robots = robots
        self._offline = offline
        self._lanes = Lanes(MAX_WAIT_S, lambda _: None)
        self._permission = Permission(None, MAX_CRAWL_DELAY_S)
        self._reading = Lock()

    def __call__(self, request: Request, cookies: Cookies | None) -> Answer:
        """Return a part; raises `FetchError`."""
        if self._offline:
            raise FetchError(shown(request), "nothing may be asked; run it online")
        with self._lanes.turn() as turn:
            return self._sent(request, cookies, turn)

    def close(self) -> None:
        """Ask for nothing from here on."""
        self._lanes.stop()

    def _sent(self, request: Request, cookies: Cookies | None, turn: Turn) -> Answer:
        def permit(url: str) -> None:
            turn.enter(url)
            if self._robots:
                with self._reading:
                    self._permission.delay_s(url, shown(request), self._plain)
            turn.wait(NO_DELAY_S, shown(request))

        return exchange(request, limits=LIMITS, cookies=cookies, allow_private=self._allow_private, permit=permit)

    def _plain(self, request: Request) -> Answer:
        return exchange(request, limits=LIMITS, allow_private=self._allow_private)
