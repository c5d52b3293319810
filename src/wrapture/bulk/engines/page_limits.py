"""Time and memory limits of a page, enforced inside the process that reads it.

Time: the signal of a timer raises `PageTimeError` in the main thread.  That has no effect while C code runs, so the
`supervisor` waits a little longer and then kills the process.  Ticks are counted instead of comparing clock times: a run that
is suspended for the night (Ctrl-Z) gives up no page in the morning.  Memory: the system's limit on the address space makes
``malloc`` fail and Python raise ``MemoryError``; only Linux reports the current size of a process, so other systems have no
such limit.
"""

from __future__ import annotations

import os
import signal
from importlib import import_module
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container

    from wrapture.bulk.engines.gauge import Gauge
    from wrapture.bulk.jobs import PageLimits, Tally

TICKS: Final = 8
"""Ticks per page time limit: one of them is lost when a run is suspended and resumed."""
SIZES: Final = "/proc/self/statm"
"""Where Linux reports the memory of a process; the first number is its address space in pages."""
MEGABYTE: Final = 1 << 20
MOST_S: Final = 1e8
"""Three years: the maximum of a timer."""
MOST_BYTES: Final = 1 << 56
"""More than any machine has, and within the range of the system's numbers."""


class PageTimeError(BaseException):
    """A page exceeds its time limit.

    Raised in the middle of any code; not an ``Exception``, so that no handler on the way catches it.
    """


def over_time(limits: PageLimits) -> str:
    """Return why a page that takes too long is given up."""
    return f"takes longer than {limits.time_s:g} s, the limit for a page"


def over_memory(limits: PageLimits) -> str:
    """Return why a page that takes too much memory is given up."""
    return f"takes more than {limits.memory_mb} MB, the limit for a page"


class PageWatch:
    """Called before each page: reports the position of the process, and sets the limits of the page.

    ``watch(place, tally)`` begins a page and reports the results so far; ``watch(-1, tally)`` ends the last one.  ``dead``
    pages have no limits: they are not read, but skipping them may take its time.
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
        """Remove the limits."""
        self._time.end()
        if self._memory is not None:
            self._memory.end()


class TimeLimit:
    """Raises `PageTimeError` when a page has used up its time, by work or by waiting."""

    def __init__(self, time_s: float) -> None:
        self._time_s = min(time_s, MOST_S)
        self._ticks = 0
        self._worked_s = 0.0
        self._is_on = False
        signal.signal(signal.SIGALRM, lambda *_: self._tick())

    def begin(self) -> None:
        """Start counting from zero."""
        self._ticks, self._worked_s, self._is_on = 0, thread_time(), True
        signal.setitimer(signal.ITIMER_REAL, self._time_s / TICKS, self._time_s / TICKS)

    def end(self) -> None:
        """Stop counting."""
        self._is_on = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _tick(self) -> None:
        """Count a tick.  Ticks during one call of C code arrive as one, so the CPU time counts, too."""
        self._ticks += 1
        if self._is_on and (self._ticks >= TICKS or thread_time() - self._worked_s >= self._time_s):
            self.end()
            raise PageTimeError


class MemoryLimit:
    """Limits the memory that the process may add during a page."""

    def __init__(self, memory_mb: int) -> None:
        self._more = min(memory_mb * MEGABYTE, MOST_BYTES)
        self._sizes = os.open(SIZES, os.O_RDONLY)
        self._system = import_module("resource")  # Windows has none
        self._before, self._hard = self._system.getrlimit(self._system.RLIMIT_AS)

    def begin(self) -> None:
        """Set the limit."""
        limit = int(os.pread(self._sizes, 32, 0).split()[0]) * self._system.getpagesize() + self._more
        known = [limit, *(other for other in (self._before, self._hard) if other != self._system.RLIM_INFINITY)]
        self._system.setrlimit(self._system.RLIMIT_AS, (min(known), self._hard))

    def end(self) -> None:
        """Restore the previous limit."""
        self._system.setrlimit(self._system.RLIMIT_AS, (self._before, self._hard))
