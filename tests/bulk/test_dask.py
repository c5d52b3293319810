"""A real Dask cluster: a scheduler and workers as processes of their own, some of which are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE_S, is_alive, wait_until
from tests.unit.bulk.engines.hostile import READER, job, unit
from tests.unit.bulk.engines.processes import children, readers
from wrapture.bulk.engines import cluster as module
from wrapture.bulk.engines.cluster import Cluster
from wrapture.bulk.engines.pool import Pool
from wrapture.bulk.engines.station import read_there
from wrapture.errors import BulkError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.jobs import Outcome, Unit

ME: Final = os.getpid()
DASK: Final = {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
"""Workers find the reader of the tests, and a task that has cost two of them is given up."""
LOCAL_WORKER: Final = "multiprocessing.spawn"
"""What stands in the command line of a worker of a local cluster."""


class Machines:
    """A scheduler and its workers, all on this machine; ``workers`` are those that were started, by their numbers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.scheduler = self._start("scheduler", "--scheduler-file", str(folder / "scheduler.json"), "--port", "0")
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def _file(self) -> Path:
        return self._folder / "scheduler.json"

    def add(self, *options: str) -> subprocess.Popen[bytes]:
        """Start another worker, with one thread and nobody to start it again, unless it is said otherwise."""
        options = options or ("--no-nanny", "--nthreads", "1")
        self.workers.append(self._start("worker", self.address, *options))
        return self.workers[-1]

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", "--host", "127.0.0.1"]
        env = {**os.environ, **DASK, "DASK_TEMPORARY_DIRECTORY": str(self._folder)}
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*command, *options], cwd=self._folder, env=env, stdout=log, stderr=log, start_new_session=True
            )

    def end(self) -> None:
        """End all of them, with the processes that they have started."""
        for process in [*self.workers, self.scheduler]:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler, and workers to be added and killed."""
    machines = Machines(tmp_path)
    yield machines
    machines.end()


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and two workers with three threads, for tests that do them no harm."""
    machines = Machines(tmp_path_factory.mktemp("steady"))
    machines.add()
    machines.add("--no-nanny", "--nthreads", "2")
    yield machines
    machines.end()


def some(count: int, page: str = "work:0.02") -> list[Unit]:
    """Return units with a bad page here and there."""
    odd = {3: "die:SIGSEGV", 7: "raise:type", 9: "raise:memory"}
    return [unit("ok:", odd.get(n, "ok:odd"), page, number=n) for n in range(count)]


def in_order(outcomes: Iterator[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda outcome: outcome.number)


def by_pool(units: list[Unit]) -> list[Outcome]:
    return in_order(Pool(2, READER).run(job(), iter(units)))


def test_a_cluster_reads_what_a_pool_reads(steady: Machines) -> None:
    engine = Cluster(steady.address, reader=READER)
    outcomes = in_order(engine.run(job(), iter(some(30))))
    assert outcomes == by_pool(some(30))
    wait_until(lambda: not any(readers(worker.pid) for worker in steady.workers))  # they end with the run
    assert in_order(engine.run(job(), iter(some(5)))) == outcomes[:5]


def test_workers_that_are_killed_and_others_that_come(machines: Machines) -> None:
    first, second, third = machines.add(), machines.add(), machines.add()
    outcomes = []
    orphans = set[int]()
    for outcome in Cluster(machines.address, reader=READER).run(job(), iter(some(40))):
        outcomes.append(outcome)
        if len(outcomes) in {4, 12}:
            victim = first if len(outcomes) == 4 else second
            orphans |= readers(victim.pid)
            victim.kill()
            machines.add()
    assert in_order(iter(outcomes)) == by_pool(some(40))
    assert orphans
    wait_until(lambda: not any(map(is_alive, orphans)))
    assert third.poll() is None


def test_a_unit_whose_workers_die(machines: Machines, tmp_path: Path) -> None:
    machines.add("--nworkers", "2", "--nthreads", "1")  # with a nanny each, which starts another
    units = [unit("ok:", f"kill parent at first:3 {tmp_path / 'notes'}"), *some(6)[1:]]
    outcomes = in_order(Cluster(machines.address, reader=READER).run(job(), iter(units)))
    assert [(outcome.number, outcome.tally.read) for outcome in outcomes] == [(n, 3 - (n in {0, 3})) for n in range(6)]
    assert outcomes[0].dead == ()


def test_a_unit_whose_workers_die_again_and_again(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRIES", 1)
    machines.add("--nworkers", "2", "--nthreads", "1")
    units = [unit(f"kill parent at first:99 {tmp_path / 'notes'}")]
    with pytest.raises(BulkError, match="source0, unit 0: the Dask cluster keeps losing the workers"):
        list(Cluster(machines.address, reader=READER).run(job(), iter(units)))


def test_a_scheduler_that_is_lost(machines: Machines, capfd: pytest.CaptureFixture[str]) -> None:
    machines.add()
    running = Cluster(machines.address, reader=READER).run(job(), iter(some(1000)))
    next(running)
    machines.scheduler.kill()
    began = time.monotonic()
    with pytest.raises(BulkError) as error:
        list(running)
    assert time.monotonic() - began < PATIENCE_S
    assert str(error.value).startswith("the connection to the Dask cluster is lost: ")
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


def test_closing_ends_what_is_going_on(steady: Machines) -> None:
    units = iter([unit("ok:"), unit("count:"), unit("sleep:60"), *some(100)])
    with closing(Cluster(steady.address, reader=READER).run(job(), units)) as running:
        next(running)
        wait_until(lambda: all(readers(worker.pid) for worker in steady.workers))
        busy = set().union(*[readers(worker.pid) for worker in steady.workers])
    wait_until(lambda: not any(map(is_alive, busy)))
    assert all(worker.poll() is None for worker in steady.workers)


def test_errors_of_the_run_come_back_as_they_are(steady: Machines) -> None:
    with pytest.raises(SourceError) as error:
        list(Cluster(steady.address, reader=READER).run(job(), iter([unit("raise:source")])))
    assert (error.value.where, error.value.what) == ("here", "the disk is gone")
    with pytest.raises(BulkError, match="keeps dying: exit code 1"):
        list(Cluster(steady.address, reader=READER).run(job("raise:type"), iter([unit("ok:")])))


def test_a_large_unit_and_a_large_outcome(steady: Machines) -> None:
    page = "ok:" + "x" * 20_000_000
    (outcome,) = Cluster(steady.address, reader=READER).run(job(), iter([unit(page)]))
    assert outcome.parts[0].body == page.encode()


def test_a_client_that_is_killed(steady: Machines) -> None:
    code = (
        "from tests.unit.bulk.engines.hostile import READER, job, unit;"
        "from wrapture.bulk.engines.cluster import Cluster;"
        f"[*Cluster({steady.address!r}, reader=READER).run(job(), iter([unit('sleep:2')]))]"
    )
    client = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    wait_until(lambda: any(readers(worker.pid) for worker in steady.workers))
    client.kill()
    client.wait()
    assert in_order(Cluster(steady.address, reader=READER).run(job(), iter(some(5)))) == by_pool(some(5))


def test_nobody_is_there(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT_S", 1.0)
    with pytest.raises(BulkError, match=r"tcp://127\.0\.0\.1:9: no Dask scheduler answers there"):
        list(Cluster("tcp://127.0.0.1:9").run(job(), iter([])))
    with pytest.raises(BulkError, match="nonsense: no Dask scheduler answers there"):
        list(Cluster("nonsense").run(job(), iter([])))
    monkeypatch.undo()
    with pytest.raises(BulkError, match="this Dask scheduler has no workers"):
        list(Cluster(machines.address).run(job(), iter([])))


def test_another_version_is_refused() -> None:
    with pytest.raises(BulkError, match=r"install wrapture 0\.0 on all of them"):
        read_there("any", "0.0", unit("ok:"))


def test_a_cluster_on_this_machine(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)  # it remembers the folder
    engine = Cluster("", 2, READER)
    assert in_order(engine.run(job(), iter(some(12)))) == by_pool(some(12))
    assert engine.workers == 2
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.glob("*dask*")) == []
    assert children(ME, LOCAL_WORKER) == set()


def test_a_local_cluster_that_is_interrupted() -> None:
    code = (
        "from tests.unit.bulk.engines.hostile import READER, job, unit;"
        "from wrapture.bulk.engines.cluster import Cluster;"
        "[*Cluster('', 1, READER).run(job(), iter([unit('count:')]))]"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as client:
        wait_until(lambda: any(readers(worker) for worker in children(client.pid, LOCAL_WORKER)))
        workers = children(client.pid, LOCAL_WORKER)
        busy = set().union(*map(readers, workers))
        os.killpg(client.pid, signal.SIGINT)
        said = client.communicate(timeout=PATIENCE_S)[1]
    assert said.splitlines()[-1] == "KeyboardInterrupt"
    wait_until(lambda: not any(map(is_alive, workers | busy)))
