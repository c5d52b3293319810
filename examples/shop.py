"""A small bookshop with a search, to try the robot on.

``python examples/shop.py`` serves it at http://127.0.0.1:8642/.  It needs nothing but Python, listens on this machine alone,
and ends with Ctrl-C.
"""

from __future__ import annotations

import random
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

PORT = 8642
PAGE_SIZE = 10
SUBJECTS = (
    "Rivers",
    "Harbours",
    "Bridges",
    "Gardens",
    "Railways",
    "Lighthouses",
    "Markets",
    "Orchards",
    "Islands",
    "Clocks",
    "Maps",
    "Letters",
)
PLACES = ("the North", "the South", "the Coast", "the Old Town", "the Valley", "the Mountains", "the Lake", "Winter")
FORMS = "A History of {}", "{}: a Handbook", "Notes on {}", "The Book of {}", "{} and Their Makers"
AUTHORS = ("Ada Marsh", "Basil Penrose", "Clara Dunn", "Edwin Vale", "Flora Thorne", "Gideon Croft", "Hester Lowe")


def stock() -> list[dict[str, str]]:
    """Return the books that there are, always the same."""
    dice = random.Random(8642)  # noqa: S311 - books, not secrets
    titles = [f"{form.format(subject)} of {place}" for form in FORMS for subject in SUBJECTS for place in PLACES]
    return [
        {
            "title": title,
            "author": dice.choice(AUTHORS),
            "year": str(dice.randint(1950, 2024)),
            "price": f"{dice.randint(5, 60)}.{dice.choice(['00', '50', '90'])} €",
            "number": str(number),
        }
        for number, title in enumerate(dice.sample(titles, 160), start=1)
    ]


BOOKS = stock()


def found(query: str) -> list[dict[str, str]]:
    """Return the books that have all words of a query in their title or author."""
    words = query.casefold().split()
    return [
        book
        for book in BOOKS
        if words and all(word in f"{book['title']} {book['author']}".casefold() for word in words)
    ]


def page(title: str, body: str) -> str:
    """Return a page of the shop."""
    return f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><h1>Old Harbour Books</h1>{body}"


def form(query: str = "") -> str:
    """Return the search form."""
    return (
        f'<form action="/search"><label>Search our books <input type=search name=q value="{escape(query)}"></label> '
        "<select name=by><option value=rank selected>best first<option value=year>newest first</select> "
        "<button>Search</button></form>"
    )


def results(query: str, number: int) -> str:
    """Return a page of results."""
    books = found(query)
    shown = books[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    if not shown:
        return page("Search", f"{form(query)}<p>We have no book about {escape(query)}.</p>")
    rows = "".join(
        f"<li><h3><a href=/book/{book['number']}>{book['title']}</a></h3>"
        f"<p>by <i>{book['author']}</i> <small>{book['year']}</small></p>"
        f"<p><b>{book['price']}</b></p></li>"
        for book in shown
    )
    more = urlencode({"q": query, "by": "rank", "page": number + 1})
    following = (
        f'<p class=pager><a href="/search?{escape(more)}">Next page</a></p>' if number * PAGE_SIZE < len(books) else ""
    )
    return page("Search", f"{form(query)}<p>{len(books)} books</p><ol>{rows}</ol>{following}")


class Shop(BaseHTTPRequestHandler):
    """Answers one request."""

    def do_GET(self) -> None:
        """Answer with a page of the shop."""
        parts = urlsplit(self.path)
        values = {name: given[0] for name, given in parse_qs(parts.query).items()}
        if parts.path == "/":
            self._send(200, page("Old Harbour Books", f"<p>Books on rivers, bridges and railways.</p>{form()}"))
        elif parts.path == "/search":
            number = values.get("page", "1")
            self._send(200, results(values.get("q", ""), int(number) if number.isdigit() else 1))
        else:
            self._send(404, page("Not here", "<p>There is no such page.</p>"))

    def _send(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def server(port: int = PORT) -> ThreadingHTTPServer:
    """Return the shop's server, on this machine alone."""
    return ThreadingHTTPServer(("127.0.0.1", port), Shop)


if __name__ == "__main__":
    sys.stderr.write(f"Old Harbour Books: http://127.0.0.1:{PORT}/ (Ctrl-C ends it)\n")
    try:
        server().serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
