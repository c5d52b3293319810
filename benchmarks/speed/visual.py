"""Measure the visual learner and the camera: seconds per rendered page, seconds to learn, extraction against the bare parse.

    python benchmarks/speed/visual.py ../shared [--step 4]

Rendering and learning are measured in seconds, on a quiet machine; extraction as a ratio to the bare parse of the same page,
like everything in ``run.py``.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from itertools import cycle, islice
from math import isnan
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from run import TRIES
from selectolax.lexbor import LexborHTMLParser
from timing import seconds

from wrapture import api
from wrapture.capture.camera import Camera
from wrapture.capture.page_sources import read
from wrapture.errors import NothingFoundError
from wrapture.html.charset import decode
from wrapture.html.parsing import read_page
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Capture

RENDER_S = 0.3
LEARN_S = 3.0
EXTRACT = 8.0
TRAINING = 5  # pages that a wrapper is learned from; one more serves as the no-result page
RENDERED = ("vints1", "vints3")

Row = dict[str, Any]


def capture_of(shared: Path, row: Row) -> Capture:
    capture = read(str(shared / "corpus" / row["page"]))
    if isinstance(capture, Failure):
        sys.exit(f"{capture.page}: {capture.error}")
    return capture


def rendered(captures: Sequence[Capture]) -> tuple[list[Capture], list[float]]:
    """Return the rendered captures, and the seconds that each took; the browser is started beforehand."""
    shots, times = [], []
    with Camera() as camera:
        camera.shoot(captures[0])
        for capture in captures:
            start = time.perf_counter()
            shots.append(camera.shoot(capture))
            times.append(time.perf_counter() - start)
    return shots, times


def learning(shots: Sequence[Capture], other: Capture) -> float:
    """Return the seconds from rendered captures to a wrapper; a page of another site serves as the no-result page."""
    start = time.perf_counter()
    pages = [read_page(shot) for shot in islice(cycle(shots), TRAINING)]
    try:
        api.learn(pages, learner="visual", no_result=read_page(other))
    except NothingFoundError:
        return float("nan")
    return time.perf_counter() - start


def extraction(capture: Capture) -> float | None:
    """Return the ratio of reading a page, by the wrapper learned from it, to its bare parse."""
    page = read_page(capture)
    if not api.discover(page, learner="visual"):
        return None
    wrapper = api.learn(page, learner="visual")
    text = decode(capture.body).text
    bare = seconds(lambda: LexborHTMLParser(text), TRIES)
    return seconds(lambda: api.extract(read_page(capture), wrapper), TRIES) / bare


def show(name: str, figures: Sequence[float], unit: str, target: float) -> bool:
    """Print the median with its target; return whether it is missed."""
    middle = median(figures)
    missed = middle > target
    print(
        f"{name:24} {middle:6.2f} {unit}   (90th percentile {quantiles(figures, n=10)[-1]:.2f} {unit}, {len(figures)} times)   "
        f"target ≤ {target:g} {unit}   {'missed' if missed else 'met'}"
    )
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=4, help="take every n-th page, and every n-th site")
    args = parser.parse_args()
    gold = args.shared / "corpus" / "lists" / "gold.jsonl"
    if not gold.is_file():
        sys.exit(f"{gold} is not there: the corpus of real pages is needed to measure")
    rows: list[Row] = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    captures = {row["page"]: capture_of(args.shared, row) for row in rows}
    _, rendering = rendered([captures[row["page"]] for row in rows if row["source"] in RENDERED][:: args.step])
    sites: dict[str, list[Capture]] = defaultdict(list)
    for row in rows:
        sites[row["source"] + row["site"]].append(captures[row["page"]])
    chosen = [pages[:TRAINING] for pages in sites.values() if len(pages) > 1][:: args.step]
    several = [rendered(pages)[0] for pages in chosen]
    learned = [learning(shots, several[n - 1][0]) for n, shots in enumerate(several)]
    read_again = [extraction(captures[row["page"]]) for row in rows[:: args.step]]
    missed = [
        show("render a page", rendering, "s", RENDER_S),
        show(f"learn from {TRAINING} + 1 pages", [figure for figure in learned if not isnan(figure)], "s", LEARN_S),
        show("extract, visual", [figure for figure in read_again if figure is not None], "×", EXTRACT),
    ]
    sys.exit(1 if any(missed) else 0)


if __name__ == "__main__":
    main()
