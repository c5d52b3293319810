"""A clock for time limits of rendered pages: it stands still while requests of the page wait for their turn at a site.

How long they wait is up to the site and the user (Crawl-delay, ``--delay``), so a page must not run out of time by it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

T = TypeVar("T")

MOST_STILL_S: Final = 600.0
"""The longest time that the clock stands still for one page: a page that never stops asking must end, too."""
LOOK_S: Final = 0.5


class PacedClock:
    """Counts the seconds since it was made in which no request waits for its turn; threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._begun = time.monotonic()
        self._waiting = 0
        self._since = 0.0
        self._still_s = 0.0

    def elapsed_s(self) -> float:
        """Return the seconds that count."""
        with self._lock:
            now = time.monotonic()
            still_s = self._still_s + (now - self._since if self._waiting else 0.0)
            return now - self._begun - min(still_s, MOST_STILL_S)

    @contextmanager
    def waiting(self) -> Iterator[Callable[[], None]]:
        """Stand still until the function that is yielded is called, or the block ends."""
        with self._lock:
            self._since = self._since if self._waiting else time.monotonic()
            self._waiting += 1
        over = False

        def go_on() -> None:
            nonlocal over
            with self._lock:
                if over:
                    return
                over = True
                self._waiting -= 1
                if not self._waiting:
                    self._still_s += time.monotonic() - self._since

        try:
            yield go_on
        finally:
            go_on()


async def within(work: Coroutine[Any, Any, T], limit_s: float, clock: PacedClock) -> T:
    """Return the result of some work; raises `TimeoutError` if it takes longer than `limit_s` by the clock."""
    end, task = clock.elapsed_s() + limit_s, asyncio.ensure_future(work)
    try:
        while not task.done() and (left_s := end - clock.elapsed_s()) > 0:
            await asyncio.wait([task], timeout=min(left_s, LOOK_S))
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
