"""Supervision of one child process that reads units, and recovery when a page is too much for it.

* A page that takes too long is stopped in the child (see `page_limits`); if C code prevents that, the child is killed, and
  another one reads the unit again without the page.
* A child that dies is replaced, and the unit is read again.  Only a page at which `LIVES` children have died is given up: the
  page may have nothing to do with why a process was killed.
* A page that takes too much memory is read once more, by a new child, before it is given up.
* Children that die before their first page show that the installation or the machine is broken.

The outcome of a unit does not depend on what was killed meanwhile, except for pages that kill.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final, Self

from wrapture.bulk.engines import READER
from wrapture.bulk.engines.child_handle import POLL_S, DiedError, Process
from wrapture.bulk.engines.gauge import NO_PAGE, NOT_BEGUN, Gauge
from wrapture.bulk.engines.page_limits import over_time
from wrapture.bulk.engines.pipe_messages import Done, GivenUp, Refused, Start, UnitOrder
from wrapture.bulk.jobs import Tally
from wrapture.error_lines import reason_of
from wrapture.errors import BulkError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.jobs import DeadKind, Job, Outcome, PageLimits, Unit

LIVES: Final = 3
"""How many children may die at one page, or before the first."""
LIVES_TAKEN: Final = 30
"""How many children may be killed from outside before the first page."""
GRACE_S: Final = 2.0
"""Time for a page to be stopped in the child, before the child is killed."""
WITHOUT_PAGE_S: Final = 300.0
"""Time before the first page of a unit, after its last, and to skip a page that was given up."""


class StoppedError(Exception):
    """A supervisor was stopped before or while it was reading."""


class OvertimeError(Exception):
    """A child has spent too long at one place."""


class Supervisor:
    """Reads units in a child process; used by one thread, but any thread may `stop` it and read its ``tally``."""

    def __init__(self, job: Job, reader: str = READER) -> None:
        self._start = Start(job, reader)
        with _start_errors():
            self._gauge = Gauge.new()
        self._process: Process | None = None
        self._is_stopped = False
        self._changing = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process id of the child, if there is one."""
        process = self._process
        return process.pid if process is not None else None

    @property
    def tally(self) -> Tally:
        """The results so far of the current unit."""
        return self._gauge.tally

    def stop(self) -> None:
        """Kill the child; a `read` in progress raises `StoppedError`."""
        with self._changing:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Kill the child and release all resources."""
        self.stop()
        self._drop()
        self._gauge.close()

    def read(self, unit: Unit) -> Outcome:
        """Return the outcome of a unit; raises `BulkError` if no child can read it."""
        trouble = Trouble(unit, self._start.job.limits)
        try:
            while True:
                outcome = self._tried(unit, trouble)
                if outcome is not None:
                    return outcome
        finally:
            self._gauge.show(NOT_BEGUN, Tally())

    def _tried(self, unit: Unit, trouble: Trouble) -> Outcome | None:
        """Return the outcome of a unit, None if it must be read again."""
        try:
            process = self._ready()
            answer = process.ask(UnitOrder(unit, dict(trouble.dead)), Clock(self._gauge, trouble).look)
        except (DiedError, OvertimeError) as lost:
            self._bury(lost, trouble)
            return None
        except BaseException:
            self._drop()  # the child may still send an answer that nobody expects
            raise
        match answer:
            case Done(outcome):
                return outcome
            case GivenUp(place, "memory") if trouble.is_first_want(place):
                self._drop()  # earlier pages may have used up the memory of this child
            case GivenUp():
                trouble.give_up(answer.place, answer.kind, answer.reason)
            case Refused():
                self._drop()
                raise answer.error
        return None

    def _ready(self) -> Process:
        """Return a child that is ready for an order."""
        if self._process is not None and not self._process.is_alive():
            self._drop()
        with self._changing, _start_errors():
            if self._is_stopped:
                raise StoppedError
            self._gauge.show(NOT_BEGUN, Tally())
            if self._process is None:
                self._process = Process(self._start, self._gauge.handle)
            return self._process

    def _bury(self, error: DiedError | OvertimeError, trouble: Trouble) -> None:
        """Remove a child that is dead or hangs, and remember where it was."""
        place = self._gauge.place
        self._drop()
        if self._is_stopped:
            raise StoppedError from error
        trouble.note(place, error)

    def _drop(self) -> None:
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.close()


@contextmanager
def _start_errors() -> Iterator[None]:
    """Turn an `OSError` at the start of a process into a `BulkError`."""
    try:
        yield
    except OSError as error:
        raise BulkError(
            f"no process could be started to read pages: {reason_of(error)}; try fewer `workers`"
        ) from error


class Clock:
    """Notices a child that has spent too long at one place.

    It counts its own calls instead of reading a clock: the time for which a run is suspended is not counted.
    """

    def __init__(self, gauge: Gauge, trouble: Trouble) -> None:
        self._gauge = gauge
        self._trouble = trouble
        self._place = NOT_BEGUN
        self._here_s = 0.0

    def look(self) -> None:
        """Check where the child is; raises `OvertimeError` if it has been there for too long."""
        place = self._gauge.place
        self._here_s = self._here_s + POLL_S if place == self._place else 0.0
        self._place = place
        if self._here_s > self._trouble.patience_s(place):
            raise OvertimeError


class Trouble:
    """The failures of a unit so far: its ``dead`` pages, and where children have died."""

    def __init__(self, unit: Unit, limits: PageLimits) -> None:
        self.dead: dict[int, tuple[DeadKind, str]] = {}
        self._unit = unit
        self._limits = limits
        self._deaths: Counter[int] = Counter()
        self._wants: set[int] = set()

    def is_first_want(self, place: int) -> bool:
        """Return whether a page takes too much memory for the first time."""
        is_first = place not in self._wants
        self._wants.add(place)
        return is_first

    def patience_s(self, place: int) -> float:
        """Return how long a child may stay at a place."""
        return WITHOUT_PAGE_S if place < 0 or place in self.dead else self._limits.time_s + GRACE_S

    def note(self, place: int, error: DiedError | OvertimeError) -> None:
        """Record that a child was lost at a place; raises `BulkError` if no page can be blamed."""
        self._deaths[place] += 1
        if place < 0:
            self._check(error)
        elif isinstance(error, OvertimeError):
            self.give_up(place, "time", over_time(self._limits))
        elif self._deaths[place] >= LIVES:
            self.give_up(place, "died", f"the process that read it died {LIVES} times: {error.why}")

    def give_up(self, place: int, kind: DeadKind, reason: str) -> None:
        """Give up a page; raises `BulkError` if it was given up before and failed nevertheless."""
        if place in self.dead:
            raise BulkError(f"{self._where}: page {place} fails although it is skipped: {reason}")
        self.dead[place] = (kind, reason)

    def _check(self, error: DiedError | OvertimeError) -> None:
        """Raise `BulkError` if too many children were lost without a page to blame."""
        is_taken = isinstance(error, DiedError) and error.by_others
        if self._deaths[NOT_BEGUN] + self._deaths[NO_PAGE] >= (LIVES_TAKEN if is_taken else LIVES):
            why = error.why if isinstance(error, DiedError) else f"nothing happened for {WITHOUT_PAGE_S:g} s"
            raise BulkError(f"{self._where}: the process that reads it keeps dying: {why}")

    @property
    def _where(self) -> str:
        return f"{self._unit.source}, unit {self._unit.number}"
