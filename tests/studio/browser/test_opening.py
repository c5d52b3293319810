"""Pages come to the desk in every way there is, and are shown with what was found on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio

TITLES = [f"Book {i}" for i in range(8)]


def test_a_file_is_chosen(window: Window, page: Callable[..., Path]) -> None:
    window.go().choose_files("upload", page())
    window.ready()
    window.sees("page-tab", "8 records")
    assert window.cells("title") == TITLES
    assert window.desk["pages"][0]["name"] == "books.html"


def test_source_is_pasted(window: Window) -> None:
    window.go().click("paste-open")
    walk.paste(window, books(), "from-the-clipboard.html")
    assert window.cells("title") == TITLES
    window.sees("page-tab", "from-the-clipboard")


@pytest.fixture
def trusting(start_studio: Callable[..., Studio], open_context: Callable[..., BrowserContext], watch: Watch) -> Window:
    """A window of a studio that may ask this machine; it is closed before the studio is."""
    own = start_studio("--allow-private")
    watch.home = f"http://127.0.0.1:{own.port}/"
    return Window(open_context().new_page(), own)


@pytest.mark.parametrize("render", [False, True], ids=["as it is", "rendered"])
def test_an_address_is_read(trusting: Window, elsewhere: Counted, render: bool) -> None:
    window = trusting
    elsewhere.pages["/list"] = ("text/html; charset=utf-8", books().encode())
    window.go()
    if render:
        window.click("address-open")
        window.type("address-input", elsewhere.url("/list"))
        window.click("address-ok")
    else:  # as people type it
        window.type("given", elsewhere.url("/list").removeprefix("http://"), enter=True)
    window.ready()
    assert window.cells("title") == TITLES
    page = window.desk["pages"][0]
    assert (page["url"], page["rendered"]) == (elsewhere.url("/list"), render)
    assert "/list" in elsewhere.asked


def test_an_address_that_does_not_answer_is_said_in_one_line(
    trusting: Window, watch: Watch, elsewhere: Counted
) -> None:
    window = trusting
    watch.expect("status of 400")
    window.go().type("given", elsewhere.url("/nowhere"), enter=True)
    window.sees("toast-error", "404")
    assert "\n" not in window.at("toast-error").locator("p").inner_text()
    expect(window.at("given")).to_have_value(elsewhere.url("/nowhere"))  # to be corrected
    expect(window.at("desk-open")).to_have_count(0)  # nothing was begun
    elsewhere.pages["/here"] = ("text/html; charset=utf-8", books().encode())
    window.type("given", elsewhere.url("/here"), enter=True)
    window.ready()
    expect(window.at("toast-error")).to_have_count(0)


def test_an_address_of_this_machine_is_refused(window: Window, watch: Watch, elsewhere: Counted) -> None:
    watch.expect("status of 400")
    elsewhere.pages["/list"] = ("text/html; charset=utf-8", books().encode())
    window.go().type("given", elsewhere.url("/list"), enter=True)
    window.sees("toast-error", "127.0.0.1 is this machine, which is refused by default")
    window.sees("toast-error", "use --allow-private")
    assert elsewhere.connections == 0


def paste(window: Window, **data: str) -> None:
    """Press Ctrl+V where nothing is typed, with this in the clipboard."""
    window.tab.evaluate(
        """(data) => {
          const clipboardData = new DataTransfer();
          for (const [kind, text] of Object.entries(data)) clipboardData.setData(`text/${kind}`, text);
          document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
        }""",
        data,
    )


def test_a_part_of_a_page_that_was_copied_is_pasted_anywhere(window: Window) -> None:
    window.go()
    paste(window, html=books(5), plain="Book 0\nBook 1\nBook 2")
    window.ready()
    assert window.cells("title") == TITLES[:5]
    window.click("home")
    paste(window, plain=books())
    expect(window.at("row")).to_have_count(8)
    assert window.cells("title") == TITLES


def test_an_address_that_is_pasted_stands_in_the_field(window: Window) -> None:
    window.go()
    paste(window, html="<a href='https://shop.example/list'>list</a>", plain="shop.example/list")
    expect(window.at("given")).to_have_value("shop.example/list")
    window.click("address-open")
    expect(window.at("address-input")).to_have_value("shop.example/list")
    expect(window.at("address-scripts")).to_be_checked()


def test_a_page_is_dropped_on_the_start(window: Window, page: Callable[..., Path]) -> None:
    window.go()
    walk.drop_page(window, page())
    assert window.cells("title") == TITLES


def test_a_page_is_dropped_anywhere_on_a_desk(window: Window, studio: Studio, page: Callable[..., Path]) -> None:
    window.go(studio.begin().add("books.html", books()))
    window.drop(window.at("page-view"), page("others.html", books(5)))
    expect(window.at("page-tab")).to_have_count(2)
    window.sees("page-tab", "5 records", 1)


def test_what_is_no_page_is_said_in_one_line(window: Window, watch: Watch, page: Callable[..., Path]) -> None:
    watch.expect("status of 400")
    window.go().choose_files("upload", page("paper.pdf", b"%PDF-1.7 ..."))
    window.sees("toast-error", "paper.pdf")
    window.click("toast-close")
    expect(window.at("toast-error")).to_have_count(0)


def test_pages_of_one_site_lie_side_by_side(window: Window) -> None:
    window.go()
    walk.drop_page(window, walk.BOOKS, *walk.MORE_BOOKS)
    expect(window.at("page-tab")).to_have_count(3)
    assert [page["learn"] for page in window.desk["pages"]] == [True, True, True]
    window.click("page-tab", 2)
    until(lambda: "Showing 25 to 34" in window.frame("d.body ? d.body.textContent : ''"))
    assert len(window.cells("title")) == window.desk["pages"][2]["found"]
    window.click("page-close", 1)
    expect(window.at("page-tab")).to_have_count(2)


def test_a_second_page_is_shown_beside_the_first(window: Window, studio: Studio) -> None:
    work = studio.begin().add("one.html", books(8)).add("two.html", books(5), learn=False)
    window.go(work.add("three.html", books(3), learn=False)).click("beside")
    beside = window.at("beside-view")
    expect(beside.locator(".pv-record")).to_have_count(5)
    expect(window.tab.locator("#view .pv-record")).to_have_count(8)
    window.select("beside-page", work.desk["pages"][2]["id"])
    expect(beside.locator(".pv-record")).to_have_count(3)
    walk.column_menu(window, "author", "column-hide")
    expect(beside.locator(".pv-cell")).to_have_count(3 * 3)  # what is changed is seen on both
    window.click("beside-close")
    expect(beside).to_be_hidden()


def test_more_pages_come_by_the_menu_of_the_tabs(window: Window, studio: Studio, page: Callable[..., Path]) -> None:
    window.go(studio.begin().add("books.html", books()))
    window.click("page-add")
    window.choose_files("add-upload", page("chosen.html", books(4)))
    window.sees("page-tab", "4 records", 1)
    window.click("page-add")
    window.click("add-paste")
    walk.paste(window, books(6), "pasted.html")
    window.sees("page-tab", "6 records", 2)
    assert [one["learn"] for one in window.desk["pages"]] == [True, False, False]
    window.click("page-learn", 1)
    expect(window.at("page-learn").nth(1)).to_have_text("learn")
    assert window.desk["pages"][1]["learn"] is True


def test_the_page_stands_in_a_locked_frame_with_records_and_columns_drawn(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    expect(window.tab.locator("#view .pv-record").nth(5)).to_be_attached()  # what is far below is drawn later
    assert window.tab.locator("#view iframe.pv-frame").get_attribute("sandbox") == "allow-same-origin"
    assert window.frame("d.querySelectorAll('li').length") == 8
    colours = window.tab.evaluate(
        "[...document.querySelectorAll('#view .pv-cell')].map((e) => e.style.getPropertyValue('--pv-colour'))"
    )
    assert len(colours) >= 6 * 3
    assert len(set(colours)) == 4  # a colour for each column


def test_marks_lie_on_the_texts_that_they_mean(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    x, y, width, height = window.place("by Author 3")
    found = window.tab.evaluate(
        "([x, y]) => [...document.querySelectorAll('#view .pv-group[data-record=\"3\"] .pv-cell')].filter((e) => {"
        "const b = e.getBoundingClientRect(); return b.left <= x && x <= b.right && b.top <= y && y <= b.bottom; }).length",
        [x + width / 2 + 4, y + height / 2],
    )
    assert found == 1


def test_the_page_as_a_picture(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    window.click("kind-picture")
    expect(window.tab.locator("#view img, #view canvas").first).to_be_visible()
    expect(window.tab.locator("#view .pv-record").nth(5)).to_be_attached()  # how many are near depends on the fonts
    assert window.tab.locator("#view iframe.pv-frame").count() == 0
    window.click("kind-page")
    expect(window.tab.locator("#view iframe.pv-frame")).to_be_attached()


def test_the_page_is_made_larger_and_smaller(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))

    def width() -> float:
        return window.place("Book 3")[2]

    before = width()
    window.click("zoom-in")
    until(lambda: width() > before * 1.1)
    window.click("zoom-out")
    window.click("zoom-out")
    until(lambda: width() < before)
    window.click("zoom-fit")
    until(lambda: width() == before)
