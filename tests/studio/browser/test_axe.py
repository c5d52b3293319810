"""No view of the studio has findings of axe: light and dark, narrow and wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.front_end.checkers import need
from tests.studio.browser import looks, walk
from tests.studio.browser.test_looks import PANELS, views
from tests.studio.browser.test_site import changed_lamps, lamps
from tests.studio.browser.window import Window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext

    from tests.studio.running import Studio

FOUND: Final = """
async () => {
  const { violations } = await axe.run({ exclude: [["iframe.pv-frame"]] }, { iframes: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
"""
"""The page that is shown belongs to somebody else: the studio is checked, not the page."""


WIDE: Final = 1440
NARROW: Final = 400


def narrow_views(window: Window, studio: Studio, name: str) -> Iterator[str]:
    """Go through everything there is to see in a narrow window, and yield the name of each."""
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("save", name=name)
    window.go()
    yield "start"
    window.click("paste-open")
    yield "paste"
    window.press("Escape")
    window.go(view="library")
    expect(window.at("wrapper").first).to_be_visible()
    yield "library"
    window.go(work)
    for part in ("table", *PANELS, "page"):
        window.click(f"bar-{part}")
        yield part
    window.click("answer-other")
    expect(window.at("picture").first).to_be_visible()
    yield "pictures"
    window.press("Escape")
    window.point_at("Mirela Anghel")
    expect(window.at("popover")).to_be_visible()
    yield "card"


def findings(window: Window) -> list[str]:
    if not window.tab.evaluate("'axe' in window"):
        window.tab.evaluate(need("axe-core/axe.min.js").read_text("utf-8"))
    return [f"{scheme}: {line}" for scheme in looks.in_each_scheme(window) for line in window.tab.evaluate(FOUND)]


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_axe_finds_nothing(open_context: Callable[..., BrowserContext], studio: Studio, width: int) -> None:
    need("axe-core/axe.min.js")
    context = open_context(viewport={"width": width, "height": 900})
    window = Window(context.new_page(), studio)
    seen = views if width == WIDE else narrow_views
    found = {view: findings(window) for view in seen(window, studio, f"Axe {width}")}
    assert {view: lines for view, lines in found.items() if lines} == {}


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_axe_finds_nothing_in_a_repair(open_context: Callable[..., BrowserContext], studio: Studio, width: int) -> None:
    need("axe-core/axe.min.js")
    work = studio.begin().add("lamps.html", lamps()).add("new.html", changed_lamps(), learn=False)
    context = open_context(viewport={"width": width, "height": 900})
    window = Window(context.new_page(), studio).go(work)
    window.click("panel-test" if width == WIDE else "bar-test")
    window.click("repair")
    expect(window.at("repair-keep")).to_be_visible()
    assert findings(window) == []
    assert looks.sticks_out(window) <= 0


def test_axe_would_find_something(window: Window) -> None:
    window.go()
    window.tab.evaluate("document.body.append(document.createElement('button'))")
    assert {line.partition(" ")[2].partition(":")[0] for line in findings(window)} >= {"button-name"}
