"""The round of a repair: a badge that few records have, with another text, is no change of those records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import wrapture
from tests.unit.drift.shop import TABLE, Shop, books, card, table_row
from wrapture.model import Capture
from wrapture.watch.watching import Watch, WatchedSource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.drift.shop import Book

ROWS = books(12)
MARKED = ROWS[1::4]


def old_row(book: Book) -> str:
    return card(book).replace("</h3>", '</h3><b class="badge">Sale</b>' if book in MARKED else "</h3>")


def new_row(book: Book) -> str:
    return table_row(book).replace("</a>", '</a><b class="mark">On sale</b>' if book in MARKED else "</a>")


def test_a_badge_with_another_text_is_no_change(tmp_path: Path) -> None:
    address = "https://harbour-books.test/new"
    pages = [Capture(address, Shop(old_row).page(ROWS).encode())]
    source = WatchedSource("shop", wrapture.learn(Shop(old_row).page(ROWS)), lambda: pages)
    watch = Watch(tmp_path, wrapture.repair)
    with watch.locked():
        assert watch.round(source).outcome == "first"
        pages[:] = [Capture(address, Shop(new_row, TABLE).page(ROWS).encode())]
        done = watch.round(source)
        assert (done.outcome, done.changes) == ("same", ())
        assert any(one.startswith("not compared") for one in done.messages), done.messages
        assert watch.round(source).outcome == "same"
