"""Columns: named, hidden, moved, merged, split and typed, in the panel and in the table; cells and page light each other up."""

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

NAMES = ("title", "link", "author", "price")
ROWS = "".join(
    f'<li><b>Lamp {i}</b><p class="note">lamp {i} of <i>Kiel {i}</i> in room {i}</p><p>red; {i} kg; new</p></li>'
    for i in range(7)
)
LAMPS = f"<!doctype html><meta charset=utf-8><title>Lamps</title><h1>Lamps</h1><ul>{ROWS}</ul>"


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page of eight books."""
    return studio.begin().add("books.html", books())


def names(window: Window) -> list[str]:
    return [column["name"] for column in window.desk["wrapper"]["columns"] if column["keep"]]


def test_a_column_is_renamed_in_the_panel_and_in_the_table(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    walk.rename_in_panel(window, "title", "Buch")
    window.shows_columns("Buch", "link", "author", "price")
    window.click("header-name", 2)
    window.type("header-input", "Autorin", enter=True)
    window.shows_columns("Buch", "link", "Autorin", "price")
    expect(window.at("column-name").nth(2)).to_have_value("Autorin")
    window.click("header-name", 3)
    window.at("header-input").fill("nothing of this")
    window.press("Escape")
    window.shows_columns("Buch", "link", "Autorin", "price")
    assert names(window) == ["Buch", "link", "Autorin", "price"]


def test_a_column_is_hidden_and_brought_back(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    drawn = window.tab.locator(f'#view .pv-cell[data-column="{work.column("author")}"]')
    expect(drawn).not_to_have_count(0)
    walk.column_menu(window, "author", "column-hide")
    window.shows_columns("title", "link", "price")
    expect(drawn).to_have_count(0)  # nor is it drawn on the page
    window.sees("hidden-chip", "1 more column")
    window.click("hidden-chip")
    window.click("hidden-column")
    window.shows_columns(*NAMES)
    window.click("column-keep", 0)
    window.shows_columns("link", "author", "price")
    window.click("column-keep", 0)
    window.shows_columns(*NAMES)


def test_columns_are_moved_by_buttons_the_menu_and_the_mouse(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    window.click("column-down", 0)
    window.shows_columns("link", "title", "author", "price")
    expect(window.at("column-down").nth(1)).to_be_focused()
    window.click("column-up", 3)
    window.shows_columns("link", "title", "price", "author")
    walk.column_menu(window, "author", "column-left")
    window.shows_columns("link", "title", "author", "price")
    walk.column_menu(window, "link", "column-right")
    window.shows_columns(*NAMES)
    grips = window.tab.locator(".grip")
    grips.nth(3).drag_to(window.at("column").nth(0))
    window.shows_columns("price", "title", "link", "author")
    until(lambda: window.cells("price") == [f"{i}.50 euro" for i in range(8)])


def test_columns_are_merged(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    expect(window.at("merge")).to_be_disabled()
    window.click("column-pick", 0)
    window.click("column-pick", 2)
    window.click("merge")
    window.sees("edit-preview", "Book 1 by Author 1")
    window.click("merge-window-ok")
    window.shows_columns("title", "link", "price")
    until(lambda: window.cells("title") == [f"Book {i} by Author {i}" for i in range(8)])
    window.click("undo")
    window.shows_columns(*NAMES)
    walk.column_menu(window, "author", "column-merge")
    window.type("merge-by", " / ")
    window.sees("edit-preview", "by Author 3 / 3.50 euro")
    window.click("merge-window-ok")
    window.shows_columns("title", "link", "author")
    until(lambda: window.cells("author")[3] == "by Author 3 / 3.50 euro")


def test_a_column_is_cleaned_with_a_preview(window: Window, work: Work) -> None:
    window.go(work)
    walk.column_menu(window, "author", "column-clean")
    window.select("clean-kind", "replace")
    window.type("clean-find", "by ")
    window.sees("edit-preview", "Changes 8 records")
    window.click("clean-add")
    window.select("clean-kind", "keep", 1)
    window.type("clean-pattern", "Author (")
    window.sees("edit-preview", "no closing")
    expect(window.at("clean-ok")).to_be_disabled()
    window.type("clean-pattern", "Author ([0-9])")
    window.sees("edit-preview", "by Author 3")
    expect(window.at("clean-ok")).to_be_enabled()
    window.click("clean-ok")
    until(lambda: window.cells("author") == [str(i) for i in range(8)])
    assert window.desk["wrapper"]["columns"][2]["type"] == "number"
    walk.column_menu(window, "author", "column-clean")
    expect(window.at("clean-step")).to_have_count(2)
    window.click("clean-remove", 1)
    window.sees("edit-preview", "Author 3")
    window.click("clean-ok")
    until(lambda: window.cells("author")[3] == "Author 3")


def test_what_cannot_be_done_with_a_column_says_why(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    split, clean = window.at("column-split").nth(1), window.at("column-clean").nth(1)
    expect(split).to_be_disabled()
    expect(split).to_have_attribute("title", "It holds addresses, and only texts can be split")
    expect(clean).to_be_disabled()
    window.click("column-pick", 0)
    window.click("column-pick", 1)
    expect(window.at("merge")).to_have_attribute("title", "Only texts can be merged; one of these holds addresses")


@pytest.mark.parametrize(
    ("column", "how", "pieces"),
    [
        ("text", "marks", ["red", "3 kg", "new"]),
        ("note", "tags", ["lamp 3 of", "Kiel 3", "in room 3"]),
        ("title", "text", ["Lamp", "3"]),
    ],
)
def test_a_column_is_split(window: Window, studio: Studio, column: str, how: str, pieces: list[str]) -> None:
    work = studio.begin().add("lamps.html", LAMPS)
    at = work.column(column)
    window.go(work, panel="columns")
    whole = row_of(window, 3)[at]
    window.click("column-split", at)
    window.click(f"split-{how}")
    if how == "text":
        window.type("split-at", " ")
    window.sees("edit-preview", pieces[-1])
    window.click("split-ok")
    expect(window.at("header-name").get_by_text(column, exact=True)).to_have_count(0)  # its pieces are shown instead
    until(lambda: set(pieces) <= set(row_of(window, 3)), f"{pieces} in the row")
    until(lambda: whole not in row_of(window, 3))


def row_of(window: Window, record: int) -> list[str]:
    """What the table shows in a row."""
    return window.at("row").nth(record).locator('[data-test="cell"]').all_inner_texts()


def test_a_column_that_can_not_be_split_is_said_in_one_line(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    window.click("column-split", 0)
    expect(window.at("split-text")).to_be_checked()  # the first way that works is proposed
    expect(window.at("split-marks")).to_be_disabled()
    expect(window.at("split-tags")).to_be_disabled()
    window.sees("split-closed", "share no marks to split at")
    expect(window.at("split-ok")).to_be_disabled()
    window.press("Escape")
    window.shows_columns(*NAMES)


def test_many_columns_are_hidden_shown_and_typed_at_once(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    window.type("columns-filter", "r")  # author and price
    expect(window.at("column")).to_have_count(2)
    window.click("pick-all")
    window.select("type-many", "text")
    nothing_is_picked(window)
    until(
        lambda: (
            {one["type"] for one in window.desk["wrapper"]["columns"] if one["name"] in ("author", "price")} == {"text"}
        )
    )
    window.click("pick-all")
    window.click("hide-many")
    window.shows_columns("title", "link")
    nothing_is_picked(window)
    window.click("pick-all")
    window.click("show-many")
    window.shows_columns(*NAMES)


def nothing_is_picked(window: Window) -> None:
    """Wait until the studio has the answer to a change of many columns, which are no longer picked then."""
    expect(window.at("hide-many")).to_be_disabled()


def test_rows_are_filtered_and_sorted(window: Window, work: Work) -> None:
    window.go(work)
    walk.column_menu(window, "price", "column-sort-down")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in reversed(range(8))])
    window.type("filter", "author 5")
    until(lambda: window.cells("title"), wanted=["Book 5"])
    window.sees("filtered", "1 of 8")
    window.type("filter", "")
    walk.column_menu(window, "price", "column-left")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in range(8)])  # the column has another number now
    walk.column_menu(window, "title", "column-sort-up")
    walk.column_menu(window, "title", "column-sort-none")
    until(lambda: window.cells("title"), wanted=[f"Book {i}" for i in range(8)])


def test_a_column_is_resized_on_its_desk_alone(window: Window, work: Work, studio: Studio) -> None:
    other = studio.begin().add("other.html", books())
    window.go(work)
    usual = width(window, "title")
    box = window.at("column-resize").nth(0).bounding_box()
    assert box is not None
    window.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
    window.tab.mouse.down()
    window.tab.mouse.move(box["x"] + 60, box["y"] + 5)
    window.tab.mouse.move(box["x"] + 120, box["y"] + 5)
    window.tab.mouse.up()
    until(lambda: width(window, "title") > usual + 60)
    window.click("home")
    window.at("desk-open").first.wait_for()
    window.tab.evaluate(f"location.hash = location.hash.replace(/desk=[^&]*/, '') + '&desk={other.desk['id']}'")
    window.ready()
    until(lambda: abs(width(window, "title") - usual) < 3)


def width(window: Window, column: str) -> float:
    """How wide a column of the table is, when it is there; 0 while it is drawn."""
    box = window.at("header").filter(has=window.tab.get_by_text(column, exact=True)).bounding_box()
    return box["width"] if box else 0.0


def test_the_type_of_a_column_is_chosen(window: Window, work: Work) -> None:
    window.go(work, panel="columns")
    window.select("column-type", "text", 3)
    until(lambda: window.desk["wrapper"]["columns"][3]["type"] == "text")
    window.click("header-menu", 3)
    window.at("menu").get_by_text("Type: number", exact=True).click()
    until(lambda: window.desk["wrapper"]["columns"][3]["type"] == "number")
    expect(window.at("column-type").nth(3)).to_have_value("number")


def test_a_cell_lights_up_its_text_and_a_text_its_cell(window: Window, work: Work) -> None:
    window.go(work)
    window.cell(2, "author").hover()
    strong = window.tab.locator("#view .pv-strong-cell")
    expect(strong).to_have_count(1)
    x, y, width, height = window.place("Author 2")
    box = strong.bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] - (x + width)) < 6
    assert abs(box["y"] + box["height"] / 2 - (y + height / 2)) < 6
    expect(strong.locator(".pv-name")).to_have_text("author")
    window.tab.mouse.move(5, 5)
    expect(strong).to_have_count(0)
    window.hover_text("5.50 euro")
    expect(window.cell(5, "price")).to_have_class("cell lit right")
    window.hover_text("Author 1")
    expect(window.cell(1, "author")).to_have_class("cell lit")
    expect(window.cell(5, "price")).to_have_class("cell right")


def test_a_click_on_a_cell_scrolls_the_page_to_it(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("many.html", books(120)))
    scroller = window.tab.locator(".pv-scroll")
    assert scroller.evaluate("(e) => e.scrollTop") < 200  # where the first record is
    window.cell(0, "title").click()
    window.press("Control+End")
    expect(window.cell(119, "price")).to_be_focused()
    window.press("Enter")
    until(lambda: scroller.evaluate("(e) => e.scrollTop") > 1000)
    window.hover_text("Book 60")
    expect(window.cell(60, "title")).to_have_class("cell lit")


def test_keys_move_in_the_table(window: Window, work: Work) -> None:
    window.go(work)
    window.cell(0, "title").click()
    for keys, cell in [
        (["ArrowRight", "ArrowDown", "ArrowDown"], "2,2"),
        (["End"], "2,4"),
        (["Home"], "2,0"),
        (["ArrowUp"], "1,0"),
        (["Control+End"], "7,4"),
        (["Control+Home"], "0,0"),
        (["PageDown"], "7,0"),
        (["PageUp", "ArrowRight", "ArrowUp"], "-1,1"),
        (["ArrowRight"], "-1,2"),
    ]:
        window.press(*keys)
        expect(window.tab.locator(f'[data-cell="{cell}"]')).to_be_focused()
    window.press("F2")
    expect(window.at("header-input")).to_be_focused()
    window.tab.keyboard.type("Titel")
    window.press("Enter")
    window.shows_columns("title", "Titel", "author", "price")
    expect(window.tab.locator('[data-cell="-1,2"]')).to_be_focused()
    window.press(" ")
    expect(window.at("menu")).to_be_visible()
    window.press("ArrowDown", "Enter")
    window.shows_columns("title", "author", "price")
