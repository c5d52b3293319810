"""A real web server on this machine, with the responses that a page fetcher meets."""

from __future__ import annotations

import gzip
import time
import zlib
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = "<!DOCTYPE html><ul><li>Müller<li>Émile</ul>"
MIB = 1024 * 1024
PATIENCE_S = 60.0  # no response goes on for longer, whatever the client does


def bomb(mebibytes: int) -> bytes:
    """Return so many MiB of zeros as gzip, without ever holding them in memory."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    return b"".join([*(packer.compress(bytes(MIB)) for _ in range(mebibytes)), packer.flush()])


class Answers(BaseHTTPRequestHandler):
    """One method per path: ``/slow`` is answered by ``slow``; requests are recorded in ``server.asked``."""

    server: Site

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        with suppress(BrokenPipeError, ConnectionResetError):
            getattr(self, self.path.strip("/").partition("/")[0].partition("?")[0], self.missing)()

    def log_message(self, *_: object) -> None:
        """Be quiet."""

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content_Type": "text/html", "Content_Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def ok(self) -> None:
        self.answer(PAGE.encode())

    def latin(self) -> None:
        self.answer(PAGE.encode("latin-1"), Content_Type='text/html; charset="ISO-8859-1"')

    def untyped(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>no type, no length")

    def empty(self) -> None:
        self.answer(b"", Content_Encoding="gzip")

    def xhtml(self) -> None:
        self.answer(b"<html/>", Content_Type="application/xhtml+xml")

    def moved(self) -> None:
        self.answer(b"gone there", 302, Location="/ok?page=2")

    def loop(self) -> None:
        self.answer(b"", 301, Location="/loop")

    def hops(self) -> None:
        left = int(self.path.rpartition("/")[2])
        self.answer(b"", 302, Location=f"/hops/{left - 1}" if left > 1 else "/ok")

    def escape(self) -> None:
        self.answer(b"", 302, Location="file:///etc/passwd")

    def flood(self) -> None:
        """Redirect with an endless body."""
        self.send_response(302)
        self.send_header("Location", "/ok")
        self.end_headers()
        self.pour(b"x" * 65536)

    def missing(self) -> None:
        self.answer(b"<p>not here", 404)

    def broken(self) -> None:
        self.answer(b"<p>oops", 503)

    def binary(self) -> None:
        self.answer(b"%PDF", Content_Type="application/pdf")

    def zipped(self) -> None:
        self.answer(gzip.compress(PAGE.encode()), Content_Encoding="gzip")

    def deflated(self) -> None:
        self.answer(zlib.compress(PAGE.encode()), Content_Encoding="deflate")

    def bomb(self) -> None:
        self.answer(bomb(64), Content_Encoding="gzip")

    def trailer(self) -> None:
        """Send endless bytes after a complete gzip stream."""
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(gzip.compress(PAGE.encode()))
        self.pour(b"x" * 65536)

    def torn(self) -> None:
        self.answer(gzip.compress(PAGE.encode() * 99)[:60], Content_Encoding="gzip")

    def garbled(self) -> None:
        self.answer(b"this is not gzip", Content_Encoding="gzip")

    def brotli(self) -> None:
        self.answer(b"???", Content_Encoding="br")

    def strange(self) -> None:
        self.answer(b"???", Content_Encoding="sdch")

    def short(self) -> None:
        self.answer(b"<p>half", Content_Length="1000")

    def endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.pour(b"<li>more" * 8192)

    def slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.pour(b".", pause_s=0.05)

    def slowhead(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        self.pour(b".", pause_s=0.05)

    def silent(self) -> None:
        self.server.closing.wait(PATIENCE_S)

    def nonsense(self) -> None:
        self.wfile.write(b"220 mail.example.org ESMTP\r\n\r\n")

    def pour(self, drop: bytes, pause_s: float = 0.0) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not self.server.closing.is_set():
            self.wfile.write(drop)
            time.sleep(pause_s)


class Site(ThreadingHTTPServer):
    """The server and its requests: paths and headers, in order."""

    daemon_threads = True
    block_on_close = False  # a slow response must not delay the tests

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.closing = Event()
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Site() as server:
        server.socket.settimeout(1.0)  # a connection closed before it is accepted must not block the server
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.closing.set()
        server.shutdown()
        thread.join()
