"""Addresses of this machine are asked by no command, unless a person allows it."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.command import Command

REFUSED = "127.0.0.1 is this machine, which is refused by default; if you trust it, use --allow-private"
COMMANDS = {
    "extract": ["extract", "URL"],
    "extract by a wrapper": ["extract", "URL", "-w", "w.json"],
    "extract by a library": ["extract", "URL", "--library", "lib"],
    "no result": ["extract", "books.html", "--no-result", "URL"],
    "discover": ["discover", "URL"],
    "sections": ["discover", "URL", "--sections"],
    "learn": ["learn", "URL", "-o", "out.json"],
    "learn by examples": ["learn", "URL", "-o", "out2.json", "--label-with", "title=Book 1"],
    "match": ["library", "match", "lib", "URL"],
    "forms": ["forms", "URL"],
    "paging": ["paging", "URL"],
}
NO_USE_OF_IT = {
    "label": ["label", "URL", "-o", "labels.jsonl"],  # labels point into a file
    "studio": ["studio", "URL", "--no-browser", "--folder", "home"],  # where it is allowed it goes on for ever
}


class Site(BaseHTTPRequestHandler):
    server: Counting

    def do_GET(self) -> None:
        self.server.asked += 1
        body = books().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


class Counting(ThreadingHTTPServer):
    asked = 0


@pytest.fixture
def server() -> Iterator[Counting]:
    with Counting(("127.0.0.1", 0), Site) as server:
        server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def ready(wrapture: Command, page: Callable[..., Path]) -> Command:
    """The command in a folder with a page, a wrapper and a library."""
    page()
    assert wrapture("learn", "books.html", "-o", "w.json").code == 0
    assert wrapture("library", "add", "lib", "w.json").code == 0
    return wrapture


def test_each_command_refuses(ready: Command, server: Counting) -> None:
    url = f"http://127.0.0.1:{server.server_port}/"
    runs = {**COMMANDS, **NO_USE_OF_IT}
    for name, done in zip(runs, ready.each(_with(url, words) for words in runs.values()), strict=True):
        assert (done.code, done.err) == (1, f"wrapture: {url}: {REFUSED}\n"), name
    assert server.asked == 0


def test_each_command_can_be_allowed_to(ready: Command, server: Counting) -> None:
    url = f"http://127.0.0.1:{server.server_port}/"
    allowed = ready.each([*_with(url, words), "--allow-private"] for words in COMMANDS.values())
    assert {name: done.err for name, done in zip(COMMANDS, allowed, strict=True) if done.code} == {}
    assert server.asked == len(COMMANDS)
    assert "save it to a file first" in ready(*_with(url, NO_USE_OF_IT["label"]), "--allow-private").err


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "127.0.0.1."])
def test_no_spelling_helps(wrapture: Command, server: Counting, host: str) -> None:
    line = wrapture("extract", f"http://{host}:{server.server_port}/").fails_with_one_line()
    assert "which is refused by default" in line
    assert server.asked == 0


def _with(url: str, words: list[str]) -> list[str]:
    return [url if word == "URL" else word for word in words]
