"""Waits and kills that don't depend on the speed of the machine.

A busy machine takes ten times as long as an idle one, so no test guesses a time: it waits for a condition, and gives up only
after a time that is enough on any machine, so that a hang becomes a failure.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S: Final = 120.0


def wait_until(is_so: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Wait until a condition is true; fail if it is still false after a while."""
    until = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < until, "it has not come to that"
        time.sleep(0.01)


@contextmanager
def cpu_time_below(limit_s: float) -> Iterator[None]:
    """Fail if the block takes more CPU time of this thread: detects quadratic time, whatever else the machine does."""
    before_s = time.thread_time()
    yield
    assert time.thread_time() - before_s < limit_s


def is_alive(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(pid: int, by: signal.Signals = signal.SIGKILL) -> bool:
    """Send a signal to a process, which may have ended meanwhile; return whether it still existed."""
    with suppress(ProcessLookupError):
        os.kill(pid, by)
        return True
    return False
