"""Measure checks of pages as ratios to the bare parse, and repairs as ratios to learning.

    python benchmarks/speed/drift.py ../shared [--step 8]

Each page is checked repeatedly against the wrapper that was learned from it, and against that of another page of its site, with
other values; the best of a few tries counts.  Wrappers of lists at one time are repaired by the list at another time, and
compared with learning the later one anew; only repairs that give a wrapper count.  What is compared takes turns, because
machines are noisy.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from compiled import TRIES, WARM, learned
from selectolax.lexbor import LexborHTMLParser
from timing import in_turns, report

from wrapture import api
from wrapture.drift.checking import check_capture
from wrapture.html.charset import decode
from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from wrapture.api import Repair
    from wrapture.model import Wrapper

OWN, OTHER, REPAIR = "check, × the parse", "check, another page", "repair, × learning"
MOST = {OWN: 3.0, OTHER: 3.0, REPAIR: 1.5}
TURNS = 2  # of repairing and learning


def checks(shared: Path, step: int) -> tuple[list[float], list[float]]:
    """Return the ratios of checks to the bare parse, on the wrapper's own page and on the next page of its site."""
    lines = (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    own, other = [], []
    for row, following in list(zip(rows, [*rows[1:], None], strict=True))[::step]:
        wrapper = learned(_capture(shared, row))
        if wrapper is None:
            continue
        own.append(_checked(wrapper, _capture(shared, row)))
        if following is not None and (row["source"], row["site"]) == (following["source"], following["site"]):
            other.append(_checked(wrapper, _capture(shared, following)))
    return own, other


def _capture(shared: Path, row: dict[str, str]) -> Capture:
    return Capture(row["page"], (shared / "corpus" / row["page"]).read_bytes())


def _checked(wrapper: Wrapper, capture: Capture) -> float:
    """Return the ratio of a check to the bare parse."""
    text = decode(capture.body, capture.charset).text
    for _ in range(WARM):
        check_capture(wrapper, capture)
    bare, taken = in_turns([partial(LexborHTMLParser, text), partial(check_capture, wrapper, capture)], TRIES)
    return taken / bare


def repaired(wrapper: Wrapper, capture: Capture) -> Repair:
    """Return the repair of a wrapper by a page."""
    return api.repair(wrapper, read_page(capture))


def repairs(shared: Path) -> list[float]:
    """Return the ratios of repairs to learning, for pairs of pages of one list."""
    root, found = shared / "modern", []
    for line in (root / "drift" / "pairs.jsonl").read_text("utf-8").splitlines():
        pair = json.loads(line)
        old, new = (Capture(pair[when], (root / pair[when]).read_bytes()) for when in ("old", "new"))
        wrapper = learned(old)
        if wrapper is None or learned(new) is None or repaired(wrapper, new).wrapper is None:
            continue
        anew, taken = in_turns([partial(learned, new), partial(repaired, wrapper, new)], TURNS)
        found.append(taken / anew)
    return found


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=8, help="take every n-th page")
    args = parser.parse_args()
    if not (args.shared / "corpus").is_dir():
        print(f"{args.shared}: no corpus there; nothing is measured")
        return 0
    own, other = checks(args.shared, args.step)
    columns = {OWN: own, OTHER: other, REPAIR: repairs(args.shared)}
    for name, column in columns.items():
        print(f"{name:24} {'  '.join(f'{one:6.2f}' for one in quantiles(column, n=4))}   ({len(column)} pages)")
    figures = {name: median(column) for name, column in columns.items()}
    return 1 if report(figures, MOST) else 0


if __name__ == "__main__":
    sys.exit(main())
