"""The numbers of a report add up, and say so where they don't."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import wrapture
from wrapture.bulk.jobs import DeadLetter, Flaw, Tally
from wrapture.bulk.output.closing import Closed
from wrapture.bulk.output.report import Report, Sums, sum_up, write_report
from wrapture.bulk.output.workfolder import commit

from .made import BOOKS, ROWS_JOB, Case, books, listing, wrapper

if TYPE_CHECKING:
    from pathlib import Path

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
OTHER = wrapper("other", BOOKS.layout.columns)
SLOW = DeadLetter("slow.html", "crawl.tar", 0, "time", "takes longer than 30 s")
BROKEN = DeadLetter("broken.html", "crawl.tar", 1, "unreadable", "is truncated")


def report(sums: Sums) -> Report:
    return Report(
        inputs=("crawl.tar",),
        output="out.jsonl",
        format="jsonl",
        closed=Closed(1, 123),
        sums=sums,
        flaws=(Flaw("crawl.tar", "is truncated at byte 7"),),
        engine="pool",
        workers=2,
        resumed_units=1,
        resumed_pages=2,
        started=START,
        finished=START + timedelta(seconds=1.5),
    )


def summed(work: Path) -> Sums:
    commit(work, Case(((BOOKS, "books", books("a", 3)),), (SLOW, BROKEN)).outcome(0, ROWS_JOB))
    tables = ((BOOKS, "books", books("b", 2)), (OTHER, "other", books("c", 1)))
    commit(work, Case(tables, (SLOW,)).outcome(1, ROWS_JOB))
    return sum_up(work)


def test_units_are_summed_up(tmp_path: Path) -> None:
    assert sum_up(tmp_path) == Sums(0, Tally(), {}, {}, {})
    assert summed(tmp_path) == Sums(
        2,
        Tally(seen=6, read=3, dead=3, records=6),
        {"books": Tally(seen=2, read=2, records=5), "other": Tally(seen=1, read=1, records=1)},
        {"time": 2, "unreadable": 1},
        {},
    )


def test_a_report_says_all_of_it(tmp_path: Path) -> None:
    made = report(summed(tmp_path))
    assert json.loads(made.to_json()) == {
        "wrapture": wrapture.__version__,
        "inputs": ["crawl.tar"],
        "output": {"path": "out.jsonl", "format": "jsonl", "parts": 1, "bytes": 123},
        "totals": {"seen": 6, "read": 3, "unfit": 0, "dead": 3, "passed": 0, "records": 6},
        "balanced": True,
        "wrappers": {
            "books": {"seen": 2, "read": 2, "unfit": 0, "dead": 0, "passed": 0, "records": 5},
            "other": {"seen": 1, "read": 1, "unfit": 0, "dead": 0, "passed": 0, "records": 1},
        },
        "dead": {"time": 2, "unreadable": 1},
        "unread": {},
        "flaws": [{"source": "crawl.tar", "what": "is truncated at byte 7"}],
        "drift": [],
        "units": 2,
        "resumed_units": 1,
        "engine": "pool",
        "workers": 2,
        "started": "2026-01-02T03:04:05+00:00",
        "finished": "2026-01-02T03:04:06+00:00",
        "seconds": 1.5,
        "pages_per_second": 2.7,
        "resumed_pages": 2,
        "run_key": "",
    }


def test_pages_that_are_lost_are_told() -> None:
    whole = Sums(1, Tally(seen=3, read=2, dead=1), {}, {"time": 1}, {})
    assert report(whole).balanced
    assert not report(whole._replace(totals=Tally(seen=4, read=2, dead=1))).balanced
    assert not report(whole._replace(dead={})).balanced
    assert replace(report(whole), finished=START).pages_per_second == 0


def test_a_report_is_written_in_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "out.report.json"
    path.write_text("old")
    made = report(Sums(0, Tally(), {}, {}, {}))
    write_report(made, path)
    assert path.read_text(encoding="utf-8") == made.to_json()
    assert listing(tmp_path) == ["out.report.json"]
