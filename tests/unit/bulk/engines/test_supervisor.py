"""Pages that do bad things to the process that reads them cost themselves, and nothing else."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.patience import is_alive, kill, wait_until
from tests.unit.bulk.engines.hostile import READER, job, unit
from tests.unit.bulk.engines.processes import handles, readers
from wrapture.bulk.engines import supervisor as module
from wrapture.bulk.engines.supervisor import LIVES, StoppedError, Supervisor
from wrapture.bulk.jobs import Tally
from wrapture.errors import BulkError, WraptureError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.jobs import Job, Outcome

SHORT: Final = 0.4
ANY: Final = job()


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Every test leaves no process and no handle behind."""
    before = (readers(os.getpid()), handles())
    yield
    assert (readers(os.getpid()), handles()) == before


def read(*pages: str, job: Job = ANY) -> Outcome:
    with Supervisor(job, READER) as supervisor:
        return supervisor.read(unit(*pages))


def fate(page: str, job: Job = ANY) -> tuple[str, str]:
    """Return kind and reason of the dead letter of a page, after checking that those around it are read."""
    outcome = read("ok:before", page, "ok:after", job=job)
    assert outcome.parts[0].body == b"ok:before\nok:after"
    assert outcome.tally == Tally(seen=3, read=2, dead=1, records=2)
    (letter,) = outcome.dead
    assert (letter.page, letter.source, letter.place) == (page, "source0", 1)
    return letter.kind, letter.reason


def test_good_pages_are_read() -> None:
    outcome = read("ok:1", "ok:2")
    assert (outcome.number, outcome.identity, outcome.dead) == (0, "identity0", ())
    assert outcome.parts[0].body == b"ok:1\nok:2"


def test_an_empty_unit_is_read() -> None:
    assert read().tally == Tally()


@pytest.mark.parametrize("page", ["sleep:60", "work:60", "regex:40", "count:", "swallow:60"])
@pytest.mark.slow
def test_a_page_that_takes_too_long(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE_S", 0.5)
    began = time.monotonic()
    assert fate(page, job(time_s=SHORT)) == ("time", "takes longer than 0.4 s, the limit for a page")
    assert time.monotonic() - began < 50


@pytest.mark.parametrize(("page", "kind"), [("load sleep:1", "time"), ("load eat:400", "memory")])
@pytest.mark.slow
def test_a_page_that_is_too_much_even_to_get_past(page: str, kind: str) -> None:
    assert fate(page, job(time_s=SHORT, memory_mb=200))[0] == kind


def test_a_page_within_its_time() -> None:
    assert read("work:0.2", "sleep:0.2", "work:0.2", job=job(time_s=SHORT)).dead == ()


def test_a_page_that_takes_too_much_memory() -> None:
    assert fate("eat:400", job(memory_mb=200)) == ("memory", "takes more than 200 MB, the limit for a page")


def test_a_page_that_lacks_memory_in_one_child_is_read_by_another(tmp_path: Path) -> None:
    page = f"lack at first:1 {tmp_path / 'notes'}"
    assert read("pid:", page, "pid:").dead == ()
    twice = read("ok:", page.replace(":1", ":3"))
    assert [(letter.place, letter.kind) for letter in twice.dead] == [(1, "memory")]


def test_a_child_takes_no_address_space_that_it_does_not_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "8")
    monkeypatch.setenv("MALLOC_TRIM_THRESHOLD_", "65536")  # as Dask has it for its workers
    outcome = read("setting:MALLOC_ARENA_MAX", "setting:MALLOC_TRIM_THRESHOLD_", "setting:ARROW_DEFAULT_MEMORY_POOL")
    assert outcome.parts[0].body.split() == [b"1", b"33554432", b"system"]


def test_each_page_may_have_its_memory() -> None:
    assert read(*["eat:100"] * 5, job=job(memory_mb=200)).dead == ()


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("die:SIGSEGV", "SIGSEGV"),
        ("die:SIGKILL", "SIGKILL"),
        ("segfault:", "SIGSEGV"),
        ("end:3", "exit code 3: not a \N{REPLACEMENT CHARACTER} good day"),
        ("fork:3", "exit code 7"),
    ],
)
def test_a_page_that_kills(page: str, why: str) -> None:
    assert fate(page) == ("died", f"the process that read it died 3 times: {why}")


@pytest.mark.parametrize(
    ("page", "reason"),
    [("exit:3", "SystemExit: 3"), ("raise:type", "TypeError: so it is"), ("raise:keyboard", "KeyboardInterrupt")],
)
def test_a_page_that_raises(page: str, reason: str) -> None:
    assert fate(page) == ("error", reason)


def test_several_bad_pages_of_a_unit() -> None:
    outcome = read("die:SIGABRT", "ok:", "raise:memory", "raise:time", "exit:1", "ok:", "segfault:")
    assert [(letter.place, letter.kind) for letter in outcome.dead] == [
        (0, "died"),
        (2, "memory"),
        (3, "time"),
        (4, "error"),
        (6, "died"),
    ]


@pytest.mark.parametrize("times", [1, 2])
def test_a_page_that_is_killed_by_others(times: int, tmp_path: Path) -> None:
    page = f"die at first:{times} {tmp_path / 'notes'}"
    outcome = read("ok:", page, "ok:")
    assert outcome.dead == ()
    assert outcome.parts[0].rows == 3


@pytest.mark.parametrize("page", ["print:20000", "thread:30"])
def test_pages_that_are_only_odd(page: str) -> None:
    assert read("ok:", page, "ok:").dead == ()


def test_a_huge_outcome() -> None:
    (part,) = read("huge:50000000").parts
    assert part.body == b"0123456789abcdef" * 3_125_000


def test_a_huge_unit() -> None:
    page = "ok:" + "x" * 20_000_000
    assert read(page).parts[0].body == page.encode()


def test_a_unit_after_one_that_went_wrong_is_read_by_the_same_process() -> None:
    with Supervisor(job(), READER) as supervisor:
        supervisor.read(unit("raise:type"))
        pid = supervisor.pid
        outcome = supervisor.read(unit("pid:", number=1))
    assert outcome.parts[0].body == str(pid).encode()


@pytest.mark.parametrize(
    ("wrapper", "line"),
    [
        ("raise:wrapper", "w.json: locator: is missing"),
        ("raise:type", "source0, unit 0: the process that reads it keeps dying: exit code 1: it is"),
        ("end:9", "exit code 9: not a \N{REPLACEMENT CHARACTER} good day"),
        ("die:SIGKILL", "source0, unit 0: the process that reads it keeps dying: SIGKILL"),
    ],
)
def test_readers_that_can_not_be_made(wrapper: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIVES_TAKEN", 5)
    with pytest.raises(WraptureError) as error:
        read("ok:", job=job(wrapper))
    assert line in str(error.value)
    assert "\n" not in str(error.value)


def test_a_reader_that_is_not_there() -> None:
    nowhere = "tests.unit.bulk.engines.nowhere"
    with Supervisor(job(), f"{nowhere}:Reader") as supervisor, pytest.raises(BulkError) as error:
        supervisor.read(unit("ok:"))
    assert str(error.value).endswith(f"ModuleNotFoundError: No module named '{nowhere}'")


def test_an_error_of_the_whole_run_is_raised() -> None:
    with pytest.raises(WraptureError, match=r"^here: the disk is gone$"):
        read("ok:", "raise:source")


def test_a_page_that_ruins_its_process_without_a_word_ends_the_run() -> None:
    with pytest.raises(BulkError, match="source0, unit 0: "):
        read("close:", "ok:")


@pytest.mark.slow
def test_a_process_that_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WITHOUT_PAGE_S", 0.3)
    with pytest.raises(BulkError, match=r"nothing happened for 0\.3 s"):
        read("ok:", job=job("sleep:60"))


@pytest.mark.slow
def test_what_is_going_on_can_be_seen() -> None:
    with Supervisor(job(), READER) as supervisor:
        reading = threading.Thread(target=supervisor.read, args=[unit("ok:", "raise:type", "ok:", "sleep:2", "ok:")])
        reading.start()
        wait_until(lambda: supervisor.tally == Tally(seen=3, read=2, dead=1, records=2))
        reading.join()
        assert supervisor.tally == Tally()
    assert supervisor.tally == Tally()


def test_stopping_ends_a_page_at_once() -> None:
    with Supervisor(job(), READER) as supervisor:
        threading.Timer(0.3, supervisor.stop).start()
        began = time.monotonic()
        with pytest.raises(StoppedError):
            supervisor.read(unit("count:"))
        assert time.monotonic() - began < 50
        with pytest.raises(StoppedError):
            supervisor.read(unit("ok:"))


def test_a_process_that_was_killed_while_it_had_nothing_to_do() -> None:
    with Supervisor(job(), READER) as supervisor:
        for number in range(20):
            assert supervisor.read(unit("ok:", number=number)).number == number
            assert supervisor.pid is not None
            os.kill(supervisor.pid, signal.SIGKILL)


@pytest.mark.slow
def test_time_during_which_a_process_is_stopped_does_not_count() -> None:
    outcomes: list[Outcome] = []
    with Supervisor(job(time_s=3.0), READER) as supervisor:
        reading = threading.Thread(target=lambda: outcomes.append(supervisor.read(unit("ok:", "sleep:0.4"))))
        reading.start()
        wait_until(lambda: supervisor.tally.seen == 1)
        assert supervisor.pid is not None
        os.kill(supervisor.pid, signal.SIGSTOP)
        time.sleep(3.5)
        os.kill(supervisor.pid, signal.SIGCONT)
        reading.join()
    assert outcomes[0].dead == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_kills_change_nothing(seed: int) -> None:
    units = [unit("ok:", *[f"work:0.00{page}" for page in range(4, 9)], "raise:type", number=n) for n in range(15)]
    chance = random.Random(seed)
    killed = 0
    with Supervisor(job(), READER) as supervisor:
        undisturbed = [supervisor.read(one) for one in units]
        for one, before in zip(units, undisturbed, strict=True):
            with Killer(supervisor, [chance.uniform(0, 0.06) for _ in range(LIVES - 1)]) as killer:
                assert supervisor.read(one) == before
            killed += killer.killed
    assert killed > 5


class Killer:
    """Kills the child of a supervisor after each of some pauses, wherever it is then: starting, or in any page."""

    def __init__(self, supervisor: Supervisor, pauses_s: list[float]) -> None:
        self._supervisor = supervisor
        self._pauses_s = pauses_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._kill)
        self.killed = 0

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _kill(self) -> None:
        for pause_s in self._pauses_s:
            if self._over.wait(pause_s):
                return
            pid = self._supervisor.pid
            if pid is not None and is_alive(pid):
                self.killed += kill(pid)
