"""What the browser of a visitor requests: within robots.txt, at the pace of the visitor, with its cookies."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.command import Command

PIECE: Final = 10
ITEMS: Final = [f"Volume {n:02} of the chronicle" for n in range(1, 36)]
DELAY_S: Final = 2.0
"""Longer than the time in which a page that loads nothing more must change."""
CLOCKS_S: Final = 0.02
"""How much the clocks of two threads may differ."""
LIST: Final = """<!DOCTYPE html><title>Books</title><link rel=stylesheet href=/style.css><h1>Books</h1><ol></ol>
<button id=b>Load more</button><img src=/cover.png><img src=/private/pixel.png><iframe src=/private/frame></iframe><script>
let start = 0;
const next = async () => { const answer = await (await fetch('/api?start=' + start)).json();
  for (const [n, name] of answer.items) { const row = document.createElement('li');
    row.innerHTML = `<h3><a href="/book/${n}"></a></h3><p>Printed in ${1900 + n}, number ${n} of the series.</p>`;
    row.querySelector('a').textContent = name; document.querySelector('ol').append(row);
    fetch('/private/seen?n=' + n).catch(() => {}); }
  start += answer.items.length; if (!answer.more) document.getElementById('b').remove(); };
document.getElementById('b').onclick = next; next();</script>"""
FILES: Final = {
    "/": ("text/html", LIST),
    "/robots.txt": ("text/plain", "User-agent: *\nDisallow: /private\n"),
    "/style.css": ("text/css", "li { color: black }"),
    "/cover.png": ("image/png", ""),
}


class Logged(NamedTuple):
    """A request: when it came, what it was for, and its cookies."""

    came: float
    path: str
    cookie: str


@dataclass
class Shelf:
    """A site whose list is drawn from data that it gives only to those who have its cookie."""

    address: str = ""
    log: list[Logged] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [urlsplit(one.path).path for one in self.log]

    @property
    def paced(self) -> list[Logged]:
        """The requests for documents and data."""
        return [one for one in self.log if urlsplit(one.path).path in ("/", "/api", "/robots.txt")]

    def answer(self, path: str, cookie: str) -> tuple[int, str, str]:
        """Return the status, the type and the text of what is at a path."""
        parts = urlsplit(path)
        if parts.path == "/api":
            start = int(parse_qs(parts.query)["start"][0])
            piece = list(enumerate(ITEMS, 1))[start : start + PIECE]
            data = json.dumps({"items": piece, "more": start + PIECE < len(ITEMS)})
            return (200 if "id=7" in cookie else 403), "application/json", data
        kind, text = FILES.get(parts.path, ("text/html", "<p>Nothing here"))
        return (200 if parts.path in FILES else 404), kind, text


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    site = Shelf()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            cookie = self.headers.get("Cookie", "")
            site.log.append(Logged(time.monotonic(), self.path, cookie))
            status, kind, text = site.answer(self.path, cookie)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
            if self.path == "/":
                self.send_header("Set-Cookie", "id=7; Path=/")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        site.address = f"http://127.0.0.1:{server.server_port}/"
        yield site
        server.shutdown()
        thread.join()


def read(wrapture: Command, shelf: Shelf, *options: str, delay_s: float = 0) -> Any:
    """Read the list with a browser."""
    arguments = ("extract", shelf.address, "--pages", "all", "--render", "-f", "csv", "--columns", "title")
    return wrapture(*arguments, "--allow-private", "--store", "pages", "--delay", str(delay_s), *options)


def titles(done: Any) -> list[str]:
    return [line.partition(",")[0] for line in done.out.splitlines()[1:]]


def test_data_is_requested_at_the_pace_of_the_visitor_and_the_list_is_complete(shelf: Shelf, wrapture: Command) -> None:
    done = read(wrapture, shelf, delay_s=DELAY_S)
    assert done.code == 0, done.err
    assert titles(done) == ITEMS
    assert shelf.paths.count("/api") == 4
    gaps = [after.came - before.came for before, after in pairwise(shelf.paced)]
    assert min(gaps) > DELAY_S - CLOCKS_S


def test_what_robots_txt_disallows_is_refused_to_the_browser_and_reported_once(shelf: Shelf, wrapture: Command) -> None:
    done = read(wrapture, shelf)
    assert titles(done) == ITEMS
    assert [path for path in shelf.paths if path.startswith("/private")] == []
    assert {"/style.css", "/cover.png"} <= set(shelf.paths)
    (said,) = [line for line in done.err.splitlines() if "robots.txt" in line]
    assert "/private/" in said
    assert "pages are rendered without it" in said


def test_robots_txt_is_ignored_only_on_request(shelf: Shelf, wrapture: Command) -> None:
    assert titles(read(wrapture, shelf, "--ignore-robots")) == ITEMS
    assert {"/private/pixel.png", "/private/frame", "/private/seen"} <= set(shelf.paths)
    assert "/robots.txt" not in shelf.paths


def test_data_comes_with_the_cookies_of_the_visit(shelf: Shelf, wrapture: Command) -> None:
    read(wrapture, shelf)
    assert {one.cookie for one in shelf.log if one.path.startswith("/api")} == {"id=7"}


def test_nothing_is_requested_offline(shelf: Shelf, wrapture: Command) -> None:
    read(wrapture, shelf)
    asked = len(shelf.log)
    done = read(wrapture, shelf, "--offline")
    assert len(shelf.log) == asked
    assert done.err.count("pages are rendered without the parts that they load") == 1


def test_data_of_a_script_s_browser_keeps_the_pace_and_robots_txt(shelf: Shelf, wrapture: Command) -> None:
    steps = f"steps:\n- open: {shelf.address}\n- click until gone: Load more\n- save: list\n"
    (wrapture.folder / "grow.yaml").write_text(steps, encoding="utf-8")
    done = wrapture("run", "grow.yaml", "-o", "saved", "--render", "--allow-private", "--delay", str(DELAY_S))
    assert done.code == 0, done.err
    (page,) = (wrapture.folder / "saved").glob("list*.html")
    assert [item for item in ITEMS if item not in page.read_text(encoding="utf-8")] == []
    assert [path for path in shelf.paths if path.startswith("/private")] == []
    asked = [one for one in shelf.paced if one.path != "/robots.txt"]  # which is read for style sheets and scripts, too
    gaps = [after.came - before.came for before, after in pairwise(asked)]
    assert min(gaps) > DELAY_S - CLOCKS_S
