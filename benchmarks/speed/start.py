"""Measure the CPU time of a start: ``wrapture extract`` on a small page, in starts of bare Python.

    python benchmarks/speed/start.py [--base FOLDER] [--tries 20]

The unit is the CPU time (user and system) of ``python -c pass``, measured in turn with the command.  Version 0.1.0 took
`BEFORE` such units; a start may take 0.6 of that.  With ``--base`` the source folder of another version is measured in the
same way, and the ratio to it is taken instead of the recorded one.  Exits 1 if the target is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

from timing import report

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGE: Final = ROOT / "examples" / "books-1.html"
COMMAND: Final = "from wrapture.cli.main import run; run()"
BEFORE: Final = 34.0
"""Starts of bare Python that version 0.1.0 took, on Python 3.11 on Linux: 0.286 s against 0.0084 s."""
SLOWING: Final = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Settings of the caller with which every start would recompile the package or write unbuffered."""
MOST: Final = {"start, of 0.1.0": 0.6, "start, s of CPU": 0.3, "--help, s of CPU": 0.15}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--base", type=Path, help="source folder of another version, to compare with")
    options.add_argument("--tries", type=int, default=20)
    asked = options.parse_args()
    folders = {"now": ROOT / "src", **({"base": asked.base} if asked.base else {})}
    times = measure(folders, asked.tries)
    for name, taken in times.items():
        print(f"{name:5} {1000 * taken:7.1f} ms of CPU, {taken / times['bare']:5.1f} starts of bare Python")
    before = times["base"] if asked.base else BEFORE * times["bare"]
    figures = {
        "start, of 0.1.0": times["now"] / before,
        "start, s of CPU": times["now"],
        "--help, s of CPU": times["help"],
    }
    return 1 if report(figures, MOST) else 0


def measure(folders: dict[str, Path], tries: int) -> dict[str, float]:
    """Return the median CPU time of each version and of bare Python, run in turn; the first round fills caches."""
    taken: dict[str, list[float]] = {name: [] for name in ("bare", "help", *folders)}
    for _ in range(tries + 1):
        taken["bare"].append(cpu_seconds(["-c", "pass"], ROOT / "src"))
        taken["help"].append(cpu_seconds(["-c", COMMAND, "--help"], ROOT / "src"))
        for name, folder in folders.items():
            taken[name].append(cpu_seconds(["-c", COMMAND, "extract", str(PAGE)], folder))
    return {name: median(each[1:]) for name, each in taken.items()}


def cpu_seconds(arguments: list[str], folder: Path) -> float:
    """Return the CPU time of one run of Python, with the package of a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    kept = {name: value for name, value in os.environ.items() if name not in SLOWING}
    environment = {**kept, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
    subprocess.run(
        [sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
