"""The pool engine: child processes on this machine, each supervised by a thread."""

from __future__ import annotations

import os
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final

from wrapture.bulk.engines import READER
from wrapture.bulk.engines.flow import flow
from wrapture.bulk.engines.supervisor import Supervisor
from wrapture.bulk.jobs import Tally

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.jobs import Job, Outcome, Unit

WAITING: Final = 2
"""Queued units per process, so that no process waits."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """A number of child processes on this machine; 0 means one per available core."""

    def __init__(self, workers: int = 0, reader: str = READER) -> None:
        self.workers = workers or cores()
        self._reader = reader
        self._crew: _Threads | None = None

    def run(self, job: Job, units: Iterator[Unit]) -> Generator[Outcome, None, None]:
        """Yield the outcome of each unit, in any order; closing the iterator ends all processes."""
        crew = self._crew = _Threads(job, self._reader, self.workers)
        try:
            yield from flow(units, crew)
        finally:
            self._crew = None
            crew.stop()

    def progress(self) -> Tally:
        """Return the results so far of units that are not done."""
        crew = self._crew
        return crew.tally() if crew is not None else Tally()


class _Threads:
    """Threads that take units from one queue and put outcomes or errors into another."""

    def __init__(self, job: Job, reader: str, workers: int) -> None:
        self._units: SimpleQueue[Unit | None] = SimpleQueue()
        self._outcomes: SimpleQueue[Outcome | BaseException] = SimpleQueue()
        self._supervisors = [Supervisor(job, reader) for _ in range(workers)]
        self._threads = [Thread(target=self._work, args=[one], daemon=True) for one in self._supervisors]
        for thread in self._threads:
            thread.start()

    def _work(self, supervisor: Supervisor) -> None:
        try:
            while (unit := self._units.get()) is not None:
                self._outcomes.put(supervisor.read(unit))
        except BaseException as error:  # raised by `take`
            self._outcomes.put(error)

    def capacity(self) -> int:
        return len(self._threads) * (1 + WAITING)

    def submit(self, unit: Unit) -> None:
        self._units.put(unit)

    def is_ready(self) -> bool:
        return not self._outcomes.empty()

    def take(self) -> Outcome:
        outcome = self._outcomes.get()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def tally(self) -> Tally:
        return sum((one.tally for one in self._supervisors), Tally())

    def stop(self) -> None:
        """Kill all processes, then end the threads."""
        for supervisor in self._supervisors:
            supervisor.stop()
        for _ in self._threads:
            self._units.put(None)
        for thread in self._threads:
            thread.join()
        for supervisor in self._supervisors:
            supervisor.close()
