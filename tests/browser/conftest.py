"""Cameras, started once for all tests, and a web server on this machine."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import need_browser
from tests.patience import PATIENCE_S, wait_until
from wrapture.capture.camera import Camera
from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

ENDLESS_S: Final = 200.0  # no response goes on for longer, whatever the client does


@pytest.fixture(scope="session", autouse=True)
def browser(own_browsers: None) -> None:
    """Skip the tests here if there is no browser."""
    need_browser()


@pytest.fixture(scope="session")
def camera() -> Iterator[Camera]:
    """A camera that runs no scripts and may load resources from a test's server."""
    with Camera(allow_private=True) as camera:
        yield camera


@pytest.fixture(scope="session")
def scripted() -> Iterator[Camera]:
    """A camera that runs scripts and may load resources from a test's server."""
    with Camera(scripts=True, timeout_s=PATIENCE_S, allow_private=True) as camera:
        yield camera


def shown(camera: Camera, html: str | bytes, **fields: str | bool) -> Page:
    """Return the page that a camera captures from some HTML."""
    body = html if isinstance(html, bytes) else html.encode()
    return read_page(camera.shoot(Capture("page", body, **fields)))  # type: ignore[arg-type]  # fields of several types


def processes(*words: str) -> set[int]:
    """Return the ids of the live processes whose command line contains all the words."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended in the meantime
            line = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
            if line and all(word in line for word in words):  # a zombie has an empty command line
                found.add(int(folder.name))
    return found


def own(*words: str) -> set[int]:
    """Return those ids whose browser was started by this process, which keeps profiles in a folder of its own."""
    return processes(tempfile.gettempdir(), *words)


def mains() -> set[int]:
    """Return the ids of the main processes of all browsers that this process has started.

    Some versions of Chromium pass the debugging option to their renderers, which have a type, but not right after the fork.
    A process that has ended by the time its parent is looked up was such a fork, or one of the script that starts Chromium.
    """
    found, others = own("--remote-debugging-pipe"), own("--type=")
    parents = {one: parent_of(one) for one in found - others}
    return {one for one, parent in parents.items() if parent and parent not in found | others}


def parent_of(process: int) -> int:
    """Return the id of a process's parent, or 0 if the process has ended in the meantime."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def browsers() -> set[int]:
    """Return the ids of the processes of all browsers that this process has started."""
    return mains() | own("--type=", "playwright_chromiumdev_profile")


def browsers_since(before: set[int]) -> set[int]:
    """Return the processes of the browsers started after `before` was taken by `browsers()`.

    A browser that was running then, such as a session's camera, starts a renderer whenever it likes: it is not counted.
    """
    return {one for one in browsers() - before if not ancestors_of(one) & before}


def ancestors_of(process: int) -> set[int]:
    """Return the ids of a process's parent, its parent's parent, and so on."""
    found: set[int] = set()
    while (process := parent_of(process)) > 1:
        found.add(process)
    return found


def wait_for_the_end(ids: set[int]) -> None:
    """Wait until all these processes have ended."""
    wait_until(lambda: not ids & processes(""))


class Site(ThreadingHTTPServer):
    """A server that answers with ``pages[path]``, a content type and a body; ``/endless`` never ends.

    ``leads[path]`` is an address that it redirects to; ``calls`` counts connections, with or without a request.
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
                self.server.closing.wait(ENDLESS_S)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on this machine."""
    yield from running(Site())


def running(server: Site) -> Iterator[Site]:
    """Yield a server while it runs."""
    server.socket.settimeout(1.0)  # a connection closed before it is accepted must not block the server
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    server.server_close()
    thread.join()
