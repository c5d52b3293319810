"""Steps of a walk through the studio, as a person takes them; tests and the pictures of the documentation share them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.studio.browser.window import Window

EXAMPLES: Final = ROOT / "examples"
BOOKS: Final = EXAMPLES / "books-1.html"
MORE_BOOKS: Final = (EXAMPLES / "books-2.html", EXAMPLES / "books-3.html")


def drop_page(window: Window, *files: Path) -> None:
    """Drop pages on the studio and wait until they are shown."""
    window.drop(window.at("dropzone").first, *files)
    window.ready()


def paste(window: Window, html: str, name: str = "pasted.html") -> None:
    """Paste a page in the dialog that is open."""
    window.type("paste-source", html)
    window.type("paste-name", name)
    window.click("paste-ok")
    window.ready()


def panel(window: Window, name: str) -> None:
    """Open a drawer beside the page, unless it is open."""
    if not window.at(f"panel-body-{name}").count():
        window.click(f"panel-{name}")
    expect(window.at(f"panel-body-{name}")).to_be_visible()


def column_menu(window: Window, column: str, item: str) -> None:
    """Choose something in the menu of a column of the table."""
    window.click("header-menu", window.headers().index(column))
    window.click(item)


def rename_in_panel(window: Window, before: str, after: str) -> None:
    """Give a column another name in the Columns panel."""
    names = [field.input_value() for field in window.at("column-name").all()]
    window.type("column-name", after, names.index(before), enter=True)
    expect(window.at("header-name").get_by_text(after, exact=True)).to_be_attached()


def label_as_new_column(window: Window, text: str, name: str, nth: int = 0) -> None:
    """Click a text of the page, and make what stands there in every record a column."""
    window.point_at(text, nth)
    expect(window.at("popover")).to_be_visible()
    window.type("card-new-name", name)
    window.click("card-own")
    expect(window.at("header-name").get_by_text(name, exact=True)).to_be_attached()


def try_others(window: Window, *files: Path) -> None:
    """Drop other pages of the site where they are tested, and wait for what was read there."""
    panel(window, "test")
    before = window.at("test-page").count()
    window.drop(window.tab.locator("[data-drop=test]"), *files)
    expect(window.at("test-page")).to_have_count(before + len(files))


def save(window: Window, name: str) -> None:
    """Give the desk a name and save it into the library."""
    window.type("name", name, enter=True)
    window.click("save")
    window.sees("saved", "saved as")
