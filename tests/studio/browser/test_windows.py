"""Two windows at the same work, and work that is gone on with: nothing is lost, and nothing is lost in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.studio.browser.conftest import Watch
    from tests.studio.running import Studio, Work


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page of eight books."""
    return studio.begin().add("books.html", books())


@pytest.fixture
def two(open_context: Callable[..., BrowserContext], studio: Studio, work: Work) -> tuple[Window, Window]:
    """Two windows of different browsers on one desk."""
    return (
        Window(open_context().new_page(), studio).go(work, panel="columns"),
        Window(open_context().new_page(), studio).go(work, panel="columns"),
    )


def test_a_change_in_one_window_appears_in_the_other(two: tuple[Window, Window]) -> None:
    one, other = two
    walk.rename_in_panel(one, "title", "Buch")
    other.shows_columns("Buch", "link", "author", "price")
    expect(other.at("column-name").nth(0)).to_have_value("Buch")
    walk.column_menu(other, "author", "column-hide")
    one.shows_columns("Buch", "link", "price")
    assert other.at("toast-error").count() == one.at("toast-error").count() == 0


def test_changes_at_once_are_not_lost_in_silence(two: tuple[Window, Window], watch: Watch) -> None:
    one, other = two
    watch.expect("status of 409")
    other.tab.context.set_offline(True)  # it hears nothing of the other's change
    walk.rename_in_panel(one, "title", "Buch")
    other.tab.context.set_offline(False)
    other.type("column-name", "Titel", 0, enter=True)
    other.sees("toast-error", "changed")
    other.shows_columns("Buch", "link", "author", "price")
    one.shows_columns("Buch", "link", "author", "price")
    names = [column["name"] for column in one.desk["wrapper"]["columns"]]
    assert names == ["Buch", "link", "author", "price"]
    walk.rename_in_panel(other, "Buch", "Titel")
    one.shows_columns("Titel", "link", "author", "price")


def test_two_windows_on_one_library(open_context: Callable[..., BrowserContext], studio: Studio, watch: Watch) -> None:
    watch.expect("status of 409")
    one = Window(open_context().new_page(), studio).go(studio.begin().add("a.html", books()))
    other = Window(open_context().new_page(), studio).go(studio.begin().add("b.html", books(9)))
    walk.save(one, "Wanted by two")
    other.type("name", "Wanted by two", enter=True)
    other.click("save")
    other.sees("conflict", "Wanted-by-two")
    other.click("conflict-both")
    other.sees("saved", "saved as Wanted-by-two-2")
    kept = {wrapper["name"]: wrapper["records"] for wrapper in studio.do("GET", "/api/library")["wrappers"]}
    assert (kept["Wanted-by-two"], kept["Wanted-by-two-2"]) == ([8, 8], [9, 9])


def test_a_wrapper_that_was_changed_meanwhile_is_not_overwritten(
    open_context: Callable[..., BrowserContext], studio: Studio, watch: Watch
) -> None:
    watch.expect("status of 409")
    studio.begin().add("a.html", books()).step("save", name="Opened twice")
    context = open_context()
    one, other = (Window(context.new_page(), studio).go(view="library") for _ in range(2))
    for window in (one, other):
        window.tab.get_by_label("Open Opened-twice", exact=True).click()
        window.sees("how", "opened")
        walk.panel(window, "columns")
    one.type("column-name", "First", 1, enter=True)
    other.type("column-name", "Second", 1, enter=True)
    until(lambda: one.desk["wrapper"]["columns"][1]["name"], wanted="First")
    until(lambda: other.desk["wrapper"]["columns"][1]["name"], wanted="Second")
    one.click("save")
    one.sees("saved", "saved as Opened-twice")
    other.click("save")
    expect(other.at("conflict")).to_be_visible()
    other.press("Escape")
    opened = studio.do("POST", "/api/library/Opened-twice/open", {})
    assert opened["wrapper"]["columns"][1]["name"] == "First"


def test_closed_and_opened_again_the_work_is_there(
    open_context: Callable[..., BrowserContext], studio: Studio, work: Work
) -> None:
    first = open_context()
    window = Window(first.new_page(), studio).go(work, panel="columns")
    walk.rename_in_panel(window, "title", "Buch")
    walk.label_as_new_column(window, "Author 2", "person")
    columns, address = window.headers(), window.tab.url
    first.close()
    again = Window(open_context().new_page(), studio)
    again.tab.goto(address)
    again.ready()
    again.shows_columns(*columns)
    expect(again.at("panel-body-columns")).to_be_visible()
    again.click("undo")
    expect(again.at("header-name").get_by_text("person")).to_have_count(0)
    again.tab.reload()
    again.ready()
    assert "person" not in again.headers()


def test_a_studio_that_has_ended_is_said(
    open_context: Callable[..., BrowserContext], start_studio: Callable[..., Studio], watch: Watch
) -> None:
    watch.expect("ERR_CONNECTION|Failed to load")
    own = start_studio()
    watch.home = f"http://127.0.0.1:{own.port}/"
    window = Window(open_context().new_page(), own).go(own.begin().add("books.html", books()), panel="columns")
    own.stop()
    window.type("column-name", "Buch", 1, enter=True)
    window.sees("toast-error", "wrapture studio")


def test_an_address_without_the_token_shows_nothing(window: Window, studio: Studio, work: Work) -> None:
    window.tab.goto(f"http://127.0.0.1:{studio.port}/#desk={work.desk['id']}")
    window.sees("toast-error", "token")
    assert "books" not in window.tab.locator("body").inner_text()


def test_an_address_with_a_wrong_token_shows_nothing(window: Window, studio: Studio, watch: Watch, work: Work) -> None:
    watch.expect("status of 401")
    window.tab.goto(f"http://127.0.0.1:{studio.port}/#token=wrong&desk={work.desk['id']}")
    window.sees("toast-error", "token")
    assert "books" not in window.tab.locator("body").inner_text()
