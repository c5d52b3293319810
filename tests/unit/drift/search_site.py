"""A bookshop with a search form on this machine, whose template changes when a test says so."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests.unit.drift.loopback import serve_pages
from tests.unit.drift.shop import Shop, books

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.drift.shop import Book

FORM = '<form action="/search"><input type="search" name="q" value="{}"><button>Search</button></form>'
ON_A_PAGE = 10


@dataclass
class SearchSite:
    """What the site sells, and how it draws its pages."""

    address: str = ""
    shop: Shop = field(default_factory=Shop)
    rows: list[Book] = field(default_factory=lambda: books(60))

    def page(self, query: str, number: int = 1) -> str:
        """Return a result page, or the form if nothing is asked."""
        found = [book for book in self.rows if query.casefold() in f"{book.title} {book.shelf}".casefold()]
        form = f"<p>{FORM.format(query)}</p>"
        if not query:
            return self.shop.page([]).replace("<h1>", f"{form}<h1>", 1)
        shown = found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
        link = f'<a rel="next" href="/search?q={query}&amp;page={number + 1}">Next</a>' if shown else ""
        more = link if number * ON_A_PAGE < len(found) else ""
        said = "" if shown else "<p>No books were found for your search.</p>"
        page = self.shop.page(shown).replace("<h1>", f"{form}<h1>", 1)
        return page.replace("<footer>", f"{said}<p class=pager>{more}</p><footer>", 1)


@contextmanager
def searching() -> Iterator[SearchSite]:
    """Serve a shop with a search form on a free port of this machine."""
    site = SearchSite()

    def page(path: str) -> str | None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        is_robots = urlsplit(path).path == "/robots.txt"
        return None if is_robots else site.page(asked.get("q", ""), int(asked.get("page", "1")))

    with serve_pages(page) as site.address:
        yield site
