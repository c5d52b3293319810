"""A unit is kept whole or not at all, whatever happens in between."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tests.examples import scaled
from tests.patience import wait_until
from wrapture.bulk.jobs import DeadLetter, Job, Outcome, Tally
from wrapture.bulk.output.parquet_parts import LARGE
from wrapture.bulk.output.workfolder import DEAD, FRAMES, ROWS, TORN, UNIT, UNITS, commit, committed, tidy
from wrapture.errors import OutputError

from .made import BOOKS, ROWS_JOB, Case, books, cases, job_for, listing, wrapper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LETTER = DeadLetter("gone.html", "crawl.tar", 3, "time", "takes longer than 30 s")


def outcome(number: int, job: Job = ROWS_JOB, records: int = 3) -> Outcome:
    return Case(((BOOKS, "books", books(f"p{number}", records)),), (LETTER,)).outcome(number, job)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "out.work"
    folder.mkdir()
    return folder


def test_a_unit_is_kept_with_all_that_is_said_of_it(work: Path) -> None:
    commit(work, outcome(17))
    (unit,) = committed(work)
    assert unit.folder == work / UNITS / "000017"
    assert listing(unit.folder) == [DEAD, ROWS, UNIT]
    assert (unit.number, unit.identity) == (17, "unit 17")
    assert unit.tally == Tally(seen=2, read=1, dead=1, records=3)
    assert unit.by_wrapper == (("books", Tally(seen=1, read=1, records=3)),)
    assert unit.dead == (("time", 1),)
    (part,) = unit.parts
    (sent,) = outcome(17).parts
    assert (part.wrapper, part.rows, part.columns) == ("books", 3, sent.columns)
    assert (unit.folder / ROWS).read_bytes() == sent.body
    assert json.loads((unit.folder / DEAD).read_bytes()) == {
        "page": "gone.html",
        "source": "crawl.tar",
        "kind": "time",
        "reason": "takes longer than 30 s",
    }


@given(cases(max_units=3))
@scaled(0.25)
def test_any_unit_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case]) -> None:
    for part_format in ("parquet", "rows"):
        work = tmp_path_factory.mktemp("any")
        sent = [one.outcome(n, job_for(Job(), part_format)) for n, one in enumerate(units)]
        for one in reversed(sent):
            commit(work, one)
        for unit, one in zip(committed(work), sent, strict=True):
            assert (unit.number, unit.identity, unit.tally) == (one.number, one.identity, one.tally)
            assert sum(count for _, count in unit.dead) == len(one.dead)
            bodies = {
                part.wrapper: (unit.folder / part.file).read_bytes()[part.offset : part.offset + part.size]
                for part in unit.parts
            }
            assert bodies == {part.wrapper: part.body for part in one.parts}


def test_small_frames_share_a_file_and_large_ones_have_their_own(work: Path) -> None:
    owners = [wrapper(name, BOOKS.layout.columns) for name in "abc"]
    sizes = {"a": 3, "b": LARGE, "c": 5}
    case = Case(tuple((owner, owner.name, books("p", sizes[owner.name])) for owner in owners))
    commit(work, case.outcome(0, Job()))
    assert listing(work / UNITS / "000000") == ["1.parquet", DEAD, FRAMES, UNIT]
    (unit,) = committed(work)
    assert {part.wrapper: part.is_parquet for part in unit.parts} == {"a": False, "b": True, "c": False}


def test_units_come_in_order_and_lazily(work: Path) -> None:
    for number in (1_000_000, 2, 999_999, 0):
        commit(work, outcome(number))
    found = committed(work)
    assert next(found).number == 0
    commit(work, outcome(5))  # nobody looks ahead at what the files say
    assert [unit.number for unit in found] == [2, 999_999, 1_000_000]
    assert list(committed(work.with_name("nothing.work"))) == []


def test_a_unit_replaces_an_older_one(work: Path) -> None:
    commit(work, outcome(0))
    commit(work, replace(outcome(0, records=9), identity="changed"))
    (unit,) = committed(work)
    assert (unit.identity, unit.parts[0].rows) == ("changed", 9)


def test_what_is_torn_is_no_unit_and_is_taken_away(work: Path) -> None:
    tidy(work)  # nothing there yet
    commit(work, outcome(0))
    torn = work / UNITS / f"{TORN}000001"
    torn.mkdir()
    (torn / UNIT).write_bytes((work / UNITS / "000000" / UNIT).read_bytes())
    assert [unit.number for unit in committed(work)] == [0]
    tidy(work)
    assert listing(work / UNITS) == ["000000"]


def damages(folder: Path) -> Iterator[str]:
    """Do one damage after the other to copies of a unit, as a power cut may."""
    whole = (folder / UNIT).read_bytes()
    for size in range(0, len(whole), 23):
        (folder / UNIT).write_bytes(whole[:size])
        yield f"cut at {size}"
    for said in (b"null", b"[]", b"{}", b"7", b"\0" * len(whole), whole.replace(b'"number": 1', b'"number": 2')):
        (folder / UNIT).write_bytes(said)
        yield str(said[:20])
    (folder / UNIT).unlink()
    yield "gone"
    (folder / ROWS).write_bytes(b"")
    yield "empty lines"
    (folder / DEAD).unlink()
    yield "no letters"


def test_a_damaged_unit_does_not_count_and_is_taken_away(work: Path) -> None:
    commit(work, outcome(0))
    commit(work, outcome(1))
    for damage in damages(work / UNITS / "000001"):
        assert [unit.number for unit in committed(work)] == [0], damage
        assert listing(work / UNITS) == ["000000"], damage
        commit(work, outcome(1))
    assert [unit.number for unit in committed(work)] == [0, 1]


def test_a_folder_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"no\.work: there is no such folder; make it first"):
        commit(tmp_path / "no.work", outcome(0))


def fill(work: Path, numbers: Iterator[int]) -> None:
    for number in numbers:
        commit(work, outcome(number, records=100))


def test_a_full_disk_is_told_in_a_line_and_leaves_no_half(small_disk: Path) -> None:
    numbers = count()
    with pytest.raises(OutputError) as full:
        fill(small_disk, numbers)
    number = next(numbers) - 1
    assert str(full.value) == f"{small_disk}: the disk is full; free some space or choose another place"
    assert [unit.number for unit in committed(small_disk)] == list(range(number))
    assert len(listing(small_disk / UNITS)) == number > 1


def test_a_file_that_may_not_grow_is_told_in_a_line(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python would leave torn files in the place of its own
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
        with pytest.raises(OutputError, match=r"can't be written \(File too large\); choose another place"):
            commit(work, outcome(0, records=400))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert listing(work / UNITS) == []


KILLED = """
import sys
from pathlib import Path
from tests.unit.bulk.output.test_workfolder import outcome
from wrapture.bulk.output.workfolder import commit
made = [outcome(n, records=200) for n in range(40)]
while True:
    for one in made:
        commit(Path(sys.argv[1]), one)
"""


def test_a_run_that_is_killed_leaves_whole_units_alone(work: Path) -> None:
    true = {n: outcome(n, records=200).parts[0].body for n in range(40)}
    with subprocess.Popen([sys.executable, "-c", KILLED, str(work)]) as run:
        try:
            wait_until(lambda: (work / UNITS).is_dir() and any(name[0] != "." for name in listing(work / UNITS)))
        finally:
            run.kill()
    tidy(work)
    found = list(committed(work))
    assert len(found) >= 1
    for unit in found:
        assert (unit.folder / ROWS).read_bytes() == true[unit.number]
    assert len(listing(work / UNITS)) == len(found)
