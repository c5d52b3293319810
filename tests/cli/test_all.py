"""``wrapture extract --all``: every list of a page, with its heading and kind, in every format."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

MENU = "<nav><h2>Departments</h2>" + "".join(f"<li><a href=/d/{i}>Department {i}</a></li>" for i in range(5)) + "</nav>"


@pytest.fixture
def shop(page: Callable[..., Path]) -> Path:
    return page("shop.html", books(8).replace("<h1>", f"{MENU}<h1>"))


def test_json_has_an_object_for_each_list(wrapture: Command, shop: Path) -> None:
    menu, found = json.loads(wrapture("extract", "--all", "--furniture", shop.name, "-f", "json").out)
    assert [(one["page"], one["heading"], one["kind"], one["main"]) for one in (menu, found)] == [
        ("shop.html", "Departments", "navigation", False),
        ("shop.html", "Books", "results", True),
    ]
    assert (len(menu["records"]), len(found["records"])) == (5, 8)
    assert "confidence" not in menu
    (alone,) = json.loads(wrapture("extract", shop.name, "-f", "json").out)
    assert alone["columns"] == found["columns"]
    assert [one["fields"] for one in alone["records"]] == [one["fields"] for one in found["records"]]


def test_lines_of_json_say_their_section(wrapture: Command, shop: Path) -> None:
    lines = [
        json.loads(line)
        for line in wrapture("extract", "--all", "--furniture", shop.name, "-f", "jsonl").out.splitlines()
    ]
    assert [(line["kind"], line["record"]) for line in lines] == [
        *(("navigation", n) for n in range(1, 6)),
        *(("results", n) for n in range(1, 9)),
    ]


def test_csv_has_columns_for_section_and_kind(wrapture: Command, shop: Path) -> None:
    head, *rows = csv.reader(io.StringIO(wrapture("extract", "--all", "--furniture", shop.name, "-f", "csv").out))
    assert head[-4:] == ["section", "kind", "page", "record"]
    assert [row[-4:] for row in rows[:1] + rows[-1:]] == [
        ["Departments", "navigation", "shop.html", "1"],
        ["Books", "results", "shop.html", "8"],
    ]
    plain, *_ = csv.reader(io.StringIO(wrapture("extract", shop.name, "-f", "csv").out))
    assert not {"section", "kind"} & set(plain)


def test_sqlite_and_parquet_have_them_too(wrapture: Command, shop: Path) -> None:
    for name in ("shop.sqlite", "shop.parquet"):
        assert wrapture("extract", "--all", "--furniture", shop.name, "-o", name).code == 0
    with closing(sqlite3.connect(wrapture.folder / "shop.sqlite")) as database:
        found = database.execute("SELECT section, kind, count(*), max(record) FROM records GROUP BY 1, 2").fetchall()
    assert found == [("Books", "results", 8, 8), ("Departments", "navigation", 5, 5)]
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(wrapture.folder / "shop.parquet").column_names[-4:] == [
        "section",
        "kind",
        "page",
        "record",
    ]


def test_the_terminal_shows_each_with_its_kind_and_heading(wrapture: Command, shop: Path) -> None:
    lines = wrapture("extract", "--all", "--furniture", shop.name).out.splitlines()
    assert [line for line in lines if line.startswith("shop.html")] == [
        "shop.html: navigation “Departments”: 5 records",
        "shop.html: results “Books” (main list): 8 records",
    ]


def test_a_page_without_lists_has_no_records(wrapture: Command, page: Callable[..., Path]) -> None:
    page("none.html", "<p>no list here")
    done = wrapture("extract", "--all", "none.html", "--strict")
    assert (done.code, done.out, done.err) == (3, "", "wrapture: none.html: no records found\n")


def test_a_wrapper_reads_one_list(wrapture: Command, shop: Path) -> None:
    done = wrapture("extract", "--all", shop.name, "--wrapper", "shop.json")
    assert done.code == 2
    assert "--all" in done.err


def test_menus_are_left_out_unless_they_are_asked_for(wrapture: Command, shop: Path) -> None:
    (found,) = json.loads(wrapture("extract", "--all", shop.name, "-f", "json").out)
    assert (found["kind"], found["main"], len(found["records"])) == ("results", True, 8)
    done = wrapture("extract", "--furniture", shop.name)
    assert done.code == 2
    assert "--furniture" in done.err
