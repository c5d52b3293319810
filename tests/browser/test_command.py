"""Rendering, saving and replaying on the command line and from Python."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

import pytest

import wrapture as package
from tests.conftest import books
from wrapture.capture.page_sources import checked
from wrapture.capture.snapshots import save_snapshot
from wrapture.html.page import Page
from wrapture.html.parsing import read_page
from wrapture.model import Capture

from .conftest import browsers, browsers_since, wait_for_the_end

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command
    from wrapture.capture.camera import Camera

    from .conftest import Site

NO_BROWSER = {"WRAPTURE_BROWSER": "/gone"}
BY_SCRIPT = f"<body><script>document.body.innerHTML = {json.dumps(books())}</script>"


def test_pages_are_saved_and_read_without_a_browser(wrapture: Command, page: Callable[..., Path]) -> None:
    page("books.html")
    page("more/Books.html", books(5))
    page("more/none.html", "<p>no list here")
    before = browsers()
    done = wrapture("render", "books.html", "more", "gone.html", "-o", "out/drawn")
    assert done.code == 0
    assert done.err.splitlines() == [
        "wrapture: gone.html: no such file or folder; check the name (an address starts with https://)",
        "wrapture: 3 pages rendered to out/drawn",
    ]
    wait_for_the_end(browsers_since(before))
    out = wrapture.folder / "out" / "drawn"
    assert sorted(path.name for path in out.iterdir()) == ["Books-2.snapshot", "books.snapshot", "none.snapshot"]
    replayed = wrapture("extract", "out/drawn", "--format", "json", env=NO_BROWSER)
    assert {one["page"]: len(one["records"]) for one in json.loads(replayed.out)} == {
        "out/drawn/Books-2.snapshot": 5,
        "out/drawn/books.snapshot": 8,
        "out/drawn/none.snapshot": 0,
    }
    assert wrapture("discover", "out/drawn/books.snapshot", env=NO_BROWSER).code == 0
    piped = wrapture("extract", "-", "-f", "csv", stdin=(out / "books.snapshot").read_bytes(), env=NO_BROWSER)
    assert len(piped.out.splitlines()) == 9


def test_a_file_that_is_there_stays_without_force(wrapture: Command, page: Callable[..., Path]) -> None:
    page("a.html")
    page("b.html")
    page("a.snapshot", "mine")
    done = wrapture("render", "a.html", "b.html", "-o", ".")
    assert (done.code, done.err.splitlines()) == (
        0,
        ["wrapture: a.snapshot: already there; use --force to replace it", "wrapture: 1 page rendered to ."],
    )
    assert (wrapture.folder / "a.snapshot").read_text() == "mine"
    assert wrapture("render", "a.html", "-o", ".", "--force").code == 0
    assert wrapture("extract", "a.snapshot", "-f", "csv").out.count("\n") == 9


def test_no_page_at_all_is_an_error(wrapture: Command) -> None:
    assert wrapture("render", "gone.html", "-o", "out").code == 1


def test_a_page_that_hangs_does_not_stop_the_others(wrapture: Command, page: Callable[..., Path]) -> None:
    page("a.html", "<p>text<script>location.href = 'http://example.org/'</script><p>more")
    page("b.html", BY_SCRIPT)
    done = wrapture("extract", "a.html", "b.html", "--scripts", "--format", "json")
    assert done.code == 0
    first, second = json.loads(done.out)
    assert first["error"].startswith("navigates to http://example.org/")
    assert len(second["records"]) == 8


def test_a_wrapper_is_learned_from_rendered_pages(wrapture: Command, page: Callable[..., Path]) -> None:
    page("books.html", BY_SCRIPT)
    assert wrapture("learn", "books.html", "-o", "w.json").code == 1
    assert wrapture("learn", "books.html", "-o", "w.json", "--scripts").code == 0
    assert (
        len(json.loads(wrapture("extract", "-w", "w.json", "books.html", "--scripts", "-f", "json").out)[0]["records"])
        == 8
    )
    assert "8" in wrapture("discover", "books.html", "--scripts").out


def test_a_frameset_is_read(wrapture: Command, page: Callable[..., Path]) -> None:
    page("list.html")
    page("set.html", "<frameset><frame src=list.html></frameset>")
    said = "set.html: is a frameset, whose lists stand in other pages: list.html; --render reads them with it"
    assert said in wrapture("extract", "set.html").err
    done = wrapture("extract", "set.html", "--render", "-f", "csv")
    assert (done.err, done.out.count("\n")) == ("", 9)


def test_an_address_is_rendered(wrapture: Command, site: Site) -> None:
    site.pages = {
        "/list": ("text/html", b"<body><script src=a.js></script>"),
        "/a.js": ("text/javascript", f"document.body.innerHTML = {json.dumps(books())}".encode()),
    }
    done = wrapture("extract", site.url("/list"), "--scripts", "-f", "json", "--allow-private")
    (one,) = json.loads(done.out)
    assert one["records"][0]["fields"]["link"] == site.url("/b/0")


def test_an_address_of_this_machine_is_refused(wrapture: Command, site: Site) -> None:
    site.pages = {"/list": ("text/html", books().encode())}
    url = site.url("/list")
    runs = [["render", url, "-o", "out"], ["picture", url, "-o", "a.png"], ["discover", url, "--render"]]
    for done in wrapture.each(runs):
        assert done.code == 1
        assert f"{url}: 127.0.0.1 is this machine, which is refused by default" in done.err
        assert "use --allow-private" in done.err
    assert site.calls == 0
    for done in wrapture.each([*run, "--allow-private"] for run in runs):
        assert done.code == 0, done.err
    assert site.asked == ["/list"] * 3


def test_a_missing_browser_is_one_line(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    for arguments in (["extract", "books.html", "--render"], ["render", "books.html", "-o", "out"]):
        line = wrapture(*arguments, env=NO_BROWSER).fails_with_one_line()
        assert "WRAPTURE_BROWSER='/gone' is not a program; install one" in line


def test_from_python(page: Callable[..., Path], camera: Camera, tmp_path: Path) -> None:
    path = page("books.html")
    drawn = package.parse(path, camera=camera)
    assert drawn.boxes is not None
    assert len(package.extract(drawn)) == 8
    assert package.parse(path).boxes is None
    save_snapshot(camera.shoot(Capture("books", path.read_bytes())), tmp_path / "books.snapshot")
    assert package.parse(tmp_path / "books.snapshot").boxes == drawn.boxes


def test_from_python_with_a_browser_of_its_own() -> None:
    page = package.parse("<p id=p>before<script>p.textContent = 'after'</script>", scripts=True)
    assert isinstance(page, Page)
    assert page.text(page.body) == "after"
    assert package.parse("<p>text", render=True).boxes is not None


def test_only_rendered_pages_are_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not rendered"):
        save_snapshot(Capture("books", b"<p>"), tmp_path / "books.snapshot")


def test_an_address_built_by_scripts_is_rendered_by_itself(wrapture: Command, site: Site) -> None:
    site.pages["/list"] = ("text/html", BY_SCRIPT.encode())
    done = wrapture("extract", site.url("/list"), "-f", "csv", "--allow-private")
    assert done.code == 0
    assert done.out.count("\n") == 9
    assert "is built by scripts, so a browser renders it" in done.err
    plain = wrapture("extract", site.url("/list"), "--allow-private", "--render", "never")
    assert "no records found" in plain.err


def test_the_style_sheet_in_a_zip_file_is_used(wrapture: Command, camera: Camera) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        file.writestr("page.html", "<link rel=stylesheet href=page_files/a.css><p>text</p>")
        file.writestr("page_files/a.css", "p { margin: 77px }")
    capture = checked(Capture("saved.zip", held.getvalue()))
    page = read_page(camera.shoot(capture))
    box = page.boxes.nodes[page.tags.index("p")] if page.boxes is not None else None
    assert box is not None
    assert box.x == 85.0  # with the margin of the body
