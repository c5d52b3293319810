"""What comes of the work: a wrapper in the library or in a file, tables of other pages, lines to copy, files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import until
from wrapture import api

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.studio.browser.conftest import Watch
    from tests.studio.browser.window import Window
    from tests.studio.running import Studio, Work


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page of eight books."""
    return studio.begin().add("books.html", books())


def shelf(studio: Studio) -> set[str]:
    return {one["name"] for one in studio.do("GET", "/api/library")["wrappers"]}


def downloaded(window: Window, button: str) -> tuple[str, bytes]:
    """Return the name and the content of the file that an entry of the Download menu gives."""
    window.click("download-more")
    with window.tab.expect_download() as download:
        window.click(button)
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_wrapper_is_saved_and_saved_again(window: Window, work: Work) -> None:
    window.go(work)
    expect(window.at("saved")).to_have_count(0)
    walk.save(window, "Books by browser")
    window.sees("toast", "Books-by-browser")
    assert "Books-by-browser" in shelf(work.studio)
    walk.column_menu(window, "author", "column-hide")
    window.sees("saved", "changed since")
    window.press("Control+S")
    window.sees("saved", "saved as Books-by-browser")
    window.click("toast-action")
    expect(window.tab.get_by_label("Name of Books-by-browser", exact=True)).to_be_visible()


def test_a_name_that_is_taken_is_asked_about(window: Window, watch: Watch, studio: Studio, work: Work) -> None:
    watch.expect("status of 409")
    studio.begin().add("a.html", books(9)).step("save", name="Taken name")
    window.go(work).type("name", "Taken name", enter=True)
    window.click("save")
    window.sees("conflict", "Taken-name")
    window.press("Escape")
    expect(window.at("conflict")).to_have_count(0)
    assert window.desk["saved"] is None
    window.click("save")
    expect(window.at("conflict-name")).to_have_value("Taken name-2")
    window.click("conflict-both")
    window.sees("saved", "saved as Taken-name-2")
    assert {"Taken-name", "Taken-name-2"} <= shelf(studio)


def test_a_name_that_is_taken_can_be_replaced(window: Window, watch: Watch, studio: Studio, work: Work) -> None:
    watch.expect("status of 409")
    studio.begin().add("a.html", books(9)).step("save", name="Replaced")
    window.go(work).type("name", "Replaced", enter=True)
    window.click("save")
    window.click("conflict-replace")
    window.sees("saved", "saved as Replaced")


def test_the_wrapper_file_is_downloaded_and_taken_back(window: Window, work: Work, tmp_path: Path) -> None:
    window.go(work, panel="use").type("name", "File of books", enter=True)
    until(lambda: window.desk["name"] == "File of books")
    name, body = downloaded(window, "download-wrapper")
    assert name == "File-of-books.json"
    file = tmp_path / name
    file.write_bytes(body)
    assert len(api.extract(api.parse(books(5)), api.load(file))) == 5
    window.click("home")
    window.drop(window.at("dropzone").first, file)
    window.sees("how", "opened from a file")
    page = tmp_path / "new.html"
    page.write_text(books(3))
    walk.drop_page(window, page)
    window.sees("page-tab", "3 records")


def test_other_pages_are_dropped_and_tested(window: Window, page: Callable[..., Path]) -> None:
    window.go()
    walk.drop_page(window, walk.BOOKS)
    walk.try_others(window, *walk.MORE_BOOKS, walk.EXAMPLES / "rulings.html")
    pages = window.desk["pages"]
    assert [one["learn"] for one in pages] == [True, False, False, False]
    for number, one in enumerate(pages):
        window.sees("test-page", f"{one['found']} record", number)
        window.sees("test-page", f"{round(one['fit'] * 100)} %", number)
    assert pages[1]["found"] > 5
    expect(window.at("test-page").nth(3).locator('[data-test="misfit"]')).to_be_visible()
    window.click("test-table", 1)
    rows = window.at("test-page").nth(1).locator("tbody tr")
    expect(rows).to_have_count(pages[1]["found"])
    window.click("test-show", 1)
    expect(window.at("page-tab").nth(1)).to_have_attribute("aria-current", "page")
    expect(window.at("row")).to_have_count(pages[1]["found"])


def test_lines_are_copied(window: Window, work: Work) -> None:
    window.go(work, panel="use")
    lines = work.studio.do("GET", f"{work.path}/commands")
    for kind in ("shell", "python", "scrapy"):
        window.sees(f"lines-{kind}", "wrapture")
        window.click(f"copy-{kind}")
        until(lambda: window.tab.evaluate("navigator.clipboard.readText()"), wanted=lines[kind])
    window.sees("toast", "Copied")


def test_a_cell_is_copied(window: Window, work: Work) -> None:
    window.go(work).cell(4, "author").click(button="right")
    window.click("cell-copy")
    until(lambda: window.tab.evaluate("navigator.clipboard.readText()").endswith("Author 4"))


def test_the_table_is_copied(window: Window, work: Work) -> None:
    window.go(work)
    window.click("download-more")
    window.click("copy-table")
    window.sees("toast", "Copied")
    lines = window.tab.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0].split("\t") == window.headers()
    assert [line.split("\t")[0] for line in lines[1:]] == [f"Book {i}" for i in range(8)]


def test_tables_are_downloaded_in_every_format(window: Window, work: Work) -> None:
    window.go(work, panel="use")
    name, body = downloaded(window, "download-csv")
    assert name.endswith(".csv")
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
    assert [row["title"] for row in rows] == [f"Book {i}" for i in range(8)]
    name, body = downloaded(window, "download-jsonl")
    assert name.endswith(".jsonl")
    assert [json.loads(line)["title"] for line in body.decode().splitlines()] == [f"Book {i}" for i in range(8)]
    name, body = downloaded(window, "download-xlsx")
    assert name.endswith(".xlsx")
    assert openpyxl.load_workbook(io.BytesIO(body))["records"].max_row == 9
    name, body = downloaded(window, "download-json")
    assert len(json.loads(body)[0]["records"]) == 8
    name, body = downloaded(window, "download-parquet")
    assert name.endswith(".parquet")
    assert pq.read_table(io.BytesIO(body)).column("title").to_pylist() == [f"Book {i}" for i in range(8)]


def test_what_the_wrapper_does_is_said(window: Window, work: Work) -> None:
    window.go(work, panel="use")
    window.tab.locator("details.about summary").click()
    window.sees("about", "")
    assert window.at("about").inner_text().strip() == window.desk["wrapper"]["about"].strip()
