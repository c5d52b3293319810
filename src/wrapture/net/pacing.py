"""One request at a time per host, with a pause before the next; hosts don't wait for each other."""

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
"""Longer waits are reported, so that nobody thinks the program hangs."""


class Lane:
    """The queue of one host: whoever holds its lock may send a request."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.lock = threading.Lock()
        self.answered = float("-inf")
        self.not_before = float("-inf")
        self.lost = 0  # requests in a row without an answer, each after all retries

    def hold_off(self, seconds: float) -> None:
        """Send no request for so long, because the host demands it."""
        self.not_before = max(self.not_before, time.monotonic() + seconds)

    def wait_s(self, delay_s: float) -> float:
        """Return how long the holder of the lock still has to wait."""
        return max(self.answered + delay_s, self.not_before, time.monotonic()) - time.monotonic()


class Lanes:
    """The queues of all hosts; `stop` ends every wait at once."""

    def __init__(self, max_wait_s: float, say: Callable[[str], None]) -> None:
        self._lanes: dict[str, Lane] = {}
        self._guard = threading.Lock()
        self._stopped = threading.Event()
        self._max_wait_s = max_wait_s
        self._say = say

    def to(self, url: str) -> Lane:
        """Return the queue of an address's host."""
        host = host_of(url)
        with self._guard:
            return self._lanes.setdefault(host, Lane(host))

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Yield the turn of one request, which may go from host to host; its last host is released at the end."""
        turn = Turn(self)
        try:
            yield turn
        finally:
            turn.leave()

    def wait(self, lane: Lane, delay_s: float, where: str) -> None:
        """Wait until a host accepts a request; raises `FetchError` if that takes too long, or after `stop`."""
        seconds = lane.wait_s(delay_s)
        if seconds > self._max_wait_s:
            then = datetime.now(UTC) + timedelta(seconds=seconds)
            raise FetchError(where, f"the server accepts no requests before {then:%Y-%m-%d %H:%M} UTC; try again then")
        if seconds > LONG_WAIT_S:
            self._say(f"{lane.host}: waiting {seconds:.0f} s before the next request")
        if self._stopped.wait(seconds) if seconds > 0 else self._stopped.is_set():
            raise FetchError(where, "was not requested, because the visit was stopped; run it again to resume")

    def stop(self) -> None:
        """End every wait, now and in future."""
        self._stopped.set()


class Turn:
    """One request and its redirects: it holds the lane of one host at a time, so two requests can't deadlock."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._lane: Lane | None = None
        self._is_out = False

    def enter(self, url: str) -> None:
        """Wait for the lane of an address's host; a lane held before is left, because its host has answered."""
        self.answered()
        lane = self._lanes.to(url)
        if lane is not self._lane:
            self.leave()
            lane.lock.acquire()
            self._lane = lane

    def wait(self, delay_s: float, where: str) -> None:
        """Wait until the host of the lane accepts a request, which is sent then."""
        if self._lane is not None:
            self._lanes.wait(self._lane, delay_s, where)
            self._is_out = True

    def answered(self) -> None:
        """Note that the host has answered, if a request was sent."""
        if self._lane is not None and self._is_out:
            self._lane.answered = time.monotonic()
        self._is_out = False

    def leave(self) -> None:
        """Release the lane for the next request."""
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
