"""Measure bulk runs: two processes against one, a Dask cluster against the pool, ten times the pages.

    python benchmarks/speed/bulk.py ../shared [--pages 20000] [--sites 20] [--folder DIR]

The input is a Parquet file with the HTML and the addresses of real pages, repeated, from sites whose wrappers are in a library;
the output is Parquet.  Each run is the command as a user runs it, timed from start to end.  Short runs are done twice; compared
with each other, the faster try counts; compared with the long run, which is done once, their mean.  Memory is the peak of the
command and all its processes together.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from timing import report

from wrapture import api
from wrapture.html.charset import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = Path(sys.executable).with_name("wrapture")
GROUP = 256  # rows per row group
MANY = 10  # times the pages
TRIES = 2  # of the runs that take half a minute
LONGEST = 100_000  # characters of a page; some are twenty times as long, and 200,000 of those would take hours
LEAST = {"one process / two": 1.8}
MOST = {
    "dask, two workers / pool": 1.3,
    "time, ten times the pages": 10.5,
    "memory, ten times the pages": 1.1,
}


class Run(NamedTuple):
    """The time and peak memory of a run, and its numbers of pages and records."""

    seconds: float
    megabytes: float
    pages: int
    records: int


def sites_of(shared: Path, count: int) -> dict[str, list[str]]:
    """Return the texts of the pages of some sites with several pages, evenly chosen."""
    lists = shared / "corpus"
    pages: dict[str, list[Path]] = {}
    for line in (lists / "lists" / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        pages.setdefault(gold["site"], []).append(lists / gold["page"])
    texts = {site: [decode(path.read_bytes()).text for path in paths] for site, paths in sorted(pages.items())}
    fitting = [site for site, own in texts.items() if len(own) > 1 and max(map(len, own)) <= LONGEST]
    chosen = [fitting[len(fitting) * n // count] for n in range(count)]
    return {site: texts[site] for site in chosen}


def make_library(folder: Path, sites: dict[str, list[str]]) -> None:
    """Learn a wrapper from the first page of each site, for its addresses."""
    library = api.Library(folder)
    for site, texts in sites.items():
        wrapper = api.learn(api.parse(texts[0]), name=site)
        library.add(replace(wrapper, addresses=(f"https://{site}/*",)))


def make_input(path: Path, sites: dict[str, list[str]], count: int) -> None:
    """Write `count` pages to a Parquet file, alternating between the sites."""
    pages = cycle(_turns(sites))
    schema = pa.schema([("url", pa.string()), ("html", pa.string())])
    with pq.ParquetWriter(path, schema, compression="zstd", use_dictionary=False) as writer:
        for start in range(0, count, GROUP):
            group = list(islice(pages, min(GROUP, count - start)))
            addresses = [f"https://{site}/list?n={start + n}" for n, (site, _) in enumerate(group)]
            writer.write_table(pa.table([addresses, [text for _, text in group]], schema=schema))


def _turns(sites: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield pages of the sites in turn, each site equally often."""
    most = max(map(len, sites.values()))
    for n in range(most):
        for site, texts in sites.items():
            yield site, texts[n % len(texts)]


def run(source: Path, library: Path, out: Path, *options: str) -> Run:
    """Run the command and return its figures."""
    command = [str(COMMAND), "bulk", str(source), "--library", str(library), "-o", str(out), "--force", *options]
    start = time.perf_counter()
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.1)
        assert process.stderr is not None
        messages = process.stderr.read().decode()
    taken = time.perf_counter() - start
    if process.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: {messages}")
    totals = json.loads(Path(f"{out}.report.json").read_text("utf-8"))["totals"]
    return Run(taken, peak / 2**20, totals["seen"], totals["records"])


def tried(source: Path, library: Path, out: Path, *options: str) -> list[Run]:
    """Return the results of a few runs, fastest first."""
    return sorted(run(source, library, out, *options) for _ in range(TRIES))


def memory(pid: int) -> int:
    """Return the memory in bytes of a process and its descendants."""
    with suppress(OSError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        return pages * 4096 + sum(map(memory, children))
    return 0


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--sites", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="where the input is made; a few gigabytes")
    options = parser.parse_args()
    if not (options.shared / "corpus").is_dir():
        print(f"{options.shared}: no corpus there; nothing is measured")
        return 0
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        sites = sites_of(options.shared, options.sites)
        make_library(folder / "library", sites)
        make_input(folder / "few.parquet", sites, options.pages)
        make_input(folder / "many.parquet", sites, MANY * options.pages)
        few, many, library = folder / "few.parquet", folder / "many.parquet", folder / "library"
        run(few, library, folder / "out", "--workers", "2")  # warms the disk cache for all runs
        runs = {
            "one process": tried(few, library, folder / "out", "--workers", "1"),
            "two processes": tried(few, library, folder / "out", "--workers", "2"),
            "dask, two workers": tried(few, library, folder / "out", "--workers", "2", "--engine", "dask"),
            "ten times the pages": [run(many, library, folder / "out", "--workers", "2")],
        }
    for title, one in [(title, one) for title, tries in runs.items() for one in tries]:
        print(
            f"{title:20} {one.seconds:7.1f} s {one.pages / one.seconds:7.0f} pages/s {one.records:9} records"
            f" {one.megabytes:6.0f} MB"
        )
    one, two, dask, ten = [tries[0] for tries in runs.values()]
    usual = mean(one.seconds for one in runs["two processes"])
    figures = {
        "one process / two": one.seconds / two.seconds,
        "dask, two workers / pool": dask.seconds / two.seconds,
        "time, ten times the pages": ten.seconds / usual,
        "memory, ten times the pages": ten.megabytes / two.megabytes,
    }
    return 1 if report(figures, MOST, LEAST) else 0


if __name__ == "__main__":
    sys.exit(main())
