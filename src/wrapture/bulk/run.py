"""A bulk run from start to end: list the units, let an engine read those that are not done, write the result.

Finished units are in the work folder, each written atomically.  A run can be killed at any moment: the same command resumes it,
and the result is the same, byte for byte.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING, Final

from wrapture.bulk.engines.pool import Pool
from wrapture.bulk.finished_run import RunKey, finished_run
from wrapture.bulk.inputs import check, list_units, total_weight
from wrapture.bulk.inputs.remote_access import ACCESS, refuse_private
from wrapture.bulk.jobs import Flaw, Tally
from wrapture.bulk.output.closing import close
from wrapture.bulk.output.part_writer import Encoder
from wrapture.bulk.output.report import Report, sum_up, write_report
from wrapture.bulk.output.workfolder import commit, committed
from wrapture.bulk.repair_pass import RepairPass, drifting_units, kept, noticed, repair_pass
from wrapture.bulk.routing import name_of
from wrapture.bulk.workplace import workplace
from wrapture.errors import BulkError
from wrapture.library.keeping_repaired import kept_beside, kept_in
from wrapture.library.wrapper_file import loads
from wrapture.library.wrapper_library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.bulk.engines import Engine
    from wrapture.bulk.jobs import Job, Unit, UnitPart
    from wrapture.bulk.order import BulkOrder
    from wrapture.model import Wrapper

MAX_FLAWS: Final = 1000
"""Flaws of the input that the report lists."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run: results so far, speed, and ``seconds_left`` if it can be estimated.

    ``grouped`` are the pages that were grouped while wrappers are discovered.
    """

    tally: Tally
    pages_per_second: float
    records_per_second: float
    seconds_left: float | None
    closing: bool
    grouped: int = 0


class BulkRun:
    """One run of an order; other threads may read its progress."""

    def __init__(self, order: BulkOrder) -> None:
        self._order = order
        self._engine = engine_of(order)
        self._begun = time.monotonic()
        self._flaws: list[Flaw] = []
        self._lock = Lock()
        self._done = _Count()
        self._before = _Count()  # done by an earlier run
        self._weights: dict[int, int] = {}  # of units in progress
        self._total: int | None = None
        self._closing = False
        self._grouped = 0
        self._key = RunKey(order)

    def go(self) -> Report:
        """Run to the end and return the report; of the run that wrote the result, if it is already there."""
        order, started = self._order, datetime.now(UTC)
        ACCESS.add(order.job.grants)
        refuse_private(order.inputs)
        check(order.inputs, order.columns, order.own())
        finished = finished_run(order)
        if finished is not None:
            return finished
        if order.discover:
            self._discover()
        with workplace(order):
            self._total = total_weight(order.inputs, order.own())
            self._read_all()
            drift = self._repair() if order.repair else RepairPass(noticed(order.work))
            self._closing = True
            return self._close(started, drift)

    def _discover(self) -> None:
        """Learn the wrappers of the input, and start the clock again."""
        from wrapture.bulk.discovering import discover_wrappers

        def tell(pages: int) -> None:
            self._grouped = pages

        discover_wrappers(self._order, tell)
        self._key = RunKey(self._order)  # the library is known now
        self._begun = time.monotonic()

    def progress(self) -> Progress:
        """Return the progress."""
        under_way = self._engine.progress()
        with self._lock:
            done, before = self._done, self._before
        taken = max(1e-9, time.monotonic() - self._begun)
        tally = done.tally + under_way
        gained = done.weight - before.weight
        left = taken * (self._total - done.weight) / gained if self._total and gained else None
        return Progress(
            tally,
            (tally.seen - before.tally.seen) / taken,
            (tally.records - before.tally.records) / taken,
            None if left is None else max(0.0, left),
            self._closing,
            self._grouped,
        )

    def _read_all(self) -> None:
        """Read all units that are not done, and store each outcome at once."""
        with closing(self._engine.run(self._order.job, self._pending())) as outcomes:
            for outcome in outcomes:
                commit(self._order.work, outcome)
                one = _Count(1, outcome.tally, self._weights.pop(outcome.number))
                with self._lock:
                    self._done += one

    def _repair(self) -> RepairPass:
        """Repair the wrappers whose sites have changed, and read their units again."""
        order = self._order
        done = repair_pass(order)
        units = list(drifting_units(order, {name for name, _ in done.wrappers}))
        if units:
            self._engine = engine_of(order)
            with closing(self._engine.run(replace(order.job, repaired=done.wrappers), iter(units))) as outcomes:
                for outcome in outcomes:
                    commit(order.work, outcome)
        return done

    def _pending(self) -> Iterator[Unit]:
        """Yield the units that are not done, and count the others."""
        done = committed(self._order.work)
        known = next(done, None)
        for unit in self._units():
            if known is None or known.number != unit.number:
                self._weights[unit.number] = unit.weight
                yield unit
                continue
            if known.identity != unit.identity:
                raise _changed(unit.source)
            one = _Count(1, known.tally, unit.weight)
            with self._lock:
                self._done, self._before = self._done + one, self._before + one
            known = next(done, None)
        if known is not None:
            raise _changed("the input")

    def _units(self) -> Iterator[Unit]:
        for unit in list_units(self._order.inputs, self._order.columns, self._order.own()):
            if not isinstance(unit, Flaw):
                self._key.add(unit.identity)
                yield unit
            elif len(self._flaws) < MAX_FLAWS:
                self._flaws.append(unit)

    def _close(self, started: datetime, drift: RepairPass) -> Report:
        """Write the result and the report, and return the report."""
        order, before = self._order, self._before
        sums = sum_up(order.work)
        known = empty_parts(order.job)
        closed = close(
            order.work,
            order.out,
            order.format,
            force=order.force,
            units=self._done.units,
            known=known,
            options=order.options,
        )
        report = Report(
            inputs=order.inputs,
            output=str(order.out),
            format=order.format,
            closed=closed,
            sums=sums,
            flaws=tuple(self._flaws),
            engine=order.engine,
            workers=self._engine.workers,
            resumed_units=before.units,
            started=started,
            finished=datetime.now(UTC),
            resumed_pages=before.tally.seen,
            run_key=self._key.text(),
            drift=kept(drift, keeper_of(order)),
        )
        write_report(report, order.report)
        return report


@dataclass(frozen=True, slots=True)
class _Count:
    """A number of finished units."""

    units: int = 0
    tally: Tally = field(default_factory=Tally)
    weight: int = 0

    def __add__(self, other: _Count) -> _Count:
        return _Count(self.units + other.units, self.tally + other.tally, self.weight + other.weight)


def engine_of(order: BulkOrder) -> Engine:
    """Return the engine of an order."""
    if order.engine == "pool":
        return Pool(order.workers)
    from wrapture.bulk.engines.cluster import Cluster

    return Cluster(order.scheduler, order.workers)


def keeper_of(order: BulkOrder) -> Callable[[str, Wrapper], str]:
    """Return the function that keeps a repaired wrapper of an order, and returns where it is."""
    if order.job.library:
        return kept_in(Library(order.job.library))
    return kept_beside(order.wrapper_file or order.out.with_name(f"{order.out.name}.wrapper.json"))


def empty_parts(job: Job) -> tuple[UnitPart, ...]:
    """Return a part without records for the wrapper of a job, so that the result always has its columns."""
    if not job.wrapper:
        return ()
    wrapper = loads(job.wrapper)
    return (Encoder(wrapper, name_of(wrapper), job).part(),)


def _changed(source: str) -> BulkError:
    return BulkError(f"{source}: has changed since this run began; use `restart=True` to start over")
