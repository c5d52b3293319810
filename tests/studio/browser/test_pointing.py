"""Corrections by pointing: missed texts, wrong values, what is no record, where a record starts and ends; and back again."""

from __future__ import annotations

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


def test_a_text_that_was_missed_becomes_a_column_of_every_record(window: Window, work: Work) -> None:
    work.edit(op="merge", columns=[work.column("title"), work.column("author"), work.column("price")])
    window.go(work)
    walk.label_as_new_column(window, "Author 2", "writer", 0)
    window.sees("how", "labels")
    until(lambda: window.cells("writer")[5].endswith("Author 5"))
    assert len(window.cells("writer")) == 8


def test_part_of_a_text_is_dragged_over(window: Window, work: Work) -> None:
    window.go(work).click("mode-point")
    window.drag_over("Author 2")
    window.sees("point-text", "Author 2")
    window.select("point-column", "new")
    window.type("point-name", "person")
    window.click("point-label")
    until(lambda: "person" in window.headers() and window.cells("person") == [f"Author {i}" for i in range(8)])


def test_a_text_is_found_and_labelled_without_the_mouse_on_the_page(window: Window, work: Work) -> None:
    window.go(work)
    window.type("find", "4.50")
    window.sees("found", "1 place")
    window.press("Enter")
    expect(window.at("found-item").first).to_be_focused()
    window.press("Enter")
    expect(window.at("popover")).to_be_visible()
    expect(window.at("point-column")).to_be_focused()
    window.press("Escape")
    expect(window.at("popover")).to_have_count(0)


def test_a_wrong_value_is_taken_out(window: Window, work: Work) -> None:
    window.go(work)
    window.cell(3, "price").click(button="right")
    window.click("cell-wrong")
    window.sees("how", "labels")
    assert window.desk["undo"].startswith("Take out a value of price")
    # It looks just like the right ones, so the studio says so.
    window.sees("toast", "7 of 8 labelled records are read as they are labelled")


def test_a_wrong_value_is_replaced_by_pointing_at_the_right_one(window: Window, studio: Studio) -> None:
    page = books().replace("<p>by Author 3</p>", "<p>Sale!</p><p>by Author 3</p>")
    work = studio.begin().add("books.html", page)
    assert work.values("author")[3] == "Sale!"
    window.go(work).click("mode-point")
    window.point_at("by Author 3")
    window.select("point-column", str(work.column("author")))
    expect(window.at("point-record")).to_have_value("3")  # the record that it stands in
    window.click("point-label")
    window.sees("how", "labels")
    until(lambda: window.cells("author"), wanted=[f"by Author {i}" for i in range(8)])


def test_what_is_no_record_is_taken_out(window: Window, studio: Studio) -> None:
    page = books(9).replace("Book 4", "ADVERT").replace("by Author 4", "Buy").replace("4.50 euro", "now")
    window.go(studio.begin().add("books.html", page)).click("mode-point")
    assert "ADVERT" in window.cells("title")
    window.point_at("ADVERT")
    window.click("point-not-record")
    window.sees("how", "labels")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in range(9) if i != 4])


def test_a_record_is_marked_from_start_to_end(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books.html", books()).step("settings", learner="repeats", min_count=1000)
    assert work.desk["wrapper"] is None
    window.go(work)
    expect(window.at("find")).to_be_enabled()
    window.click("mode-record")
    window.point_at("Book 1")
    expect(window.tab.locator("#view .pv-selected")).not_to_have_count(0)
    window.point_at("1.50 euro")
    window.click("mark-confirm")
    window.ready()
    window.sees("page-tab", "8 records")
    window.sees("how", "labels")


def test_a_mark_is_taken_back_before_it_is_made(window: Window, work: Work) -> None:
    window.go(work)
    revision = window.desk["revision"]
    window.press("m")
    expect(window.at("mode-record")).to_have_attribute("aria-pressed", "true")
    window.point_at("Book 1")
    window.press("Escape")
    expect(window.tab.locator("#view .pv-selected")).to_have_count(0)
    window.point_at("Book 2")
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
    expect(window.at("mode-look")).to_have_attribute("aria-pressed", "true")
