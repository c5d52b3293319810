"""A run that was killed after its result was written, or was run twice, is complete: whatever is left of its work folder."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.bulk.site import bulk, checksum, leftovers, make_folder, report_of, save_wrapper, wrapper_of
from wrapture.bulk import run as run_module
from wrapture.bulk import workplace
from wrapture.bulk.finished_run import RunKey
from wrapture.bulk.order import order_of
from wrapture.bulk.output.report import read_report
from wrapture.bulk.run import BulkRun
from wrapture.bulk.workplace import JOB, LOCK
from wrapture.errors import BulkError, OutputError
from wrapture.locks import locked_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.order import BulkOrder
    from wrapture.bulk.output.report import Report


class Killed(BaseException):
    """What no code catches."""


@pytest.fixture
def order(tmp_path: Path) -> BulkOrder:
    make_folder(tmp_path / "pages", 3)
    return order_of([tmp_path / "pages"], tmp_path / "out.jsonl", wrapper=wrapper_of(), workers=1)


def killed_at(name: str, owner: Any, order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run an order, and let it be killed when it calls a function."""

    def kill(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, kill)
        with pytest.raises(Killed):
            BulkRun(order).go()


def rerun(order: BulkOrder) -> Report:
    return BulkRun(order).go()


def test_a_run_that_is_killed_before_the_removal_is_complete(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    killed_at("_remove", workplace, order, monkeypatch)
    result, report = order.out.read_bytes(), order.report.read_bytes()
    again = rerun(order)
    assert again.repeated
    assert (again.sums.totals.seen, again.sums.totals.records) == (3, 18)
    assert (order.out.read_bytes(), order.report.read_bytes()) == (result, report)
    assert leftovers(order.out.parent) == []


def removals(work: Path) -> Iterator[list[Path]]:
    """Yield orders in which the files of a work folder may be removed: the record and the lock last, the rest in any."""
    last = [work / JOB, work / LOCK]
    others = sorted(path for path in work.rglob("*") if path.is_file() and path not in last)
    yield from ([*some, *end] for some in (others, others[::-1]) for end in (last, last[::-1]))


def test_a_run_that_is_killed_at_any_step_of_the_removal_is_complete(
    order: BulkOrder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at("_remove", workplace, order, monkeypatch)
    shutil.copytree(order.work, tmp_path / "kept")
    result, ways = order.out.read_bytes(), list(removals(order.work))
    assert len(ways[0]) > 5
    for files, count in itertools.product(ways, range(len(ways[0]) + 1)):
        shutil.rmtree(order.work, ignore_errors=True)
        shutil.copytree(tmp_path / "kept", order.work)
        for file in files[:count]:
            file.unlink()
        for folder in (order.work / "units" / "000000", order.work / "units") if count > len(files) - 2 else ():
            folder.rmdir()
        assert rerun(order).repeated
        assert not order.work.exists()
        assert order.out.read_bytes() == result


def test_the_record_of_the_order_is_removed_last(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    removed: list[str] = []
    unlink = os.unlink

    def watched(path: Any, **options: Any) -> None:
        removed.append(Path(os.fspath(path)).name)
        unlink(path, **options)

    monkeypatch.setattr(os, "unlink", watched)
    rerun(order)
    assert "unit.json" in removed
    assert set(removed[removed.index(JOB) :]) <= {JOB, LOCK}


def test_a_run_that_is_killed_before_its_report_writes_its_result_again(
    order: BulkOrder, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at("write_report", run_module, order, monkeypatch)
    result = order.out.read_bytes()
    again = rerun(order)
    assert not again.repeated
    assert again.resumed_units == again.sums.units
    assert order.out.read_bytes() == result
    assert leftovers(order.out.parent) == []


def test_the_same_command_twice_reads_nothing(tmp_path: Path) -> None:
    make_folder(tmp_path / "pages", 3)
    save_wrapper(tmp_path)
    command = ("pages", "-w", "shop.json", "-o", "out.csv", "--workers", "1")
    bulk(*command, cwd=tmp_path)
    before = checksum(tmp_path / "out.csv"), report_of(tmp_path / "out.csv")
    done = bulk(*command, cwd=tmp_path)
    assert done.err.splitlines()[-1] == (
        "wrapture: already complete: 18 records are in out.csv; use --force to read the pages again"
    )
    assert (checksum(tmp_path / "out.csv"), report_of(tmp_path / "out.csv")) == before


def test_the_report_of_a_run_survives_its_file(order: BulkOrder) -> None:
    report = rerun(order)
    read = read_report(order.report)
    assert read is not None
    assert json.loads(read.to_json()) | {"seconds": 0, "pages_per_second": 0} == (
        json.loads(report.to_json()) | {"seconds": 0, "pages_per_second": 0}
    )


def change_input(order: BulkOrder) -> BulkOrder:
    (order.out.parent / "pages" / "00001.html").write_text("<p>other")
    return order


def add_input(order: BulkOrder) -> BulkOrder:
    (order.out.parent / "pages" / "00007.html").write_text("<p>more")
    return order


def change_result(order: BulkOrder) -> BulkOrder:
    order.out.write_text("mine")
    return order


def lose_letters(order: BulkOrder) -> BulkOrder:
    order.dead.unlink()
    return order


def damage_report(order: BulkOrder) -> BulkOrder:
    order.report.write_text(order.report.read_text()[:-9])
    return order


def report_of_older_version(order: BulkOrder) -> BulkOrder:
    said = json.loads(order.report.read_text())
    del said["run_key"]
    order.report.write_text(json.dumps(said))
    return order


def change_options(order: BulkOrder) -> BulkOrder:
    return replace(order, options=replace(order.options, bom=False))


def change_fit(order: BulkOrder) -> BulkOrder:
    return replace(order, job=replace(order.job, min_fit=0.5))


@pytest.mark.parametrize(
    "change",
    [
        change_input,
        add_input,
        change_result,
        lose_letters,
        damage_report,
        report_of_older_version,
        change_options,
        change_fit,
    ],
)
def test_anything_else_is_another_run(order: BulkOrder, change: Any) -> None:
    rerun(order)
    changed = change(order)
    with pytest.raises(OutputError, match="already there"):
        rerun(changed)
    assert not rerun(replace(changed, force=True)).repeated


def test_force_and_restart_read_again(order: BulkOrder) -> None:
    rerun(order)
    assert not rerun(replace(order, force=True)).repeated
    with pytest.raises(OutputError, match="already there"):
        rerun(replace(order, restart=True))


def test_the_work_of_another_run_is_not_removed(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    rerun(order)
    other = replace(order, job=replace(order.job, min_fit=0.5), force=True)
    killed_at("close", run_module, other, monkeypatch)
    units = sorted((order.work / "units").iterdir())
    with pytest.raises(BulkError, match="an unfinished run had another `min_fit`"):
        rerun(order)
    assert sorted((order.work / "units").iterdir()) == units != []


def test_a_work_folder_in_use_is_not_removed(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    killed_at("_remove", workplace, order, monkeypatch)
    with locked_file(order.work / LOCK, timeout_s=0), pytest.raises(BulkError, match="another run is using it"):
        rerun(order)
    assert order.work.exists()


def test_files_that_are_not_of_a_run_are_not_removed(order: BulkOrder) -> None:
    rerun(order)
    order.work.mkdir()
    (order.work / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match="not from a run"):
        rerun(order)
    assert (order.work / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["out", "out.csv", "out.sqlite", "out.xlsx", "out.duckdb"])
def test_every_format_is_recognized(order: BulkOrder, name: str) -> None:
    wanted = order_of(order.inputs, order.out.with_name(name), wrapper=wrapper_of(), workers=1)
    first, second = (rerun(wanted) for _ in range(2))
    assert [first.repeated, second.repeated] == [False, True]
    assert first.closed == second.closed


def test_keys_differ() -> None:
    orders = [
        order_of(["a"], "out.csv", wrapper=wrapper_of(), bom=bom, min_fit=fit)
        for bom in (True, False)
        for fit in (0, 1)
    ]
    keys = set()
    for one, units in itertools.product(orders, (["a", "b"], ["ab"], ["b", "a"], [])):
        key = RunKey(one)
        for unit in units:
            key.add(unit)
        keys.add(key.text())
    assert len(keys) == 16
