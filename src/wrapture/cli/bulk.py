"""The command ``bulk``: a run over any number of pages, with what a person sees of it."""

from __future__ import annotations

import sys
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from wrapture.bulk.run import Run
from wrapture.cli import display

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.order import Order
    from wrapture.bulk.output.report import Report
    from wrapture.bulk.run import Progress

FAILED: Final = 1
NOT_WHOLE: Final = 3
INTERRUPTED: Final = 130
LOOK_S: Final = 0.5  # between two looks at the run, where a person is watching
LOG_S: Final = 60.0  # between two lines, where nobody is: they go to a log
FLAWS: Final = 5  # of the input that are said; the report has all


def bulk(order: Order, *, strict: bool) -> int:
    """Read the pages and say what came of it; return the exit code: with `strict`, 3 where a page is missing in the output."""
    run = Run(order)
    try:
        with _Watch(run):
            report = run.go()
    except KeyboardInterrupt:
        display.say(f"stopped; the same command goes on from here ({order.work} has what was done)")
        return INTERRUPTED
    for line in _summary(report, order):
        display.say(line)
    totals = report.sums.totals
    if not totals.read and (totals.seen or report.flaws):
        return FAILED
    return NOT_WHOLE if strict and (totals.dead or report.flaws) else 0


def _summary(report: Report, order: Order) -> Iterator[str]:
    """Yield what is said at the end."""
    totals = report.sums.totals
    for flaw in report.flaws[:FLAWS]:
        yield f"{flaw.source}: {flaw.what}"
    if len(report.flaws) > FLAWS:
        yield f"and {len(report.flaws) - FLAWS} more like these: see {order.report}"
    yield (
        f"{_counted(totals.seen, 'page')} in = {totals.read:,} read + {_counted(totals.dead, 'dead letter')}"
        f" ({report.seconds:.1f} s, {report.pages_per_second:,.0f} pages/s)"
    )
    if totals.dead:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in report.sums.dead.items())
        yield f"dead letters: {kinds}: see {order.dead}"
    if totals.unfit:
        yield f"{totals.unfit:,} of the pages that were read fit their wrapper badly: see the column fit"
    yield f"{totals.records:,} records written to {order.out}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class _Watch:
    """Shows how a run is going, from a thread of its own, as long as the block runs."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._done = Event()
        self._watching = sys.stderr.isatty()
        self._thread = Thread(target=self._look, daemon=True)
        self._status = display.status() if self._watching else None

    def __enter__(self) -> None:
        if self._status is not None:
            self._status.start()
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        if self._status is not None:
            self._status.stop()

    def _look(self) -> None:
        while not self._done.wait(LOOK_S if self._watching else LOG_S):
            line = words(self._run.progress())
            if self._status is not None:
                self._status.update(display.visible(line))
            else:
                display.say(line)


def words(progress: Progress) -> str:
    """Return on one line how a run is going."""
    tally = progress.tally
    parts = [
        f"{tally.seen:,} pages",
        f"{progress.pages_per_second:,.0f} pages/s",
        f"{progress.records_per_second:,.0f} records/s",
        f"{tally.dead:,} dead letters",
    ]
    if progress.closing:
        parts.append("writing the result")
    elif progress.seconds_left is not None:
        parts.append(f"{_duration(progress.seconds_left)} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> _duration(42.4), _duration(754), _duration(7_500)
    ('42 s', '12 min 34 s', '2 h 5 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
