"""Measure `wrapture bulk` on a WARC file against the program that an expert would write for the same columns.

    python benchmarks/speed/archives.py ../shared [--pages 50000] [--folder DIR]

The archive (gzip, a member for each record) has pages of five real sites and of one of our own, in turn, each with its own
address.  `wrapture bulk` reads it with a library of wrappers, one learned from each site's first page; the expert's program
(`expert.py`) reads it with FastWARC and selectolax, with selectors written by hand.  Both write Parquet, with one process that
reads pages, and both must give the same records.  Compared is the CPU time of all processes together, which other load on the
machine hardly affects.  Two processes are compared with one by the CPU time of the busiest process: that is what the clock
shows if each process has a core, while on a busy machine it shows the load.  A second archive has pages that fit no wrapper.
Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow.dataset as ds
from expert import SITES
from timing import report

from bulk import COMMAND
from wrapture import api
from wrapture.html.charset import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = "shop.example"
RECORDS = 40
EXPERT = Path(__file__).with_name("expert.py")
LEAST = {"pages/s of the expert's": 0.9, "same records": 1.0, "two processes / one": 1.9}
MOST = {"page that fits nothing / page that fits": 1.0}
LOOK_S = 0.1
"""Seconds between looks at the processes of a command: what they take after the last one is missed."""
BILLION = 1_000_000_000


class Taken(NamedTuple):
    """What a command took: CPU time of all its processes, that of the busiest one, and time by the clock."""

    cpu_s: float
    busiest_s: float
    clock_s: float


def own_page(number: int, *, with_list: bool = True) -> str:
    """Return a page of our own: a shop's list of forty things, or an article."""
    menu = "".join(f'<li class="nav"><a href="/c/{n}">Category {n}</a></li>' for n in range(30))
    head = f'<html><head><title>Shop {number}</title></head><body><ul class="menu">{menu}</ul>'
    if not with_list:
        text = "".join(f"<p>Paragraph {n} of article {number}, with a few words about nothing.</p>" for n in range(120))
        return (
            f'{head}<div class="article"><h1>Article {number}</h1>{text}</div><p class="foot">Imprint</p></body></html>'
        )
    rows = "".join(_row(number, n) for n in range(RECORDS))
    return f'{head}<div class="list">{rows}</div><p class="foot">Imprint</p></body></html>'


def _row(page: int, n: int) -> str:
    return (
        f'<div class="item" data-id="{page}-{n}"><a class="name" href="/item/{page}/{n}">Thing {page}-{n}</a>'
        f'<img src="/img/{n}.jpg" alt=""><span class="price">{n % 90 + 1}.50 EUR</span>'
        f'<p class="text">Made in {1990 + n % 30}, sold since March; thing {n} of page {page}.</p></div>'
    )


def pages_of(shared: Path) -> dict[str, list[str]]:
    """Return the pages of each site, real ones and our own."""
    found: dict[str, list[str]] = {}
    for line in (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        if gold["site"] in SITES:
            text = decode((shared / "corpus" / gold["page"]).read_bytes()).text
            found.setdefault(gold["site"], []).append(text)
    return {**found, OWN: [own_page(n) for n in range(10)]}


def in_turn(sites: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield pages of the sites in turn, endlessly."""
    turns = {site: cycle(texts) for site, texts in sites.items()}
    while True:
        yield from ((site, next(texts)) for site, texts in turns.items())


def write_archive(path: Path, pages: Iterator[tuple[str, str]], count: int) -> None:
    """Write pages as the responses of a WARC file; pages with one text share its bytes."""
    with path.open("wb") as file:
        for number, (site, text) in enumerate(islice(pages, count)):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + text.encode()
            head = (
                "WARC/1.0\r\nWARC-Type: response\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012d}>\r\n"
                f"WARC-Target-URI: https://{site}/list?n={number}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + body + b"\r\n\r\n", 1, mtime=0))


def make_library(folder: Path, sites: dict[str, list[str]]) -> None:
    """Learn a wrapper from the first page of each site, with the columns that the expert reads."""
    library = api.Library(folder)
    for site, texts in sites.items():
        wrapper = api.learn(api.parse(texts[0]), name=site)
        columns = tuple(replace(column, keep=column.name in SITES[site].columns) for column in wrapper.layout.columns)
        layout = replace(wrapper.layout, columns=columns)
        library.add(replace(wrapper, layout=layout, addresses=(f"https://{site}/*",)))


def taken(*command: object) -> Taken:
    """Run a command and return what it took."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile("w+") as errors:
        own = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=errors)
        used: dict[int, float] = {}
        while own.poll() is None:
            used.update(used_by(own.pid))
            time.sleep(LOOK_S)
        if own.returncode not in (0, 1, 3):
            errors.seek(0)
            sys.exit(f"{command}: {errors.read()}")
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(cpu, max(used.values(), default=cpu), clock)


def used_by(top: int) -> dict[int, float]:
    """Return the CPU time so far of a process and of those below it, by their numbers; Linux only."""
    tick, parents, used = os.sysconf("SC_CLK_TCK"), {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        pid = int(entry.parent.name)
        parents[pid], used[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / tick
    found, last = {top}, 0
    while len(found) > last:
        last = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
    return {pid: used[pid] for pid in found if pid in used}


def bulk(archive: Path, library: Path, out: Path, workers: int) -> Taken:
    """Run `wrapture bulk` on an archive."""
    return taken(COMMAND, "bulk", archive, "--library", library, "-o", out, "--text", "--force", "--workers", workers)


def rows_of(folder: Path) -> list[tuple[object, ...]]:
    """Return the records of a result, with the columns that both programs write."""
    table = ds.dataset(folder, partitioning="hive").to_table().to_pylist()
    names = sorted({name for site in SITES.values() for name in site.columns})
    found = [(row["wrapper"], row["page"], row["record"], *(row.get(name) for name in names)) for row in table]
    return sorted(found, key=lambda row: (row[1], row[2]))


def measure(folder: Path, sites: dict[str, list[str]], pages: int) -> dict[str, float]:
    """Make the archives, run the programs, and return the figures."""
    archive, foreign, library = folder / "pages.warc.gz", folder / "foreign.warc.gz", folder / "library"
    write_archive(archive, in_turn(sites), pages)
    write_archive(foreign, ((f"site{n % 50}.example", own_page(n, with_list=False)) for n in range(pages)), pages // 5)
    make_library(library, sites)
    print(f"{pages:,} pages, {archive.stat().st_size / 2**20:.0f} MiB; one process each")
    expert = taken(sys.executable, EXPERT, archive, folder / "expert")
    ours = bulk(archive, library, folder / "ours", 1)
    two = bulk(archive, library, folder / "two", 2)
    none = bulk(foreign, library, folder / "none", 1)
    one, other = rows_of(folder / "ours"), rows_of(folder / "expert")
    same = len(set(one) & set(other)) / max(len(one), len(other))
    for name, took in (("expert", expert), ("wrapture", ours), ("wrapture, two processes", two)):
        times = f"{took.cpu_s:7.1f} s of CPU {took.busiest_s:7.1f} s in one process {took.clock_s:7.1f} s"
        print(f"{name:26} {times} {pages / took.cpu_s:7.0f} pages a core-second")
    print(f"{len(one):,} and {len(other):,} records; fits nothing: {pages // 5 / none.cpu_s:.0f} pages a core-second")
    print(f"a billion pages: {BILLION / pages * ours.cpu_s / 3600:,.0f} core-hours")
    return {
        "pages/s of the expert's": expert.cpu_s / ours.cpu_s,
        "same records": same,
        "two processes / one": ours.busiest_s / two.busiest_s,
        "page that fits nothing / page that fits": none.cpu_s / (pages // 5) / (ours.cpu_s / pages),
    }


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--folder", type=Path, help="where the archives are made; a few hundred megabytes")
    options = parser.parse_args()
    if not (options.shared / "corpus").is_dir():
        print(f"{options.shared}: no corpus there; nothing is measured")
        return 0
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        figures = measure(Path(name), pages_of(options.shared), options.pages)
    return 1 if report(figures, MOST, LEAST) else 0


if __name__ == "__main__":
    sys.exit(main())
