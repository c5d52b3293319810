"""What ``-v``, ``-vv`` and ``-q`` show, and the ways to the version."""

from __future__ import annotations

import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import wrapture as package
from tests.conftest import books
from wrapture.errors import NothingFoundError
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.command import Command


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = books().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://user:secret@127.0.0.1:{server.server_port}/list"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("option", "requests", "candidates"), [([], 0, 0), (["-v"], 1, 0), (["--verbose"], 1, 0), (["-vv"], 1, 1)]
)
def test_more_is_said_where_that_is_asked_for(
    wrapture: Command, address: str, option: list[str], requests: int, candidates: int
) -> None:
    done = wrapture(*option, "extract", address, "--allow-private", "-f", "json")
    assert done.code == 0
    lines = done.err.splitlines()
    assert all(line.startswith("wrapture: ") for line in lines)
    assert sum(": 200, " in line for line in lines) == requests
    assert sum(" candidates" in line for line in lines) == candidates
    assert "secret" not in done.err


def test_quiet_leaves_errors(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    assert "8 records written" in wrapture("extract", "books.html", "-o", "out.csv").err
    assert wrapture("-q", "extract", "books.html", "-o", "out.csv", "--force").err == ""
    assert "no such file" in wrapture("-q", "extract", "none.html", "books.html", "-f", "json").err
    assert "no such file" in wrapture("--quiet", "show", "none.json").fails_with_one_line()
    assert "8 records written" in wrapture("extract", "books.html", "-o", "more.csv").err  # the next run is not quiet


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extract", "-q", "books.html", "-f", "csv"], 0),
        (["extract", "books.html", "-f", "csv", "--quiet"], 0),
        (["-q", "extract", "books.html", "-f", "csv", "-vv"], 1),  # the last one counts
        (["extract", "books.html", "-f", "csv", "--debug"], 1),
        (["library", "list", "-q", "."], 0),
        (["library", "-q", "list", "."], 0),
    ],
)
def test_the_same_options_after_the_command(
    wrapture: Command, page: Callable[..., Path], arguments: list[str], said: int
) -> None:
    page()
    done = wrapture(*arguments)
    assert done.code == 0
    assert len(done.err.splitlines()) == said


@pytest.mark.parametrize(
    "command",
    [
        "wrap {} -o w.json --allow-private --delay 0",
        "show {}",
        "search {} x",
        "run {} -o x",
        "extract {}",
        "extract {}none --allow-private -w none.json",
        "discover {}",
        "learn {} -o w.json",
        "label {} -o x",
        "check none.json {}",
        "repair none.json {} -o w.json",
        "refresh none.json {} -o w.json",
        "forms {}",
        "paging {}",
        "bulk {} -w none.json -o out.csv",
        "bulk {} -w {} -o out.csv",
        "bulk zip://a.html::simplecache::{} -w books.json -o out.csv",
        "sql --tables {}",
        "library add books {}",
        "library match books {}",
        "export {} --to css",
        "render {} -o x.snapshot",
        "picture {} -o x.png",
    ],
)
def test_no_message_tells_a_password(wrapture: Command, page: Callable[..., Path], address: str, command: str) -> None:
    page()
    wrapture("learn", "books.html", "-o", "books.json")
    wrapture("library", "add", "books", "books.json")
    done = wrapture("-vv", *command.replace("{}", address).split())
    assert done.code != 0
    assert "127.0.0.1" in done.err or "none.json" in done.err
    assert "secret" not in done.err + done.out


def test_wrap_tells_no_password_in_python(address: str) -> None:
    with pytest.raises(NothingFoundError) as caught:
        package.wrap(address, visitor=Visitor(politeness=Politeness(delay_s=0), allow_private=True))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version(wrapture: Command, option: str) -> None:
    assert wrapture(option).out == f"wrapture {package.__version__}\n"


@pytest.mark.parametrize("options", [["--version", "--verbose"], ["-v", "-V"], ["-V", "-vv"]], ids=" ".join)
def test_the_version_with_what_it_runs_on(wrapture: Command, options: list[str]) -> None:
    first, python, *libraries, native = wrapture(*options).out.splitlines()
    assert first == f"wrapture {package.__version__}"
    assert python.startswith(f"Python {sys.version.split()[0]}")
    assert [line.split()[0] for line in libraries] == ["selectolax", "numpy", "pydantic"]
    assert native.startswith("native extension")


def test_the_package_is_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "wrapture", "-V"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"wrapture {package.__version__}\n"


def test_options_without_a_command_say_what_is_missing(wrapture: Command) -> None:
    done = wrapture("-v")
    assert done.code == 2
    assert "Missing command" in done.err
