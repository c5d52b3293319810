"""Kills at random moments: a bounded share of the programme, and that it would find something."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.torture import kills
from tests.torture.killable import KILLABLE, Killable

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
SHARE = 3  # of each, so that all together are about twenty

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", [one.name for one in KILLABLE])
def test_nothing_is_lost_and_nothing_is_there_twice(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.torture.kills", "--only", name, "--kills", str(SHARE), "--seed", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(", 0 findings\n")


def careless(*, twice: bool) -> Killable:
    """Return careless work: it tells steps before they are written, or does the last one again when it goes on."""

    def work(folder: Path, done: int) -> Iterator[None]:
        held = []
        for number in range(max(0, done - twice), 200):
            held.append(f"{number}\n")
            if twice or number % 20 == 19:
                with (folder / "log").open("a") as file:
                    file.writelines(held)
                held.clear()
            time.sleep(0.0005)
            if number >= done:
                yield

    def lines(folder: Path) -> list[str]:
        return (folder / "log").read_text().split() if (folder / "log").exists() else []

    return Killable("careless", 200, lambda _: None, work, lambda folder, _: len(lines(folder)), lines)


@pytest.mark.parametrize("twice", [True, False])
def test_careless_work_is_found(twice: bool) -> None:
    with pytest.raises(kills.FindingError, match="steps were told"):
        kills.live(careless(twice=twice), Random(1))


def test_a_child_that_fails_is_found() -> None:
    def work(folder: Path, _: int) -> Iterator[None]:
        raise KeyError(folder.name)
        yield

    with pytest.raises(kills.FindingError, match="KeyError"):
        kills.live(careless(twice=True)._replace(work=work), Random(1))


def test_lives_go_on_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lives: list[str] = []

    def live(_: Killable, random: Random) -> int:
        lives.append(random.random().hex())
        return 2

    monkeypatch.setattr(kills, "live", live)
    for number in (3, 8):
        assert kills.run_lives(list(KILLABLE[:2]), number, 0, tmp_path / "state.json") == 0
    assert len(set(lives)) == len(lives) == 4
    assert json.loads((tmp_path / "state.json").read_text())["kills"] == {one.name: 4 for one in KILLABLE[:2]}
    assert capsys.readouterr().out.endswith("8 kills in 4 lives (bulk to out.jsonl 4, library 4), 0 findings\n")
