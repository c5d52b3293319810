"""The report of a run: the outcome of every page, in numbers that must add up."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from wrapture import __version__
from wrapture.bulk.jobs import Flaw, Tally
from wrapture.bulk.output.closing import Closed
from wrapture.bulk.output.workfolder import committed
from wrapture.drift.drift_notice import notice_data, notice_of
from wrapture.files import atomic_writer

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.bulk.order import EngineName, OutputFormat
    from wrapture.drift.drift_notice import DriftNotice


class Sums(NamedTuple):
    """The sums over all finished units, and how many texts of each column could not be parsed as its type."""

    units: int
    totals: Tally
    wrappers: dict[str, Tally]
    dead: dict[str, int]
    unread: dict[str, dict[str, int]]


def sum_up(work: Path) -> Sums:
    """Return the sums over all units in a work folder."""
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
    """The report of a finished run."""

    inputs: tuple[str, ...]
    """The inputs, as the user named them."""
    output: str
    """The path of the result."""
    format: OutputFormat
    """Its format."""
    closed: Closed
    """Its number of files and bytes."""
    sums: Sums
    """The counts of pages: in total, by wrapper, and by kind of dead letter."""
    flaws: tuple[Flaw, ...]
    """Problems with the input without a page to blame."""
    engine: EngineName
    """The engine."""
    workers: int
    """The number of processes."""
    resumed_units: int
    """Units that an earlier, interrupted run had finished."""
    started: datetime
    """When this run started."""
    finished: datetime
    """When its result was written."""
    resumed_pages: int = 0
    """Pages of those units, which don't count for the speed of this run."""
    run_key: str = ""
    """A digest of the command and the input, by which a later run recognizes that its result is already there."""
    drift: tuple[DriftNotice, ...] = ()
    """Wrappers whose sites have changed, and whether they were repaired."""
    repeated: bool = False
    """Whether the result was already there, and this is the report of the run that wrote it."""

    @property
    def seconds(self) -> float:
        """How long this run took; 0 if the clock was put back meanwhile."""
        return max(0.0, (self.finished - self.started).total_seconds())

    @property
    def pages_per_second(self) -> float:
        """Pages per second of this run; 0 if it took no time."""
        return (self.sums.totals.seen - self.resumed_pages) / self.seconds if self.seconds > 0 else 0.0

    @property
    def balanced(self) -> bool:
        """Whether each page has records or is a dead letter, and all dead letters are counted."""
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
            "drift": [notice_data(notice) for notice in self.drift],
            "units": self.sums.units,
            "resumed_units": self.resumed_units,
            "engine": self.engine,
            "workers": self.workers,
            "started": self.started.isoformat(timespec="seconds"),
            "finished": self.finished.isoformat(timespec="seconds"),
            "seconds": round(self.seconds, 3),
            "pages_per_second": round(self.pages_per_second, 1),
            "resumed_pages": self.resumed_pages,
            "run_key": self.run_key,
        }
        return json.dumps(said, indent=2) + "\n"


def read_report(path: Path) -> Report | None:
    """Return the report in a file, as one of an earlier run; None if it can't be read, or is of an older version."""
    try:
        return _from_json(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _from_json(said: Any) -> Report:
    output, wrappers = said["output"], {name: Tally(**tally) for name, tally in said["wrappers"].items()}
    return Report(
        inputs=tuple(said["inputs"]),
        output=output["path"],
        format=output["format"],
        closed=Closed(output["parts"], output["bytes"]),
        sums=Sums(said["units"], Tally(**said["totals"]), wrappers, said["dead"], said["unread"]),
        flaws=tuple(Flaw(**flaw) for flaw in said["flaws"]),
        engine=said["engine"],
        workers=said["workers"],
        resumed_units=said["resumed_units"],
        started=datetime.fromisoformat(said["started"]),
        finished=datetime.fromisoformat(said["finished"]),
        resumed_pages=said["resumed_pages"],
        run_key=said["run_key"],
        drift=tuple(map(notice_of, said["drift"])),
        repeated=True,
    )


def write_report(report: Report, path: Path) -> None:
    """Write a report to its file, replacing an older one."""
    with atomic_writer(path, force=True) as temporary:
        temporary.write_text(report.to_json(), encoding="utf-8")
