"""A pool reads all units, takes no more of them than it needs, and leaves nothing behind, however it ends."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE_S, is_alive, kill, wait_until
from tests.unit.bulk.engines.hostile import READER, job, unit
from tests.unit.bulk.engines.processes import handles, readers
from wrapture.bulk.engines.pool import Pool, cores
from wrapture.bulk.engines.supervisor import Supervisor
from wrapture.bulk.jobs import Tally
from wrapture.errors import BulkError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wrapture.bulk.jobs import Job, Outcome, Unit

ME: Final = os.getpid()
ANY: Final = job()


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Every test leaves no process, no thread and no handle behind."""
    processes, files, threads = readers(ME), handles(), threading.active_count()
    yield
    wait_until(lambda: readers(ME) <= processes and handles() <= files and threading.active_count() <= threads)


def read(units: Iterable[Unit], workers: int = 2, job: Job = ANY) -> list[Outcome]:
    """Return what comes of units, in their order."""
    return sorted(Pool(workers, READER).run(job, iter(units)), key=lambda outcome: outcome.number)


def forty() -> list[Unit]:
    """Return some units with a bad page here and there."""
    odd = {3: "die:SIGSEGV", 7: "raise:type", 20: "exit:1", 39: "raise:memory"}
    return [unit("ok:", odd.get(n, "ok:odd"), "work:0.002", number=n) for n in range(40)]


def test_the_outcomes_do_not_depend_on_the_number_of_processes() -> None:
    alone = read(forty(), 1)
    assert [outcome.number for outcome in alone] == list(range(40))
    assert [outcome.number for outcome in alone if outcome.dead] == [3, 7, 20, 39]
    assert read(forty(), 3) == alone


def test_no_units() -> None:
    assert read([]) == []


def test_more_processes_than_units_are_not_started() -> None:
    running = Pool(8, READER).run(job(), iter([unit("ok:")]))
    with closing(running):
        next(running)
        assert len(readers(ME)) == 1


def test_units_are_taken_as_they_are_needed() -> None:
    taken = 0

    def units() -> Iterator[Unit]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield unit("ok:", number=number)

    with closing(Pool(2, READER).run(job(), units())) as running:
        for done, _ in enumerate(running, 1):
            time.sleep(0.005)  # slower than the pool, so that outcomes would heap up
            assert taken - done <= 6
            if done == 50:
                break
    assert taken < 60


def test_outcomes_come_while_the_input_is_listed_slowly() -> None:
    def units() -> Iterator[Unit]:
        yield unit("ok:")
        wait_until(lambda: pool._crew is not None and pool._crew.is_ready())
        yield unit("ok:", number=1)
        pytest.fail("a third unit is asked for before the first outcome is given")

    pool = Pool(4, READER)
    with closing(pool.run(job(), units())) as running:
        assert next(running).number == 0


def test_an_error_of_the_input_is_raised() -> None:
    def units() -> Iterator[Unit]:
        yield unit("count:")
        raise SourceError("crawl.tar", "is gone")

    with pytest.raises(SourceError, match=r"crawl\.tar: is gone"):
        read(units())


def test_an_error_that_no_page_stands_for_ends_all() -> None:
    began = time.monotonic()
    with pytest.raises(BulkError, match="keeps dying"):
        read([unit("ok:"), unit("ok:")], job=job("end:1"))
    with pytest.raises(SourceError):
        read([unit("count:"), unit("raise:source")])
    assert time.monotonic() - began < PATIENCE_S


def test_more_processes_than_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (handles() + 5, hard))
    try:
        with Supervisor(job(), READER) as supervisor, pytest.raises(BulkError, match="open files; try fewer `workers`"):
            supervisor.read(unit("ok:"))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_closing_ends_what_is_going_on() -> None:
    running = Pool(2, READER).run(job(), iter([unit("ok:"), unit("count:"), unit("sleep:60"), *forty()]))
    next(running)
    began = time.monotonic()
    running.close()
    assert time.monotonic() - began < 50


def test_what_is_going_on_can_be_seen() -> None:
    pool = Pool(2, READER)
    assert pool.progress() == Tally()
    with closing(pool.run(job(), iter([unit("ok:"), *[unit("ok:", "ok:", "sleep:60")] * 2]))) as running:
        next(running)
        wait_until(lambda: pool.progress() == Tally(seen=4, read=4, records=4))
    assert pool.progress() == Tally()


@pytest.mark.slow
def test_random_kills_change_nothing() -> None:
    undisturbed = read(forty())
    chance = random.Random(1)
    running = Pool(2, READER).run(job(), iter(forty()))
    outcomes = []
    for outcome in running:
        outcomes.append(outcome)
        if len(outcomes) % 4 == 0:
            for pid in sorted(readers(ME))[: chance.choice([1, 2])]:
                kill(pid)  # it may have read its last unit, and have ended
    assert sorted(outcomes, key=lambda outcome: outcome.number) == undisturbed


def test_one_process_for_each_core_unless_said_otherwise() -> None:
    assert Pool().workers == cores() == len(os.sched_getaffinity(0))
    assert Pool(3).workers == 3


# --- the process that has the pool ends ---

RUN: Final = f"""
import threading
from tests.patience import wait_until
from tests.unit.bulk.engines.hostile import job, unit
from wrapture.bulk.engines.pool import Pool

def tell():
    wait_until(lambda: pool.progress().seen == 3)
    print("reading", flush=True)

pool = Pool(3, {READER!r})
threading.Thread(target=tell, daemon=True).start()
units = [unit("ok:", page) for page in ("count:", "sleep:1000", "work:1000")]
for outcome in pool.run(job(time_s=1000), iter(units)):
    pass
"""


@pytest.fixture
def run(tmp_path: object) -> Iterator[subprocess.Popen[str]]:
    """A pool in a process of its own, in the middle of three pages that never end."""
    command = [sys.executable, "-c", RUN]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "reading\n"
        yield process
        process.kill()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_children_end_with_their_parent(run: subprocess.Popen[str], end: signal.Signals) -> None:
    pids = readers(run.pid)
    run.send_signal(end)
    assert run.communicate(timeout=PATIENCE_S)[1] == ""
    wait_until(lambda: not any(map(is_alive, pids)))


@pytest.mark.slow
def test_ctrl_c_ends_all(run: subprocess.Popen[str]) -> None:
    pids = readers(run.pid)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal sends it: to all of them
    said = run.communicate(timeout=PATIENCE_S)[1]
    assert said.splitlines()[-1] == "KeyboardInterrupt"
    assert said.count("Traceback") == 1
    assert not any(map(is_alive, pids))
