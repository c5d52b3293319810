"""One child process at a time that reads units, and what to do when a page is too much for it.

* A page that takes too long is stopped in the child (see `limits`); where C code keeps it from that, the child is
  killed, and another one reads the unit again without the page.
* A child that dies is replaced, and the unit read again.  Only a page at which `LIVES` children have died is given up: a
  process may be killed by somebody who has nothing to do with the page.
* A page that takes too much memory is read once more, by a new child, before it is given up.
* Children that die before they come to a page say that something is wrong with the installation, or with the machine.

What comes back is the same whatever was killed meanwhile, but for pages that kill.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final, Self

from wrapture.bulk.engines import READER
from wrapture.bulk.engines.gauge import NO_PAGE, NOT_BEGUN, Gauge
from wrapture.bulk.engines.limits import over_time
from wrapture.bulk.engines.messages import Done, GivenUp, Order, Refused, Start
from wrapture.bulk.engines.process import POLL_S, DiedError, Process
from wrapture.bulk.model import Tally
from wrapture.errors import BulkError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.model import DeadKind, Job, Outcome, PageLimits, Unit

LIVES: Final = 3
"""How many children a page may cost, or the way to the first page."""
LIVES_TAKEN: Final = 30
"""How many children may be killed by others on the way to the first page."""
GRACE_S: Final = 2.0
"""For a page to be stopped in the child, before the child is killed."""
WITHOUT_PAGE_S: Final = 300.0
"""For what is done before the first page of a unit, after its last, and to get past one that is given up."""


class StoppedError(Exception):
    """A supervisor was stopped while it was reading, or before."""


class OvertimeError(Exception):
    """A child is too long at one place."""


class Supervisor:
    """Reads units in a child process; used by one thread, but any may `stop` it and look at its ``tally``."""

    def __init__(self, job: Job, reader: str = READER) -> None:
        self._start = Start(job, reader)
        with _told():
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
        """The number of the child process, where there is one."""
        process = self._process
        return process.pid if process is not None else None

    @property
    def tally(self) -> Tally:
        """What has come so far of the unit that is being read."""
        return self._gauge.tally

    def stop(self) -> None:
        """End the child at once: who is reading gets `StoppedError`."""
        with self._changing:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the child and give everything back."""
        self.stop()
        self._drop()
        self._gauge.close()

    def read(self, unit: Unit) -> Outcome:
        """Return what comes of a unit; raises `BulkError` when no child can read it."""
        trouble = Trouble(unit, self._start.job.limits)
        try:
            while True:
                outcome = self._tried(unit, trouble)
                if outcome is not None:
                    return outcome
        finally:
            self._gauge.show(NOT_BEGUN, Tally())

    def _tried(self, unit: Unit, trouble: Trouble) -> Outcome | None:
        """Return what comes of a unit, None when it must be read again."""
        try:
            process = self._ready()
            answer = process.ask(Order(unit, dict(trouble.dead)), Clock(self._gauge, trouble).look)
        except (DiedError, OvertimeError) as lost:
            self._bury(lost, trouble)
            return None
        except BaseException:
            self._drop()  # the child may still send an answer that nobody waits for
            raise
        match answer:
            case Done(outcome):
                return outcome
            case GivenUp(place, "memory") if trouble.is_first_want(place):
                self._drop()  # pages before it may have left the child too little; a new one tells
            case GivenUp():
                trouble.give_up(answer.place, answer.kind, answer.reason)
            case Refused():
                self._drop()
                raise answer.error
        return None

    def _ready(self) -> Process:
        """Return a child that waits for an order."""
        if self._process is not None and not self._process.is_alive():
            self._drop()
        with self._changing, _told():
            if self._is_stopped:
                raise StoppedError
            self._gauge.show(NOT_BEGUN, Tally())
            if self._process is None:
                self._process = Process(self._start, self._gauge.handle)
            return self._process

    def _bury(self, error: DiedError | OvertimeError, trouble: Trouble) -> None:
        """Have done with a child that is dead or hangs, and remember where it was."""
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
def _told() -> Iterator[None]:
    """Say in a line what it means that the system refuses a process, or the pipes to it."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise BulkError(
            f"no process could be started to read pages: {why}; --workers with a lower number may help"
        ) from error


class Clock:
    """Tells when a child has been too long at one place.

    It counts how often it was looked at and asks no clock: the time that a run was stopped for counts for no page.
    """

    def __init__(self, gauge: Gauge, trouble: Trouble) -> None:
        self._gauge = gauge
        self._trouble = trouble
        self._place = NOT_BEGUN
        self._here_s = 0.0

    def look(self) -> None:
        """Look where the child is; raises `OvertimeError` when it has been there for too long."""
        place = self._gauge.place
        self._here_s = self._here_s + POLL_S if place == self._place else 0.0
        self._place = place
        if self._here_s > self._trouble.patience_s(place):
            raise OvertimeError


class Trouble:
    """What has gone wrong with a unit so far: the pages that are ``dead``, and where children have died."""

    def __init__(self, unit: Unit, limits: PageLimits) -> None:
        self.dead: dict[int, tuple[DeadKind, str]] = {}
        self._unit = unit
        self._limits = limits
        self._deaths: Counter[int] = Counter()
        self._wants: set[int] = set()

    def is_first_want(self, place: int) -> bool:
        """Return whether it is the first time that a page takes too much memory."""
        is_first = place not in self._wants
        self._wants.add(place)
        return is_first

    def patience_s(self, place: int) -> float:
        """Return how long a child may be at a place."""
        return WITHOUT_PAGE_S if place < 0 or place in self.dead else self._limits.time_s + GRACE_S

    def note(self, place: int, error: DiedError | OvertimeError) -> None:
        """Remember that a child was lost at a place; raises `BulkError` when that can't be a page's fault."""
        self._deaths[place] += 1
        if place < 0:
            self._check(error)
        elif isinstance(error, OvertimeError):
            self.give_up(place, "time", over_time(self._limits))
        elif self._deaths[place] >= LIVES:
            self.give_up(place, "died", f"the process that read it died {LIVES} times: {error.why}")

    def give_up(self, place: int, kind: DeadKind, reason: str) -> None:
        """Have a page not read again; raises `BulkError` when it was given up before, and failed all the same."""
        if place in self.dead:
            raise BulkError(f"{self._where}: page {place} fails though it is not read: {reason}")
        self.dead[place] = (kind, reason)

    def _check(self, error: DiedError | OvertimeError) -> None:
        """Raise `BulkError` when too many children were lost without a page that could be blamed."""
        is_taken = isinstance(error, DiedError) and error.by_others
        if self._deaths[NOT_BEGUN] + self._deaths[NO_PAGE] >= (LIVES_TAKEN if is_taken else LIVES):
            why = error.why if isinstance(error, DiedError) else f"nothing happened for {WITHOUT_PAGE_S:g} s"
            raise BulkError(f"{self._where}: the process that should read it ends again and again: {why}")

    @property
    def _where(self) -> str:
        return f"{self._unit.source}, unit {self._unit.number}"
