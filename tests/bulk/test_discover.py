"""A mixed archive without wrappers: pages are grouped by site and template, and each group is read by a wrapper of its own."""

from __future__ import annotations

import gzip
import json
import random
from typing import TYPE_CHECKING, Any, Final

import pyarrow.dataset
import pytest

from tests.bulk.site import RECORDS, bulk, page_text, report_of, rows_of, started_bulk, word
from tests.unit.bulk.inputs.making import record
from wrapture import api
from wrapture.bulk import discovering
from wrapture.bulk.discovery_folder import DiscoveryFolder, GroupNote
from wrapture.bulk.page_groups import SAME, PageGroups
from wrapture.errors import BulkError, OutputError

if TYPE_CHECKING:
    from pathlib import Path

SITES: Final = ("shop", "market", "bazaar")
PAGES: Final = 12


def article(n: int) -> str:
    text = f"<p class=text{n}>{word(n + 1)} {word(n + 2)}</p>"
    return f"<html><body class=news{n}><h1 class=head{n}>{word(n)}</h1>{text}</body></html>"


def mixed(*, seed: int = 3) -> list[tuple[str, str]]:
    """Return addresses and pages of some sites, each with a list and with an article, in random order."""
    pages = [
        (f"https://{site}.example/list/{n}", page_text(n, site=site if site != "bazaar" else "shop"))
        for site in SITES
        for n in range(PAGES)
    ]
    pages += [(f"https://{site}.example/news", article(number)) for number, site in enumerate(SITES)]
    random.Random(seed).shuffle(pages)
    return pages


def write_lines(path: Path, pages: list[tuple[str, str]], *, addresses: bool = True) -> Path:
    lines = [json.dumps({"url": url if addresses else "", "html": text}) for url, text in pages]
    path.write_text("\n".join(lines) + "\n")
    return path


def write_warc(path: Path, pages: list[tuple[str, str]]) -> Path:
    path.write_bytes(b"".join(gzip.compress(record(url, text.encode()), mtime=0) for url, text in pages))
    return path


def titles(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(row["title"] for row in rows)


ALL: Final = sorted(word(17 * n + i) for _ in SITES for n in range(PAGES) for i in range(RECORDS))


@pytest.mark.parametrize("kind", ["jsonl", "warc.gz"])
def test_each_site_has_its_wrapper(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"mixed.{kind}"
    _ = write_lines(path, mixed()) if kind == "jsonl" else write_warc(path, mixed())
    done = bulk(path.name, "--discover", "-o", "out.jsonl", cwd=tmp_path)
    assert "3 wrappers learned, in out.jsonl.wrappers" in done.err
    rows = rows_of(tmp_path / "out.jsonl")
    assert titles(rows) == ALL
    assert {row["wrapper"] for row in rows} == {f"{site}.example" for site in SITES}
    report = report_of(tmp_path / "out.jsonl")
    assert (report["totals"]["read"], report["dead"], report["balanced"]) == (3 * PAGES, {"no wrapper": 3}, True)
    notes = rows_of(tmp_path / "out.jsonl.wrappers" / "groups.jsonl")
    assert sorted((note["wrapper"], note["pages"]) for note in notes) == [
        *[("", 1)] * 3,
        *[(f"{site}.example", PAGES) for site in sorted(SITES)],
    ]
    assert {note["reason"] for note in notes} == {"", discovering.ALONE}
    assert len(api.Library(tmp_path / "out.jsonl.wrappers").entries()) == 3


def test_without_addresses_templates_tell_the_groups(tmp_path: Path) -> None:
    write_lines(tmp_path / "mixed.jsonl", mixed(), addresses=False)
    bulk("mixed.jsonl", "--discover", "-o", "out", cwd=tmp_path)
    found = pyarrow.dataset.dataset(tmp_path / "out", partitioning="hive").to_table().to_pylist()
    assert titles(found) == ALL
    assert {row["wrapper"] for row in found} == {"pages", "pages-2"}  # two of the sites have one template


def test_the_same_result_again_and_with_more_processes(tmp_path: Path) -> None:
    write_lines(tmp_path / "mixed.jsonl", mixed())
    bulk("mixed.jsonl", "--discover", "--workers", "1", "-o", "one.jsonl", cwd=tmp_path)
    bulk("mixed.jsonl", "--discover", "--workers", "3", "-o", "three.jsonl", cwd=tmp_path)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "three.jsonl").read_bytes()
    folders = [tmp_path / f"{name}.jsonl.wrappers" for name in ("one", "three")]
    assert len({tuple((path.name, path.read_bytes()) for path in sorted(one.glob("*.json*"))) for one in folders}) == 1
    again = bulk("mixed.jsonl", "--discover", "-o", "one.jsonl", cwd=tmp_path)
    assert "already complete" in again.err


@pytest.mark.cluster
def test_the_same_result_on_a_cluster(tmp_path: Path) -> None:
    write_lines(tmp_path / "mixed.jsonl", mixed())
    bulk("mixed.jsonl", "--discover", "-o", "pool.jsonl", cwd=tmp_path)
    started_bulk("mixed.jsonl", "--discover", "--engine", "dask", "--workers", "2", "-o", "dask.jsonl", cwd=tmp_path)
    assert (tmp_path / "dask.jsonl").read_bytes() == (tmp_path / "pool.jsonl").read_bytes()


def test_an_interrupted_discovery_learns_no_group_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_lines(tmp_path / "mixed.jsonl", mixed())
    order = api.order_of([tmp_path / "mixed.jsonl"], tmp_path / "out.jsonl", discover=True, workers=1)
    whole = api.order_of([tmp_path / "mixed.jsonl"], tmp_path / "whole.jsonl", discover=True, workers=1)
    api.BulkRun(whole).go()
    stored: list[str] = []
    keep = DiscoveryFolder.store

    def stop(self: DiscoveryFolder, note: GroupNote, text: str) -> None:
        keep(self, note, text)
        stored.append(note.wrapper)
        if note.wrapper:
            raise KeyboardInterrupt

    monkeypatch.setattr(DiscoveryFolder, "store", stop)
    with pytest.raises(KeyboardInterrupt):
        api.BulkRun(order).go()
    monkeypatch.setattr(DiscoveryFolder, "store", keep)
    first = next(name for name in stored if name)
    with (order.wrappers / "groups.jsonl").open("a") as file:
        file.write('{"group": 7, "ho')  # as after a power cut
    before = (order.wrappers / f"{first}.json").stat()
    assert api.BulkRun(order).go().sums.totals.read == 3 * PAGES
    after = (order.wrappers / f"{first}.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert order.out.read_bytes() == whole.out.read_bytes()
    notes = [one.wrappers / "groups.jsonl" for one in (order, whole)]
    assert notes[0].read_bytes() == notes[1].read_bytes()


def test_wrappers_of_another_input_are_not_mixed(tmp_path: Path) -> None:
    write_lines(tmp_path / "mixed.jsonl", mixed())
    api.extract_bulk([str(tmp_path / "mixed.jsonl")], tmp_path / "out.jsonl", discover=True)
    write_lines(tmp_path / "mixed.jsonl", mixed()[: 2 * PAGES])
    with pytest.raises(BulkError, match="discovered in another input"):
        api.extract_bulk([str(tmp_path / "mixed.jsonl")], tmp_path / "out.jsonl", discover=True)
    report = api.extract_bulk([str(tmp_path / "mixed.jsonl")], tmp_path / "out.jsonl", discover=True, force=True)
    assert report.sums.totals.seen == 2 * PAGES
    (tmp_path / "new.jsonl.wrappers").mkdir()
    (tmp_path / "new.jsonl.wrappers" / "mine.txt").write_text("x")
    with pytest.raises(OutputError, match="not from a discovery"):
        api.extract_bulk([str(tmp_path / "mixed.jsonl")], tmp_path / "new.jsonl", discover=True)


def test_one_way_to_read() -> None:
    with pytest.raises(ValueError, match="give one wrapper, a library of them, or `discover`"):
        api.order_of("pages", "out", library="x", discover=True)


def test_an_archive_without_lists(tmp_path: Path) -> None:
    write_lines(tmp_path / "news.jsonl", [("", article(n)) for n in range(9)])
    done = bulk("news.jsonl", "--discover", "-o", "out.csv", cwd=tmp_path, check=False)
    assert done.code == 1
    assert "0 wrappers learned" in done.err
    assert report_of(tmp_path / "out.csv")["dead"] == {"no wrapper": 9}


def test_groups_are_found_without_comparing_all() -> None:
    groups = PageGroups()
    random_marks = random.Random(5)
    sites = [frozenset(("div", f"s{n}-{i}") for i in range(40)) for n in range(300)]
    for n in range(3000):
        site = sites[n % 300]
        seen = frozenset(mark for mark in site if random_marks.random() < 0.97)
        group = groups.group_of("", seen)
        assert len(group.marks & site) > SAME * 30
    assert len(groups.found) < 330


def test_hosts_are_never_in_one_group() -> None:
    groups, marks = PageGroups(), frozenset([("p", ""), ("b", "x")])
    assert groups.group_of("a.example", marks) is groups.group_of("a.example", marks)
    assert groups.group_of("b.example", marks) is not groups.group_of("a.example", marks)
    assert groups.group_of("", frozenset()) is groups.group_of("", frozenset())
