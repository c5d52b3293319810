from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE_S
from wrapture.errors import MissingExtraError, OutputError
from wrapture.model.table import Row, Table
from wrapture.rows.write import FORMATS, check, format_of, render, write

from .conftest import RESULTS, listing

if TYPE_CHECKING:
    from pathlib import Path

WIDE = Table("wide.html", tuple(f"c{n}" for n in range(2100)), (Row("", ("x",) * 2100),))


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *[("a.csv", "csv"), ("a.json", "json"), ("a.jsonl", "jsonl"), ("a.NDJSON", "jsonl")],
        *[("a.sqlite", "sqlite"), ("a.db", "sqlite"), ("dir.csv/a.parquet", "parquet")],
        *[("a.duckdb", "duckdb"), ("a.XLSX", "xlsx")],
    ],
)
def test_the_ending_tells_the_format(name: str, known: str) -> None:
    assert format_of(name) == known
    assert known in FORMATS


@pytest.mark.parametrize("name", ["out", "out.xls", ".csv", ""])
def test_an_unknown_ending_names_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        OutputError,
        match=r"end it in one of \.csv, \.json, \.jsonld, \.jsonl, \.ndjson, \.sqlite, \.db, \.parquet, \.duckdb, \.xlsx",
    ):
        write(RESULTS, str(tmp_path / "sub" / name) if name else "")


@pytest.mark.parametrize("known", FORMATS)
def test_the_format_can_be_named_instead(tmp_path: Path, known: str) -> None:
    write(RESULTS, tmp_path / "out.data", format=known)
    write(RESULTS, tmp_path / f"out.{known}")
    if known not in ("sqlite", "duckdb"):
        assert (tmp_path / "out.data").read_bytes() == (tmp_path / f"out.{known}").read_bytes()
    assert listing(tmp_path) == sorted(["out.data", f"out.{known}"])


def test_an_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(
        OutputError, match="no format 'xml'; use one of csv, json, jsonld, jsonl, sqlite, parquet, duckdb, xlsx"
    ):
        write(RESULTS, tmp_path / "out.csv", format="xml")
    with pytest.raises(OutputError, match="can't show 'sqlite'; use one of csv, json, jsonld, jsonl"):
        render(RESULTS, "sqlite")


@pytest.mark.parametrize("known", FORMATS)
def test_an_existing_file_is_replaced_only_by_force(tmp_path: Path, known: str) -> None:
    path = tmp_path / f"out.{known}"
    path.write_bytes(b"old")
    with pytest.raises(OutputError, match="already there; use `force=True`"):
        check(path)
    with pytest.raises(OutputError, match="already there; use `force=True`"):
        write(RESULTS, path)
    assert path.read_bytes() == b"old"
    check(path, force=True)
    write(RESULTS, path, force=True)
    assert path.read_bytes() != b"old"
    assert listing(tmp_path) == [path.name]


@pytest.mark.parametrize("known", FORMATS)
def test_a_place_that_is_none(tmp_path: Path, known: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match="a part of the path is a file"):
        write(RESULTS, tmp_path / "file" / f"out.{known}")


@pytest.mark.parametrize("known", FORMATS)
def test_a_crash_in_the_middle_leaves_the_old_file(tmp_path: Path, known: str) -> None:
    path = tmp_path / f"out.{known}"
    path.write_bytes(b"old")
    torn = Table("torn.html", ("a", "b"), (Row("", ("1", "2")), Row("", ())))  # a row without its cells
    with pytest.raises((IndexError, ValueError)):
        write([*RESULTS, torn], path, force=True)
    assert path.read_bytes() == b"old"
    assert listing(tmp_path) == [path.name]


@pytest.mark.parametrize("known", FORMATS)
def test_a_full_disk_is_one_line_and_leaves_nothing(small_disk: Path, known: str) -> None:
    sure = random.Random(0)
    noise = ["".join(map(chr, sure.choices(range(33, 0x2000), k=3000))) for _ in range(300)]
    table = Table("noise.html", ("noise",), tuple(Row(text, (text,)) for text in noise))
    path = small_disk / f"out.{known}"
    with pytest.raises(OutputError) as full:
        write([table], path)
    assert str(full.value) == f"{path}: the disk is full; free some space or choose another place"
    assert listing(small_disk) == []


def test_what_sqlite_refuses_is_told_of_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "wide.db"
    with pytest.raises(OutputError, match="2102 columns, and SQLite has 2000 at most; try") as caught:
        write([WIDE], path)
    assert caught.value.path == str(path)
    assert listing(tmp_path) == []


@pytest.mark.parametrize(
    ("known", "library", "extra"),
    [("parquet", "pyarrow", "parquet"), ("duckdb", "duckdb", "sql"), ("xlsx", "xlsxwriter", "xlsx")],
)
def test_a_format_without_its_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: str, library: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)  # what Python itself sets for a module that must not be found
    with pytest.raises(MissingExtraError, match=rf"pip install 'wrapture\[{extra}\]'"):
        check(tmp_path / f"out.{known}")
    with pytest.raises(MissingExtraError, match=rf"pip install 'wrapture\[{extra}\]'"):
        write(RESULTS, tmp_path / f"out.{known}")
    assert listing(tmp_path) == []


def test_starting_up_loads_no_heavy_library() -> None:
    heavy = "httpcore2 pyarrow sqlite3 pandas duckdb xlsxwriter"
    code = f"import sys, wrapture.rows, wrapture.capture.page_sources; print([m for m in {heavy.split()} if m in sys.modules])"
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}  # it loads sqlite3
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert done.stdout.strip() == "[]"
