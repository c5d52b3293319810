"""A small bookshop with a search and orders behind a login, to try the robot and scripts on.

``python examples/shop.py`` serves it at http://127.0.0.1:8642/.  It needs nothing but Python, listens on this machine only,
and ends with Ctrl-C.  Anybody may log in at ``/login`` with the password "lighthouse".  With another port, as in
``python examples/shop.py 8643``, it is another shop, which has some of the same books.
"""

from __future__ import annotations

import random
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

PORT = 8642
PAGE_SIZE = 10
PASSWORD = "lighthouse"  # noqa: S105 - it is on the shop's own page
SESSION = "session=member"
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


def stock(shop: int = PORT) -> list[dict[str, str]]:
    """Return the books of a shop, always the same."""
    dice = random.Random(shop)  # noqa: S311 - books, not secrets
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


def login_form() -> str:
    """Return the login form."""
    return (
        "<form action=/login method=post><label>Name <input name=user></label> "
        "<label>Password <input type=password name=password></label> <button>Log in</button></form>"
    )


def orders_form(query: str = "", since: str = "") -> str:
    """Return the form that searches a member's orders."""
    years = "".join(f"<option{' selected' if year == since else ''}>{year}" for year in ("1950", "1980", "2000"))
    return (
        f'<form action="/orders"><label>Find in my orders <input name=q value="{escape(query)}"></label> '
        f"<label>Published since <select name=since>{years}</select></label> <button>Search</button></form>"
    )


def orders(query: str, since: str, number: int) -> str:
    """Return a page of a member's orders."""
    books = [book for book in found(query) if book["year"] >= since]
    link = {"q": query, "since": since, "page": number + 1}
    return page("Orders", f"{orders_form(query, since)}{listing(books, number, f'/orders?{urlencode(link)}')}")


def results(query: str, number: int) -> str:
    """Return a page of results."""
    books = found(query)
    if not books[(number - 1) * PAGE_SIZE :]:
        return page("Search", f"{form(query)}<p>We have no book about {escape(query)}.</p>")
    link = {"q": query, "by": "rank", "page": number + 1}
    return page(
        "Search", f"{form(query)}<p>{len(books)} books</p>{listing(books, number, f'/search?{urlencode(link)}')}"
    )


def all_books(number: int) -> str:
    """Return a page of the list of all books."""
    return page("All books", f"<p>{len(BOOKS)} books</p>{listing(BOOKS, number, f'/books?page={number + 1}')}")


def one_book(number: str) -> str:
    """Return the page of a book, "" if there is none."""
    book = next((book for book in BOOKS if book["number"] == number), None)
    if book is None:
        return ""
    pages = 80 + int(number) * 37 % 500
    rows = {"Author": book["author"], "Published": book["year"], "Pages": str(pages)}
    rows |= {"Binding": "cloth"} if int(number) % 2 else {}
    table = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    return page(
        book["title"],
        f"<h2>{book['title']}</h2><p class=price>{book['price']}</p><table>{table}</table>"
        f"<p class=about>A book of {pages} pages that {book['author']} wrote in {book['year']}.</p>",
    )


def listing(books: list[dict[str, str]], number: int, following: str) -> str:
    """Return the books of one page as a list, with a link to the following page if there is one."""
    rows = "".join(
        f"<li><h3><a href=/book/{book['number']}>{book['title']}</a></h3>"
        f"<p>by <i>{book['author']}</i> <small>{book['year']}</small></p>"
        f"<p><b>{book['price']}</b></p></li>"
        for book in books[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    )
    has_more = number * PAGE_SIZE < len(books)
    pager = f'<p class=pager><a href="{escape(following)}">Next page</a></p>' if has_more else ""
    return f"<ol>{rows}</ol>{pager}"


class Shop(BaseHTTPRequestHandler):
    """Answers one request."""

    def do_GET(self) -> None:
        """Answer with a page of the shop."""
        parts = urlsplit(self.path)
        values = {name: given[0] for name, given in parse_qs(parts.query).items()}
        number = int(values["page"]) if values.get("page", "").isdigit() else 1
        if parts.path == "/":
            self._send(200, page("Old Harbour Books", f"<p>Books on rivers, bridges and railways.</p>{form()}"))
        elif parts.path == "/books":
            self._send(200, all_books(number))
        elif parts.path.startswith("/book/") and (text := one_book(parts.path[6:])):
            self._send(200, text)
        elif parts.path == "/search":
            self._send(200, results(values.get("q", ""), number))
        elif parts.path == "/login" or (parts.path == "/orders" and SESSION not in self.headers.get("Cookie", "")):
            self._send(200, page("Log in", login_form()))
        elif parts.path == "/orders":
            self._send(200, orders(values.get("q", ""), values.get("since", ""), number))
        else:
            self._send(404, page("Not here", "<p>There is no such page.</p>"))

    def do_POST(self) -> None:
        """Answer a login: lead members to their orders."""
        length = min(int(self.headers.get("Content-Length", 0)), 1000)
        given = parse_qs(self.rfile.read(length).decode("utf-8", "replace"))
        if self.path == "/login" and given.get("password") == [PASSWORD]:
            self._send(303, "", {"Location": "/orders", "Set-Cookie": f"{SESSION}; Path=/; HttpOnly"})
        else:
            self._send(200, page("Log in", f"<p>That is not the password.</p>{login_form()}"))

    def _send(self, status: int, text: str, headers: dict[str, str] | None = None) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
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
    port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    BOOKS[:] = stock(port)
    sys.stderr.write(f"Old Harbour Books: http://127.0.0.1:{port}/ (Ctrl-C ends it)\n")
    try:
        server(port).serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
