"""Lists whose pages are turned by a button without an address: all of them are read."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import shown
from wrapture.capture.camera import Camera

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.conftest import Site
    from tests.command import Command

TOOLS: Final = [f"{('Steel', 'Copper', 'Oak')[n % 3]} tool number {n:02}" for n in range(1, 58)]
ROWS: Final = f"const all = {json.dumps(TOOLS)}; let at = 0;"
TABLE: Final = (
    "<h1>Tools</h1><table><thead><tr><th>Name<th>Weight</thead><tbody></tbody></table><p id=said></p>"
    "<div class=pager><a href='#' class=prev>‹</a><span id=numbers></span><a href='#' class='next'>Next ›</a></div><script>"
    f"{ROWS} const draw = () => {{ const some = all.slice(at, at + 10);"
    "document.querySelector('tbody').innerHTML = some.map((one, n) => `<tr><td><a href='/tool/${at + n}'>${one}</a></td>"
    "<td>${at + n + 3} kg</td></tr>`).join('');"
    "document.getElementById('said').textContent = `Showing ${at + 1} to ${at + some.length} of ${all.length}`;"
    "document.getElementById('numbers').textContent = `Page ${at / 10 + 1}`;"
    "document.querySelector('.next').classList.toggle('disabled', at + 10 >= all.length); };"
    "document.querySelector('.next').onclick = event => { event.preventDefault(); at += 10; draw(); }; draw();</script>"
)
CARDS: Final = (
    "<h1>Tools</h1><main></main><script>"
    f"{ROWS} const draw = () => {{ document.querySelector('main').innerHTML = '<section>' + all.slice(at, at + 8)"
    ".map((one, n) => `<article><h3><a href='/tool/${at + n}'>${one}</a></h3><p>${at + n + 3} kg</p></article>`).join('')"
    " + '</section><nav><button aria-label=\"Nächste Seite\"><svg width=9 height=9></svg></button></nav>';"
    "const button = document.querySelector('button'); button.disabled = at + 8 >= all.length;"
    "button.onclick = () => setTimeout(() => { at += 8; draw(); }, 200); }; draw();</script>"
)
SLIDES: Final = (
    "<ul>{items}</ul><div class=hero-slider><div id=slide><p>One</p><p>Two</p></div><button>Next</button></div>"
    "<script>let n = 0; document.querySelector('button').onclick = () => {{"
    "document.getElementById('slide').innerHTML = `<p>Slide ${{++n}}</p><p>More</p>`; }};</script>"
)


@pytest.fixture(scope="module")
def growing() -> Iterator[Camera]:
    with Camera(grow=True) as camera:
        yield camera


@pytest.mark.parametrize("html", [TABLE, CARDS], ids=["table", "cards"])
def test_all_pages_of_a_list_are_shown(growing: Camera, html: str) -> None:
    text = (page := shown(growing, html)).text(page.body)
    assert [text.count(one) for one in TOOLS] == [1] * len(TOOLS)
    assert [text.index(one) for one in TOOLS] == sorted(text.index(one) for one in TOOLS)


def test_a_button_that_changes_no_list_is_undone(growing: Camera) -> None:
    items = "".join(f"<li><a href=/{n}>{one}</a></li>" for n, one in enumerate(TOOLS[:9]))
    page = shown(growing, f"<ul>{items}</ul><button onclick=\"document.body.innerHTML = '<p>Step two'\">Next</button>")
    assert page.text(page.body).count("tool number") == 9


def test_slide_shows_are_left_alone(growing: Camera) -> None:
    items = "".join(f"<li><a href=/{n}>{one}</a></li>" for n, one in enumerate(TOOLS[:9]))
    text = (page := shown(growing, SLIDES.format(items=items))).text(page.body)
    assert "One" in text
    assert "Slide" not in text


def test_a_whole_list_is_read(site: Site, wrapture: Command) -> None:
    site.pages["/tools"] = ("text/html; charset=utf-8", f"<!DOCTYPE html><title>Tools</title>{TABLE}".encode())
    done = wrapture(
        "extract", site.url("/tools"), "--pages", "all", "--render", "--allow-private", "--delay", "0", "-f", "csv"
    )
    assert [row["name"] for row in csv.DictReader(done.out.splitlines())] == TOOLS, done.err
