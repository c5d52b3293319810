"""A bulk run from beginning to end: list the units, let an engine read those that are not done, write the result.

What is done is in the work folder, unit by unit, each there whole or not at all; so a run that is killed at any moment is gone
on with by the same command, and its result is the same, byte by byte.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING, Final

from wrapture.bulk.engines.pool import Pool
from wrapture.bulk.inputs import check, list_units, total_weight
from wrapture.bulk.inputs.webs import refuse_private
from wrapture.bulk.model import Flaw, Tally
from wrapture.bulk.output.closing import close
from wrapture.bulk.output.encode import Encoder
from wrapture.bulk.output.report import Report, sum_up, write_report
from wrapture.bulk.output.workfolder import commit, committed
from wrapture.bulk.routing import name_of
from wrapture.bulk.workplace import workplace
from wrapture.errors import BulkError
from wrapture.wrappers.file import loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.engines import Engine
    from wrapture.bulk.model import Job, Part, Unit
    from wrapture.bulk.order import Order

MAX_FLAWS: Final = 1000
"""Flaws of the input that are kept for the report."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a run is going: what became of pages so far, and how quickly; ``seconds_left`` where that can be told."""

    tally: Tally
    pages_per_second: float
    records_per_second: float
    seconds_left: float | None
    closing: bool


class Run:
    """One run of an order; other threads may ask for its progress."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._engine = engine_of(order)
        self._begun = time.monotonic()
        self._flaws: list[Flaw] = []
        self._lock = Lock()
        self._done = _Count()
        self._before = _Count()  # what an earlier run had done
        self._weights: dict[int, int] = {}  # of units under way
        self._total: int | None = None
        self._closing = False

    def go(self) -> Report:
        """Return what the run came to, when all is done and written."""
        order, started = self._order, datetime.now(UTC)
        if not order.allow_private:
            refuse_private(order.inputs)
        check(order.inputs, order.columns, order.own())
        with workplace(order):
            self._total = total_weight(order.inputs, order.own())
            self._read_all()
            self._closing = True
            return self._close(started)

    def progress(self) -> Progress:
        """Return how the run is going."""
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
        )

    def _read_all(self) -> None:
        """Have all units read that are not done, and keep what comes of each at once."""
        with closing(self._engine.run(self._order.job, self._pending())) as outcomes:
            for outcome in outcomes:
                commit(self._order.work, outcome)
                one = _Count(1, outcome.tally, self._weights.pop(outcome.number))
                with self._lock:
                    self._done += one

    def _pending(self) -> Iterator[Unit]:
        """Yield the units that are not done; those that are done are counted on the way."""
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
                yield unit
            elif len(self._flaws) < MAX_FLAWS:
                self._flaws.append(unit)

    def _close(self, started: datetime) -> Report:
        """Return the report, after it and the result are in their places."""
        order, before = self._order, self._before
        sums = sum_up(order.work)
        known = empty_parts(order.job)
        closed = close(order.work, order.out, order.format, force=order.force, units=self._done.units, known=known)
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
        )
        write_report(report, order.report)
        return report


@dataclass(frozen=True, slots=True)
class _Count:
    """Some units that are done."""

    units: int = 0
    tally: Tally = field(default_factory=Tally)
    weight: int = 0

    def __add__(self, other: _Count) -> _Count:
        return _Count(self.units + other.units, self.tally + other.tally, self.weight + other.weight)


def engine_of(order: Order) -> Engine:
    """Return who does the work of an order."""
    if order.engine == "pool":
        return Pool(order.workers)
    from wrapture.bulk.engines.cluster import Cluster

    return Cluster(order.scheduler, order.workers)


def empty_parts(job: Job) -> tuple[Part, ...]:
    """Return a part without records for the wrapper of a job, so that its columns are there in any case."""
    if not job.wrapper:
        return ()
    wrapper = loads(job.wrapper)
    return (Encoder(wrapper, name_of(wrapper), job).part(),)


def _changed(source: str) -> BulkError:
    return BulkError(f"{source}: has changed since this run began; --restart begins anew")
