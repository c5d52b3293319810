"""Run mutated pages, bounded and resumable.

    python -m tests.torture [--minutes 60] [--pages 1000000] [--state .torture] [--seed 0] [--from 0]

A worker process takes the pages in order; one that crashes, hangs, takes longer than `LIMIT_S` or needs more than `LIMIT_BYTES`
for a page is replaced, and the page is a finding.  Some pages of each piece are read again by another process with another hash
seed: a difference is a finding, too.  The state (next page, counts, findings) is written after each piece, so that the same
command goes on.  Exits 1 if there are findings.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import threading
import time
import zlib
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final, NamedTuple

LIMIT_S: Final = 20.0
"""CPU time of a page in the worker, which a busy machine may give only slowly."""
PATIENCE_S: Final = 300.0  # then the worker must have been given CPU time, but not all that a page may take
LIMIT_BYTES: Final = 1 << 30
MOST_DIGITS: Final = (
    640  # of a number that Python reads: as few as it allows, so that short pages find what reads any number
)
PIECE: Final = 1000  # pages for which a worker is started; a fresh process forgets what it has seen
AGAIN: Final = 20  # one page of so many is read again in another process: those that are found in all ways


class Piece(NamedTuple):
    """The page to go on with, the finding that ended the piece, and the checksums of what was found, by page."""

    following: int
    finding: dict[str, Any] | None
    sums: dict[int, int]


def main() -> int:
    """Run pages until the time or the number is reached."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--work", type=int, nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work is not None:
        return work(range(*options.work), options.seed)
    return supervise(options.minutes, options.pages, options.seed, options.state)


def supervise(minutes: float, pages: int, seed: int, state: Path | None) -> int:
    """Let workers run the pages that are not done."""
    begin, end = time.monotonic(), time.monotonic() + 60 * minutes
    said = json.loads(state.read_text()) if state is not None and state.exists() else {}
    done, findings = int(said.get("next", 0)), list(said.get("findings", []))
    first = done
    while done < pages and time.monotonic() < end:
        stop = min(done + PIECE, pages)
        piece = run_piece(range(done, stop), seed, end)
        finding = piece.finding or _differing(piece.sums, seed)
        done = piece.following
        if finding:
            findings.append(finding)
            print(json.dumps(finding), flush=True)
        if state is not None:
            state.write_text(json.dumps({"seed": seed, "next": done, "findings": findings}, indent=1))
    taken = time.monotonic() - begin
    print(f"{done - first} pages in {taken:.0f} s, {done} in all, {len(findings)} findings")
    return 1 if findings else 0


def _differing(sums: dict[int, int], seed: int) -> dict[str, Any] | None:
    """Return a finding if another process finds something else on some of these pages."""
    if not sums:
        return None
    first = -(-min(sums) // AGAIN) * AGAIN
    again = run_piece(range(first, max(sums) + 1, AGAIN), seed, float("inf"))
    differing = [number for number, found in again.sums.items() if found != sums.get(number)]
    return again.finding or ({"page": differing[0], "what": "two processes differ"} if differing else None)


def run_piece(pages: range, seed: int, end: float) -> Piece:
    """Let a worker run these pages, until one is a finding or the time is over."""
    numbers = (str(pages.start), str(pages.stop), str(pages.step))
    command = [sys.executable, "-m", "tests.torture", "--seed", str(seed), "--work", *numbers]
    env = {**os.environ, "PYTHONHASHSEED": str((pages.start + pages.step) % (1 << 32))}
    sums: dict[int, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env) as worker:
        lines: SimpleQueue[str] = SimpleQueue()
        assert worker.stdout is not None
        threading.Thread(target=_pass_on, args=(worker.stdout, lines), daemon=True).start()
        number, begin_s, last_s = pages.start, 0.0, 0.0
        while True:
            try:
                line = lines.get(timeout=PATIENCE_S)
            except Empty:
                now_s = cpu_s(worker.pid)
                if may_go_on(begin_s, last_s, now_s):
                    last_s = now_s
                    continue
                worker.kill()
                return Piece(number + 1, {"page": number, "what": f"no answer in {PATIENCE_S:g} s"}, sums)
            if not line:
                break
            said = json.loads(line)
            if said.get("what"):
                worker.kill()
                return Piece(said["page"] + 1, said, sums)
            sums[said["page"]] = said["sum"]
            number = said["page"] + pages.step
            begin_s = last_s = cpu_s(worker.pid)
            if time.monotonic() > end:
                worker.kill()
                return Piece(number, None, sums)
        worker.wait()
        if number < pages.stop:
            return Piece(number + 1, {"page": number, "what": f"the worker ended with {worker.returncode}"}, sums)
    return Piece(number, None, sums)


def may_go_on(begin_s: float, last_s: float, now_s: float) -> bool:
    """Return whether a worker is only slow, by its CPU times when the page began, when it was last looked at, and now."""
    return last_s < now_s < begin_s + LIMIT_S


def cpu_s(process: int) -> float:
    """Return the CPU time of a process, 0 if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pass_on(out: IO[str], lines: SimpleQueue[str]) -> None:
    with suppress(ValueError):  # closed meanwhile: a finding ends the piece
        for line in out:
            lines.put(line)
    lines.put("")


def work(pages: range, seed: int) -> int:
    """Run pages and print a line for each; pages that are not all are only read."""
    from tests.torture.mutants import mutant
    from tests.torture.ordeal import outcome, undergo

    resource.setrlimit(resource.RLIMIT_DATA, (LIMIT_BYTES, LIMIT_BYTES))
    sys.set_int_max_str_digits(MOST_DIGITS)
    for number in pages:
        begin = time.process_time()
        what, found = "", ""
        try:
            found = (undergo if pages.step == 1 else outcome)(number, seed)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"[:300]
        taken = time.process_time() - begin
        if not what and taken > LIMIT_S:
            what = f"took {taken:.1f} s"
        ways = {"ways": mutant(number, seed).ways} if what else {}
        print(json.dumps({"page": number, "what": what, "sum": zlib.crc32(found.encode()), **ways}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
