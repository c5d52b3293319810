"""A site on loopback whose template and data a test changes between rounds."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from tests.unit.drift.loopback import serve_pages
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

    def page(self) -> str:
        """Return the page of one visit."""
        if self.body is not None:
            return self.body
        visit = next(self._visits)
        noise = f"<p class=clock>Visit {visit}, {visit % 24}:{visit % 60:02d}</p><img src='/ad{visit % 7}.png'>"
        page = self.shop.page(self.rows).replace("<h1>", f"{noise}<h1>", 1)
        return page.replace('.html"', f'.html?PHPSESSID={visit:08x}"')


@contextmanager
def serving() -> Iterator[ChangingSite]:
    """Serve a changing site on a free port of this machine."""
    site = ChangingSite()
    with serve_pages(lambda _: site.page()) as address:
        site.address = f"{address}new"
        yield site
