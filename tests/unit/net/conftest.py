"""A site on loopback with scripted replies, which records all requests and their times."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

import pytest

from wrapture.net.http_messages import Request, Response
from wrapture.net.politeness import Politeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE: Final = b"<!DOCTYPE html><title>List</title><p>One<p>Two"
FAST: Final = Politeness(delay_s=0.0, backoff_s=0.01)


@dataclass(frozen=True)
class Reply:
    """One response of the site."""

    body: bytes = PAGE
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    takes_s: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request to the site, and when it was answered."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    began: float
    ended: float


class Site(ThreadingHTTPServer):
    """A site that sends the ``replies`` of a path one after the other, the last one forever; other paths are 404."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: dict[str, list[Reply | Callable[[dict[str, str]], Reply]]] = {}
        self.asked: list[Asked] = []
        self.url = f"http://127.0.0.1:{self.server_port}"

    def put(self, path: str, *replies: Reply | Callable[[dict[str, str]], Reply]) -> str:
        """Set the replies of a path, and return its address."""
        self.replies[path] = list(replies or [Reply()])
        return self.url + path

    @property
    def paths(self) -> list[str]:
        """The requested paths, without robots.txt."""
        return [asked.path for asked in self.asked if asked.path != "/robots.txt"]


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        began = time.monotonic()
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", 0)))
        waiting = self.server.replies.get(self.path, [Reply(b"gone", 404)])
        found = waiting[0] if len(waiting) == 1 else waiting.pop(0)
        reply = found if isinstance(found, Reply) else found(headers)
        time.sleep(reply.takes_s)
        self.server.asked.append(Asked(self.command, self.path, headers, body, began, time.monotonic()))
        self._answer(reply)

    do_POST = do_GET  # noqa: N815

    def _answer(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def site() -> Iterator[Site]:
    yield from _running()


@pytest.fixture
def other() -> Iterator[Site]:
    """Another site, addressed as ``localhost``, which makes it another host."""
    for site in _running():
        site.url = site.url.replace("127.0.0.1", "localhost")
        yield site


def _running() -> Iterator[Site]:
    with Site() as site:
        site.socket.settimeout(1.0)  # a connection closed before it is accepted must not block the server
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield site
        site.shutdown()
        thread.join()


def answer(
    url: str = "https://example.org/list", body: bytes = PAGE, *, request: Request | None = None, status: int = 200
) -> Response:
    """Return a response as if it had just been received."""
    headers = (("content-type", "text/html; charset=utf-8"), ("etag", '"1"'))
    return Response(request or Request(url), url, status, headers, body, datetime.now(UTC), "OK")
