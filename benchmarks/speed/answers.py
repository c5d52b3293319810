"""Write what is found on every page of both corpora to a file, or compare with such a file: faster code must answer the same.

    python benchmarks/speed/answers.py ../shared answers.jsonl [--step 1]
    python benchmarks/speed/answers.py ../shared --compare answers.jsonl [--step 1]

A line holds a page's table with everything known about it, and every candidate with its locators, records, evidence and score.
Exits 1 if an answer differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from run import pages_of

from wrapture import api
from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CORPORA = ("corpus", "modern")
CANDIDATES = 5  # shown with their scores; all of them are in the digest


def answer(path: Path) -> dict[str, object]:
    """Return the answer for a page: the table in words, and digests of all details."""
    page = read_page(Capture(path.name, path.read_bytes()))
    candidates = api.discover(page)
    table = api.extract(page, guess=True)
    details = [(one.locator, one.spares, one.records, one.found_by, one.evidence) for one in candidates]
    return {
        "scores": [round(one.score, 9) for one in candidates[:CANDIDATES]],
        "candidates": digest(details),
        "table": digest((table.columns, table.rows, table.described, table.confidence, table.sure, table.note)),
        "columns": list(table.columns),
        "records": [row.cells for row in table.rows],
    }


def digest(value: object) -> str:
    """Return a short digest of a value's full form."""
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def lines(shared: Path, step: int) -> Iterator[tuple[str, str]]:
    """Return the name and the answer of each page, as JSON."""
    for corpus in CORPORA:
        for path in pages_of(shared / corpus, step):
            yield str(path.relative_to(shared)), json.dumps(answer(path))


def differences(known: dict[str, str], found: Sequence[tuple[str, str]]) -> list[str]:
    """Return the pages whose answers differ, each with what does."""
    told = []
    for name, now in found:
        before = json.loads(known.get(name, "{}"))
        if parts := [part for part, value in json.loads(now).items() if before.get(part) != value]:
            told.append(f"{name}: {', '.join(parts)}")
    return told


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("shared", type=Path)
    options.add_argument("output", type=Path, nargs="?", help="file to write")
    options.add_argument("--compare", type=Path, help="file to compare with")
    options.add_argument("--step", type=int, default=1, help="take every n-th page")
    asked = options.parse_args()
    found = list(lines(asked.shared, asked.step))
    if asked.output:
        asked.output.write_text("".join(f"{name}\t{line}\n" for name, line in found), encoding="utf-8")
    if not asked.compare:
        return 0
    known = dict(line.split("\t", 1) for line in asked.compare.read_text(encoding="utf-8").splitlines())
    told = differences(known, found)
    print("\n".join([*told, f"{len(told)} of {len(found)} pages differ"]))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
