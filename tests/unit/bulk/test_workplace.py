"""The work folder of a run: whose it is, what is resumed, and what is never removed."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.bulk.site import wrapper_of
from wrapture.bulk import workplace as module
from wrapture.bulk.jobs import Outcome, Tally
from wrapture.bulk.order import order_of
from wrapture.bulk.output.claim import NOTE, TEMPORARY, note
from wrapture.bulk.output.workfolder import commit
from wrapture.bulk.workplace import JOB, LOCK, _begun, _flat, _has_work, _known, _other, discard, workplace
from wrapture.errors import BulkError, OutputError
from wrapture.files import check_target, sweep_beside
from wrapture.locks import locked_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.order import BulkOrder

UNIT = Outcome(0, "some", Tally(), (), (), ())


class Killed(BaseException):
    """What no code catches."""


@pytest.fixture
def order(tmp_path: Path) -> BulkOrder:
    return order_of([tmp_path / "pages"], tmp_path / "out.jsonl", wrapper=wrapper_of(), workers=1)


def other_than(order: BulkOrder) -> BulkOrder:
    return replace(order, job=replace(order.job, min_fit=0.5))


def leave_work(order: BulkOrder, *, units: bool = True) -> Path:
    """Let a run be killed, after or before it has finished a unit, and return its work folder."""
    with pytest.raises(Killed), workplace(order):
        _work_until_killed(order, units=units)
    return order.work


def _work_until_killed(order: BulkOrder, *, units: bool) -> None:
    if units:
        commit(order.work, UNIT)
    raise Killed


def names(work: Path) -> set[str]:
    return {entry.name for entry in work.iterdir()}


def test_a_run_does_not_wait_for_another(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    @contextmanager
    def locked(_: Path, *, timeout_s: float) -> Iterator[None]:
        waits.append(timeout_s)
        yield

    monkeypatch.setattr(module, "locked_file", locked)
    with workplace(order):
        pass
    assert waits == [0]


def test_the_folder_is_there_while_the_run_works(order: BulkOrder) -> None:
    with workplace(order):
        assert names(order.work) == {JOB, LOCK}
        assert json.loads((order.work / JOB).read_text()) == order.signature()
    assert not order.work.exists()


def test_two_runs_at_once(order: BulkOrder) -> None:
    with workplace(order), pytest.raises(BulkError, match="another run is using it"), workplace(order):
        pass
    leave_work(order)
    with locked_file(order.work / LOCK, timeout_s=0), pytest.raises(BulkError, match="another run is using it"):
        discard(order)
    assert _has_work(order.work)


def test_the_same_order_resumes(order: BulkOrder) -> None:
    work = leave_work(order)
    with workplace(order):
        assert _has_work(work)
    assert not work.exists()


def test_the_same_order_resumes_even_before_its_first_unit(order: BulkOrder) -> None:
    leave_work(order, units=False)
    assert _begun(order, order.signature())
    assert not _begun(other_than(order), other_than(order).signature())


@pytest.mark.parametrize("restart", [False, True])
def test_another_order_starts_over_only_if_told_to(order: BulkOrder, restart: bool) -> None:
    work = leave_work(order)
    other = replace(other_than(order), restart=restart)
    if restart:
        with workplace(other):
            assert names(work) == {JOB, LOCK}
            assert json.loads((work / JOB).read_text()) == other.signature()
        return
    with pytest.raises(BulkError, match="had another `min_fit`; rerun"), workplace(other):
        pass
    assert _has_work(work)
    assert json.loads((work / JOB).read_text()) == order.signature()


def test_the_same_order_starts_over_if_told_to(order: BulkOrder) -> None:
    leave_work(order)
    with workplace(replace(order, restart=True)):
        assert not _has_work(order.work)


def test_a_run_that_is_killed_before_its_record_is_forgotten(order: BulkOrder) -> None:
    order.work.mkdir()
    for name in (LOCK, f"{TEMPORARY}x"):
        (order.work / name).touch()
    with workplace(order):
        assert names(order.work) == {JOB, LOCK}


def test_what_counts_as_work(order: BulkOrder, tmp_path: Path) -> None:
    work = leave_work(order, units=False)
    assert not _has_work(work)
    (work / NOTE).write_text("{}")
    assert _has_work(work)
    (work / NOTE).unlink()
    commit(work, UNIT)
    assert _has_work(work)
    assert not _has_work(tmp_path / "none")


def test_a_result_that_is_there_is_kept(order: BulkOrder) -> None:
    order.out.write_text("mine")
    with pytest.raises(OutputError, match="already there"), workplace(order):
        pass
    assert not order.work.exists()
    with workplace(replace(order, force=True)):
        pass
    order.out.unlink()
    leave_work(order)
    order.out.write_text("mine")
    with pytest.raises(OutputError, match="already there"), workplace(order):
        pass
    with workplace(replace(order, force=True)):
        pass
    assert order.out.read_text() == "mine"


def test_a_result_of_the_run_itself_is_replaced(order: BulkOrder) -> None:
    leave_work(order)
    order.out.write_text("half")
    note(order.work, order.out, order.out)
    with workplace(order):
        pass
    assert not order.work.exists()


def test_a_link_that_leads_nowhere_is_a_result_too(order: BulkOrder, tmp_path: Path) -> None:
    leave_work(order)
    order.out.symlink_to(tmp_path / "gone")
    with pytest.raises(OutputError, match="already there"), workplace(order):
        pass


@pytest.mark.parametrize("record", ['{"mine": 1}', "[1]", '"wrapture"', "7"])
def test_a_folder_with_another_record_is_not_touched(order: BulkOrder, record: str) -> None:
    order.work.mkdir()
    (order.work / JOB).write_text(record)
    for act in (lambda: discard(order), lambda: workplace(order).__enter__()):
        with pytest.raises(OutputError, match="not from a run"):
            act()
    assert (order.work / JOB).read_text() == record


@pytest.mark.parametrize("record", ["", "{", '{"wrapture": '])
def test_a_torn_record_is_still_ours(order: BulkOrder, record: str) -> None:
    order.work.mkdir()
    (order.work / JOB).write_text(record)
    (order.work / "units").mkdir()
    with workplace(order):
        assert names(order.work) == {JOB, LOCK}


def test_what_is_no_folder(order: BulkOrder, tmp_path: Path) -> None:
    order.work.symlink_to(tmp_path / "gone")
    for act in (lambda: discard(order), lambda: workplace(order).__enter__()):
        with pytest.raises(OutputError, match="is a file, but the run needs a work folder"):
            act()
    assert order.work.is_symlink()


def test_a_link_to_a_folder_stays(order: BulkOrder, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    order.work.symlink_to(tmp_path / "disk")
    with workplace(order):
        assert JOB in names(tmp_path / "disk")
    assert order.work.is_symlink()
    assert names(tmp_path / "disk") == set()


def test_what_is_discarded(order: BulkOrder) -> None:
    assert discard(order)
    leave_work(order)
    assert not discard(other_than(order))
    assert _has_work(order.work)
    assert discard(order)
    assert not order.work.exists()
    order.work.mkdir()
    assert discard(order)
    assert not order.work.exists()


def test_what_a_killed_run_was_writing_is_removed(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    other = order.out.with_name("other.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.unlink", lambda *_, **__: None)  # as if killed before that
        for path in (order.out, order.dead, order.report, other):
            check_target(path, force=False)
    left = set(order.out.parent.glob(f"{TEMPORARY}*"))
    assert len(left) == 4
    with workplace(order):
        pass
    (kept,) = order.out.parent.glob(f"{TEMPORARY}*")
    assert kept in left
    sweep_beside(other)
    assert not kept.exists()


def test_the_record_goes_last(order: BulkOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    work = leave_work(order)

    def kill(path: Path) -> None:
        if path == work:
            raise Killed
        rmtree(path)

    rmtree = shutil.rmtree
    monkeypatch.setattr(shutil, "rmtree", kill)
    with pytest.raises(Killed):
        discard(order)
    assert names(work) == {JOB, LOCK}


def test_records(tmp_path: Path) -> None:
    path = tmp_path / JOB
    assert _known(path) is None
    assert _known(tmp_path / JOB / JOB) is None
    for text, known in (('{"a": 1}', {"a": 1}), ("[]", {}), ("{", None), ("\ufeff{}", None)):
        path.write_text(text, "utf-8")
        assert _known(path) == known
    assert _known(path / "x") is None


def test_orders_are_told_apart_by_what_differs() -> None:
    plain: dict[str, object] = {"wrapture": "1.0", "inputs": ["a", "b"], "job": {"min_fit": 0.25, "texts": [1, 2]}}
    copy: dict[str, object] = json.loads(json.dumps(plain))
    assert _other(plain, copy) == ["command"]
    for inputs in (["a"], ["b", "b"]):
        for known, wanted in ((plain, copy | {"inputs": inputs}), (copy | {"inputs": inputs}, plain)):
            assert _other(known, wanted) == ["input"]
    other: dict[str, object] = {"wrapture": "1.1", "inputs": ["a", "b"], "job": {"min_fit": 0.5, "texts": [1, 2]}}
    assert _other(plain, other) == ["version of Wrapture", "`min_fit`"]
    assert _other({}, {"format": "csv"}) == ["`format`"]
    assert _flat({"a": 1, "job": {"b": 2}}) == {"a": 1, "job": {"b": 2}, "b": 2}
    assert _flat({"a": 1, "job": 7}) == {"a": 1, "job": 7}
