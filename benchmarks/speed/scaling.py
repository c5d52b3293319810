"""Measure how the time to find and read a list grows with its records, and with the number of pages; write scaling.md.

    python benchmarks/speed/scaling.py

The page is that of ``run.py``: records of two shapes in one list.  Times are CPU time in one process, the best of three.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from run import generated
from selectolax.lexbor import LexborHTMLParser
from timing import seconds

from wrapture import api
from wrapture.html.parsing import read_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Capture

RECORDS: Final = (50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800)
PAGES: Final = (1, 10, 100)
TRIES: Final = 3
OUTPUT: Final = Path(__file__).with_suffix(".md")


def extract_all(captures: Sequence[Capture]) -> None:
    """Find and read the list of each page."""
    for capture in captures:
        api.extract(read_page(capture))


def by_records() -> list[str]:
    """Return a row for each number of records on a page."""
    found = []
    for records in RECORDS:
        capture = generated(records)
        text = capture.body.decode()
        bare = seconds(partial(LexborHTMLParser, text), TRIES)
        took = seconds(partial(extract_all, [capture]), TRIES)
        found.append(f"| {records:,} | {1000 * took:.0f} | {1_000_000 * took / records:.0f} | {took / bare:.0f} |")
    return found


def by_pages() -> list[str]:
    """Return a row for each number of pages of 200 records."""
    captures = [generated(200 + number % 10) for number in range(max(PAGES))]
    found = []
    for pages in PAGES:
        took = seconds(partial(extract_all, captures[:pages]), TRIES)
        found.append(f"| {pages} | {1000 * took:.0f} | {1000 * took / pages:.0f} |")
    return found


def main() -> None:
    api.extract(read_page(generated(20)))  # loads and compiles what a process needs once
    lines = [
        "| records | ms | µs per record | times the bare parse |",
        "|---|---|---|---|",
        *by_records(),
        "",
        "| pages of 200 records | ms | ms per page |",
        "|---|---|---|",
        *by_pages(),
    ]
    OUTPUT.write_text("\n".join(["# How discovery scales", "", *lines, ""]), encoding="utf-8")
    print(OUTPUT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
