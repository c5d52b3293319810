"""What a page may take, kept from inside the process that reads it.

Time is kept by a timer whose signal raises `PageTimeError` in the main thread.  That does nothing while C code runs, so the
`supervisor` waits a little longer and then kills.  Ticks are counted instead of looking at a clock: a run that a person stops
for the night (Ctrl-Z) gives no page up in the morning.  Memory is kept by the system's limit on the address space, which makes
``malloc`` fail and Python raise ``MemoryError``; only Linux says how much a process has, so elsewhere there is no such limit.
"""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container

    from wrapture.bulk.engines.gauge import Gauge
    from wrapture.bulk.model import PageLimits, Tally

TICKS: Final = 8
"""Into how many pieces the time of a page is cut: one of them is lost when a run is stopped and goes on."""
SIZES: Final = "/proc/self/statm"
"""Where Linux says how many pages of memory a process has; the first number is its address space."""
MEGABYTE: Final = 1 << 20
MOST_S: Final = 1e8
"""Three years: more than that a timer does not take."""
MOST_BYTES: Final = 1 << 56
"""More than any machine has, and less than the system's numbers hold."""


class PageTimeError(BaseException):
    """A page takes longer than it may.

    Raised in the middle of whatever is done with the page; no ``Exception``, so that nobody on the way takes it for their own.
    """


def over_time(limits: PageLimits) -> str:
    """Return why a page is given up that takes too long."""
    return f"takes longer than {limits.time_s:g} s; --page-time allows more"


def over_memory(limits: PageLimits) -> str:
    """Return why a page is given up that takes too much memory."""
    return f"takes more than {limits.memory_mb} MB; --page-memory allows more"


class Watch:
    """Called before each page: shows where the process is, and keeps the page to its limits.

    ``watch(place, tally)`` begins a page and says what came of those before; ``watch(-1, tally)`` ends the last one.  Pages
    that are ``dead`` have no limits: they are not read, but getting past them may take what it takes.
    """

    def __init__(self, gauge: Gauge, limits: PageLimits) -> None:
        self.dead: Container[int] = ()
        self._gauge = gauge
        self._time = TimeLimit(limits.time_s)
        self._memory = MemoryLimit(limits.memory_mb) if Path(SIZES).exists() else None

    def __call__(self, place: int, tally: Tally) -> None:
        """Begin a page, or end the last one."""
        is_free = place < 0 or place in self.dead
        if is_free:
            self.end()
        self._gauge.show(place, tally)
        if not is_free:
            self._begin()

    def _begin(self) -> None:
        if self._memory is not None:
            self._memory.begin()
        self._time.begin()

    def end(self) -> None:
        """Take the limits away."""
        self._time.end()
        if self._memory is not None:
            self._memory.end()


class TimeLimit:
    """Raises `PageTimeError` when a page has had its time: of work, or of waiting."""

    def __init__(self, time_s: float) -> None:
        self._time_s = min(time_s, MOST_S)
        self._ticks = 0
        self._worked_s = 0.0
        self._is_on = False
        signal.signal(signal.SIGALRM, lambda *_: self._tick())

    def begin(self) -> None:
        """Begin to count, from nothing."""
        self._ticks, self._worked_s, self._is_on = 0, thread_time(), True
        signal.setitimer(signal.ITIMER_REAL, self._time_s / TICKS, self._time_s / TICKS)

    def end(self) -> None:
        """Count no longer."""
        self._is_on = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _tick(self) -> None:
        """Count a tick.  Those that come during one call of C code are one; that call has its time of the processor on it."""
        self._ticks += 1
        if self._is_on and (self._ticks >= TICKS or thread_time() - self._worked_s >= self._time_s):
            self.end()
            raise PageTimeError


class MemoryLimit:
    """Lets the process have so much more memory than it has when a page begins."""

    def __init__(self, memory_mb: int) -> None:
        self._more = min(memory_mb * MEGABYTE, MOST_BYTES)
        self._sizes = os.open(SIZES, os.O_RDONLY)
        self._before, self._hard = resource.getrlimit(resource.RLIMIT_AS)

    def begin(self) -> None:
        """Set the limit."""
        limit = int(os.pread(self._sizes, 32, 0).split()[0]) * resource.getpagesize() + self._more
        known = [limit, *(other for other in (self._before, self._hard) if other != resource.RLIM_INFINITY)]
        resource.setrlimit(resource.RLIMIT_AS, (min(known), self._hard))

    def end(self) -> None:
        """Let the process have all that it could have before."""
        resource.setrlimit(resource.RLIMIT_AS, (self._before, self._hard))
