"""The report of a run: what became of every page, in numbers that must add up."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from wrapture import __version__
from wrapture.bulk.model import Tally
from wrapture.bulk.output.workfolder import committed
from wrapture.files import atomic_writer

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from wrapture.bulk.model import Flaw
    from wrapture.bulk.order import EngineName, OutputFormat
    from wrapture.bulk.output.closing import Closed


class Sums(NamedTuple):
    """What became of the pages of all units that are done, and how many texts of which columns did not read as their type."""

    units: int
    totals: Tally
    wrappers: dict[str, Tally]
    dead: dict[str, int]
    unread: dict[str, dict[str, int]]


def sum_up(work: Path) -> Sums:
    """Return the sums over all units that are kept in a work folder."""
    units, totals, dead = 0, Tally(), Counter[str]()
    wrappers: dict[str, Tally] = {}
    unread: dict[str, Counter[str]] = {}
    for unit in committed(work):
        units += 1
        totals += unit.tally
        dead.update(dict(unit.dead))
        for name, tally in unit.by_wrapper:
            wrappers[name] = wrappers.get(name, Tally()) + tally
        for part in unit.parts:
            if part.unread:
                unread.setdefault(part.wrapper, Counter()).update(dict(part.unread))
    counts = {name: dict(sorted(columns.items())) for name, columns in sorted(unread.items())}
    return Sums(units, totals, dict(sorted(wrappers.items())), dict(sorted(dead.items())), counts)


@dataclass(frozen=True, slots=True)
class Report:
    """All that is to be said of a run that is done."""

    inputs: tuple[str, ...]
    """What was read, as it was named."""
    output: str
    """Where the result is."""
    format: OutputFormat
    """In which format."""
    closed: Closed
    """How many files and bytes it is."""
    sums: Sums
    """What became of the pages: in all, by wrapper, and by kind of dead letter."""
    flaws: tuple[Flaw, ...]
    """What was wrong with the input, where no page stands for it."""
    engine: EngineName
    """Who did the work."""
    workers: int
    """How many processes that were."""
    resumed_units: int
    """How many units an earlier run, which was broken off, had done."""
    started: datetime
    """When this run began."""
    finished: datetime
    """When its result was there."""
    resumed_pages: int = 0
    """How many pages those units had: they don't count for the speed of this run."""

    @property
    def seconds(self) -> float:
        """How long this run took."""
        return (self.finished - self.started).total_seconds()

    @property
    def pages_per_second(self) -> float:
        """How many pages this run read in a second; 0 where it took no time."""
        return (self.sums.totals.seen - self.resumed_pages) / self.seconds if self.seconds > 0 else 0.0

    @property
    def balanced(self) -> bool:
        """Whether each page that came in has records or is a dead letter, and all dead letters are counted."""
        totals = self.sums.totals
        return totals.seen == totals.read + totals.dead and totals.dead == sum(self.sums.dead.values())

    def to_json(self) -> str:
        """Return the report as JSON."""
        closed = self.closed
        said = {
            "wrapture": __version__,
            "inputs": list(self.inputs),
            "output": {"path": self.output, "format": self.format, "parts": closed.parts, "bytes": closed.bytes},
            "totals": asdict(self.sums.totals),
            "balanced": self.balanced,
            "wrappers": {name: asdict(tally) for name, tally in self.sums.wrappers.items()},
            "dead": self.sums.dead,
            "unread": self.sums.unread,
            "flaws": [asdict(flaw) for flaw in self.flaws],
            "units": self.sums.units,
            "resumed_units": self.resumed_units,
            "engine": self.engine,
            "workers": self.workers,
            "started": self.started.isoformat(timespec="seconds"),
            "finished": self.finished.isoformat(timespec="seconds"),
            "seconds": round(self.seconds, 3),
            "pages_per_second": round(self.pages_per_second, 1),
        }
        return json.dumps(said, indent=2) + "\n"


def write_report(report: Report, path: Path) -> None:
    """Write a report to its file, in place of an older one."""
    with atomic_writer(path, force=True) as temporary:
        temporary.write_text(report.to_json(), encoding="utf-8")
