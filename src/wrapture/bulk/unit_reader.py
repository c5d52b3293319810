"""The unit function: some pages in, their records as files and their dead letters out.

It writes nothing, keeps no state that the result depends on, and turns every failure of a page into a dead letter.  So it
may run in any process, on any machine, twice or partly, with the same result.  A page that takes too much time or memory is
interrupted from outside; then the unit is read again without that page: see `wrapture.bulk.engines`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs import Passed, Unreadable, read_unit
from wrapture.bulk.inputs.remote_access import ACCESS
from wrapture.bulk.jobs import DeadLetter, Outcome, Tally
from wrapture.bulk.output.part_writer import Encoder
from wrapture.bulk.routing import router_of
from wrapture.drift.reading_health import ReadingHealth
from wrapture.error_lines import described
from wrapture.errors import HostilePageError, SourceError
from wrapture.html.parsing import read_page
from wrapture.library.library_reader import LibraryReader
from wrapture.reading.fit import accepts, misfit
from wrapture.reading.fitted_reading import fit_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wrapture.bulk.inputs import Item
    from wrapture.bulk.jobs import DeadKind, Job, Unit
    from wrapture.drift.drift_notice import DriftNotice
    from wrapture.library.library_reader import RoutedTable
    from wrapture.model import Capture, Fit

PASSED: Final = Tally(passed=1)
DEAD: Final = Tally(seen=1, dead=1)
SAMPLED: Final = (
    3  # pages of a wrapper in a unit whose columns are looked at, if they fit: a check takes some milliseconds
)


class DeadError(Exception):
    """A page without records in the output: its kind of dead letter, and why."""

    def __init__(self, kind: DeadKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: DeadKind = kind
        self.reason = reason


class UnitReader:
    """Reads units of one job; a process keeps one, because wrappers get faster with every page."""

    def __init__(self, job: Job) -> None:
        ACCESS.add(job.grants)
        self._job = job
        self._route = router_of(job)
        self._health = ReadingHealth(sampled=SAMPLED)

    def read(
        self, unit: Unit, given_up: Mapping[int, tuple[DeadKind, str]], started: Callable[[int, Tally], None]
    ) -> Outcome:
        """Return the outcome of a unit.

        Pages that were ``given_up`` are not read.  ``started`` is called with the number of each page before it is read, and
        with -1 after the last, together with the results so far.
        """
        reading = _Reading(unit, self._job)
        self._health = ReadingHealth(sampled=SAMPLED)
        items = iter(read_unit(unit, given_up))
        place = 0
        while True:
            started(place, reading.tally)
            item = next(items, None)
            if item is None:
                break
            reading.take(place, item, given_up.get(place), partial(self._read, place=place))
            place += 1
        started(-1, reading.tally)
        return reading.outcome(() if self._job.repaired else tuple(self._health.notices.values()))

    def _read(self, capture: Capture, *, place: int) -> RoutedTable:
        """Return the table of a page; raises `DeadError` if there is none."""
        try:
            read = self._route(capture)
            self._follow(read, capture, place)
            return self._checked(read)
        except HostilePageError as error:
            raise DeadError("refused", error.what) from error
        except SourceError as error:
            raise DeadError("unreadable", error.what) from error

    def _follow(self, read: RoutedTable | None, capture: Capture, place: int) -> None:
        """Let the health of the wrapper know how a page fits; a page that fits none is one of the wrapper for its address."""
        if self._job.repaired:
            return
        if read is None and isinstance(self._route, LibraryReader):
            read = self._route.expected(capture)
        if read is not None:
            self._health.follow(read.name, read.wrapper, read.table, lambda: read_page(capture), place)

    def _checked(self, read: RoutedTable | None) -> RoutedTable:
        if read is None:
            raise DeadError("no wrapper", "fits no wrapper of the library")
        fit = fit_in(read.table)
        if not read.table.rows:
            raise DeadError("no records", misfit(fit))
        if fit.value < self._job.min_fit:
            raise DeadError("misfit", _misfit(fit, self._job.min_fit))
        return read


class _Reading:
    """The results of a unit so far."""

    def __init__(self, unit: Unit, job: Job) -> None:
        self._unit = unit
        self._job = job
        self._encoders: dict[str, Encoder] = {}
        self._dead: list[DeadLetter] = []
        self.tally = Tally()
        self._by_wrapper: dict[str, Tally] = {}

    def take(
        self, place: int, item: Item, given_up: tuple[DeadKind, str] | None, read: Callable[[Capture], RoutedTable]
    ) -> None:
        """Add the result of one item of the input."""
        if isinstance(item, Passed):
            self.tally += PASSED
            return
        try:
            if given_up is not None:
                raise DeadError(*given_up)
            if isinstance(item, Unreadable):
                raise DeadError(item.kind, item.reason)
            self._add(read(item))
        except DeadError as dead:
            self._bury(place, item.name, dead.kind, dead.reason)
        except MemoryError:
            raise
        except Exception as error:  # a bug costs only this page, and is reported
            self._bury(place, item.name, "error", described(error))

    def _add(self, read: RoutedTable) -> None:
        encoder = self._encoders.get(read.name)
        if encoder is None:
            encoder = self._encoders[read.name] = Encoder(read.wrapper, read.name, self._job)
        encoder.add(read.table)
        unfit = not accepts(fit_in(read.table))
        tally = Tally(seen=1, read=1, unfit=int(unfit), records=len(read.table))
        self.tally += tally
        self._by_wrapper[read.name] = self._by_wrapper.get(read.name, Tally()) + tally

    def _bury(self, place: int, page: str, kind: DeadKind, reason: str) -> None:
        self._dead.append(DeadLetter(page, self._unit.source, place, kind, reason))
        self.tally += DEAD

    def outcome(self, drift: tuple[DriftNotice, ...]) -> Outcome:
        """Return the outcome of the unit, with the wrappers whose sites have changed."""
        parts = tuple([self._encoders[name].part() for name in sorted(self._encoders)])
        by_wrapper = tuple(sorted(self._by_wrapper.items()))
        unit = self._unit
        return Outcome(unit.number, unit.identity, self.tally, parts, tuple(self._dead), by_wrapper, drift)


def _misfit(fit: Fit, least: float) -> str:
    return misfit(fit) or f"its fit of {fit.value:.2f} is below the minimum of {least:g}"
