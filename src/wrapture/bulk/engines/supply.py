"""Supervisors shared by threads: a free one, or a new one."""

from __future__ import annotations

from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from wrapture.bulk.engines.supervisor import StoppedError, Supervisor

if TYPE_CHECKING:
    from wrapture.bulk.jobs import Job, Outcome, Unit

IDLE_S: Final = 60.0
"""Processes end after so long without a unit: the run may have disappeared without notice."""


class Supply:
    """As many child processes as units are read at the same time."""

    def __init__(self, job: Job, reader: str, idle_s: float = IDLE_S) -> None:
        self._job = job
        self._reader = reader
        self._idle_s = idle_s
        self._all: list[Supervisor] = []
        self._free: list[Supervisor] = []
        self._used = 0
        self._changing = Lock()
        self._closed = Event()
        Thread(target=self._watch, daemon=True).start()

    def read(self, unit: Unit) -> Outcome:
        """Return the outcome of a unit; raises `StoppedError` once closed."""
        supervisor = self._borrow()
        try:
            return supervisor.read(unit)
        finally:
            self._give_back(supervisor)

    def close(self) -> None:
        """Kill all processes; reads in progress raise `StoppedError`."""
        with self._changing:
            self._closed.set()
            for supervisor in self._all:
                supervisor.stop()
            self._end_free()

    def _borrow(self) -> Supervisor:
        with self._changing:
            if self._closed.is_set():
                raise StoppedError
            self._used += 1
            if not self._free:
                self._all.append(Supervisor(self._job, self._reader))
                return self._all[-1]
            return self._free.pop()

    def _give_back(self, supervisor: Supervisor) -> None:
        with self._changing:
            self._free.append(supervisor)
            if self._closed.is_set():
                self._end_free()

    def _end_free(self) -> None:
        for supervisor in self._free:
            supervisor.close()
            self._all.remove(supervisor)
        self._free.clear()

    def _watch(self) -> None:
        """End the free processes whenever no unit has arrived for a while."""
        used = -1
        while not self._closed.wait(self._idle_s):
            with self._changing:
                if used == self._used:
                    self._end_free()
                used = self._used
