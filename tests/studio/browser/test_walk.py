"""The whole walk from a page to a saved wrapper: in few interactions, and without a mouse."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import looks, walk
from tests.studio.browser.window import until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.studio.browser.window import Window
    from tests.studio.running import Studio

MOST_INTERACTIONS: Final = 5
MOST_TABS: Final = 60
log = logging.getLogger(__name__)


def test_from_a_page_to_a_saved_wrapper_in_five_interactions(window: Window, studio: Studio) -> None:
    window.go()
    expect(window.at("upload")).to_be_visible()
    window.interactions = 0
    begin = time.monotonic()
    window.choose_files("upload", walk.BOOKS)  # two: the button, and the file
    window.ready()
    shown = time.monotonic()
    walk.save(window, "Five steps")  # two: the name, and Save
    log.info("shown after %.1f s, saved after %.1f s", shown - begin, time.monotonic() - begin)
    assert window.interactions <= MOST_INTERACTIONS
    saved = next(one for one in studio.do("GET", "/api/library")["wrappers"] if one["name"] == "Five-steps")
    assert (saved["records"], saved["columns"]) == ([12, 12], 9)


def test_a_drop_and_a_click_are_enough(window: Window, page: Callable[..., Path]) -> None:
    window.go()
    expect(window.at("upload")).to_be_visible()
    window.interactions = 0
    walk.drop_page(window, page("drop-and-click.html"))
    window.click("save")
    window.sees("saved", "saved as")
    assert window.interactions == 2


def tab_to(window: Window, name: str) -> list[str]:
    """Press Tab until a control has the focus, which is seen all the way; return what had it."""
    passed = []
    for _ in range(MOST_TABS):
        window.press("Tab")
        passed.append(window.focused())
        assert window.tab.evaluate("document.activeElement.checkVisibility()"), passed
        if passed[-1] == name:
            assert looks.focus_shows(window), name
            return passed
    raise AssertionError(f"Tab never came to {name}: {passed}")


def test_the_walk_without_a_mouse(window: Window, page: Callable[..., Path]) -> None:
    file = page("keys.html")
    window.go()
    expect(window.at("upload")).to_be_visible()
    tab_to(window, "upload")
    with window.choosing(file):
        window.press("Enter")
    window.ready()
    tab_to(window, "name")
    window.tab.keyboard.type("By keys alone")
    window.press("Enter")
    until(lambda: window.desk["name"] == "By keys alone")
    window.press("Control+S")
    window.sees("saved", "saved as By-keys-alone")


def test_every_kind_of_work_can_be_done_without_a_mouse(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    tab_to(window, "panel-columns")
    window.press("Enter")
    tab_to(window, "column-name")
    window.press("Control+A")
    window.tab.keyboard.type("Adresse")
    window.press("Enter")
    window.shows_columns("Adresse", "link", "author", "price")
    window.at("panel-columns").focus()
    tab_to(window, "column-down")
    window.press("Enter")
    window.shows_columns("link", "Adresse", "author", "price")
    expect(window.at("column-down").nth(1)).to_be_focused()
    window.press("4")
    expect(window.at("panel-body-patterns")).to_be_visible()
    window.press("4")
    window.tab.locator("#view [tabindex='0']").focus()
    window.press("PageDown", "PageDown", "ArrowDown", "Enter")  # the second text of the second record
    window.sees("point-text", "Author 1")
    tab_to(window, "card-new-name")
    window.tab.keyboard.type("writer")
    window.press("Enter")
    expect(window.at("header-name").get_by_text("writer", exact=True)).to_be_attached()
    window.press("Control+Z")
    expect(window.at("header-name").get_by_text("writer", exact=True)).to_have_count(0)
    window.press("/")
    expect(window.at("find")).to_be_focused()


def test_the_focus_goes_from_top_to_bottom_and_shows(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    passed: list[str] = []
    hidden: list[str] = []
    for _ in range(MOST_TABS):
        window.press("Tab")
        passed.append(window.focused())
        if not looks.focus_shows(window):
            hidden.append(passed[-1])
        if passed[-1] == "cell":
            break
    assert hidden == []
    wanted = [
        "skip",
        "home",
        "name",
        "download",
        "save",
        "page-tab",
        "page-add",
        "find",
        "answer-yes",
        "panel-columns",
        "cell",
    ]
    assert [name for name in passed if name in wanted] == wanted
    window.press("Shift+Tab")
    assert window.focused() == passed[-2]


def test_the_first_tab_leads_past_the_header(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()))
    window.press("Tab")
    expect(window.tab.locator("#skip")).to_be_in_viewport(ratio=1)
    window.press("Enter")
    assert window.focused() == "main"
    window.press("Tab")
    assert window.focused() == "page-tab"


def test_escape_closes_what_is_open_and_the_focus_returns(window: Window, studio: Studio) -> None:
    window.go()
    for opener, dialog in (("paste-open", "paste"), ("address-open", "address"), ("help", "keys")):
        window.at(opener).focus()
        window.press("Enter")
        expect(window.at(dialog)).to_be_visible()
        for _ in range(8):  # the focus stays inside, but for the browser's own controls
            window.press("Tab")
            assert window.tab.evaluate(
                "document.activeElement.closest('dialog') !== null || document.activeElement === document.body"
            )
        window.press("Escape")
        expect(window.at(dialog)).to_have_count(0)
        expect(window.at(opener)).to_be_focused()
    window.go(studio.begin().add("books.html", books()), panel="columns")
    for opener, opened in (("page-add", "menu"), ("column-split", "split"), ("column-clean", "clean")):
        window.at(opener).first.focus()
        window.press("Enter")
        expect(window.at(opened)).to_be_visible()
        window.press("ArrowDown", "Escape")
        expect(window.at(opened)).to_have_count(0)
        expect(window.at(opener).first).to_be_focused()
    window.press("?")
    expect(window.at("keys")).to_be_visible()
    window.press("Escape")
    expect(window.at("panel-body-columns")).to_be_visible()
    window.press("Escape")
    expect(window.at("panel-body-columns")).to_have_count(0)


def test_what_happens_is_said_to_screen_readers(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()), panel="columns")
    walk.column_menu(window, "author", "column-hide")
    expect(window.at("live")).to_have_text("8 records, 3 columns")
    window.click("undo")
    expect(window.at("live")).to_have_text("8 records, 4 columns")
