"""Searches whose results a script draws in place: no request that a browser would show in its address holds the query."""

from __future__ import annotations

import csv
import json
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest

from wrapture.site import sampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.command import Command

SLOW_S: Final = 1.2
PIECE: Final = 10
PLANTS = [
    f"{('Alpine', 'Common', 'Dwarf', 'Silver')[n % 4]} {('aster', 'bluebell', 'campion')[n % 3]} of plot {n:03}"
    for n in range(1, 61)
]
DRAW = """
const box = document.querySelector('section'), field = document.querySelector('input[class], input[name=q]');
const draw = found => { box.innerHTML = found.length ? `<p>${found.length} plants</p><ul></ul>` : '<p>Nothing found.</p>';
  for (const [n, name] of found) { const row = document.createElement('li');
    row.innerHTML = `<h3><a href="/plant/${n}"></a></h3><p>Sown in ${1900 + n}, row ${n % 7}.</p>`;
    row.querySelector('a').textContent = name; box.querySelector('ul').append(row); } };
const ask = async (path, options) => draw((await (await fetch(path, options)).json()).plants);
"""
ABOUT = "<h1>Seed list</h1><p>Alpine and dwarf asters, silver campions, common bluebells.</p>"
FIELD = "<input type=text name=email><div><input class=search-box placeholder='Search plants'><button>Go</button></div>"
FORM = "<form action=/ method=get><input type=search name=q><button>Search</button></form>"
LIST = json.dumps(list(enumerate(PLANTS, 1)))
PAGES = {
    "/typed": f"{ABOUT}{FIELD}<section></section><script>{DRAW} let wait; field.oninput = () => {{ clearTimeout(wait);"
    "wait = setTimeout(() => ask('/api?q=' + encodeURIComponent(field.value)), 300); };</script>",
    "/posted": f"{ABOUT}{FORM}<section></section><script>{DRAW} document.querySelector('form').onsubmit = event => {{"
    "event.preventDefault(); ask('/api', {method: 'POST', body: JSON.stringify({q: field.value})}); };</script>",
    "/pressed": f"{ABOUT}{FIELD}<section></section><script>{DRAW} document.querySelector('button').onclick = () =>"
    " ask('/slow?q=' + encodeURIComponent(field.value));</script>",
    "/local": f"{ABOUT}{FIELD}<section></section><script>{DRAW} const all = {LIST}; draw(all); field.onkeyup = () =>"
    " draw(all.filter(one => field.value.toLowerCase().split(' ').every(word => one[1].toLowerCase().includes(word))));"
    "</script>",
    "/hash": f"{ABOUT}{FIELD}<section></section><script>{DRAW}"
    "field.onkeydown = event => { if (event.key === 'Enter') location.hash = 'q=' + encodeURIComponent(field.value); };"
    "onhashchange = () => ask('/api?' + location.hash.slice(1));</script>",
    "/linked": f"{ABOUT}<a href=/pressed>Search the plants</a>",
}


def plants(query: str) -> list[str]:
    words = query.casefold().split()
    return [one for one in PLANTS if words and all(word in one.casefold() for word in words)]


@dataclass
class SeedList:
    asked: list[str] = field(default_factory=list)
    address: str = ""


@contextmanager
def _serving() -> Iterator[SeedList]:
    site = SeedList()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            site.asked.append(self.path)
            if parts.path in ("/api", "/slow"):
                time.sleep(SLOW_S if parts.path == "/slow" else 0)
                self._tell(parse_qs(parts.query).get("q", [""])[0])
            elif parts.path in PAGES:
                self._send("text/html; charset=utf-8", f"<!DOCTYPE html><title>Seeds</title><body>{PAGES[parts.path]}")
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            self._tell(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["q"])

        def _tell(self, query: str) -> None:
            found = [(PLANTS.index(one) + 1, one) for one in plants(query)]
            self._send("application/json", json.dumps({"plants": found}))

        def _send(self, kind: str, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def seeds() -> Iterator[SeedList]:
    with _serving() as site:
        yield site


@pytest.fixture(autouse=True)
def few_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample queries are few: each of their pages is rendered, which takes seconds."""
    monkeypatch.setattr(sampling, "ENOUGH_PAGES", 3)
    monkeypatch.setattr(sampling, "ENOUGH_CHECKS", 1)
    monkeypatch.setattr(sampling, "CHECKS", 2)


PLAIN = ("--allow-private", "--delay", "0", "--store", "pages")
RENDERED = (*PLAIN, "--render")


@pytest.mark.parametrize("path", ["/posted", "/local", "/hash", "/linked"])
def test_results_drawn_in_place_are_wrapped_and_searched(seeds: SeedList, wrapture: Command, path: str) -> None:
    done = wrapture("wrap", f"{seeds.address}{path}", "-o", "w.json", *RENDERED)
    assert done.code == 0, done.err
    for query in ("silver", "campion 003"):
        found = wrapture("search", "w.json", query, "-f", "csv", *RENDERED)
        assert [row["title"] for row in csv.DictReader(found.out.splitlines())] == plants(query), found.err
    nothing = wrapture("search", "w.json", "cactus", "-f", "csv", *RENDERED)
    assert (nothing.code, len(nothing.out.splitlines())) == (0, 1)
    assert "no results" in nothing.err


def test_a_search_drawn_in_place_names_render(seeds: SeedList, wrapture: Command) -> None:
    plain = wrapture("wrap", f"{seeds.address}/typed", "-o", "w.json", *PLAIN)
    assert plain.code == 1
    assert "--render" in plain.err
    assert wrapture("wrap", f"{seeds.address}/typed", "-o", "w.json", *RENDERED).code == 0
    refused = wrapture("search", "w.json", "silver", *PLAIN)
    assert refused.code == 1
    assert "--render" in refused.err
    assert "whose script draws the results" in " ".join(wrapture("show", "w.json").out.split())


def test_a_field_that_is_gone_is_told(seeds: SeedList, wrapture: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrapture("wrap", f"{seeds.address}/local", "-o", "w.json", *RENDERED).code == 0
    monkeypatch.setitem(PAGES, "/local", "<h1>We have moved</h1>")
    done = wrapture("search", "w.json", "silver", *PLAIN[:-2], "--store", "later", "--render")
    assert done.code == 1
    assert "its search field can't be typed into; the site may have changed" in done.err
