"""Inputs at addresses of the web: read in pieces, and only where that is allowed."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from tests.bulk.site import make_lines, wrapper_of
from wrapture.errors import AddressError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """Gives files of a folder; ``/moved`` leads elsewhere."""

    timeout = 5

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/pages.jsonl")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        if self.path == "/moved":
            self.do_GET()
        else:
            super().do_HEAD()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    served = tmp_path / "served"
    served.mkdir()
    make_lines(served / "pages.jsonl", 7)
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(served)))
    httpd.socket.settimeout(1.0)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


def test_a_file_of_the_web_is_read_where_that_is_allowed(tmp_path: Path, server: str) -> None:
    source, out = f"{server}/pages.jsonl", tmp_path / "out.jsonl"
    with pytest.raises(AddressError, match=r"127\.0\.0\.1 is this machine, which is refused by default"):
        wrapture.extract_bulk([source], out, wrapper=wrapper_of())
    report = wrapture.extract_bulk([source], out, wrapper=wrapper_of(), allow_private=True, workers=1)
    assert report.sums.totals.read == 7


def test_nobody_is_led_elsewhere(tmp_path: Path, server: str) -> None:
    with pytest.raises(SourceError, match="nothing is there, or it has moved"):
        wrapture.extract_bulk(
            [f"{server}/moved"], tmp_path / "out.jsonl", wrapper=wrapper_of(), allow_private=True, workers=1
        )
