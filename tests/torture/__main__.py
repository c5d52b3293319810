"""Run mutated pages, bounded and resumable.

    python -m tests.torture [--minutes 60] [--pages 1000000] [--state .torture] [--seed 0] [--from 0]

A worker process takes the pages in order; one that crashes, hangs, takes longer than `LIMIT_S` or needs more than `LIMIT_BYTES`
for a page is replaced, and the page is a finding.  The state (next page, counts, findings) is written after each piece, so that
the same command goes on.  Exits 1 if there are findings.
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
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

LIMIT_S: Final = 20.0
"""CPU time of a page in the worker, which a busy machine may give only slowly."""
PATIENCE_S: Final = 300.0  # then the worker must have been given CPU time, but not all that a page may take
LIMIT_BYTES: Final = 1 << 30
PIECE: Final = 200  # pages for which a worker is started; a fresh process forgets what it has seen


def main() -> int:
    """Run pages until the time or the number is reached."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--work", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work is not None:
        start, stop = options.work
        return work(start, stop, options.seed)
    return supervise(options.minutes, options.pages, options.seed, options.state)


def supervise(minutes: float, pages: int, seed: int, state: Path | None) -> int:
    """Let workers run the pages that are not done."""
    begin, end = time.monotonic(), time.monotonic() + 60 * minutes
    said = json.loads(state.read_text()) if state is not None and state.exists() else {}
    done, findings = int(said.get("next", 0)), list(said.get("findings", []))
    first = done
    while done < pages and time.monotonic() < end:
        stop = min(done + PIECE, pages)
        done, finding = run_piece(done, stop, seed, end)
        if finding:
            findings.append(finding)
            print(json.dumps(finding), flush=True)
        if state is not None:
            state.write_text(json.dumps({"seed": seed, "next": done, "findings": findings}, indent=1))
    taken = time.monotonic() - begin
    print(f"{done - first} pages in {taken:.0f} s, {done} in all, {len(findings)} findings")
    return 1 if findings else 0


def run_piece(start: int, stop: int, seed: int, end: float) -> tuple[int, dict[str, Any] | None]:
    """Return the next page, and the finding that ended the piece, if any."""
    command = [sys.executable, "-m", "tests.torture", "--seed", str(seed), "--work", str(start), str(stop)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as worker:
        lines: SimpleQueue[str] = SimpleQueue()
        assert worker.stdout is not None
        threading.Thread(target=_pass_on, args=(worker.stdout, lines), daemon=True).start()
        number, begin_s, last_s = start, 0.0, 0.0
        while True:
            try:
                line = lines.get(timeout=PATIENCE_S)
            except Empty:
                now_s = cpu_s(worker.pid)
                if may_go_on(begin_s, last_s, now_s):
                    last_s = now_s
                    continue
                worker.kill()
                return number + 1, {"page": number, "what": f"no answer in {PATIENCE_S:g} s"}
            if not line:
                break
            said = json.loads(line)
            if said.get("what"):
                worker.kill()
                return said["page"] + 1, said
            number = said["page"] + 1
            begin_s = last_s = cpu_s(worker.pid)
            if time.monotonic() > end:
                worker.kill()
                return number, None
        worker.wait()
        if number < stop:
            return number + 1, {"page": number, "what": f"the worker ended with {worker.returncode}"}
    return number, None


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


def work(start: int, stop: int, seed: int) -> int:
    """Run pages and print a line for each."""
    from tests.torture.mutants import mutant
    from tests.torture.ordeal import undergo

    resource.setrlimit(resource.RLIMIT_DATA, (LIMIT_BYTES, LIMIT_BYTES))
    for number in range(start, stop):
        begin = time.process_time()
        what = ""
        try:
            undergo(number, seed)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"[:300]
        taken = time.process_time() - begin
        if not what and taken > LIMIT_S:
            what = f"took {taken:.1f} s"
        print(
            json.dumps({"page": number, "what": what, **({"ways": mutant(number, seed).ways} if what else {})}),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
