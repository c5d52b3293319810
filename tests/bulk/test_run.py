"""Whole runs by the command: what goes in, what comes out, and that it adds up."""

from __future__ import annotations

import csv
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow.dataset
import pytest

import wrapture
from tests.bulk.site import (
    RECORDS,
    bulk,
    checksum,
    leftovers,
    make_folder,
    make_lines,
    page_text,
    report_of,
    rows_of,
    save_wrapper,
    started_bulk,
    word,
    wrapper_of,
)
from wrapture.bulk.jobs import Outcome, PageLimits, Tally
from wrapture.bulk.order import order_of
from wrapture.bulk.output.workfolder import commit
from wrapture.errors import BulkError, OutputError, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from wrapture.bulk.order import BulkOptions

COUNT = 40


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    return save_wrapper(tmp_path)


def as_folder(folder: Path) -> list[str]:
    make_folder(folder / "pages", COUNT)
    return ["pages"]


def as_glob(folder: Path) -> list[str]:
    make_folder(folder / "pages", COUNT)
    return ["pages/*.html"]


def as_tar(folder: Path) -> list[str]:
    with tarfile.open(folder / "pages.tar.gz", "w:gz") as archive:
        archive.add(make_folder(folder / "pages", COUNT), "pages")
    return ["pages.tar.gz"]


def as_zip(folder: Path) -> list[str]:
    with zipfile.ZipFile(folder / "pages.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(COUNT):
            archive.writestr(f"{n:05d}.html", page_text(n))
        archive.writestr("style.css", "b { color: red }")
    return ["pages.zip"]


def as_lines(folder: Path) -> list[str]:
    make_lines(folder / "pages.jsonl", COUNT)
    return ["pages.jsonl"]


def as_parquet(folder: Path) -> list[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pages = {"url": [f"https://shop.example/{n}" for n in range(COUNT)], "html": [page_text(n) for n in range(COUNT)]}
    pq.write_table(pa.table(pages), folder / "pages.parquet", row_group_size=16)
    return ["pages.parquet"]


def as_mixture(folder: Path) -> list[str]:
    make_folder(folder / "first", COUNT // 2)
    with zipfile.ZipFile(folder / "rest.zip", "w") as archive:
        for n in range(COUNT // 2, COUNT):
            archive.writestr(f"{n:05d}.html", page_text(n))
    return ["first", "rest.zip"]


@pytest.mark.parametrize("make", [as_folder, as_glob, as_tar, as_zip, as_lines, as_parquet, as_mixture])
def test_every_kind_of_input_gives_all_records(
    tmp_path: Path, wrapper: Path, make: Callable[[Path], list[str]]
) -> None:
    bulk(*make(tmp_path), "-w", wrapper, "-o", "out.jsonl", cwd=tmp_path)
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["title"] for row in rows] == [word(17 * n + i) for n in range(COUNT) for i in range(RECORDS)]
    assert [row["record"] for row in rows] == list(range(1, RECORDS + 1)) * COUNT
    assert {row["fit"] for row in rows} == {1.0}
    assert {row["wrapper"] for row in rows} == {"shop"}
    assert len({row["page"] for row in rows}) == COUNT
    totals = report_of(tmp_path / "out.jsonl")["totals"]
    assert (totals["seen"], totals["read"], totals["dead"], totals["records"]) == (COUNT, COUNT, 0, COUNT * RECORDS)
    assert leftovers(tmp_path) == []


def prices_of_parquet(out: Path) -> list[float]:
    table = pyarrow.dataset.dataset(out, partitioning="hive").to_table()
    return [float(price) for price in table["price"].to_pylist()]


def prices_of_lines(out: Path) -> list[float]:
    return [row["price"] for row in rows_of(out)]


def prices_of_csv(out: Path) -> list[float]:
    with out.open(newline="", encoding="utf-8") as file:
        return [float(row["price"]) for row in csv.DictReader(file)]


def prices_of_sqlite(out: Path) -> list[float]:
    with closing(sqlite3.connect(out)) as base:
        assert base.execute("SELECT count(*) FROM dead_letters").fetchone() == (1,)
        return [price for (price,) in base.execute("SELECT price FROM records")]


def prices_of_duckdb(out: Path) -> list[float]:
    with duckdb.connect(str(out), read_only=True) as base:
        assert base.execute("SELECT count(*) FROM dead_letters").fetchone() == (1,)
        found = base.execute("SELECT price, in_stock_since + 1 FROM records ORDER BY page, record").fetchall()
        return [price for price, _ in found]


@pytest.mark.parametrize(
    ("name", "prices"),
    [
        ("out", prices_of_parquet),
        ("out.jsonl", prices_of_lines),
        ("out.csv", prices_of_csv),
        ("out.sqlite", prices_of_sqlite),
        ("out.duckdb", prices_of_duckdb),
    ],
)
def test_every_format_has_numbers_and_dead_letters(
    tmp_path: Path, wrapper: Path, name: str, prices: Callable[[Path], list[float]]
) -> None:
    make_folder(tmp_path / "pages", COUNT)
    (tmp_path / "pages" / "none.html").write_text("<p>Nothing here")
    bulk("pages", "-w", wrapper, "-o", name, cwd=tmp_path)
    out = tmp_path / name
    assert prices(out) == [n % 90 + i + 0.5 for n in range(COUNT) for i in range(RECORDS)]
    (dead,) = [json.loads(line) for line in (tmp_path / f"{name}.dead.jsonl").read_text().splitlines()]
    assert dead["page"] == str(Path("pages", "none.html"))
    assert dead["kind"] == "no records"
    report = report_of(out)
    assert report["balanced"]
    assert report["dead"] == {"no records": 1}
    assert leftovers(tmp_path) == []


def test_every_page_is_in_the_output_or_a_dead_letter(tmp_path: Path, wrapper: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mixed.zip", "w") as archive:
        for n in range(20):
            archive.writestr(f"good-{n}.html", page_text(n))
            archive.writestr(f"empty-{n}.html", "")
            archive.writestr(f"other-{n}.html", "<ul>" + "<li><a href=x>menu</a>" * 9)
            archive.writestr(f"deep-{n}.html", "<div>" * 200_000)
            archive.writestr(f"picture-{n}.png", b"\x89PNG\r\n\x1a\n")
            archive.writestr(f"binary-{n}.html", b"\x89PNG\r\n\x1a\n" + bytes(200))
    done = bulk("mixed.zip", "-w", wrapper, "-o", "out.jsonl", "--strict", cwd=tmp_path, check=False)
    assert done.code == 3
    report = report_of(tmp_path / "out.jsonl")
    totals = report["totals"]
    read = {row["page"] for row in rows_of(tmp_path / "out.jsonl")}
    dead = {json.loads(line)["page"] for line in (tmp_path / "out.jsonl.dead.jsonl").read_text().splitlines()}
    assert not read & dead
    assert {f"mixed.zip/good-{n}.html" for n in range(20)} <= read
    assert {f"mixed.zip/deep-{n}.html" for n in range(20)} <= dead
    assert totals["seen"] == totals["read"] + totals["dead"] == len(read) + len(dead)
    assert totals["seen"] + totals["passed"] == 120
    assert report["balanced"]


def test_a_truncated_archive_is_reported(tmp_path: Path, wrapper: Path) -> None:
    with tarfile.open(tmp_path / "pages.tar", "w") as archive:
        archive.add(make_folder(tmp_path / "pages", COUNT), "pages")
    whole = (tmp_path / "pages.tar").read_bytes()
    (tmp_path / "pages.tar").write_bytes(whole[: len(whole) // 2 + 100])
    done = bulk("pages.tar", "-w", wrapper, "-o", "out.jsonl", cwd=tmp_path)
    report = report_of(tmp_path / "out.jsonl")
    assert 0 < report["totals"]["read"] < COUNT
    assert [flaw["source"] for flaw in report["flaws"]] == ["pages.tar"]
    assert "is truncated" in report["flaws"][0]["what"]
    assert "pages.tar: is truncated" in done.err


def test_pages_that_fit_badly_go_where_they_were_asked_to_go(tmp_path: Path, wrapper: Path) -> None:
    make_folder(tmp_path / "pages", 4)
    (tmp_path / "pages" / "other.html").write_text(page_text(5).replace("imprint", "x").replace("shop-menu", "y"))
    (tmp_path / "pages" / "few.html").write_text(page_text(6, records=1))
    bulk("pages", "-w", wrapper, "-o", "all.jsonl", cwd=tmp_path)
    bulk("pages", "-w", wrapper, "-o", "some.jsonl", "--min-fit", "0.9", cwd=tmp_path)
    kept = {row["page"]: row["fit"] for row in rows_of(tmp_path / "all.jsonl")}
    fitting = {row["page"] for row in rows_of(tmp_path / "some.jsonl")}
    assert len(kept) == 6
    assert fitting == {page for page, fit in kept.items() if fit >= 0.9}
    assert "pages/few.html" in kept.keys() - fitting
    assert report_of(tmp_path / "some.jsonl")["dead"] == {"misfit": 6 - len(fitting)}


@pytest.mark.slow
def test_two_engines_and_any_number_of_workers_write_the_same_bytes(tmp_path: Path, wrapper: Path) -> None:
    make_lines(tmp_path / "pages.jsonl", 600)
    sums = set()
    for options in (["--workers", "1"], ["--workers", "3"], ["--engine", "dask", "--workers", "2"]):
        started_bulk("pages.jsonl", "-w", wrapper, "-o", "out", "--force", *options, cwd=tmp_path)
        sums.add(checksum(tmp_path / "out"))
    assert len(sums) == 1


def test_from_python(tmp_path: Path) -> None:
    make_lines(tmp_path / "pages.jsonl", 5)
    report = wrapture.extract_bulk(
        [str(tmp_path / "pages.jsonl")], tmp_path / "out.csv", wrapper=wrapper_of(), workers=1
    )
    assert report.sums.totals.records == 5 * RECORDS
    assert report.balanced
    assert (tmp_path / "out.csv").is_file()


def test_texts_are_kept_beside_values(tmp_path: Path, wrapper: Path) -> None:
    make_lines(tmp_path / "pages.jsonl", 1)
    bulk("pages.jsonl", "-w", wrapper, "-o", "out.jsonl", "--texts", cwd=tmp_path)
    first = rows_of(tmp_path / "out.jsonl")[0]
    assert (first["price"], first["price_text"], first["price_currency"]) == (0.5, "0.50 €", "EUR")


def test_values_that_do_not_read_are_counted(tmp_path: Path, wrapper: Path) -> None:
    make_folder(tmp_path / "pages", 3)
    (tmp_path / "pages" / "asked.html").write_text(page_text(7).replace("9.50 €", "on request"))
    bulk("pages", "-w", wrapper, "-o", "out.jsonl", cwd=tmp_path)
    empty = [row for row in rows_of(tmp_path / "out.jsonl") if row["price"] is None]
    assert [row["page"] for row in empty] == ["pages/asked.html"]
    assert report_of(tmp_path / "out.jsonl")["unread"] == {"shop": {"price": 1}}


def test_a_link_is_made_whole_by_the_pages_address(tmp_path: Path, wrapper: Path) -> None:
    make_lines(tmp_path / "pages.jsonl", 1)
    bulk("pages.jsonl", "-w", wrapper, "-o", "out.jsonl", cwd=tmp_path)
    assert rows_of(tmp_path / "out.jsonl")[0]["link"] == "https://shop.example/item/0-0"


@pytest.mark.parametrize(("typed", "out"), [("*", "out.jsonl"), ("**", "out.jsonl"), (".", "page.html")])
def test_a_run_does_not_read_what_it_writes(tmp_path: Path, wrapper: Path, typed: str, out: str) -> None:
    folder = make_folder(tmp_path / "pages", 3)
    for _ in range(2):
        bulk(typed, "-w", wrapper, "-o", out, "--format", "jsonl", "--force", cwd=folder)
        report = report_of(folder / out)
        assert (report["totals"]["seen"], report["totals"]["read"], report["flaws"]) == (3, 3, [])


def test_an_input_may_be_a_path_and_need_no_list(tmp_path: Path) -> None:
    pages = make_lines(tmp_path / "pages.jsonl", 1)
    for given in (pages, str(pages), [pages]):
        report = wrapture.extract_bulk(given, tmp_path / "out.csv", wrapper=wrapper_of(), workers=1, force=True)  # type: ignore[arg-type]
        assert report.sums.totals.read == 1


def test_the_work_may_lie_on_another_disk(tmp_path: Path, wrapper: Path) -> None:
    make_lines(tmp_path / "pages.jsonl", 2)
    (tmp_path / "other").mkdir()
    (tmp_path / "out.work").symlink_to(tmp_path / "other")
    bulk("pages.jsonl", "-w", wrapper, "-o", "out", cwd=tmp_path)
    assert list((tmp_path / "other").iterdir()) == []
    assert (tmp_path / "out").is_dir()


@pytest.mark.slow
def test_a_small_page_needs_little_memory_and_limits_may_be_endless(tmp_path: Path, wrapper: Path) -> None:
    make_folder(tmp_path / "pages", 2)
    for options in (
        ["--page-memory", "16"],
        ["--page-memory", 10**20],
        ["--page-time", "inf"],
        ["--page-time", "1e30"],
    ):
        bulk("pages", "-w", wrapper, "-o", "out.csv", "--force", "--strict", *options, cwd=tmp_path)


def test_a_folder_in_a_library_is_no_wrapper(tmp_path: Path, wrapper: Path) -> None:
    pages = make_lines(tmp_path / "pages.jsonl", 1)
    (tmp_path / "library" / "folder.json").mkdir(parents=True)
    wrapper.rename(tmp_path / "library" / "shop.json")
    report = wrapture.extract_bulk([str(pages)], tmp_path / "out.csv", library=tmp_path / "library", workers=1)
    assert report.sums.totals.read == 1


def test_an_input_without_any_page_is_a_failure(tmp_path: Path, wrapper: Path) -> None:
    (tmp_path / "empty.tar").touch()
    done = bulk("empty.tar", "-w", wrapper, "-o", "out.csv", cwd=tmp_path, check=False)
    assert done.code == 1
    assert "empty.tar: is empty" in done.err


def begun(folder: Path, **options: Unpack[BulkOptions]) -> Path:
    """Return the work folder of a run that was begun with some options, and has done nothing yet."""
    order = order_of([str(folder / "pages.jsonl")], folder / "out.csv", wrapper=wrapper_of(), **options)
    order.work.mkdir()
    (order.work / "job.json").write_text(json.dumps(order.signature()))
    return order.work


class TestMistakes:
    """What a person may get wrong is said in one line, before any work."""

    def test_there_is_a_result_already(self, tmp_path: Path) -> None:
        (tmp_path / "out.csv").write_text("mine")
        make_lines(tmp_path / "pages.jsonl", 1)
        with pytest.raises(OutputError, match="already there; use `force=True` to replace it"):
            wrapture.extract_bulk([str(tmp_path / "pages.jsonl")], tmp_path / "out.csv", wrapper=wrapper_of())
        assert (tmp_path / "out.csv").read_text() == "mine"
        assert not (tmp_path / "out.csv.work").exists()

    def test_a_folder_that_is_no_result_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "thesis.txt").write_text("mine")
        make_lines(tmp_path / "pages.jsonl", 1)
        with pytest.raises(OutputError, match="files that are not results"):
            wrapture.extract_bulk([str(tmp_path / "pages.jsonl")], tmp_path / "out", wrapper=wrapper_of(), force=True)
        assert (tmp_path / "out" / "thesis.txt").read_text() == "mine"

    def test_there_is_no_such_input(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="no such file"):
            wrapture.extract_bulk([str(tmp_path / "gone.tar")], tmp_path / "out.csv", wrapper=wrapper_of())
        assert leftovers(tmp_path) == []

    def test_another_run_was_begun_there(self, tmp_path: Path) -> None:
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        work = begun(tmp_path, min_fit=0.5, limits=PageLimits(time_s=3))
        commit(work, Outcome(0, "some", Tally(), (), (), ()))
        with pytest.raises(BulkError, match="had another `min_fit` and another `limits`; rerun the same"):
            wrapture.extract_bulk([str(pages)], tmp_path / "out.csv", wrapper=wrapper_of())
        report = wrapture.extract_bulk(
            [str(pages)], tmp_path / "out.csv", wrapper=wrapper_of(), restart=True, workers=1
        )
        assert report.sums.totals.read == 1

    def test_another_run_that_has_done_nothing_is_forgotten(self, tmp_path: Path) -> None:
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        begun(tmp_path, min_fit=0.5)
        report = wrapture.extract_bulk([str(pages)], tmp_path / "out.csv", wrapper=wrapper_of(), workers=1)
        assert report.sums.totals.read == 1
        assert leftovers(tmp_path) == []

    @pytest.mark.parametrize("names", [["thesis.txt"], ["units"], ["job.json"]])
    def test_a_folder_that_is_no_work_is_not_emptied(self, tmp_path: Path, names: list[str]) -> None:
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        work = tmp_path / "out.csv.work"
        work.mkdir()
        for name in names:
            (work / name).write_text('{"mine": 1}')
        with pytest.raises(OutputError, match="files that are not from a run"):
            wrapture.extract_bulk([str(pages)], tmp_path / "out.csv", wrapper=wrapper_of(), restart=True, force=True)
        assert [(work / name).read_text() for name in names] == ['{"mine": 1}']

    def test_a_file_where_the_work_must_be(self, tmp_path: Path) -> None:
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        (tmp_path / "out.csv.work").write_text("mine")
        with pytest.raises(OutputError, match="is a file, but the run needs a work folder"):
            wrapture.extract_bulk([str(pages)], tmp_path / "out.csv", wrapper=wrapper_of(), force=True)

    @pytest.mark.parametrize("out", ["", ".", "..", "/", "a/..", "a\0b.csv"])
    def test_a_result_without_a_name(self, out: str) -> None:
        with pytest.raises(OutputError, match="is not a name for a result"):
            wrapture.extract_bulk(["pages"], out, wrapper=wrapper_of(), format="csv")

    @pytest.mark.parametrize("typed", ["pages.jsonl", "./pages.jsonl", "link.jsonl"])
    def test_a_result_in_place_of_its_input(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
        monkeypatch.chdir(tmp_path)
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        (tmp_path / "link.jsonl").symlink_to(pages)
        before = pages.read_bytes()
        with pytest.raises(SourceError, match="is where the result of the run goes; choose another output"):
            wrapture.extract_bulk([typed], tmp_path / "pages.jsonl", wrapper=wrapper_of(), force=True)
        assert pages.read_bytes() == before

    def test_a_name_that_is_too_long(self, tmp_path: Path) -> None:
        pages = make_lines(tmp_path / "pages.jsonl", 1)
        with pytest.raises(OutputError, match="the name is too long; choose a shorter one"):
            wrapture.extract_bulk([str(pages)], tmp_path / ("a" * 253), wrapper=wrapper_of())

    @pytest.mark.parametrize("name", ["out.xls", "out.html"])
    def test_a_format_that_nobody_knows(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(OutputError, match="the name tells no format"):
            wrapture.extract_bulk(["pages"], tmp_path / name, wrapper=wrapper_of())

    def test_neither_wrapper_nor_library(self, tmp_path: Path) -> None:
        done = bulk("pages", "-o", "out.csv", cwd=tmp_path, check=False)
        assert done.code == 2
        assert "give one wrapper" in done.err
