"""Corrections by pointing: missed texts, wrong values, what is no record, where a record starts and ends; and back again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import until

if TYPE_CHECKING:
    from tests.studio.browser.window import Window
    from tests.studio.running import Studio, Work


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page of eight books."""
    return studio.begin().add("books.html", books())


def test_a_text_that_was_missed_becomes_a_column_and_the_others_stay(window: Window, work: Work) -> None:
    work.edit(op="merge", columns=[work.column("title"), work.column("author"), work.column("price")])
    window.go(work)
    before = window.headers()
    walk.label_as_new_column(window, "Author 2", "writer", 0)
    until(lambda: window.cells("writer")[5].endswith("Author 5"))
    assert len(window.cells("writer")) == 8
    window.shows_columns(*before, "writer")
    expect(window.at("how")).to_have_count(0)  # the structure tells it: nothing else was learned anew


def test_a_click_takes_what_one_sees_and_a_second_one_narrows_it(window: Window, studio: Studio) -> None:
    page = "".join(f"<li><h3><b>Big</b> book {i}</h3><p>by <i>Ann {i}</i>, writer</p></li>" for i in range(8))
    window.go(studio.begin().add("inline.html", f"<ul>{page}</ul>"))
    x, y, width, height = window.place("book 3")
    window.tab.mouse.click(x + width / 2, y + height / 2)
    expect(window.at("point-text")).to_have_text("Big book 3")
    window.tab.mouse.click(x + width / 2, y + height / 2)
    expect(window.at("point-text")).to_have_text("book 3")
    window.click("card-extend")
    expect(window.at("point-text")).to_have_text("Big book 3")
    window.click("card-shrink")
    expect(window.at("point-text")).to_have_text("book 3")


def test_a_click_on_one_of_two_columns_in_a_text_takes_that_one(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books.html", walk.BOOKS.read_bytes())
    assert {"rating", "reviews"} <= {column["name"] for column in work.desk["wrapper"]["columns"] if column["keep"]}
    window.go(work)
    window.point_at("87 reviews")
    expect(window.at("point-text")).to_have_text("87 reviews")
    expect(window.at("card-name")).to_have_value("reviews")
    window.click("card-extend")
    expect(window.at("point-text")).to_have_text("4.2 out of 5 (87 reviews)")


def test_part_of_a_text_is_dragged_over(window: Window, work: Work) -> None:
    window.go(work)
    window.drag_over("Author 2")
    window.sees("point-text", "Author 2")
    window.type("card-new-name", "person")
    window.click("card-own")
    until(lambda: "person" in window.headers() and window.cells("person") == [f"Author {i}" for i in range(8)])


def test_the_card_renames_and_hides_its_column(window: Window, work: Work) -> None:
    window.go(work)
    window.point_at("by Author 2")
    window.type("card-name", "writer", enter=True)
    window.shows_columns("title", "link", "writer", "price")
    window.point_at("by Author 3")
    window.click("card-hide")
    window.shows_columns("title", "link", "price")
    window.sees("hidden-chip", "1 more column")


def test_a_text_is_found_and_pointed_at_without_the_mouse_on_the_page(window: Window, work: Work) -> None:
    window.go(work)
    window.type("find", "4.50")
    window.sees("found", "1 place")
    window.press("Enter")
    expect(window.at("found-item").first).to_be_focused()
    window.press("Enter")
    expect(window.at("popover")).to_be_visible()
    text = window.tab.locator("#view .pv-selected").bounding_box()
    card = window.at("popover").bounding_box()
    assert text is not None
    assert card is not None
    assert card["x"] >= text["x"] + text["width"]  # it hides no value of the record below
    window.press("Escape")
    expect(window.at("popover")).to_have_count(0)
    window.point_at("by Author 2")
    expect(window.at("popover")).to_be_visible()
    window.click("panel-log")  # who turns to something else is done with it
    expect(window.at("popover")).to_have_count(0)


def test_a_wrong_value_stays_out_even_where_no_rule_tells_it_apart(window: Window, work: Work) -> None:
    window.go(work)
    window.cell(3, "price").click(button="right")
    window.click("cell-wrong")
    until(lambda: window.cells("price")[3], wanted="empty")
    assert [cell != "empty" for cell in window.cells("price")].count(True) == 7
    assert window.desk["undo"].startswith("Take out a value of price")
    walk.panel(window, "log")
    window.sees("step", "This value alone is left out")


def test_a_wrong_value_is_replaced_by_pointing_at_the_right_one(window: Window, studio: Studio) -> None:
    page = books().replace("<p>by Author 3</p>", "<p>Sale!</p><p>by Author 3</p>")
    work = studio.begin().add("books.html", page)
    assert work.values("author")[3] == "Sale!"
    window.go(work)
    names = [name for name in window.headers() if name != "author"]
    others = [window.cells(name) for name in names]
    window.point_at("by Author 3")
    window.select("card-column", str(work.column("author")))
    window.click("card-use")
    until(lambda: window.cells("author"), wanted=[f"by Author {i}" for i in range(8)])
    assert [window.cells(name) for name in names] == others


def test_what_is_no_record_is_taken_out(window: Window, studio: Studio) -> None:
    page = books(9).replace("Book 4", "ADVERT").replace("by Author 4", "Buy").replace("4.50 euro", "now")
    window.go(studio.begin().add("books.html", page))
    assert "ADVERT" in window.cells("title")
    window.point_at("ADVERT")
    window.click("card-not-record")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in range(9) if i != 4])
    window.sees("page-tab", "8 records")


def test_not_a_record_holds_for_one_that_looks_like_the_others(window: Window, work: Work) -> None:
    window.go(work)
    window.cell(2, "title").click(button="right")
    window.click("cell-not-record")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in range(8) if i != 2])
    window.sees("table-words", "7 rows")
    walk.panel(window, "log")
    window.sees("step", "7 records")
    with window.tab.expect_download() as download:
        window.click("download-more")
        window.click("download-csv")
    assert "Book 2" not in Path(download.value.path()).read_text("utf-8-sig")
    window.click("undo")
    until(lambda: len(window.cells("title")) == 8)


def test_a_change_of_more_than_the_column_is_shown_before_it_is_made(window: Window, work: Work) -> None:
    told = {
        "words": "changes ship in 12 rows",
        "calm": False,
        "added": [],
        "removed": [],
        "changed": [],
        "records": [8, 8],
    }
    window.tab.route("**/label/preview", lambda route: route.fulfill(json=told))
    window.go(work)
    revision = window.desk["revision"]
    window.point_at("by Author 2")
    window.type("card-new-name", "writer")
    window.click("card-own")
    window.sees("summary", "changes ship in 12 rows")
    window.click("summary-cancel")
    expect(window.at("summary")).to_have_count(0)
    assert window.desk["revision"] == revision
    window.point_at("by Author 2")
    window.type("card-new-name", "writer")
    window.click("card-own")
    window.click("summary-keep")
    expect(window.at("header-name").get_by_text("writer", exact=True)).to_be_attached()


def test_a_record_is_marked_from_start_to_end(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books.html", books()).step("settings", learner="repeats", min_count=1000)
    assert work.desk["wrapper"] is None
    window.go(work)
    expect(window.at("find")).to_be_enabled()
    window.point_at("Book 1")
    window.click("card-own")  # without a list, the first text that is pointed at makes one
    window.ready()
    window.sees("page-tab", "8 records")


def test_start_and_end_of_a_record_are_pointed_at(window: Window, work: Work) -> None:
    window.go(work)
    window.point_at("Book 1")
    window.click("card-record")
    expect(window.tab.locator("#view .pv-selected")).not_to_have_count(0)
    window.point_at("1.50 euro")
    window.click("mark-confirm")
    window.ready()
    window.sees("page-tab", "8 records")


def pairs() -> str:
    """Return a page on which a record is a pair of rows, which may be taken for single ones."""
    rows = "".join(
        f"<tr><td><a href='/b/{i}'>Book {i}</a></td><td>{i}.50 euro</td></tr><tr><td>by Author {i}</td><td>in stock</td></tr>"
        for i in range(8)
    )
    return f"<!doctype html><title>Books</title><h1>Books</h1><table>{rows}</table>"


@pytest.mark.parametrize("by", ["dragging", "keys"])
def test_the_end_of_a_record_is_moved_by_its_handle(window: Window, studio: Studio, by: str) -> None:
    work = studio.begin().add("pairs.html", pairs())
    window.go(work)
    window.point_at("Book 2")
    window.click("card-handles")
    end = window.at("handle-end")
    expect(window.at("handle-start")).to_be_focused()
    if by == "dragging":
        box = end.bounding_box()
        assert box is not None
        window.tab.mouse.move(box["x"] + 20, box["y"] + 12)
        window.tab.mouse.down()
        x, y, width, height = window.place("by Author 3")
        window.tab.mouse.move(x + width / 2, y + height / 2 - 1)
        window.tab.mouse.move(x + width / 2, y + height / 2)
        window.tab.mouse.up()
    else:
        window.press("Tab")
        expect(end).to_be_focused()
        window.press("ArrowDown", "ArrowUp", "ArrowDown", "Enter")
    window.sees("popover", "Make this a record?")
    expect(window.at("handle-end")).to_have_count(0)
    window.click("mark-confirm")
    window.ready()
    assert window.desk["undo"] == "Mark a record"


def test_a_mark_is_taken_back_before_it_is_made(window: Window, work: Work) -> None:
    window.go(work)
    revision = window.desk["revision"]
    window.point_at("Book 1")
    window.click("card-record")
    window.press("Escape")
    expect(window.tab.locator("#view .pv-selected")).to_have_count(0)
    window.point_at("Book 2")
    window.click("card-record")
    window.point_at("2.50 euro")
    window.click("mark-cancel")
    expect(window.at("popover")).to_have_count(0)
    assert window.desk["revision"] == revision


def test_steps_are_undone_and_redone_by_buttons_and_keys(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    before = window.headers()
    walk.label_as_new_column(window, "Author 2", "person")
    window.click("undo")
    window.shows_columns(*before)
    expect(window.at("how")).to_have_count(0)
    window.press("Control+Shift+Z")
    expect(window.at("header-name").get_by_text("person")).to_be_attached()
    window.press("Control+Z")
    window.shows_columns(*before)
    window.press("Control+Y")
    expect(window.at("header-name").get_by_text("person")).to_be_attached()
    window.click("undo")
    expect(window.at("undo")).to_have_attribute("title", "Nothing to undo (Ctrl+Z)") if not window.desk[
        "undo"
    ] else None
    window.click("redo")
    expect(window.at("redo")).to_be_disabled()
    expect(window.at("header-name").get_by_text("person")).to_be_attached()


def test_keys_of_a_field_stay_in_the_field(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    walk.rename_in_panel(window, "title", "Buch")
    window.at("column-name").nth(0).click()
    window.press("Control+Z", "p", "2")
    assert window.headers()[0] == "Buch"
    expect(window.at("panel-body-columns")).to_be_visible()
