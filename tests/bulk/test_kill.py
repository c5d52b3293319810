"""Runs that are killed, again and again: the result is the same as without it."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.bulk.site import begin, checksum, leftovers, make_lines, report_of, rows_of, save_wrapper, started_bulk
from tests.patience import PATIENCE_S, is_alive, kill, wait_until

if TYPE_CHECKING:
    import subprocess

PAGES: Final = 2500  # ten units
UNITS: Final = 10


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with many pages, a wrapper, and results of runs that nobody has disturbed."""
    folder = tmp_path_factory.mktemp("kill")
    save_wrapper(folder)
    make_lines(folder / "pages.jsonl", PAGES)
    for out in ("calm", "calm.jsonl"):
        started_bulk("pages.jsonl", "-w", "shop.json", "-o", out, "--workers", "2", cwd=folder)
    return folder


def done_units(work: Path) -> int:
    units = work / "units"
    return sum(not unit.name.startswith(".") for unit in units.iterdir()) if units.is_dir() else 0


def wait_for_units(run: subprocess.Popen[bytes], work: Path, count: int) -> bool:
    """Return whether so many units are done before the run is."""
    until = time.monotonic() + PATIENCE_S
    while done_units(work) < count:
        assert time.monotonic() < until
        if run.poll() is not None:
            return False
        time.sleep(0.005)
    return True


def children_of(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


@pytest.mark.parametrize(("name", "seed"), [("out", 1), ("out.jsonl", 2)])
def test_the_parent_is_killed_again_and_again(place: Path, name: str, seed: int) -> None:
    rng = random.Random(seed)
    command = ("pages.jsonl", "-w", "shop.json", "-o", name, "--workers", "2")
    work = place / f"{name}.work"
    kills, children = 0, set[int]()
    while kills < 4:
        run = begin(*command, cwd=place)
        wanted = done_units(work) + rng.randint(0, 3)
        if wait_for_units(run, work, wanted):
            time.sleep(rng.random() * 0.2)
            children.update(children_of(run.pid))
            run.kill()
            kills += 1
        run.wait(PATIENCE_S)
        if (place / name).exists():
            break
    assert kills
    wait_until(lambda: not any(map(is_alive, children)))
    complete = (place / f"{name}.report.json").exists()
    done = started_bulk(*command, cwd=place)
    assert ("already complete" in done.err) == complete
    assert complete or report_of(place / name)["resumed_units"] > 0
    assert checksum(place / name) == checksum(place / name.replace("out", "calm"))
    assert leftovers(place) == []


def test_workers_are_killed_again_and_again(place: Path) -> None:
    rng = random.Random(3)
    run = begin("pages.jsonl", "-w", "shop.json", "-o", "workers", "--workers", "2", cwd=place)
    kills = 0
    for count in range(1, UNITS - 2, 2):
        if not wait_for_units(run, place / "workers.work", count):
            break
        time.sleep(rng.random() * 0.1)
        victims = children_of(run.pid)
        if victims:
            kills += kill(rng.choice(victims))
    assert run.wait(PATIENCE_S) == 0
    assert kills >= 2
    assert checksum(place / "workers") == checksum(place / "calm")
    assert report_of(place / "workers")["totals"]["dead"] == 0


def test_all_are_killed_at_once_as_by_a_power_cut(place: Path) -> None:
    command = ("pages.jsonl", "-w", "shop.json", "-o", "power.jsonl", "--workers", "2")
    run = begin(*command, cwd=place)
    assert wait_for_units(run, place / "power.jsonl.work", 3)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait(PATIENCE_S)
    units = sorted((place / "power.jsonl.work" / "units").iterdir())
    (units[0] / "unit.json").write_bytes(b"")  # a name was written to the disk, and what it names was not
    started_bulk(*command, cwd=place)
    assert checksum(place / "power.jsonl") == checksum(place / "calm.jsonl")


def test_a_person_presses_ctrl_c_and_goes_on(place: Path) -> None:
    command = ("pages.jsonl", "-w", "shop.json", "-o", "ctrl.jsonl", "--workers", "2")
    run = begin(*command, cwd=place)
    assert wait_for_units(run, place / "ctrl.jsonl.work", 2)
    children = children_of(run.pid)
    os.kill(run.pid, signal.SIGINT)
    assert run.wait(PATIENCE_S) == 130
    assert not any(map(is_alive, children))
    started_bulk(*command, "--engine", "dask", cwd=place)  # with other hands
    assert checksum(place / "ctrl.jsonl") == checksum(place / "calm.jsonl")


def test_the_input_has_changed_meanwhile(place: Path, tmp_path: Path) -> None:
    lines = (place / "pages.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "pages.jsonl").write_text("".join(lines))
    save_wrapper(tmp_path)
    command = ("pages.jsonl", "-w", "shop.json", "-o", "out.jsonl", "--workers", "2")
    run = begin(*command, cwd=tmp_path)
    assert wait_for_units(run, tmp_path / "out.jsonl.work", 2)
    run.kill()
    run.wait(PATIENCE_S)
    (tmp_path / "pages.jsonl").write_text("".join(lines[1:]))
    done = started_bulk(*command, cwd=tmp_path, check=False)
    assert done.code == 1
    assert done.err == "wrapture: pages.jsonl: has changed since this run began; use --restart to start over\n"
    started_bulk(*command, "--restart", cwd=tmp_path)
    assert len({row["page"] for row in rows_of(tmp_path / "out.jsonl")}) == PAGES - 1


def test_two_runs_at_once_are_told(place: Path) -> None:
    command = ("pages.jsonl", "-w", "shop.json", "-o", "twice.jsonl", "--workers", "1")
    run = begin(*command, cwd=place)
    assert wait_for_units(run, place / "twice.jsonl.work", 1)
    run.send_signal(signal.SIGSTOP)  # it is still at work, however long the other one takes
    other = started_bulk(*command, cwd=place, check=False)
    run.send_signal(signal.SIGCONT)
    assert other.code == 1
    assert "another run is using it" in other.err
    assert run.wait(PATIENCE_S) == 0
    assert checksum(place / "twice.jsonl") == checksum(place / "calm.jsonl")
