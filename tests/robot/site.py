"""A small site with a search on loopback: what it holds and how it answers are parameters, what it was asked is kept."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUBJECTS = ("river harbour", "stone bridge", "garden market", "winter railway", "copper lantern", "village orchard")
PAGE_SIZE = 10


def titles(count: int = 120) -> list[str]:
    """Return the titles of books, no two alike; some words are in every second of them, some in one alone."""
    return [
        f"Volume {n:03} of the {SUBJECTS[n % len(SUBJECTS)]} {'chronicle' if n % 2 else 'survey'}{' unicorn' if n == 7 else ''}"
        for n in range(1, count + 1)
    ]


@dataclass
class Site:
    """What a site is like; ``asked`` are the addresses it was asked for, with the bodies of forms that were posted."""

    books: list[str] = field(default_factory=titles)
    method: str = "get"
    token: bool = False
    front: str = "form"  # or "link": the form stands on another page
    robots: str = ""
    nothing: str = "Nothing matches {query}."
    changed: bool = False
    pagination: Callable[[str, int, int], str] | None = None
    asked: list[str] = field(default_factory=list)
    address: str = ""
    token_number: int = 0

    def found(self, query: str) -> list[str]:
        """Return the books that have all words of a query."""
        words = query.casefold().split()
        return [book for book in self.books if words and all(word in book.casefold().split() for word in words)]

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        """Return the status and the page at a path."""
        if path == "/robots.txt":
            return (200, self.robots) if self.robots else (404, "")
        if path == "/" and self.front == "link":
            return 200, '<h1>Library</h1><p><a href="/about">About us</a> <a href="/find">Search the catalogue</a></p>'
        if path in ("/", "/find"):
            return 200, f"<h1>Library of harbour books</h1>{self.form('')}"
        if path == "/search":
            return self.results(values)
        return 404, "<p>No such page"

    def form(self, query: str) -> str:
        """Return the search form."""
        self.token_number += self.token
        token = f'<input type=hidden name=csrf_token value="secret-{self.token_number}">' if self.token else ""
        return (
            f'<form action="/search" method={self.method}>{token}<input type=search name=q value="{escape(query)}">'
            "<select name=sort><option value=title selected>Title<option value=year>Year</select>"
            "<input type=submit value=Search></form>"
        )

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        """Return a page of an answer."""
        query, start = values.get("q", ""), int(values.get("start", "0"))
        if self.token and not start and values.get("csrf_token") != f"secret-{self.token_number}":
            return 403, "<p>The form is too old"
        if self.changed:
            return 200, "<h1>We have moved</h1><p>Our new catalogue opens soon."
        found = self.found(query)
        if not found:
            return 200, f"<h1>Library</h1>{self.form(query)}<p>{self.nothing.format(query=escape(query))}</p>"
        shown = found[start : start + PAGE_SIZE]
        items = "".join(
            f'<li><h3><a href="/book/{book.split()[1]}">{book}</a></h3><p>Printed in {1900 + int(book.split()[1])}, '
            f"by press {len(book)}.</p></li>"
            for book in shown
        )
        following = self.following(query, start, len(found))
        return 200, f"<h1>Library</h1>{self.form(query)}<p>{len(found)} books</p><ol>{items}</ol>{following}"

    def following(self, query: str, start: int, count: int) -> str:
        """Return the link to the next page."""
        if self.pagination is not None:
            return self.pagination(query, start, count)
        if start + PAGE_SIZE >= count:
            return ""
        more = urlencode({"q": query, "sort": "title", "start": start + PAGE_SIZE})
        return f'<p class=pager><a href="/search?{escape(more)}">Next page</a></p>'


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Serve a site on a free port of this machine; ``site.address`` is where."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self._answer(parts.path, parts.query, self.path)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
            self._answer(urlsplit(self.path).path, body, f"{self.path} {body}")

        def _answer(self, path: str, query: str, asked: str) -> None:
            site.asked.append(asked)
            status, text = site.page(path, {name: values[0] for name, values in parse_qs(query).items()})
            whole = text if path == "/robots.txt" else f"<!DOCTYPE html><title>Library</title><body>{text}"
            self.send_response(status)
            if status == 302:
                self.send_header("Location", text)
            self.send_header("Content-Type", "text/plain" if path == "/robots.txt" else "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(whole.encode())))
            self.end_headers()
            self.wfile.write(whole.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
