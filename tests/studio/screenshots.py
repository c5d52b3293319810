"""The pictures of the documentation, taken of a studio in use: `python -m tests.studio.screenshots` writes them anew.

No test compares them, since fonts differ from machine to machine; one looks up that there are as many as are shown.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from playwright.sync_api import expect, sync_playwright

from tests.command import Command
from tests.conftest import ROOT
from tests.studio.browser import walk
from tests.studio.browser.window import Window, until
from tests.studio.running import start
from wrapture.capture.browser import find_browser

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, ViewportSize

    from tests.studio.running import Studio

IMAGES: Final = ROOT / "docs" / "images"
SIZE: Final[ViewportSize] = {"width": 1440, "height": 900}
MOST_BYTES: Final = 250_000
USUAL_FOLDER: Final = "In ~/.local/share/wrapture/library"  # the pictures come from a folder that is gone afterwards


def lists(window: Window) -> None:
    """Show other lists as pictures."""
    window.click("answer-other")
    expect(window.at("picture").nth(3).locator("svg.pv-thumbnail")).to_be_visible()


def patterns(window: Window) -> None:
    """Show the pattern viewer: parameters, and the lists with their patterns."""
    window.press("Escape")
    walk.panel(window, "patterns")
    expect(window.at("candidate").first.locator("svg.pv-thumbnail")).to_be_visible()


def columns(window: Window) -> None:
    """Show the columns, some of them hidden, with a cell that is lit up on the page."""
    walk.panel(window, "columns")
    walk.rename_in_panel(window, "old_price", "was")
    expect(window.at("hidden-chip").first).to_be_visible()
    window.click("column-pick", 3)
    window.cell(2, "title").click()
    expect(window.tab.locator("#view .pv-strong-cell")).to_be_in_viewport()


def point(window: Window) -> None:
    """Point at a part of a text and begin to make it a column."""
    window.click("panel-columns")
    window.drag_over("212")
    window.type("card-new-name", "votes")


def testing(window: Window) -> None:
    """Show how other pages of the site fit."""
    window.press("Escape", "Escape")
    walk.try_others(window, *walk.MORE_BOOKS, walk.EXAMPLES / "rulings.html")
    window.click("page-tab", 0)
    window.click("test-table", 1)
    expect(window.at("test-page").nth(1).locator("tbody tr").first).to_be_visible()
    close_messages(window)


def library(window: Window) -> None:
    """Save this wrapper and two others, and show the library with one of them over time."""
    window.click("panel-test")
    window.click("page-close", 3)
    expect(window.at("page-tab")).to_have_count(3)
    walk.save(window, "Lantern Books")
    for name, file in (("Countries", "countries-1997.html"), ("Rulings", "rulings.html")):
        work = window.studio.begin().add(file, (walk.EXAMPLES / file).read_bytes())
        work.step("save", name=name)
    window.click("library-open")
    expect(window.at("wrapper")).to_have_count(3)
    window.click("wrapper-history", 1)
    expect(window.at("history")).to_be_visible()
    close_messages(window)
    window.tab.locator("#library .muted").first.evaluate("(line, words) => { line.textContent = words; }", USUAL_FOLDER)


def close_messages(window: Window) -> None:
    """Take away what the studio has said."""
    while window.at("toast-close").count():
        window.click("toast-close")
    window.tab.mouse.move(SIZE["width"] / 2, 3)


STEPS: Final[dict[str, Callable[[Window], None]]] = {
    "studio-desk.png": close_messages,
    "studio-lists.png": lists,
    "studio-patterns.png": patterns,
    "studio-columns.png": columns,
    "studio-point.png": point,
    "studio-test.png": testing,
    "studio-library.png": library,
}
DARK: Final = "studio-dark.png"
PICTURES: Final = (*STEPS, DARK)


def open_books(browser: Browser, studio: Studio, scheme: Literal["light", "dark"]) -> Window:
    """Return a window with the page that the studio was started with."""
    context = browser.new_context(viewport=SIZE, device_scale_factor=1, reduced_motion="reduce", color_scheme=scheme)
    window = Window(context.new_page(), studio)
    window.tab.goto(studio.address)
    window.ready()
    until(lambda: window.marked("pv-cell"), "cells are drawn")
    expect(window.at("answer-yes")).to_be_visible()
    if window.at("site-leave").count():
        window.click("site-leave")
    return window


def take(window: Window, path: Path) -> None:
    """Write a picture of a window, and check that it is small."""
    window.tab.screenshot(path=path, animations="disabled", caret="hide")
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"{path}: has {size} bytes, more than {MOST_BYTES}; show less on it")


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        studio = start(Command(ROOT), Path(home) / "studio", "examples/books-1.html")  # its style sheet lies beside it
        try:
            browser = driver.chromium.launch(
                executable_path=str(find_browser()), args=["--disable-gpu"], chromium_sandbox=False
            )
            take(open_books(browser, studio, "dark"), folder / DARK)
            window = open_books(browser, studio, "light")
            for name, step in STEPS.items():
                step(window)
                take(window, folder / name)
            browser.close()
        finally:
            studio.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
