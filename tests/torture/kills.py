"""Kill processes at random moments, and check that nothing is lost, nothing is there twice, and results are the same.

    python -m tests.torture.kills [--kills 200] [--seed 0] [--state FILE] [--only NAME]

A life is one piece of work (see `tests.torture.killable`) from an empty folder to its end.  A child does it step by step
and tells each finished step; it is killed with SIGKILL at a random moment, and what it left is compared with what it had
told.  Then another child goes on.  At the end, the folder must be as that of a child that nobody killed.  Lives are numbered,
and drawn from the seed.  The state (next life, counts, findings) is written after each life, so that the same command goes on.
Exits 1 if there are findings.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from tests.torture.killable import Killable

FAILED: Final = 70  # exit code of a child that failed by itself
PATIENCE_S: Final = 300.0
MOST_CHILDREN: Final = 400  # of a life, which would otherwise go on for ever if no child came further


class FindingError(AssertionError):
    """Something that must not happen."""


def main(arguments: list[str] | None = None) -> int:
    """Run lives until there were enough kills."""
    from tests.torture.killable import KILLABLE

    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--only", choices=[one.name for one in KILLABLE])
    options = parser.parse_args(arguments)
    chosen = [one for one in KILLABLE if options.only in (None, one.name)]
    return run_lives(chosen, options.kills, options.seed, options.state)


def run_lives(chosen: list[Killable], kills: int, seed: int, state: Path | None) -> int:
    """Run lives in turn until there were enough kills; return the exit code."""
    said: dict[str, Any] = json.loads(state.read_text()) if state is not None and state.exists() else {}
    number, findings = said.get("next", 0), said.get("findings", [])
    counts: dict[str, int] = {one.name: 0 for one in chosen} | said.get("kills", {})
    while sum(counts.values()) < kills:
        one = min(chosen, key=lambda one: counts[one.name])
        try:
            counts[one.name] += live(one, Random(f"{seed} {number}"))
        except FindingError as finding:
            findings.append({"life": number, "name": one.name, "what": str(finding)})
            print(json.dumps(findings[-1]), flush=True)
            counts[one.name] += 1
        number += 1
        if state is not None:
            state.write_text(
                json.dumps({"seed": seed, "next": number, "kills": counts, "findings": findings}, indent=1)
            )
    told = ", ".join(f"{name} {count}" for name, count in counts.items())
    print(f"{sum(counts.values())} kills in {number} lives ({told}), {len(findings)} findings")
    return 1 if findings else 0


def live(one: Killable, random: Random) -> int:
    """Run one life and return how often it was killed."""
    with TemporaryDirectory() as name:
        calm, folder = Path(name) / "calm", Path(name) / "killed"
        for place in (calm, folder):
            place.mkdir()
            one.prepare(place)
        took_s, told, _ = run_child(one, calm, 0, None, random)
        _expect(told == one.steps, f"{told} of {one.steps} steps without a kill")
        done = kills = 0
        for child in range(MOST_CHILDREN):
            wait_s = random.random() * took_s * (one.steps - done) / one.steps * (0.5 + child / 10)
            _, told, was_killed = run_child(one, folder, done, wait_s, random)
            kills += was_killed
            done = _checked(one, folder, told)
            if done == one.steps:
                break
        _expect(done == one.steps, f"only {done} of {one.steps} steps after {MOST_CHILDREN} children")
        expected, found = one.result(calm), one.result(folder)
        _expect(expected == found, f"expected {expected!r}, found {found!r}")
    return kills


def _checked(one: Killable, folder: Path, told: int) -> int:
    """Return how many steps are done: those that were told, or one more."""
    try:
        done = one.done(folder, told)
    except Exception as error:
        raise FindingError(f"after {told} steps: {traceback.format_exc()}") from error
    _expect(told <= done <= told + 1, f"{told} steps were told, {done} are done")
    return done


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise FindingError(otherwise[:2000])


def run_child(one: Killable, folder: Path, done: int, wait_s: float | None, random: Random) -> tuple[float, int, bool]:
    """Let a child work until it has finished or is killed; return the time, the steps that it told, and whether it was killed.

    Half of the kills hit the child alone, half its whole group, as a power cut would.
    """
    reader, writer = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        _work(one, folder, done, writer)
    os.close(writer)
    was_killed = wait_s is not None and not _ends_within(child, wait_s)
    if was_killed:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL) if random.random() < 0.5 else os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    took_s = time.monotonic() - begin
    with os.fdopen(reader, "rb") as told:
        lines = told.read().splitlines()  # ends when all processes of the child have ended
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise FindingError(f"a child failed by itself after {done} steps: {(folder / 'failure.txt').read_text()}")
    return took_s, done + len(lines), os.WIFSIGNALED(status)


def _ends_within(child: int, wait_s: float) -> bool:
    """Return whether a child ends by itself before some time has passed."""
    end = time.monotonic() + wait_s
    while (left := end - time.monotonic()) > 0:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(min(left, 0.002))
    return False


def _work(one: Killable, folder: Path, done: int, writer: int) -> NoReturn:
    """Do the steps that are not done, as a child of the process."""
    os.setsid()
    signal.alarm(int(PATIENCE_S))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    code = FAILED
    try:
        for _ in one.work(folder, done):
            os.write(writer, b"\n")
        code = 0
    except BaseException:
        (folder / "failure.txt").write_text(traceback.format_exc())
    finally:
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
