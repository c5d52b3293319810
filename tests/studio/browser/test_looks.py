"""For everybody: names for screen readers, contrast in light and dark, narrow windows, less motion, sizes that can be moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import looks, walk
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext

    from tests.studio.running import Studio

PANELS: Final = ("patterns", "columns", "test", "site", "use", "log")
NARROW: Final = {"width": 360, "height": 740}


def views(window: Window, studio: Studio, name: str) -> Iterator[str]:
    """Go through everything there is to see, and yield the name of each; a wrapper is saved by the name that is given."""
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("save", name=name)
    work.add("books-2.html", walk.MORE_BOOKS[0].read_bytes(), learn=False)
    work.add("rulings.html", (walk.EXAMPLES / "rulings.html").read_bytes(), learn=False)
    work.edit(op="keep", columns=[3], keep=False)
    window.go()
    expect(window.at("desk-open").first).to_be_visible()
    yield "start"
    for dialog, button in (("paste", "paste-open"), ("address", "address-open"), ("keys", "help")):
        window.click(button)
        expect(window.at(dialog)).to_be_visible()
        yield dialog
        window.press("Escape")
    window.go(view="library")
    expect(window.at("wrapper").first).to_be_visible()
    yield "library"
    window.click("wrapper-history")
    expect(window.at("history")).to_be_visible()
    yield "history"
    window.go(work)
    for panel in PANELS:
        walk.panel(window, panel)
        if panel == "columns":
            window.click("column-clean", 0)
            expect(window.at("edit-preview").locator("table")).to_be_visible()
            yield "clean"
            window.press("Escape")
        if panel == "patterns":
            window.click("evidence", 0)
        if panel == "test":
            window.click("test-table", 1)
            expect(window.at("test-page").nth(1).locator("tbody tr").first).to_be_visible()
        if panel == "use":
            expect(window.at("copy-python")).to_be_visible()
            window.tab.locator("details.about summary").click()
        yield panel
    window.click("header-menu", 0)
    yield "menu"
    window.press("Escape")
    window.click("page-add")
    yield "add"
    window.press("Escape")
    window.cell(2, "title").hover()
    yield "cell"
    window.click("answer-other")
    expect(window.at("picture").first).to_be_visible()
    yield "pictures"
    window.press("Escape")
    window.click("download-more")
    yield "download"
    window.press("Escape")
    window.point_at("Mirela Anghel")
    expect(window.at("popover")).to_be_visible()
    yield "popover"
    window.press("Escape")
    window.type("find", "Salt")
    expect(window.at("found")).to_be_visible()
    yield "found"
    window.press("Escape")
    window.click("save")
    expect(window.at("toast").last).to_be_visible()
    yield "toast"


def test_every_text_stands_out_and_every_control_has_a_name(window: Window, studio: Studio) -> None:
    faint: dict[str, list[str]] = {}
    nameless: dict[str, list[str]] = {}
    for view in views(window, studio, "Seen in light and dark"):
        for scheme in looks.in_each_scheme(window):
            faint[f"{view}, {scheme}"] = looks.faint_texts(window)
        nameless[view] = looks.nameless(window)
    assert {view: found for view, found in faint.items() if found} == {}
    assert {view: found for view, found in nameless.items() if found} == {}


def test_the_checker_sees_faint_texts_and_nameless_controls(window: Window) -> None:
    window.go()
    expect(window.at("upload")).to_be_visible()
    assert looks.faint_texts(window) == []
    window.tab.evaluate(
        "() => { const p = document.createElement('p'); p.textContent = 'faint'; p.style.color = 'rgb(128 128 128 / 60%)';"
        "document.body.append(p, document.createElement('button')); document.querySelector('h1').style.opacity = '0.3'; }"
    )
    assert [text.split()[0] for text in looks.faint_texts(window)] == ["'From", "'faint'"]
    assert len(looks.nameless(window)) == 1
    assert looks.contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)


def test_light_and_dark_are_switched_and_remembered(window: Window) -> None:
    window.go()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = window.tab.evaluate(ground)
    window.click("theme")  # light, whatever the system says
    window.click("theme")
    dark = window.tab.evaluate(ground)
    assert dark != light
    window.tab.reload()
    expect(window.at("upload")).to_be_visible()
    assert window.tab.evaluate(ground) == dark
    window.click("theme")
    assert window.tab.evaluate(ground) == light


@pytest.fixture
def narrow(open_context: Callable[..., BrowserContext], studio: Studio) -> Window:
    """A window as small as a telephone."""
    return Window(open_context(viewport=NARROW, has_touch=True).new_page(), studio)


def test_everything_is_within_reach_in_a_narrow_window(narrow: Window, studio: Studio) -> None:
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("save", name="Narrow")
    narrow.go()
    expect(narrow.at("upload")).to_be_in_viewport()
    assert looks.sticks_out(narrow) <= 0
    narrow.click("paste-open")
    expect(narrow.at("paste-ok")).to_be_in_viewport()
    assert looks.sticks_out(narrow) <= 0
    narrow.press("Escape")
    narrow.go(work)
    for part, seen in [
        ("page", "page-view"),
        ("table", "grid"),
        *[(name, f"panel-body-{name}") for name in PANELS],
    ]:
        narrow.click(f"bar-{part}")
        expect(narrow.at(seen)).to_be_in_viewport()
        assert looks.sticks_out(narrow) <= 0, part
    for name in ("save", "undo", "name", "more"):
        expect(narrow.at(name)).to_be_in_viewport()
    narrow.click("more")
    narrow.at("menu").get_by_text("Library").click()
    expect(narrow.at("wrapper").first).to_be_visible()
    assert looks.sticks_out(narrow) <= 0
    assert looks.faint_texts(narrow) == []
    assert looks.nameless(narrow) == []


def test_pointing_in_a_narrow_window(narrow: Window, studio: Studio) -> None:
    narrow.go(studio.begin().add("books.html", books()))
    x, y, width, height = narrow.place("Author 2")
    narrow.tab.touchscreen.tap(x + width / 2, y + height / 2)
    expect(narrow.at("popover")).to_be_in_viewport(ratio=1)
    expect(narrow.at("card-own")).to_be_in_viewport(ratio=1)
    assert looks.sticks_out(narrow) <= 0


def test_nothing_sticks_out_at_any_width(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("save", name="Any width"))
    for button, view in (("save", "#desk"), ("wrapper-upload", "#library")):
        expect(window.tab.locator(view)).to_be_visible()
        for width in (320, 500, 759, 761, 1024, 1920):
            window.tab.set_viewport_size({"width": width, "height": 800})
            expect(window.at(button)).to_be_in_viewport(ratio=1)
            assert looks.sticks_out(window) <= 0, (view, width)
        if view == "#desk":
            window.click("library-open")


MOVING: Final = """
() => [...document.querySelectorAll("*")].filter((e) => {
  const s = getComputedStyle(e);
  const longest = (times) => Math.max(...times.split(",").map((t) => parseFloat(t) * (t.trim().endsWith("ms") ? 1 : 1000)));
  return longest(s.transitionDuration) > 10 || (s.animationName !== "none" && longest(s.animationDuration) > 10);
}).map((e) => e.className || e.tagName)
"""


def test_nothing_moves_for_those_who_asked_for_that(
    open_context: Callable[..., BrowserContext], studio: Studio
) -> None:
    work = studio.begin().add("motion.html", books())
    for motion, moves in (("no-preference", True), ("reduce", False)):
        window = Window(open_context(reduced_motion=motion).new_page(), studio).go(work)
        window.click("save")
        expect(window.at("toast").first).to_be_visible()
        found = window.tab.evaluate(MOVING)
        assert bool(found) == moves, found


def test_the_parts_of_the_desk_are_resized(window: Window, studio: Studio) -> None:
    window.go(studio.begin().add("books.html", books()), panel="columns")

    def width() -> float:
        box = window.tab.locator("#panel").bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    window.at("split-panel-width").focus()
    window.press("ArrowLeft", "ArrowLeft")
    until(lambda: width() > before + 40)
    wide = width()
    window.tab.reload()
    window.ready()
    assert width() == wide
    bar = window.at("split-panel-width").bounding_box()
    assert bar is not None
    window.tab.mouse.move(bar["x"] + bar["width"] / 2, 300)
    window.tab.mouse.down()
    window.tab.mouse.move(bar["x"] + 60, 300, steps=3)
    window.tab.mouse.up()
    until(lambda: width() < wide - 40)
