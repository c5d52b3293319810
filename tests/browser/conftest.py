"""Cameras, started once for all tests, and a web server on this machine."""

from __future__ import annotations

import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import need_browser
from wrapture.capture.camera import Camera
from wrapture.html.read import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

PATIENCE_S: Final = 20.0  # no answer goes on for longer, whatever the client does


@pytest.fixture(scope="session", autouse=True)
def browser() -> None:
    """The browser, without which there is nothing to test here."""
    need_browser()


@pytest.fixture(scope="session")
def camera() -> Iterator[Camera]:
    """A camera that runs no scripts, and may load parts from the server of a test."""
    with Camera(allow_private=True) as camera:
        yield camera


@pytest.fixture(scope="session")
def scripted() -> Iterator[Camera]:
    """A camera that runs scripts, and may load parts from the server of a test."""
    with Camera(scripts=True, timeout_s=20, allow_private=True) as camera:
        yield camera


def shown(camera: Camera, html: str | bytes, **fields: str | bool) -> Page:
    """Return the page that a camera makes of some HTML."""
    body = html if isinstance(html, bytes) else html.encode()
    return read_page(camera.shoot(Capture("page", body, **fields)))  # type: ignore[arg-type]  # fields of several types


def processes(*words: str) -> set[int]:
    """Return the ids of the living processes whose command line holds all of some words."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended in the meantime
            line = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
            if line and all(word in line for word in words):  # a dead one that nobody has asked about has no line
                found.add(int(folder.name))
    return found


def mains() -> set[int]:
    """Return the ids of the main processes of all browsers that playwright has started.

    Some Chromiums hand the debugging option down to their renderers, which have a type, but not right after the fork.
    """
    found, others = processes("--remote-debugging-pipe"), processes("--type=")
    return {one for one in found - others if parent_of(one) not in found | others}


def parent_of(process: int) -> int:
    """Return the id of a process's parent, 0 where it has ended in the meantime."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def browsers() -> set[int]:
    """Return the ids of the processes of all browsers that playwright has started."""
    return mains() | processes("--type=", "playwright_chromiumdev_profile")


def gone(ids: set[int], within_s: float = 5.0) -> bool:
    """Return whether some processes end in time."""
    end = time.monotonic() + within_s
    while ids & processes("") and time.monotonic() < end:
        time.sleep(0.05)
    return not ids & processes("")


class Site(ThreadingHTTPServer):
    """A server that answers with ``pages[path]``, a content type and a body; ``/endless`` never ends.

    ``leads[path]`` is an address that it leads on to; ``calls`` counts connections, with or without a request.
    """

    daemon_threads = True

    def __init__(self, host: str = "127.0.0.1") -> None:
        super().__init__((host, 0), Answers)
        self.host = host
        self.pages: dict[str, tuple[str, bytes]] = {}
        self.leads: dict[str, str] = {}
        self.asked: list[str] = []
        self.calls = 0
        self.closing = Event()

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}:{self.server_port}{path}"

    def verify_request(self, request: object, client_address: object) -> bool:
        self.calls += 1
        return True


class Answers(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path in self.server.leads:
            self.send_response(302)
            self.send_header("Location", self.server.leads[self.path])
            self.end_headers()
            return
        kind, body = self.server.pages.get(self.path, ("text/html", b"<p>not here"))
        self.send_response(200 if self.path in self.server.pages else 404)
        self.send_header("Content-Type", kind)
        endless = self.path.startswith("/endless")
        self.send_header("Content-Length", str(len(body) + 1000 * endless))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)
            if endless:
                self.wfile.flush()
                self.server.closing.wait(PATIENCE_S)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on this machine."""
    yield from running(Site())


def running(server: Site) -> Iterator[Site]:
    """Yield a server while it runs."""
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    server.server_close()
    thread.join()
