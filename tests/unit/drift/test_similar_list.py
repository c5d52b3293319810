"""Pages on which a wrapper finds nothing: the list that most resembles its own is read, with a note, or none."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

import wrapture as library_calls
from tests.unit.drift import shop
from tests.unit.drift.shop import NEWS, TABLE, WORDS, Shop, books
from wrapture.drift.similar_list import TRIED, SimilarLists
from wrapture.model import Capture
from wrapture.reading.fit import accepts
from wrapture.reading.fitted_reading import fit_in, read_capture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.command import Command
    from wrapture.drift.repairs import Repair
    from wrapture.html.page import Page
    from wrapture.model.table import Table

SECTION: Final[dict[str, Any]] = {
    "title": "Harbour Books - second-hand",
    "words": tuple({**WORDS, "head": "Second-hand books"}.items()),
    "shelves": ("signed", "first-editions", "bargains", "history"),
}
NEW: Final = Shop(shop.table_row, TABLE, **SECTION)
"""Another section of the site, with a table."""
CHANGED: Final = Shop(shop.table_row, TABLE)
"""The page that the wrapper is learned from, with a table since."""


@pytest.fixture(scope="module")
def wrapper() -> library_calls.Wrapper:
    return replace(library_calls.learn(Shop().page(books(12))), spares=())


class Reading:
    """Reads pages by similar lists, and counts how often one was learned."""

    def __init__(self, wrapper: library_calls.Wrapper) -> None:
        self.wrapper, self.learned = wrapper, 0
        self.lists = SimilarLists(wrapper, self.repair)

    def repair(self, wrapper: library_calls.Wrapper, pages: Sequence[Page]) -> Repair:
        self.learned += 1
        return library_calls.repair(wrapper, pages)

    def __call__(self, text: str) -> Table:
        capture = Capture("page", text.encode())
        table = read_capture(self.wrapper, capture)
        assert not table.rows
        return self.lists.read(capture, table, library_calls.parse(text))


def test_another_form_of_the_list_is_read_with_the_old_names(wrapper: library_calls.Wrapper) -> None:
    read = Reading(wrapper)
    table = read(NEW.page(books(15, 40)))
    assert [row["price"] for row in table] == [book.price for book in books(15, 40)]
    assert (table.sure, table.note[:8], accepts(fit_in(table))) == (False, "not sure", False)
    assert len(read(NEW.page(books(9, 70)))) == 9
    assert read.learned == 1


def test_a_page_without_the_list_is_not_read(wrapper: library_calls.Wrapper) -> None:
    read = Reading(wrapper)
    for _ in range(TRIED + 1):
        assert not read(Shop(before=NEWS, **SECTION).page([])).rows
    assert read.learned == TRIED


class Listing(NamedTuple):
    """A wrapper that finds nothing on a page, and whether it reads it by itself."""

    page: Shop
    is_read: bool


MENU: Final = "".join(f"<div class=box-{n}><a class=topic-{n} href=/{n}>Topic {n}</a></div>" for n in range(8))
SAME: Final = replace(NEW, before=MENU)
REDESIGNED: Final = replace(NEW, before=MENU.replace("box-", "tile-").replace("topic-", "theme-"), top="masthead")
EMPTY: Final = replace(NEW, before=MENU + "<p>No results were found.</p>")


@pytest.mark.parametrize(
    "listing",
    [
        Listing(SAME, True),
        Listing(replace(CHANGED, before=MENU), False),
        Listing(REDESIGNED, False),
        Listing(EMPTY, False),
    ],
)
def test_only_clear_other_pages_of_the_same_design_are_read_unless_guessing(listing: Listing) -> None:
    wrapper = replace(library_calls.learn(replace(Shop(), before=MENU).page(books(12))), spares=())
    page = library_calls.parse(listing.page.page(books(15, 40)))
    capture = Capture("page", listing.page.page(books(15, 40)).encode())
    table = read_capture(wrapper, capture)
    read = {guess: SimilarLists(wrapper, library_calls.repair, guess=guess) for guess in (False, True)}
    assert len(read[False].read(capture, table, page)) == 15 * listing.is_read
    assert len(read[True].read(capture, table, page)) == 15


def test_the_command_says_what_it_read_instead(
    wrapture: Command, page: Callable[..., Path], tmp_path: Path, wrapper: library_calls.Wrapper
) -> None:
    library_calls.save(wrapper, tmp_path / "books.json")
    page("new.html", NEW.page(books(15, 40)))
    result = wrapture("extract", "--wrapper", tmp_path / "books.json", "--format", "json", "new.html")
    (table,) = json.loads(result.out)
    assert (len(table["records"]), table["fit"], table["sure"]) == (15, 0.0, False)
    assert "new.html: not sure: 15 records of the list that most resembles the wrapper's" in result.err
