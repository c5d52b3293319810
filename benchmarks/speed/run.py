"""Measure speed as ratios to the bare parse of the same pages, side by side in one run (machines are noisy).

    python benchmarks/speed/run.py ../shared [--step 4] [--profile discover]

For each page the best of a few tries counts, of the bare parse and of ours; the ratio is taken per page and the median over
pages is held against the target.  Exits 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
from pathlib import Path
from statistics import median, quantiles

from selectolax.lexbor import LexborHTMLParser
from timing import seconds

from wrapture import api
from wrapture.html.charset import decode
from wrapture.html.read import read_page
from wrapture.model import Capture, Wrapper

TRIES = 5
RECORDS = 200  # of the generated page; the other one has ten times as many
TARGETS = {"page": 6.0, "discover": 60.0, "extract": 8.0, "learn, rows": 60.0, "ten times the records": 12.0}


def measure(path: Path, tasks: dict[str, list[float]]) -> None:
    """Add one page's ratios to the tasks."""
    capture = Capture(str(path), path.read_bytes())
    text = decode(capture.body).text
    bare = seconds(lambda: LexborHTMLParser(text), TRIES)
    tasks["page"].append(seconds(lambda: read_page(capture), TRIES) / bare)
    tasks["discover"].append(seconds(lambda: api.discover(read_page(capture)), 2) / bare)
    wrapper = learned(capture)
    if wrapper is not None:
        tasks["extract"].append(seconds(lambda: api.extract(read_page(capture), wrapper), TRIES) / bare)
        tasks["learn, rows"].append(seconds(lambda: api.learn(read_page(capture), learner="rows"), 3) / bare)


def learned(capture: Capture) -> Wrapper | None:
    """Return the wrapper that the page itself gives, or None where it has no list."""
    page = read_page(capture)
    return api.learn(page) if api.discover(page) else None


def generated(records: int) -> Capture:
    """Return a page with this many records of changing shape."""
    rows = [
        f"<li class=hit><a href=/item/{i}>Item {i} of the list</a><p>A line about it, number {i * 37 % 1009}.</p>"
        + (f"<span class=price>{i % 90}.50</span>" if i % 3 else "")
        + "</li>"
        for i in range(records)
    ]
    return Capture("generated", f"<html><body><ul>{''.join(rows)}</ul></body></html>".encode())


def growth() -> float:
    """Return how many times longer discovery takes on ten times the records."""
    few, many = generated(RECORDS), generated(10 * RECORDS)
    return seconds(lambda: api.discover(read_page(many)), 3) / seconds(lambda: api.discover(read_page(few)), 3)


def profile(name: str, paths: list[Path]) -> None:
    """Print where the time of one task goes."""
    captures = [Capture(str(path), path.read_bytes()) for path in paths]
    wrappers = [learned(capture) for capture in captures]
    profiler = cProfile.Profile()
    profiler.enable()
    for capture, wrapper in zip(captures, wrappers, strict=True):
        page = read_page(capture)
        if name == "discover":
            api.discover(page)
        elif name == "extract" and wrapper is not None:
            api.extract(page, wrapper)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def report(figures: dict[str, float]) -> int:
    """Print the figures beside their targets; return the number of targets missed."""
    missed = 0
    for name, figure in figures.items():
        missed += figure > TARGETS[name]
        print(
            f"{name:24} {figure:6.2f} ×   target ≤ {TARGETS[name]:g} ×   {'missed' if figure > TARGETS[name] else 'met'}"
        )
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=4, help="take every n-th page")
    parser.add_argument("--profile", choices=["page", "discover", "extract"], help="show where the time goes instead")
    args = parser.parse_args()
    gold = args.shared / "corpus" / "lists" / "gold.jsonl"
    if not gold.is_file():
        sys.exit(f"{gold} is not there: the corpus of real pages is needed to measure")
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()][:: args.step]
    paths = [args.shared / "corpus" / row["page"] for row in rows]
    if args.profile:
        profile(args.profile, paths)
        return
    tasks: dict[str, list[float]] = {"page": [], "discover": [], "extract": [], "learn, rows": []}
    for path in paths:
        measure(path, tasks)
    print(f"{len(paths)} pages; times the bare Lexbor parse, median (and 90th percentile)")
    for name, ratios in tasks.items():
        print(f"{name:24} {median(ratios):6.2f} ×   ({quantiles(ratios, n=10)[-1]:.1f} ×)")
    figures = {name: median(ratios) for name, ratios in tasks.items()} | {"ten times the records": growth()}
    sys.exit(1 if report(figures) else 0)


if __name__ == "__main__":
    main()
