"""The page as people know it: styles and images, saved files of all kinds, what is hidden, what lies over it."""

from __future__ import annotations

import zipfile
from base64 import b64decode
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio

PNG: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
GREEN: Final = "rgb(0, 128, 0)"
COLOUR: Final = "getComputedStyle(d.querySelector('li')).color"


def shop(records: int = 8) -> str:
    """Return a page whose styles and images are files of their own, some loaded by scripts."""
    rows = "".join(
        f"<li><img {'data-src' if i % 2 else 'src'}='/i/{i}.png' alt=''><a href=/b/{i}>Book {i}</a><p>{i}.50 euro</p></li>"
        for i in range(records)
    )
    head = '<link rel=stylesheet href="/s.css"><title>Shop</title>'
    return f"<!doctype html><html><head><meta charset=utf-8>{head}</head><body><ul>{rows}</ul></body></html>"


@pytest.fixture
def trusting(start_studio: Callable[..., Studio], open_context: Callable[..., BrowserContext], watch: Watch) -> Window:
    """A window of a studio that may ask this machine."""
    own = start_studio("--allow-private")
    watch.home = f"http://127.0.0.1:{own.port}/"
    return Window(open_context().new_page(), own)


def test_styles_and_images_of_a_site_are_loaded_once_a_person_says_so(trusting: Window, elsewhere: Counted) -> None:
    window = trusting
    elsewhere.pages["/list"] = ("text/html; charset=utf-8", shop().encode())
    elsewhere.pages["/s.css"] = ("text/css", b"@import url(more.css); p { margin: 0 }")
    elsewhere.pages["/more.css"] = ("text/css", b"li { color: green }")
    for number in range(8):
        elsewhere.pages[f"/i/{number}.png"] = ("image/png", PNG)
    window.go().type("given", elsewhere.url("/list"), enter=True)
    window.ready()
    window.sees("site", "127.0.0.1")
    assert elsewhere.asked == ["/list"]  # nothing else was asked for before
    window.click("site-load")
    until(lambda: window.frame("d.querySelectorAll('img[src^=\"data:image/png\"]').length"), wanted=8)
    assert "/s.css" in elsewhere.asked
    expect(window.at("site")).to_have_count(0)
    until(lambda: window.tab.locator("#table .thumb img").count() >= 4, "thumbnails in the table")
    elsewhere.pages["/more"] = ("text/html; charset=utf-8", shop(6).encode())
    window.click("home")
    window.type("given", elsewhere.url("/more"), enter=True)
    until(lambda: window.frame("d.querySelectorAll('img[src^=\"data:image/png\"]').length"), wanted=6)
    expect(window.at("site")).to_have_count(0)  # it was remembered


def mhtml() -> bytes:
    """Return a page as Chromium saves it."""
    parts = [
        ("text/html", "http://shop.example/list", shop()),
        ("text/css", "http://shop.example/s.css", "li{color:green}"),
    ]
    body = "".join(
        f"------b\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Location: {where}\r\n\r\n{text}\r\n"
        for kind, where, text in parts
    )
    head = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="----b"\r\n\r\n'
    return f"{head}{body}------b--\r\n".encode()


def test_a_page_saved_as_mhtml_shows_its_own_styles(window: Window, page: Callable[..., Path]) -> None:
    window.go().choose_files("upload", page("saved.mhtml", mhtml()))
    window.ready()
    assert window.frame(COLOUR) == GREEN
    assert window.desk["pages"][0]["url"] == "http://shop.example/list"


def test_a_page_in_a_zip_file_shows_its_own_styles_and_images(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "saved.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("list.html", shop().replace('"/s.css"', '"list_files/s.css"').replace("'/i/", "'list_files/"))
        file.writestr("list_files/s.css", "li { color: green }")
        for number in range(8):
            file.writestr(f"list_files/{number}.png", PNG)
    window.go().choose_files("upload", path)
    window.ready()
    assert window.frame(COLOUR) == GREEN
    assert window.frame("d.querySelectorAll('img[src^=\"data:image/png\"]').length") == 8
    until(lambda: window.tab.locator("#table .thumb img").count() >= 4, "thumbnails in the table")


@pytest.mark.parametrize("way", ["chosen", "dropped"])
def test_a_folder_of_saved_pages_shows_their_own_styles_and_images(
    window: Window, page: Callable[..., Path], way: str
) -> None:
    saved = shop().replace('"/s.css"', '"../look/s.css"').replace("'/i/", "'list_files/").replace("../look", "look")
    folder = page("saved/list.html", saved).parent
    page("saved/next.html", saved.replace("list_files", "next.files").replace("Book", "Play"))
    page("saved/look/s.css", "li { color: green }")
    page("saved/list_files/frame.html", "<p>An advertisement</p>")
    for number in range(8):
        page(f"saved/list_files/{number}.png", PNG)
        page(f"saved/next.files/{number}.png", PNG)
    window.go()
    if way == "dropped":
        window.drop(window.at("dropzone"), folder)
    else:
        with window.tab.expect_file_chooser() as chooser:
            window.click("upload-folder")
        chooser.value.set_files(str(folder))
    expect(window.at("page-tab")).to_have_count(2)
    window.ready()
    for tab, name in enumerate(("list.html", "next.html")):
        window.click("page-tab", tab)
        until(lambda: window.frame("d.querySelectorAll('img[src^=\"data:image/png\"]').length"), wanted=8)
        assert window.frame(COLOUR) == GREEN
        assert window.desk["pages"][tab]["name"] == name
    assert [one["learn"] for one in window.desk["pages"]] == [True, False]


def test_a_page_of_singlefile_is_shown_as_it_was(window: Window, page: Callable[..., Path]) -> None:
    note = "<!-- Page saved with SingleFile \n url: https://shop.example/list \n saved date: today -->"
    saved = shop().replace('<link rel=stylesheet href="/s.css">', f"{note}<style>li{{color:green}}</style>")
    window.go().choose_files("upload", page("single.html", saved))
    window.ready()
    assert window.frame(COLOUR) == GREEN


@pytest.mark.parametrize("style", ["opacity: 0", "display: none", "visibility: hidden"])
def test_records_that_only_scripts_would_show_are_shown_and_said(window: Window, studio: Studio, style: str) -> None:
    hidden = books().replace("<ul>", f"<div style='{style}'><ul>").replace("</ul>", "</ul></div>")
    window.go(studio.begin().add("hidden.html", hidden))
    window.sees("unhidden", "they are shown here all the same")
    expect(window.tab.locator("#view .pv-record").first).to_be_in_viewport()
    window.point_at("Book 1")
    window.sees("point-text", "Book 1")


def test_a_banner_over_the_page_is_hidden_by_a_click(window: Window, studio: Studio) -> None:
    banner = "<div id=banner style='position:fixed;inset:0;background:#888;z-index:9'>We value your privacy</div>"
    window.go(studio.begin().add("banner.html", books().replace("<h1>", f"{banner}<h1>")))
    window.sees("hide-overlays", "Hide the overlay")
    window.click("hide-overlays")
    expect(window.at("hide-overlays")).to_have_count(0)
    assert window.frame("getComputedStyle(d.getElementById('banner')).display") == "none"


def test_the_page_opens_at_its_first_record(window: Window, studio: Studio) -> None:
    menu = "".join(f"<p>Menu entry number {i} of the site</p>" for i in range(60))
    window.go(studio.begin().add("far.html", books().replace("<h1>", f"<nav>{menu}</nav><h1>")))
    expect(window.tab.locator('#view .pv-group[data-record="0"] .pv-record')).to_be_in_viewport(ratio=0.9)
    assert window.tab.locator(".pv-scroll").evaluate("(e) => e.scrollTop") > 500


def test_a_text_of_the_first_record_is_seen_below_a_large_image(window: Window, studio: Studio) -> None:
    image = "<div style='height:1200px;background:#ccc'></div>"
    window.go(studio.begin().add("tall.html", books().replace("<li>", f"<li>{image}")))
    shown = """() => {
      const view = document.querySelector(".pv-scroll").getBoundingClientRect();
      const cells = [...document.querySelectorAll('#view .pv-group[data-record="0"] .pv-cell')];
      const boxes = cells.map((one) => one.getBoundingClientRect());
      return boxes.some((at) => at.top > view.top && at.bottom < view.bottom);
    }"""
    until(lambda: window.tab.evaluate(shown), "a cell of the first record is seen")


def test_a_rendered_page_is_corrected_like_any_other(trusting: Window, elsewhere: Counted) -> None:
    """It has no source to learn labels from; structure and corrections by hand do."""
    window = trusting
    elsewhere.pages["/list"] = ("text/html; charset=utf-8", books().encode())
    window.go().click("address-open")
    window.type("address-input", elsewhere.url("/list"))
    window.click("address-ok")
    window.ready()
    assert window.desk["pages"][0]["rendered"] is True
    window.drag_over("Author 2")
    window.type("card-new-name", "person")
    window.click("card-own")
    until(lambda: "person" in window.headers() and window.cells("person") == [f"Author {i}" for i in range(8)])
    window.cell(1, "title").click(button="right")
    window.click("cell-not-record")
    until(lambda: len(window.cells("title")) == 7)
    window.click("kind-picture")
    expect(window.tab.locator("#view img").first).to_be_visible()
    expect(window.tab.locator("#view .pv-record").first).to_be_in_viewport()
