"""One request at a time to a host, and a pause before the next; hosts don't wait for each other."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONG_WAIT_S: Final = 5.0
"""From here on a person is told that nothing is stuck."""


class Lane:
    """The way to one host: whoever has its lock may ask."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.lock = threading.Lock()
        self.answered = float("-inf")
        self.not_before = float("-inf")

    def hold_off(self, seconds: float) -> None:
        """Let nobody ask for so long: the host wants it so."""
        self.not_before = max(self.not_before, time.monotonic() + seconds)

    def wait_s(self, delay_s: float) -> float:
        """Return how long one who has the lock has to wait yet."""
        return max(self.answered + delay_s, self.not_before, time.monotonic()) - time.monotonic()


class Lanes:
    """The ways to all hosts; `stop` ends every wait at once."""

    def __init__(self, max_wait_s: float, say: Callable[[str], None]) -> None:
        self._lanes: dict[str, Lane] = {}
        self._guard = threading.Lock()
        self._stopped = threading.Event()
        self._max_wait_s = max_wait_s
        self._say = say

    def to(self, url: str) -> Lane:
        """Return the way to the host of an address."""
        host = host_of(url)
        with self._guard:
            return self._lanes.setdefault(host, Lane(host))

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Yield what takes one request from host to host; in the end its last host is free again."""
        turn = Turn(self)
        try:
            yield turn
        finally:
            turn.leave()

    def wait(self, lane: Lane, delay_s: float, where: str) -> None:
        """Wait until a host may be asked; raises `FetchError` if that is too long, or when all is to end."""
        seconds = lane.wait_s(delay_s)
        if seconds > self._max_wait_s:
            then = datetime.now(UTC) + timedelta(seconds=seconds)
            raise FetchError(where, f"the server wants no requests before {then:%Y-%m-%d %H:%M} UTC; try again then")
        if seconds > LONG_WAIT_S:
            self._say(f"{lane.host}: waiting {seconds:.0f} s before the next request")
        if self._stopped.wait(seconds) if seconds > 0 else self._stopped.is_set():
            raise FetchError(where, "was not asked, because the visit was ended; run it again to go on")

    def stop(self) -> None:
        """End every wait, and those to come."""
        self._stopped.set()


class Turn:
    """One request on its way: it has the lane of one host at a time, so two requests can't lock each other out."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._lane: Lane | None = None
        self._is_out = False

    def enter(self, url: str) -> None:
        """Wait for the lane of an address's host; the lane that was held is left, for its host has answered."""
        self.answered()
        lane = self._lanes.to(url)
        if lane is not self._lane:
            self.leave()
            lane.lock.acquire()
            self._lane = lane

    def wait(self, delay_s: float, where: str) -> None:
        """Wait until the host of the lane may be asked; it is asked then."""
        if self._lane is not None:
            self._lanes.wait(self._lane, delay_s, where)
            self._is_out = True

    def answered(self) -> None:
        """Note that the host has answered, if it was asked."""
        if self._lane is not None and self._is_out:
            self._lane.answered = time.monotonic()
        self._is_out = False

    def leave(self) -> None:
        """Let the next one ask."""
        self.answered()
        lane, self._lane = self._lane, None
        if lane is not None:
            lane.lock.release()


def host_of(url: str) -> str:
    """Return the host of an address, ``""`` where it has none.

    >>> host_of("https://ann@WWW.Example.org.:8443/list"), host_of("http://[bad")
    ('www.example.org', '')
    """
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""
