"""A site on loopback whose template and data a test changes between rounds."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import TYPE_CHECKING

from tests.unit.drift.shop import Shop, books

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.drift.shop import Book


class ChangingSite:
    """What the server shows: a template and rows; every page has a clock and an advert of its own around the list."""

    def __init__(self) -> None:
        self.shop = Shop()
        self.rows: list[Book] = books(12)
        self.body: str | None = None
        self.address = ""
        self._visits = count(1)

    def page(self) -> bytes:
        """Return the page of one visit."""
        if self.body is not None:
            return self.body.encode()
        visit = next(self._visits)
        noise = f"<p class=clock>Visit {visit}, {visit % 24}:{visit % 60:02d}</p><img src='/ad{visit % 7}.png'>"
        page = self.shop.page(self.rows).replace("<h1>", f"{noise}<h1>", 1)
        return page.replace('.html"', f'.html?PHPSESSID={visit:08x}"').encode()


@contextmanager
def serving() -> Iterator[ChangingSite]:
    """Serve a changing site on a free port of this machine."""
    site = ChangingSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = site.page()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        site.address = f"http://127.0.0.1:{server.server_port}/new"
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
