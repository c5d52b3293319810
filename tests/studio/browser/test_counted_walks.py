"""Walks with counted interactions: what people come for takes a handful of clicks."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio


def wide_table(rows: int = 9, columns: int = 60) -> str:
    """Return a page with a table of many columns."""
    head = "".join(f"<th>c{i}</th>" for i in range(columns))
    body = "".join("<tr>" + "".join(f"<td>v{r}-{i}</td>" for i in range(columns)) + "</tr>" for r in range(rows))
    return f"<!doctype html><title>Wide</title><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def test_a_page_becomes_an_excel_file_with_two_clicks_and_a_file_dialog(
    window: Window, page: Callable[..., Path]
) -> None:
    window.go()
    expect(window.at("upload")).to_be_visible()
    file = page("books.html")
    window.interactions = 0
    window.choose_files("upload", file)  # the button and the dialog
    window.ready()
    with window.tab.expect_download() as download:
        window.click("download")
    assert window.interactions <= 3  # two clicks, and a file that is chosen
    assert download.value.suggested_filename.endswith(".xlsx")
    book = openpyxl.load_workbook(io.BytesIO(Path(download.value.path()).read_bytes()))
    assert book["records"].max_row == 9


def test_a_cut_title_is_fixed_with_two_clicks(window: Window, studio: Studio) -> None:
    rows = "".join(f"<li><h3>Lamp {i} - <i>in oak</i></h3><p>{i}.50 euro</p></li>" for i in range(8))
    work = studio.begin().add("lamps.html", f"<!doctype html><title>Lamps</title><ul>{rows}</ul>")
    place = next(cell for cell in work.table()["rows"][2]["places"][0])
    cut = [place[0], 0, place[0], len("Lamp 2")]
    work.step("label", page=work.page, place=cut, name="title", everywhere=True, record=2)
    assert work.values("title") == [f"Lamp {i}" for i in range(8)]
    window.go(work)
    window.interactions = 0
    x, y, _, height = window.place("in oak", 2)
    window.interactions += 1
    window.tab.mouse.click(x + 4, y + height / 2)
    window.sees("point-text", "in oak")
    window.click("card-use")
    until(lambda: window.cells("title")[5], wanted="Lamp 5 - in oak")
    assert window.interactions <= 2


def test_sixty_columns_become_eight_in_five_interactions(window: Window, studio: Studio) -> None:
    work = studio.begin().add("wide.html", wide_table())
    shown = [column["name"] for column in work.desk["wrapper"]["columns"]]
    assert len(shown) >= 60
    window.go(work)
    window.interactions = 0
    window.click("panel-columns")
    window.click("column-pick", 4)
    window.interactions += 1
    window.at("column-pick").nth(11).click(modifiers=["Shift"])
    window.click("show-only")
    window.shows_columns(*shown[4:12])
    assert window.interactions <= 5


@pytest.fixture
def trusting(start_studio: Callable[..., Studio], open_context: Callable[..., BrowserContext], watch: Watch) -> Window:
    """A window of a studio that may ask this machine."""
    own = start_studio("--allow-private")
    watch.home = f"http://127.0.0.1:{own.port}/"
    return Window(open_context().new_page(), own)


def result_page(number: int, last: int) -> bytes:
    links = "".join(f'<a href="/list?page={i}">{i}</a> ' for i in range(1, last + 1) if i != number)
    onward = f'<a rel=next href="/list?page={number + 1}">Next</a>' if number < last else ""
    page = books(6, f"Page {number} book").replace("/b/", f"/b/{number}-")
    return page.replace("<address>", f"<nav>{links}{onward}</nav><address>").encode()


def test_ten_result_pages_become_one_table_in_three_interactions(trusting: Window, elsewhere: Counted) -> None:
    window = trusting
    for number in range(1, 11):
        elsewhere.pages[f"/list?page={number}"] = ("text/html; charset=utf-8", result_page(number, 10))
    window.go().type("given", elsewhere.url("/list?page=1"), enter=True)
    window.ready()
    window.interactions = 0
    window.click("more-pages")
    window.click("more-read")
    expect(window.at("page-tab")).to_have_count(10)
    window.sees("toast", "60 records on 10 pages")
    with window.tab.expect_download() as download:
        window.click("download")
    assert window.interactions <= 3
    book = openpyxl.load_workbook(io.BytesIO(Path(download.value.path()).read_bytes()))
    assert book["records"].max_row == 61


def test_reading_more_pages_is_cancelled(trusting: Window, elsewhere: Counted) -> None:
    window = trusting
    for number in range(1, 31):
        elsewhere.pages[f"/list?page={number}"] = ("text/html; charset=utf-8", result_page(number, 30))
    elsewhere.leads["/list?page=5"] = "/endless"
    window.go().type("given", elsewhere.url("/list?page=1"), enter=True)
    window.ready()
    window.click("more-pages")
    window.type("more-count", "30")
    window.click("more-read")
    window.sees("progress", "page 5 of 30")
    window.click("cancel")
    elsewhere.closing.set()
    window.sees("toast", "then cancelled")
    expect(window.at("page-tab")).to_have_count(4)


def test_a_list_of_addresses_is_read(trusting: Window, elsewhere: Counted) -> None:
    window = trusting
    for name in ("a", "b", "c"):
        elsewhere.pages[f"/{name}"] = ("text/html; charset=utf-8", books(5, f"Book {name}").encode())
    window.go().type("given", elsewhere.url("/a"), enter=True)
    window.ready()
    walk.panel(window, "test")
    window.click("addresses-open")
    window.type("addresses", f"{elsewhere.url('/b')}\n{elsewhere.url('/c')}")
    window.click("addresses-read")
    expect(window.at("page-tab")).to_have_count(3)
    window.sees("page-tab", "5 records", 2)


def test_a_folder_of_pages_is_opened(window: Window, page: Callable[..., Path]) -> None:
    first = page("saved/one.html", books(6))
    page("saved/two.html", books(4))
    page("saved/style.css", "p { color: red }")
    window.go()
    with window.tab.expect_file_chooser() as chooser:
        window.click("upload-folder")
    chooser.value.set_files(str(first.parent))
    expect(window.at("page-tab")).to_have_count(2)
    window.sees("page-tab", "6 records")
