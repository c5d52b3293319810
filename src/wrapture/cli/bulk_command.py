"""``wrapture bulk``: read any number of pages with wrappers, and show the progress."""

from __future__ import annotations

import sys
from dataclasses import asdict
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, INTERRUPTED, NOTHING_FOUND
from wrapture.cli.messages import say
from wrapture.cli.option_groups import RowWriting, grouped
from wrapture.cli.options import AllowPrivate, Force, RepairOption, command_app
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.api import BulkOrder, BulkRun, Progress, Report

PAGE_TIME_S: Final = 30.0
PAGE_MEMORY_MB: Final = 1024
LOOK_S: Final = 0.5  # between two updates on a terminal
LOG_S: Final = 60.0  # between two lines without a terminal, where they go to a log
FLAWS: Final = 5  # problems of the input that are printed; the report has all of them

app = command_app()


class BulkFormat(str, Enum):
    """The formats of a bulk run."""

    parquet = "parquet"
    jsonl = "jsonl"
    csv = "csv"
    sqlite = "sqlite"
    duckdb = "duckdb"
    xlsx = "xlsx"


class EngineChoice(str, Enum):
    """The engines of a bulk run."""

    pool = "pool"
    dask = "dask"


@app.command()
@grouped
def bulk(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Pages, folders, globs, .tar, .zip, .warc, .parquet or .jsonl with HTML; local or at any fsspec address.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="A folder of Parquet files, or a file in another format."),
    ],
    wrapper: Annotated[
        Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Read the pages with this wrapper.")
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="DIR", help="Read each page with the wrapper of this library that fits it."),
    ] = None,
    discover: Annotated[
        bool,
        typer.Option(
            "--discover", help="Learn a wrapper for each site and page template, and read the pages with these."
        ),
    ] = False,
    output_format: Annotated[
        BulkFormat | None,
        typer.Option("--format", "-f", help="The format to write; by default that of the extension of OUT."),
    ] = None,
    html_column: Annotated[
        str, typer.Option(metavar="NAME", help="The column with the HTML, if the input is a table of pages.")
    ] = "",
    url_column: Annotated[str, typer.Option(metavar="NAME", help="The column with the addresses.")] = "",
    min_fit: Annotated[
        float, typer.Option(min=0, max=1, metavar="F", help="Pages with a lower fit become dead letters.")
    ] = 0.0,
    repair: RepairOption = False,
    writing: RowWriting = RowWriting(),
    engine: Annotated[EngineChoice, typer.Option(help="Where pages are read.")] = EngineChoice.pool,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The Dask cluster to use; by default one on this machine.")
    ] = "",
    workers: Annotated[int, typer.Option(min=0, metavar="N", help="Number of processes; 0 is one per core.")] = 0,
    page_time: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="Time limit for one page.")
    ] = PAGE_TIME_S,
    page_memory: Annotated[int, typer.Option(min=16, metavar="MB", help="Memory limit for one page.")] = PAGE_MEMORY_MB,
    restart: Annotated[
        bool, typer.Option("--restart", help="Start again instead of resuming an interrupted run.")
    ] = False,
    allow_private: AllowPrivate = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if a page is missing from the output.")] = False,
    force: Force = False,
) -> None:
    """Read any number of pages with wrappers. Safe to interrupt; rerun the command to resume."""
    if [wrapper is not None, library is not None, discover].count(True) != 1:
        raise typer.BadParameter(
            "give one wrapper, a library of them, or --discover", param_hint="--wrapper / --library / --discover"
        )
    if scheduler and engine is not EngineChoice.dask:
        raise typer.BadParameter("is for --engine dask", param_hint="--scheduler")
    if str(output).startswith("postgresql:"):
        raise typer.BadParameter(
            "bulk writes files; then load them: wrapture sql 'select * from records' OUT -o postgresql://…",
            param_hint="--output",
        )
    order = api.order_of(
        inputs,
        output,
        wrapper=wrapper,
        library=library,
        discover=discover,
        format=None if output_format is None else output_format.value,
        columns=api.Columns(html_column, url_column),
        limits=api.PageLimits(page_time, page_memory),
        min_fit=min_fit,
        **asdict(writing.options),
        engine=engine.value,
        scheduler=scheduler,
        workers=workers,
        force=force,
        restart=restart,
        allow_private=allow_private,
        repair=repair,
    )
    sys.exit(_read_all(order, strict=strict))


def _read_all(order: BulkOrder, *, strict: bool) -> int:
    """Read the pages and print a summary; return the exit code: with `strict`, 3 if a page is missing from the output."""
    run = api.BulkRun(order)
    try:
        with _Watch(run):
            report = run.go()
    except KeyboardInterrupt:
        say(f"interrupted; rerun the command to resume (finished work is in {order.work})")
        return INTERRUPTED
    for line in _summary(report, order):
        say(line)
    totals = report.sums.totals
    if not totals.read and (totals.seen or report.flaws):
        return FAILED
    return NOTHING_FOUND if strict and (totals.dead or report.flaws) else 0


def _summary(report: Report, order: BulkOrder) -> Iterator[str]:
    """Yield the lines of the summary."""
    totals = report.sums.totals
    for flaw in report.flaws[:FLAWS]:
        yield f"{flaw.source}: {flaw.what}"
    if len(report.flaws) > FLAWS:
        yield f"and {len(report.flaws) - FLAWS} more like these: see {order.report}"
    yield (
        f"{_counted(totals.seen, 'page')} in = {totals.read:,} read + {_counted(totals.dead, 'dead letter')}"
        f" ({report.seconds:.1f} s, {report.pages_per_second:,.0f} pages/s)"
    )
    if order.discover:
        found = len(list(order.wrappers.glob("[!.]*.json")))
        yield f"{_counted(found, 'wrapper')} learned, in {order.wrappers}; its groups.jsonl has the groups of pages"
    if totals.dead:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in report.sums.dead.items())
        yield f"dead letters: {kinds}: see {order.dead}"
    if totals.unfit:
        yield f"{totals.unfit:,} of the pages that were read fit their wrapper badly: see the column fit"
    for notice in report.drift:
        yield from map(for_command_line, notice.lines())
    if report.repeated:
        yield f"already complete: {totals.records:,} records are in {order.out}; use --force to read the pages again"
    else:
        yield f"{totals.records:,} records written to {order.out}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class _Watch:
    """Shows the progress of a run from a thread of its own for as long as the block runs."""

    def __init__(self, run: BulkRun) -> None:
        from wrapture.cli.display import status

        self._run = run
        self._done = Event()
        self._watching = sys.stderr.isatty()
        self._thread = Thread(target=self._look, daemon=True)
        self._status = status() if self._watching else None

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
        from wrapture.cli.display import visible

        while not self._done.wait(LOOK_S if self._watching else LOG_S):
            line = words(self._run.progress())
            if self._status is not None:
                self._status.update(visible(line))
            else:
                say(line)


def words(progress: Progress) -> str:
    """Return the progress of a run as one line."""
    tally = progress.tally
    if progress.grouped and not tally.seen and not progress.closing:
        return f"{progress.grouped:,} pages grouped by template"
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
    """Return a duration in words.

    >>> _duration(42.4), _duration(754), _duration(7_500)
    ('42 s', '12 min 34 s', '2 h 5 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
