"""No view of the studio has findings of axe: light and dark, narrow and wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.front_end.checkers import need
from tests.studio.browser.test_looks import views
from tests.studio.browser.window import Window

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.studio.running import Studio

FOUND: Final = """
async () => {
  const { violations } = await axe.run({ exclude: [["iframe.pv-frame"]] }, { iframes: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
"""
"""The page that is shown belongs to somebody else: the studio is checked, not the page."""


def findings(window: Window) -> list[str]:
    if not window.tab.evaluate("'axe' in window"):
        window.tab.evaluate(need("axe-core/axe.min.js").read_text("utf-8"))
    found: list[str] = window.tab.evaluate(FOUND)
    return found


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 1440), ("light", 400), ("dark", 400)])
def test_axe_finds_nothing(
    open_context: Callable[..., BrowserContext], studio: Studio, scheme: str, width: int
) -> None:
    need("axe-core/axe.min.js")
    context = open_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    window = Window(context.new_page(), studio)
    found = {view: findings(window) for view in views(window, studio, f"Axe {scheme} {width}")}
    assert {view: lines for view, lines in found.items() if lines} == {}


def test_axe_would_find_something(window: Window) -> None:
    window.go()
    window.tab.evaluate("document.body.append(document.createElement('button'))")
    assert any(line.startswith("button-name") for line in findings(window))
