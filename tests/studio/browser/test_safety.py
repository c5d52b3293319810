"""Pages that want to do harm, and web sites that do: the studio shows the one and does not hear the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import Window

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio

HERE: Final = Path(__file__).parent
HURT: Final = "window.hurt=1;try{parent.hurt=1}catch(e){};try{top.hurt=1}catch(e){};try{opener.hurt=1}catch(e){}"
COUNT: Final = 30  # so that nothing else on the page is the main list
FLAGS: Final = """
() => {
  const { contentWindow, contentDocument } = document.querySelector("#view iframe.pv-frame");
  return ["hurt" in window, "hurt" in contentWindow, contentWindow.length, window.length, contentDocument.scripts.length];
}
"""


def state(studio: Studio) -> dict[str, Any]:
    """All that the studio keeps, by what a program can see of it."""
    desks = {one["id"]: one for one in studio.do("GET", "/api/studio")["desks"]}
    library = {one["name"]: (one["columns"], one["records"]) for one in studio.do("GET", "/api/library")["wrappers"]}
    return {"desks": desks, "library": library}


def hostile(studio: Studio, out: str) -> str:
    """Return a page with a list of books on which everything wants to run, load, send, cover and shadow."""
    rows = books(COUNT).split("<ul>")[1].split("</ul>")[0]
    filled = (HERE / "hostile.html").read_text("utf-8").replace("ROWS", rows).replace("HURT", HURT)
    return filled.replace("OUT", out).replace("OWN", f"http://127.0.0.1:{studio.port}")


def test_a_hostile_page_is_shown_and_does_nothing(
    window: Window, studio: Studio, watch: Watch, elsewhere: Counted, page: Callable[..., Path]
) -> None:
    watch.expect("Content Security Policy")  # of the frame: the page's own styles ask for images
    file = page("hostile.html", hostile(studio, elsewhere.url("").rstrip("/")))
    before = state(studio)
    window.go().choose_files("upload", file)
    window.ready()
    assert window.desk["pages"][0]["found"] == COUNT
    assert window.cells("title")[:3] == ["Book 0", "Book 1", "Book 2"]
    settle(window)
    window.hover_text("Book 3")
    window.point_at("a javascript link")
    expect(window.at("popover")).to_be_visible()
    window.press("Escape")
    window.press("Tab", "Tab", "Tab", "Enter")
    settle(window)
    assert window.tab.evaluate(FLAGS) == [False, False, 0, 1, 0]
    assert window.tab.url.startswith(watch.home)
    assert elsewhere.connections == 0
    after = state(studio)
    (new,) = set(after["desks"]) - set(before["desks"])
    assert new == window.desk["id"]
    assert {name: one for name, one in after["desks"].items() if name != new} == before["desks"]
    assert after["library"] == before["library"]
    asked = {url.removeprefix(watch.home).split("?")[0].split("/")[0] for url in watch.asked if url.startswith("http")}
    assert asked <= {"", "api", "static", "frame"}


def test_the_studio_stays_usable_over_a_hostile_page(
    window: Window, studio: Studio, watch: Watch, elsewhere: Counted
) -> None:
    watch.expect("Content Security Policy")
    window.go(studio.begin().add("hostile.html", hostile(studio, elsewhere.url("").rstrip("/"))))
    top = "([x, y]) => document.elementFromPoint(x, y).closest('[data-test], #view')?.dataset.test"
    for name in ("save", "panel-columns", "answer-yes"):
        box = window.at(name).first.bounding_box()
        assert box is not None
        assert window.tab.evaluate(top, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]) == name
    window.click("panel-columns")
    window.type("column-name", "Buch", 0, enter=True)
    window.shows_columns("Buch", "link", "author", "price")
    window.click("kind-picture")  # a browser of the studio's own draws it, and loads nothing either
    expect(window.tab.locator("#view img").first).to_be_visible()
    window.click("kind-page")
    assert elsewhere.connections == 0
    assert window.at("save").count() == 1  # the page's own "save" is in the frame


def test_names_and_values_of_a_page_are_texts_in_the_studio(window: Window, studio: Studio) -> None:
    evil = "<img src=x onerror=window.hurt=1>"
    escaped = evil.replace("<", "&lt;")
    page = books().replace("Book 3", f"Book {escaped}").replace("<title>Books", f"<title>{escaped}")
    work = studio.begin().add(f"{evil}.html", page).step("name", name=evil)
    work.edit(op="rename", column=0, name=evil)
    window.go(work, panel="test")
    expect(window.at("header-name").nth(0)).to_have_text(evil)
    assert f"Book {evil}" in window.cells(evil)
    for panel in ("patterns", "columns", "test", "site", "use", "log"):
        walk.panel(window, panel)
        expect(window.at(f"panel-body-{panel}")).to_be_visible()
    window.click("home")
    expect(window.at("desk-open").filter(has_text=evil).first).to_be_visible()
    assert window.tab.evaluate("'hurt' in window") is False
    assert window.tab.locator("img[src=x]").count() == 0


def settle(window: Window) -> None:
    """Wait until the browser has done all that it had to do: two idle moments after two pictures."""
    window.tab.evaluate(
        "async () => { for (let i = 0; i < 2; i += 1) { await new Promise((next) => requestAnimationFrame(next));"
        "await new Promise((next) => requestIdleCallback(next, { timeout: 2000 })); } }"
    )
    window.tab.wait_for_load_state("networkidle")


ATTACK: Final = (HERE / "attack.js").read_text("utf-8")
FRAMED: Final = """
(home) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.src = home;
  frame.addEventListener("load", () => {
    let inside = "closed";
    try { inside = frame.contentDocument ? frame.contentDocument.body.innerHTML : "closed"; } catch (e) { inside = "closed"; }
    done(inside);
  });
  document.body.append(frame);
})
"""


@pytest.fixture
def site_page(open_context: Callable[..., BrowserContext], elsewhere: Counted, watch: Watch) -> Page:
    """A page of another web site, in the browser in which the studio is open."""
    elsewhere.pages["/"] = ("text/html", b"<!doctype html><title>A site</title><p>A harmless site")
    watch.home = "http://"  # here both sites are asked, and refusals are in the console
    watch.expected = ["."]
    context = open_context()
    page = context.new_page()
    page.goto(elsewhere.url())
    return page


def test_a_web_site_can_neither_read_nor_change_anything(site_page: Page, studio: Studio) -> None:
    work = studio.begin().add("books.html", books())
    window = Window(site_page.context.new_page(), studio).go(work)
    before = state(studio)
    told = site_page.evaluate(ATTACK, [f"http://127.0.0.1:{studio.port}/", work.desk["id"]])
    assert len(told) > 30
    for name, answer in told.items():
        if name == "beacon":
            continue  # it is sent, and refused; what it changes is looked at below
        opaque = isinstance(answer, list) and answer[0] == "opaque" and answer[1:] == [0, ""]
        assert opaque or answer == "nothing" or str(answer).startswith("failed"), (name, answer)
    assert state(studio) == before
    assert studio.do("GET", work.path)["revision"] == work.desk["revision"]
    expect(window.at("row")).to_have_count(8)
    assert window.at("toast-error").count() == 0


def test_a_web_site_can_not_embed_the_studio(site_page: Page, studio: Studio) -> None:
    for path in ("", "frame", "api/studio"):
        inside = site_page.evaluate(FRAMED, f"http://127.0.0.1:{studio.port}/{path}#token={studio.token}")
        assert inside == "closed"
    frames = [frame for frame in site_page.frames if frame is not site_page.main_frame]
    assert len(frames) == 3
    for frame in frames:  # the browser shows its own refusal there
        assert "Wrapture" not in frame.content()
        assert "error" in frame.url or frame.locator("[data-test]").count() == 0


def test_a_web_site_that_opens_the_studio_gets_nowhere(site_page: Page, studio: Studio) -> None:
    work = studio.begin().add("books.html", books())
    with site_page.context.expect_page() as opened:
        site_page.evaluate("(url) => { window.other = open(url); }", f"{studio.address}&desk={work.desk['id']}")
    expect(opened.value.locator("body")).to_contain_text("the request comes from another site")
    assert opened.value.locator("[data-test]").count() == 0
    site_page.evaluate(POST_MESSAGES)
    with site_page.context.expect_page() as reached:  # as a person does who follows the address
        site_page.context.new_page().goto(f"{studio.address}&desk={work.desk['id']}")
    window = Window(reached.value, studio).ready()
    assert window.tab.evaluate("window.opener") is None
    site_page.evaluate(POST_MESSAGES)
    window.tab.evaluate("() => { for (const one of ['undo', { type: 'save' }]) postMessage(one, '*'); }")
    settle(window)
    expect(window.at("row")).to_have_count(8)
    assert studio.do("GET", work.path)["revision"] == work.desk["revision"]


POST_MESSAGES: Final = "() => { for (const one of ['undo', { type: 'save' }]) window.other?.postMessage(one, '*'); }"
