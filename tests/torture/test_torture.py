"""The torture itself: repeatable, resumable, and able to find something."""

from __future__ import annotations

import itertools
import json
import os
import resource
import sys
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from tests.torture import __main__ as torture
from tests.torture import ordeal
from tests.torture.mutants import WAYS, mutant

if TYPE_CHECKING:
    from pathlib import Path

SOME = 12


def test_a_number_is_a_page() -> None:
    assert mutant(7) == mutant(7)
    assert mutant(7) != mutant(7, seed=1)
    assert len({mutant(number).body for number in range(100)}) == 100
    assert {way for number in range(200) for way in mutant(number).ways} == {way.__name__ for way in WAYS}


def test_some_pages_pass() -> None:
    for number in range(SOME):
        ordeal.undergo(number)


@pytest.mark.parametrize("name", ["extract_page", "loads"])
def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(ordeal, name, lambda *_: wrapture.Table("p", ("a",), ()))
    with pytest.raises(AssertionError, match="differ"):
        test_some_pages_pass()


def test_an_undocumented_exception_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("oh")

    monkeypatch.setattr(wrapture, "extract_all", fail)
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    monkeypatch.setattr(sys, "set_int_max_str_digits", lambda _: None)
    torture.work(range(3), 0)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["page"] for one in said] == [0, 1, 2]
    assert any(one["what"] == "KeyError: 'oh'" for one in said)


@pytest.mark.slow
def test_it_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state.json"
    for pages, said in ((5, "5 pages"), (8, "3 pages")):
        assert torture.supervise(5.0, pages, 0, state) == 0
        assert capsys.readouterr().out.startswith(said)
    assert json.loads(state.read_text())["next"] == 8


@pytest.mark.parametrize(
    ("begin_s", "last_s", "now_s", "slow"),
    [
        (0.0, 0.0, 0.1, True),
        (5.0, 24.8, 24.9, True),
        (5.0, 24.0, 25.0, False),
        (5.0, 7.0, 7.0, False),
        (5.0, 7.0, 0.0, False),
    ],
)
def test_a_worker_that_gets_little_time_is_waited_for(begin_s: float, last_s: float, now_s: float, slow: bool) -> None:
    assert torture.may_go_on(begin_s, last_s, now_s) is slow


def test_cpu_time_of_processes() -> None:
    before = torture.cpu_s(os.getpid())
    assert 0 < before <= sum(os.times()[:2]) + 0.1
    assert torture.cpu_s(2**30) == 0


@pytest.mark.parametrize(("given", "what"), [(1.0, "the worker ended with 1"), (0.0, "no answer in 0.01 s")])
def test_a_worker_that_hangs_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: float, what: str
) -> None:
    worker = tmp_path / "worker"
    worker.write_text("#!/bin/sh\nsleep 0.1; exit 1\n" if given else "#!/bin/sh\nexec sleep 60\n")
    worker.chmod(0o755)
    times = itertools.count(1e-6, given * 1e-6)
    monkeypatch.setattr(torture, "cpu_s", lambda _: next(times))
    monkeypatch.setattr(torture, "PATIENCE_S", 0.01)
    monkeypatch.setattr(sys, "executable", str(worker))
    assert torture.run_piece(range(3, 5), 0, float("inf")) == (4, {"page": 3, "what": what}, {})


@pytest.mark.slow
def test_a_worker_that_dies_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    piece = torture.run_piece(range(3, 5), 0, float("inf"))
    assert piece == (4, {"page": 3, "what": "the worker ended with 1"}, {})


def test_processes_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker whose answer depends on the hash seed is a finding."""
    worker = tmp_path / "worker"
    worker.write_text('#!/bin/sh\nfor n in 0 1; do echo "{\\"page\\": $n, \\"sum\\": $PYTHONHASHSEED}"; done\n')
    worker.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(worker))
    assert torture.supervise(5.0, 2, 0, None) == 1
    assert "two processes differ" in capsys.readouterr().out
