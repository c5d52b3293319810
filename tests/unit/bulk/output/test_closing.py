"""What comes out of a run is what its pages said, in every format, whatever came in between."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import openpyxl
import pandas as pd
import polars as pl
import pyarrow.dataset as ds  # type: ignore[import-untyped,unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
import pytest
from hypothesis import given

from tests.examples import scaled
from wrapture.bulk.jobs import DeadLetter, Job
from wrapture.bulk.order import ENDINGS
from wrapture.bulk.output import parquet_result as parquetout
from wrapture.bulk.output.claim import NOTE
from wrapture.bulk.output.closing import Closed, check, close
from wrapture.bulk.output.disk import temporary_folders
from wrapture.bulk.output.parquet_parts import LARGE
from wrapture.bulk.output.parquet_result import folder_name
from wrapture.bulk.output.part_writer import Encoder
from wrapture.bulk.output.workfolder import UNITS, commit
from wrapture.errors import BulkError, OutputError
from wrapture.rows.csv_file import unescaped
from wrapture.rows.kinds import common_kind
from wrapture.rows.row_schema import PROVENANCE, header

from .made import BOOKS, Case, as_flat, as_json, as_text, books, cases, column, job_for, jobs, listing, table, wrapper

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.bulk.jobs import PartFormat, UnitPart
    from wrapture.bulk.order import OutputFormat

FORMATS: tuple[OutputFormat, ...] = ("parquet", "jsonl", "csv", "sqlite", "duckdb", "xlsx")
SAME_BYTES: tuple[OutputFormat, ...] = ("parquet", "jsonl", "csv", "sqlite", "xlsx")
PLAIN = Job()
LETTER = DeadLetter("gone.html", "crawl.tar", 3, "time", "takes longer than 30 s")
ANY = scaled(0.25)
SHOP = wrapper("shop", [column("title"), column("price", "number"), column("authors"), column("Title", "rating")])


def part_format(wanted: OutputFormat) -> PartFormat:
    return "parquet" if wanted == "parquet" else "rows"


def keep(
    work: Path, units: Sequence[Case], wanted: OutputFormat, order: Iterable[int] | None = None, job: Job = PLAIN
) -> None:
    """Commit units in some order."""
    work.mkdir(exist_ok=True)
    for n in range(len(units)) if order is None else order:
        commit(work, units[n].outcome(n, job_for(job, part_format(wanted))))


def closed(
    folder: Path, units: Sequence[Case], wanted: OutputFormat, job: Job = PLAIN, known: Sequence[UnitPart] = ()
) -> Path:
    """Return the result of a run with these units."""
    work, out = folder / "out.work", folder / "out"
    keep(work, units, wanted, job=job)
    chosen = close(work, out, wanted, force=False, units=len(units), known=known)
    files = [path for path in [out, *out.rglob("*")] if path.is_file()]
    assert chosen == Closed(len(files), sum(path.stat().st_size for path in files))
    assert listing(folder) == ["out", "out.dead.jsonl", "out.work"]
    return out


def digest(out: Path) -> dict[str, str]:
    """The checksums of all files of a result, and of the dead letters."""
    files = [path for path in [out, *sorted(out.rglob("*")), out.with_name("out.dead.jsonl")] if path.is_file()]
    return {str(path.relative_to(out.parent)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def by_wrapper(units: Sequence[Case], job: Job) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for unit in units:
        for row in unit.rows(job):
            found.setdefault(row["wrapper"], []).append(row)
    return found


def in_order(units: Sequence[Case], job: Job) -> list[dict[str, Any]]:
    return [row for unit in units for row in unit.rows(job)]


def kinds_of(units: Sequence[Case], job: Job) -> dict[str, str]:
    """The columns of all wrappers in the order they are first seen, with the kind that holds all they have."""
    found: dict[str, str] = {}
    for unit in units:
        for part in unit.outcome(0, job_for(job, "rows")).parts:
            for name, kind in part.columns:
                found[name] = common_kind(found.get(name, kind), kind)
    return found


def as_kind(value: Any, kind: str) -> Any:
    """A value as a column of this kind must have it."""
    if value is None:
        return None
    if kind == "mixed":
        return as_flat(value) if isinstance(value, list) else as_text(value)
    return [value] if kind.endswith("[]") and not isinstance(value, list) else value


def in_sqlite(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


def in_xlsx(path: Path, sheet: str = "records") -> list[tuple[Any, ...]]:
    """The rows of a sheet, with the header."""
    with path.open("rb") as file:
        book = openpyxl.load_workbook(file)
    return [tuple(row) for row in book[sheet].iter_rows(values_only=True)]


def in_duckdb(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(path), read_only=True) as database:
        return database.execute(sql).fetchall()


# --- what came in comes out ---


@given(cases(), jobs)
@ANY
def test_any_parquet_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case], job: Job) -> None:
    out = closed(tmp_path_factory.mktemp("any"), units, "parquet", job)
    true = by_wrapper(units, job)
    seen = {owner.name for unit in units for owner, *_ in unit.tables}
    assert listing(out) == sorted(map(folder_name, seen)) or (not seen and len(listing(out)) == 1)
    for name in seen:
        rows = [
            row
            for path in sorted((out / folder_name(name)).iterdir())
            for row in pq.ParquetFile(path).read().to_pylist()
        ]
        assert rows == [{key: row[key] for key in row if key != "wrapper"} for row in true.get(name, [])]


@given(cases(), jobs)
@ANY
def test_any_jsonl_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case], job: Job) -> None:
    out = closed(tmp_path_factory.mktemp("any"), units, "jsonl", job)
    found = [json.loads(line) for line in out.read_bytes().decode().splitlines()]
    assert found == [{key: as_json(value) for key, value in row.items()} for row in in_order(units, job)]
    letters = out.with_name("out.dead.jsonl").read_bytes().decode().splitlines()
    assert [json.loads(line) for line in letters] == [one for unit in units for one in unit.letters()]


@given(cases(), jobs)
@ANY
def test_any_csv_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case], job: Job) -> None:
    out = closed(tmp_path_factory.mktemp("any"), units, "csv", job)
    kinds = kinds_of(units, job)
    with out.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file, strict=True)
    assert list(map(unescaped, head)) == [*header(tuple(kinds), PROVENANCE)[len(PROVENANCE) :], *PROVENANCE]
    assert len(rows) == len(in_order(units, job))
    for row, true in zip(rows, in_order(units, job), strict=True):
        for text, key in zip(row, (*kinds, *PROVENANCE), strict=True):
            value = as_flat(as_kind(true.get(key), kinds.get(key, "")))
            if isinstance(value, int | float):
                assert float(text) == value
            else:
                assert unescaped(text) == (value or "")


@given(cases(), jobs)
@ANY
def test_any_sqlite_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case], job: Job) -> None:
    out = closed(tmp_path_factory.mktemp("any"), units, "sqlite", job)
    kinds = kinds_of(units, job)
    rows = in_sqlite(out, "SELECT * FROM records ORDER BY rowid")
    assert len(rows) == len(in_order(units, job))
    for row, true in zip(rows, in_order(units, job), strict=True):
        for found, key in zip(row, (*kinds, *PROVENANCE), strict=True):
            assert found == as_flat(as_kind(true.get(key), kinds.get(key, "")))
    assert in_sqlite(out, "SELECT * FROM dead_letters ORDER BY rowid") == [
        tuple(one.values()) for unit in units for one in unit.letters()
    ]


@given(cases(), jobs)
@scaled(0.1)
def test_any_duckdb_reads_back(tmp_path_factory: pytest.TempPathFactory, units: list[Case], job: Job) -> None:
    out = closed(tmp_path_factory.mktemp("any"), units, "duckdb", job)
    kinds = kinds_of(units, job)
    rows = in_duckdb(out, "SELECT * FROM records ORDER BY rowid")
    assert len(rows) == len(in_order(units, job))
    for row, true in zip(rows, in_order(units, job), strict=True):
        for found, key in zip(row, (*kinds, *PROVENANCE), strict=True):
            assert found == as_kind(true.get(key), kinds.get(key, ""))
    assert in_duckdb(out, "SELECT * FROM dead_letters ORDER BY rowid") == [
        tuple(one.values()) for unit in units for one in unit.letters()
    ]


UNITS_OF_TWO = [
    Case(((BOOKS, "books", books("a.html", 3)), (SHOP, "shop", table(SHOP, "s.html", [("S", "7", "Ann", "4 stars")])))),
    Case((), (LETTER,)),
    Case(((BOOKS, "books", books("b.html", 2)),), (LETTER,)),
]


def test_columns_of_one_name_and_two_kinds_are_texts(tmp_path: Path) -> None:
    for wanted in ("sqlite", "duckdb"):
        (tmp_path / wanted).mkdir()
    out = closed(tmp_path / "duckdb", UNITS_OF_TWO, "duckdb")
    described = {name: kind for name, kind, *_ in in_duckdb(out, "DESCRIBE records")}
    assert described == {
        "page": "VARCHAR",
        "record": "BIGINT",
        "wrapper": "VARCHAR",
        "fit": "DOUBLE",
        "title": "VARCHAR",
        "price": "DOUBLE",
        "price_currency": "VARCHAR",
        "published": "DATE",
        "published_time": "TIMESTAMP",
        "authors": "VARCHAR[]",  # a list of one wrapper, a text of the other
        "Title_2": "DOUBLE",
        "Title_2_scale": "DOUBLE",
    }
    assert in_duckdb(out, "SELECT authors FROM records WHERE authors IS NOT NULL ORDER BY rowid") == [
        (["Ann", "Bob 1"],), (["Ann"],), (["Ann", "Bob 1"],),
    ]  # fmt: skip
    out = closed(tmp_path / "sqlite", UNITS_OF_TWO, "sqlite")
    assert [row[2] for row in in_sqlite(out, "PRAGMA table_info(records)")][:5] == [
        "TEXT", "REAL", "TEXT", "TEXT", "TEXT",
    ]  # fmt: skip
    assert in_sqlite(out, "SELECT typeof(price), sum(price) FROM records GROUP BY 1") == [
        ("real", 0.5 + 1.5 + 2.5 + 7 + 2)
    ]


def test_days_and_moments_are_such_where_there_are_such(tmp_path: Path) -> None:
    owner = wrapper("w", [column("at", "date")])
    units = [Case(((owner, "w", table(owner, "p", [("18 May 2001 14:05",), ("1 May 2001",), ("soon",)])),))]
    out = closed(tmp_path, units, "duckdb")
    assert in_duckdb(out, 'SELECT "at", at_time FROM records ORDER BY rowid') == [
        (date(2001, 5, 18), datetime(2001, 5, 18, 14, 5)), (date(2001, 5, 1), None), (None, None),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_huge_text_comes_out_whole(tmp_path: Path, wanted: OutputFormat) -> None:
    owner = wrapper("w", [column("body")])
    huge = "x\u2028\0é" * 1_500_000  # in JSON 22 MB, more than DuckDB takes in a line by default
    out = closed(tmp_path, [Case(((owner, "w", table(owner, "p", [(huge,)])),))], wanted)
    if wanted == "parquet":
        assert ds.dataset(out, partitioning="hive").to_table().column("body").to_pylist() == [huge]
    elif wanted == "jsonl":
        assert json.loads(out.read_bytes())["body"] == huge
    elif wanted == "csv":
        assert out.read_bytes().decode().endswith(f"{huge},p,1,w,1.0\r\n")
    elif wanted == "xlsx":
        assert in_xlsx(out)[1][0].endswith("… (cut: a cell holds 32,767 characters)")
    elif wanted == "sqlite":
        assert in_sqlite(out, "SELECT body FROM records") == [(huge,)]
    else:
        assert in_duckdb(out, "SELECT body FROM records") == [(huge,)]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_thousand_wrappers(tmp_path: Path, wanted: OutputFormat) -> None:
    owners = [wrapper(f"site {n}", [column("title"), column(f"own {n % 40}", "number")]) for n in range(1000)]
    units = [
        Case(
            tuple(
                (owner, owner.name, table(owner, f"p{k}", [(f"T{n}", f"{n + 1}")]))
                for n, owner in enumerate(owners)
                if n % 5 == k % 5
            )
        )
        for k in range(5)
    ]
    out = closed(tmp_path, units, wanted)
    true = sorted((row["page"], row["title"]) for row in in_order(units, Job()))
    if wanted == "parquet":
        found = ds.dataset(out, partitioning="hive").to_table(columns=["page", "title"])
        rows = list(zip(found["page"].to_pylist(), found["title"].to_pylist(), strict=True))
        assert len(listing(out)) == 1000
    elif wanted == "jsonl":
        rows = [(row["page"], row["title"]) for row in map(json.loads, out.read_bytes().splitlines())]
    elif wanted == "csv":
        with out.open(encoding="utf-8-sig", newline="") as file:
            rows = [(row["page"], row["title"]) for row in csv.DictReader(file)]
    elif wanted == "xlsx":
        names, *found = in_xlsx(out)
        rows = [(row[names.index("page")], row[names.index("title")]) for row in found]
    else:
        rows = (in_sqlite if wanted == "sqlite" else in_duckdb)(out, "SELECT page, title FROM records")
    assert sorted(rows) == true


def test_small_parts_are_held_only_as_long_as_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquetout, "HELD", 4000)
    owners = [wrapper(name, [column("title")]) for name in "abc"]
    units = [
        Case(
            tuple(
                (owner, owner.name, table(owner, f"p{n}", [("x" * 100,)] * size))
                for owner, size in zip(owners, (9, 3, 1), strict=True)
            )
        )
        for n in range(12)
    ]
    out = closed(tmp_path, units, "parquet")
    sizes = {
        folder.name: [pq.ParquetFile(path).metadata.num_rows for path in sorted(folder.iterdir())]
        for folder in sorted(out.iterdir())
    }
    assert {name: sum(rows) for name, rows in sizes.items()} == {"wrapper=a": 108, "wrapper=b": 36, "wrapper=c": 12}
    assert all(len(rows) < 12 for rows in sizes.values())
    assert len(sizes["wrapper=a"]) > len(sizes["wrapper=c"]) == 1


@pytest.mark.slow
def test_more_columns_than_sqlite_has_are_told_in_a_line(tmp_path: Path) -> None:
    owner = wrapper("w", [column(f"c{n}") for n in range(1999)])
    keep(tmp_path / "out.work", [Case(((owner, "w", table(owner, "p", [("x",) * 1999])),))], "sqlite")
    with pytest.raises(OutputError, match=r"out: 2003 columns, and SQLite has 2000 at most; try"):
        close(tmp_path / "out.work", tmp_path / "out", "sqlite", force=False)
    close(tmp_path / "out.work", tmp_path / "out", "duckdb", force=False)
    assert len(in_duckdb(tmp_path / "out", "DESCRIBE records")) == 2003


@pytest.mark.parametrize("wanted", ["jsonl", "duckdb"])
def test_folders_with_the_signs_of_globs_in_their_names(tmp_path: Path, wanted: OutputFormat) -> None:
    folder = tmp_path / "it's [a-b]* {x,y}"
    folder.mkdir()
    out = closed(folder, UNITS_OF_TWO, wanted)
    if wanted == "duckdb":
        assert in_duckdb(out, "SELECT count(*) FROM records") == [(6,)]


# --- nothing at all ---


@pytest.mark.parametrize("wanted", FORMATS)
@pytest.mark.parametrize("units", [[], [Case((), (LETTER,))]])
@pytest.mark.parametrize("told", [False, True])
def test_no_records_make_files_that_can_be_opened(
    tmp_path: Path, wanted: OutputFormat, units: list[Case], told: bool
) -> None:
    known = [Encoder(BOOKS, "books", job_for(Job(), part_format(wanted))).part()] if told else []
    out = closed(tmp_path, units, wanted, known=known)
    names = ["title", "price", "price_currency", "published", "published_time", "authors"] if told else []
    names += ["page", "record", "wrapper", "fit"]
    if wanted == "parquet":
        assert sorted(ds.dataset(out, partitioning="hive").schema.names) == sorted(names)
        assert sorted(pd.read_parquet(out).columns) == sorted(names)
        found = duckdb.execute(f"FROM read_parquet('{out}/**/*.parquet', hive_partitioning = true)")
        assert (sorted(name for name, *_ in found.description or ()), found.fetchall()) == (sorted(names), [])
    elif wanted == "jsonl":
        assert out.read_bytes() == b""
    elif wanted == "csv":
        assert out.read_bytes().decode("utf-8-sig") == ",".join(names) + "\r\n"
    elif wanted == "xlsx":
        assert in_xlsx(out) == [tuple(names)]
        assert len(in_xlsx(out, "dead_letters")) == len(units) + 1
    else:
        query = in_sqlite if wanted == "sqlite" else in_duckdb
        assert query(out, "SELECT * FROM records") == []
        assert len(query(out, "SELECT * FROM dead_letters")) == len(units)
        described = "SELECT name FROM pragma_table_info('records')"
        assert [name for (name,) in query(out, described)] == names
    assert len(out.with_name("out.dead.jsonl").read_bytes().splitlines()) == len(units)


# --- other tools ---


def test_other_tools_read_the_folder(tmp_path: Path) -> None:
    shop = wrapper("shop", [column("title"), column("price", "price"), column("own")])
    first = Case(((BOOKS, "books", books("a", 5)), (shop, "shop", table(shop, "s", [("S", "$7", "x")]))))
    out = closed(tmp_path, [first, Case(((BOOKS, "books", books("big", LARGE)),))], "parquet")
    true = LARGE + 6
    arrow = ds.dataset(out, partitioning="hive").to_table()
    frame = pd.read_parquet(out)
    polar = pl.scan_parquet(
        out / "**" / "*.parquet", hive_partitioning=True, missing_columns="insert", extra_columns="ignore"
    )
    sql = f"FROM read_parquet('{out}/**/*.parquet', hive_partitioning = true, union_by_name = true)"
    assert len(arrow) == len(frame) == true
    assert set(arrow["wrapper"].to_pylist()) == {"books", "shop"}
    assert polar.filter(pl.col("wrapper") == "books").select(pl.len()).collect().item() == true - 1
    assert duckdb.execute(f"SELECT wrapper, count(*) {sql} GROUP BY 1 ORDER BY 1").fetchall() == [
        ("books", true - 1),
        ("shop", 1),
    ]
    assert str(arrow.schema.field("published").type) == "date32[day]"


# --- the same bytes ---


@pytest.mark.parametrize("wanted", SAME_BYTES)
def test_the_order_of_commits_does_not_matter(
    tmp_path: Path, wanted: OutputFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquetout, "MERGED_ROWS", 40)
    sizes = [3, LARGE, 12, 1, 30, LARGE, LARGE + 5, 2] if wanted == "parquet" else [3, 1, 12, 30]
    units = [
        Case(((BOOKS, "books", books(f"p{n}", size)), (SHOP, "shop", table(SHOP, "s", [("S", "7", "A", None)]))))
        for n, size in enumerate(sizes)
    ]
    found = []
    for salt in range(3):
        folder = tmp_path / str(salt)
        folder.mkdir()
        keep(folder / "out.work", units, wanted, random.Random(salt).sample(range(len(units)), len(units)))
        close(folder / "out.work", folder / "out", wanted, force=False)
        found.append(digest(folder / "out"))
    assert found[0] == found[1] == found[2]
    if wanted == "parquet":
        parts = sorted((tmp_path / "0" / "out" / "wrapper=books").iterdir())
        assert [pq.ParquetFile(path).metadata.num_rows for path in parts] == [3, LARGE, 43, LARGE, LARGE + 5, 2]
        assert parts[1].stat().st_nlink == 2  # the unit's own file


def test_a_duckdb_file_has_the_same_tables(tmp_path: Path) -> None:
    found = []
    for salt in range(2):
        folder = tmp_path / str(salt)
        folder.mkdir()
        keep(folder / "out.work", UNITS_OF_TWO, "duckdb", random.Random(salt).sample(range(3), 3))
        close(folder / "out.work", folder / "out", "duckdb", force=False)
        found.append([in_duckdb(folder / "out", f"FROM {name} ORDER BY rowid") for name in ("records", "dead_letters")])
    assert found[0] == found[1]


def test_where_there_are_no_links_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    units = [Case(((BOOKS, "books", books("big", LARGE)),))]
    true = digest(closed_in(tmp_path / "a", units))
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    out = closed_in(tmp_path / "b", units)
    assert digest(out) == true
    assert (out / "wrapper=books" / "part-00000.parquet").stat().st_nlink == 1


def closed_in(folder: Path, units: Sequence[Case], wanted: OutputFormat = "parquet") -> Path:
    folder.mkdir()
    return closed(folder, units, wanted)


# --- what is there already ---


@pytest.mark.parametrize("wanted", FORMATS)
def test_a_result_is_replaced_only_by_force_or_by_its_own_run(tmp_path: Path, wanted: OutputFormat) -> None:
    out = closed(tmp_path, UNITS_OF_TWO, wanted)
    before = digest(out)
    again = close(tmp_path / "out.work", out, wanted, force=False)  # as after a kill just before the work folder goes
    assert again.parts == len(before) - 1
    keep(tmp_path / "other.work", UNITS_OF_TWO[:1], wanted)
    with pytest.raises(OutputError, match="already there; use `force=True` to replace it"):
        close(tmp_path / "other.work", out, wanted, force=False)
    with pytest.raises(OutputError, match="already there; use `force=True` to replace it"):
        check(out, wanted, force=False)
    check(out, wanted, force=True)
    close(tmp_path / "other.work", out, wanted, force=True)
    assert digest(out) != before
    assert listing(tmp_path) == ["other.work", "out", "out.dead.jsonl", "out.work"]


def test_a_folder_of_somebody_s_is_never_replaced(tmp_path: Path) -> None:
    keep(tmp_path / "out.work", UNITS_OF_TWO, "parquet")
    out = tmp_path / "out"
    for stranger in ("letter.txt", "wrapper=books/letter.txt", "wrapper=file"):
        shutil.rmtree(out, ignore_errors=True)
        (out / stranger).parent.mkdir(parents=True)
        (out / stranger).write_text("dear")
        for attempt in (
            lambda: close(tmp_path / "out.work", out, "parquet", force=True),
            lambda: check(out, "parquet", force=True),
        ):
            with pytest.raises(OutputError, match="contains files that are not results of a run; choose another place"):
                attempt()
        assert (out / stranger).read_text() == "dear"
    shutil.rmtree(out)
    out.write_text("dear")
    with pytest.raises(OutputError, match="is a file, but the result is a folder"):
        close(tmp_path / "out.work", out, "parquet", force=True)
    assert listing(tmp_path) == ["out", "out.dead.jsonl", "out.work"]


def test_units_that_are_gone_are_missed(tmp_path: Path) -> None:
    keep(tmp_path / "out.work", UNITS_OF_TWO, "jsonl")
    (tmp_path / "out.work" / UNITS / "000001" / "unit.json").write_bytes(b"")
    with pytest.raises(
        BulkError, match=r"out\.work: 1 of 3 units are gone; run the same command again, and it goes on"
    ):
        close(tmp_path / "out.work", tmp_path / "out", "jsonl", force=False, units=3)
    assert listing(tmp_path) == ["out.work"]


def test_a_folder_that_is_not_there_is_told_beforehand(tmp_path: Path) -> None:
    for wanted in FORMATS:
        with pytest.raises(OutputError, match="there is no such folder; make it first"):
            check(tmp_path / "no" / "out", wanted, force=False)
        check(tmp_path / "out", wanted, force=False)
    assert listing(tmp_path) == []


def test_names_that_no_file_system_takes_are_cut_and_stay_apart() -> None:
    long = [folder_name(letter * 200 + end) for letter in "x書%" for end in "ab"]
    assert len(set(long)) == 6
    assert max(len(name.encode()) for name in long) <= 255


# --- full disks and kills ---


@pytest.mark.slow
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_full_disk_leaves_the_work_folder_alone(tmp_path: Path, small_disk: Path, wanted: OutputFormat) -> None:
    sure = random.Random(0)
    owner = wrapper("w", [column("noise")])
    noise = [("".join(map(chr, sure.choices(range(33, 0x2000), k=3000))),) for _ in range(600)]
    work, out = tmp_path / "out.work", small_disk / "out"
    keep(work, [Case(((owner, "w", table(owner, "p", noise[n::6])),)) for n in range(6)], wanted)
    before = {path: path.stat().st_size for path in work.rglob("*") if path.is_file()}
    with pytest.raises(OutputError) as full:
        close(work, out, wanted, force=False)
    assert str(full.value) == f"{out}: the disk is full; free some space or choose another place"
    assert {path: path.stat().st_size for path in work.rglob("*") if path.is_file() and path.name != NOTE} == before
    assert listing(small_disk) == ["out.dead.jsonl"]
    close(work, tmp_path / "out", wanted, force=False)
    assert (tmp_path / "out").exists()


KILLED = """
import sys
from pathlib import Path
from wrapture.bulk.output.closing import close
print("ready", flush=True)
close(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], force=False)
"""


@pytest.mark.slow
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_closing_that_is_killed_can_be_done_again(tmp_path: Path, wanted: OutputFormat) -> None:
    units = [Case(((BOOKS, "books", books(f"p{n}", 500)),), (LETTER,)) for n in range(12)]
    work, out = tmp_path / "out.work", tmp_path / "out"
    keep(work, units, wanted)
    keep(tmp_path / "true.work", units, wanted)
    start = time.perf_counter()
    close(tmp_path / "true.work", tmp_path / "true", wanted, force=False)
    took_s = time.perf_counter() - start
    for share in (0.2, 0.6, 1.1):
        run = subprocess.Popen([sys.executable, "-c", KILLED, work, out, wanted], stdout=subprocess.PIPE)
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(took_s * share)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        run.stdout.close()
    close(work, out, wanted, force=False)
    left = [path.stat().st_size for path in tmp_path.glob(".wrapture-*")]
    assert sum(left) == 0  # one that is killed before it could note the name leaves an empty file
    if wanted == "duckdb":
        assert in_duckdb(out, "SELECT count(*) FROM records") == [(6000,)]
    else:
        true = {name.replace("true", "out"): one for name, one in digest_of(tmp_path / "true").items()}
        assert digest_of(out) == true


def digest_of(out: Path) -> dict[str, str]:
    files = [path for path in [out, *sorted(out.rglob("*"))] if path.is_file()]
    return {str(path.relative_to(out.parent)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_kill_between_the_two_names_of_a_folder_loses_nothing(tmp_path: Path) -> None:
    out = closed(tmp_path, UNITS_OF_TWO, "parquet")
    true = digest(out)
    new, old = temporary_folders(out)
    shutil.copytree(out, new)
    out.rename(old)
    close(tmp_path / "out.work", out, "parquet", force=False)
    assert digest(out) == true
    assert listing(tmp_path) == ["out", "out.dead.jsonl", "out.work"]


def test_every_format_of_an_order_is_tried_here() -> None:
    assert set(ENDINGS.values()) == set(FORMATS)
