"""Measure speed as ratios to the bare parse of the same pages, side by side in one run (machines are noisy).

    python benchmarks/speed/run.py ../shared [--step 4] [--profile all]

For each page the best of a few tries counts, both for the bare parse and for Wrapture; the ratio is taken per page, and the
median over pages is compared with the target.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import resource
import subprocess
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from selectolax.lexbor import LexborHTMLParser
from timing import report, seconds

from wrapture import api
from wrapture.errors import NothingFoundError
from wrapture.html.charset import decode
from wrapture.html.parsing import read_page
from wrapture.learning.learners import LEARNERS
from wrapture.model import Capture, Wrapper

TRIES = 5
WARM = 4  # readings by a wrapper before they are measured
RECORDS = 200  # of the generated page; the other one has ten times as many
TARGETS = {
    "page": 6.0,
    "discover, repeats": 60.0,
    "by a wrapper, all": 2.5,
    "by a wrapper, repeats": 8.0,
    "learn, rows": 60.0,
    "extract, all learners": 120.0,
    "seconds, 95 % of the pages": 1.5,
    "ten times the records": 12.0,
    "megabytes, largest page": 400.0,
    "extract, corpus": 50.0,
    "extract, corpus, 90 %": 100.0,
    "extract, modern": 50.0,
    "extract, modern, 90 %": 100.0,
}


def measure(path: Path, tasks: dict[str, list[float]]) -> float:
    """Add one page's ratios to the tasks; return the seconds that all learners take."""
    capture = Capture(str(path), path.read_bytes())
    text = decode(capture.body).text
    bare = seconds(lambda: LexborHTMLParser(text), TRIES)
    tasks["page"].append(seconds(lambda: read_page(capture), TRIES) / bare)
    tasks["discover, repeats"].append(seconds(lambda: api.discover(read_page(capture), learner="repeats"), 2) / bare)
    whole = seconds(lambda: api.extract(read_page(capture)), 3)
    tasks["extract, all learners"].append(whole / bare)
    for learner in ("repeats", "all"):
        wrapper = learned(capture, learner)
        if wrapper is not None:
            reading = partial(api.extract, capture, wrapper)
            seconds(reading, WARM)  # in use, a reader has already read pages of its site
            tasks[f"by a wrapper, {learner}"].append(seconds(reading, TRIES) / bare)
    if wrapper is not None:
        tasks["learn, rows"].append(seconds(lambda: api.learn(read_page(capture), learner="rows"), 3) / bare)
    return whole


def extracting(paths: list[Path]) -> list[float]:
    """Return the ratios for all learners, columns and types."""
    found = []
    for path in paths:
        capture = Capture(str(path), path.read_bytes())
        text = decode(capture.body).text
        bare = seconds(partial(LexborHTMLParser, text), TRIES)
        found.append(seconds(partial(_extracted, capture), 3) / bare)
    return found


def _extracted(capture: Capture) -> object:
    return api.extract(read_page(capture))


def pages_of(corpus: Path, step: int) -> list[Path]:
    """Return every n-th page of a corpus of lists."""
    rows = (corpus / "lists" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return [corpus / json.loads(line)["page"] for line in rows[::step]]


def learned(capture: Capture, learner: str) -> Wrapper | None:
    """Return the wrapper learned from the page itself, or None if it has no list."""
    try:
        return api.learn(read_page(capture), learner=learner)
    except NothingFoundError:
        return None


def megabytes(path: Path) -> float:
    """Return the peak memory of the command on a page."""
    command = [str(Path(sys.executable).with_name("wrapture")), "extract", "--format", "json", str(path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def generated(records: int) -> Capture:
    """Return a page with this many records of varying shape."""
    rows = [
        f"<li class=hit><a href=/item/{i}>Item {i} of the list</a><p>A line about it, number {i * 37 % 1009}.</p>"
        + (f"<span class=price>{i % 90}.50</span>" if i % 3 else "")
        + "</li>"
        for i in range(records)
    ]
    return Capture("generated", f"<html><body><ul>{''.join(rows)}</ul></body></html>".encode())


def growth() -> float:
    """Return how many times longer all learners take on ten times the records."""
    few, many = generated(RECORDS), generated(10 * RECORDS)
    return seconds(lambda: api.extract(read_page(many)), 3) / seconds(lambda: api.extract(read_page(few)), 3)


def profile(learner: str, paths: list[Path]) -> None:
    """Print where the time goes when a learner reads pages."""
    captures = [Capture(str(path), path.read_bytes()) for path in paths]
    profiler = cProfile.Profile()
    profiler.enable()
    for capture in captures:
        api.extract(read_page(capture), learner=learner)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=4, help="take every n-th page")
    parser.add_argument("--profile", choices=list(LEARNERS), help="show where the time of a learner goes instead")
    args = parser.parse_args()
    gold = args.shared / "corpus" / "lists" / "gold.jsonl"
    if not gold.is_file():
        sys.exit(f"{gold} is not there: the corpus of real pages is needed to measure")
    paths = pages_of(args.shared / "corpus", args.step)
    if args.profile:
        profile(args.profile, paths)
        return
    largest = max((args.shared / "corpus" / "lists").rglob("*.html"), key=lambda path: path.stat().st_size)
    memory = megabytes(largest)  # first: the peak of a child includes its parent's memory at its start
    grown = growth()  # early, because the garbage collector slows down as memory fills
    tasks: defaultdict[str, list[float]] = defaultdict(list)
    took = [measure(path, tasks) for path in paths]
    print(f"{len(paths)} pages; times the bare Lexbor parse, median (and 90th percentile)")
    for name, ratios in tasks.items():
        print(f"{name:28} {median(ratios):6.2f} ×   ({quantiles(ratios, n=10)[-1]:.1f} ×)")
    figures = {name: median(ratios) for name, ratios in tasks.items() if name in TARGETS}
    both = {"corpus": tasks["extract, all learners"], "modern": extracting(pages_of(args.shared / "modern", args.step))}
    for name, ratios in both.items():
        figures[f"extract, {name}"] = median(ratios)
        figures[f"extract, {name}, 90 %"] = quantiles(ratios, n=10)[-1]
    figures["seconds, 95 % of the pages"] = quantiles(took, n=20)[-1]
    figures["ten times the records"] = grown
    figures["megabytes, largest page"] = memory
    sys.exit(1 if report(figures, TARGETS) else 0)


if __name__ == "__main__":
    main()
