"""The library and the start: what was saved is opened, renamed, deleted and brought back, and says how it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.studio.browser.window import Window
    from tests.studio.running import Studio


def row(window: Window, name: str) -> Locator:
    """The row of a wrapper; its name stands in a field."""
    return window.at("wrapper").filter(has=window.tab.get_by_label(f"Name of {name}", exact=True))


def in_row(window: Window, name: str, test: str) -> Locator:
    return row(window, name).locator(f'[data-test="{test}"]')


def shelf(studio: Studio) -> set[str]:
    return {one["name"] for one in studio.do("GET", "/api/library")["wrappers"]}


def test_a_wrapper_is_opened(window: Window, studio: Studio, page: Callable[..., Path]) -> None:
    studio.begin().add("a.html", books()).edit(op="rename", column=0, name="Buch").step("save", name="Opened one")
    window.go().click("library-open")
    expect(row(window, "Opened-one")).to_contain_text("8")
    in_row(window, "Opened-one", "wrapper-open").click()
    window.sees("how", "opened from a file")
    walk.drop_page(window, page("five.html", books(5)))
    window.shows_columns("Buch", "link", "author", "price")
    window.sees("page-tab", "5 records")


def test_a_wrapper_is_renamed(window: Window, studio: Studio) -> None:
    studio.begin().add("a.html", books()).step("save", name="Old name")
    window.go(view="library")
    field = in_row(window, "Old-name", "wrapper-name")
    field.fill("New name")
    field.press("Enter")
    expect(row(window, "New-name")).to_be_visible()
    expect(row(window, "Old-name")).to_have_count(0)
    assert "New-name" in shelf(studio)


def test_a_wrapper_is_deleted_and_brought_back(window: Window, studio: Studio) -> None:
    studio.begin().add("a.html", books()).step("save", name="Not for long")
    window.go(view="library")
    in_row(window, "Not-for-long", "wrapper-delete").click()
    expect(row(window, "Not-for-long")).to_have_count(0)
    assert "Not-for-long" not in shelf(studio)
    window.sees("toast", "Not-for-long")
    window.click("toast-action")
    expect(row(window, "Not-for-long")).to_be_visible()
    assert "Not-for-long" in shelf(studio)


def test_health_is_said_in_words_and_dots(window: Window, studio: Studio) -> None:
    well = studio.begin().add("a.html", books()).step("save", name="Healthy")
    assert well.desk["saved"]
    window.go(view="library")
    expect(row(window, "Healthy")).to_contain_text("fits the last page")
    expect(row(window, "Healthy").locator(".dot.good")).to_have_count(1)
    assert "100 %" in str(row(window, "Healthy").locator(".dots").get_attribute("aria-label"))


def test_a_wrapper_file_is_added(window: Window, studio: Studio, page: Callable[..., Path]) -> None:
    work = studio.begin().add("a.html", books()).step("name", name="Given")
    file = page("Given-by-hand.json", studio.ask("GET", f"{work.path}/wrapper").body)
    window.go(view="library").choose_files("wrapper-upload", file)
    window.sees("toast", "is in the library")
    until(lambda: any(name.startswith("Given") for name in shelf(studio)))
    before = len(shelf(studio))
    window.drop(window.tab.locator("#library h1"), file)
    until(lambda: len(shelf(studio)) == before + 1)


def test_desks_are_gone_on_with_deleted_and_brought_back(window: Window, studio: Studio) -> None:
    work = studio.begin().add("a.html", books()).step("name", name="A desk of mine")
    window.go()
    mine = window.tab.locator("li.card-row").filter(has_text="A desk of mine")
    expect(mine).to_contain_text("1 page · 8 records · 4 columns")
    mine.locator('[data-test="desk-delete"]').click()
    expect(mine).to_have_count(0)
    assert studio.ask("GET", work.path).status == 400
    window.click("toast-action")
    expect(mine).to_be_visible()
    mine.locator('[data-test="desk-open"]').click()
    window.ready()
    expect(window.at("name")).to_have_value("A desk of mine")


def test_the_browsers_own_back_goes_through_the_views(window: Window, studio: Studio) -> None:
    work = studio.begin().add("a.html", books()).step("name", name="A desk to leave")
    window.go()
    window.at("desk-open").filter(has_text="A desk to leave").click()
    window.ready()
    window.click("library-open")
    window.click("back")
    expect(window.at("grid")).to_be_visible()
    for part in ("#library", "#desk", "#start"):
        window.tab.go_back()
        expect(window.tab.locator(part)).to_be_visible()
    window.tab.go_forward()
    expect(window.at("name")).to_have_value(work.desk["name"])
