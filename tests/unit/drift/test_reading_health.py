"""Drift that is noticed while pages are read, and repaired where that is allowed: extract and search."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import wrapture as library_calls
from tests.unit.drift import shop
from tests.unit.drift.search_site import searching
from tests.unit.drift.shop import TABLE, Shop, books
from wrapture.drift.reading_health import ReadingHealth
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.reading.fitted_reading import read_parsed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.command import Command
    from tests.unit.drift.search_site import SearchSite

OLD, NEW = Shop(), Shop(shop.table_row, TABLE)
HOST = "https://harbour-books.test"
CHANGED = "the site may have changed"


def followed(health: ReadingHealth, wrapper: library_calls.Wrapper, *pages: str) -> list[str]:
    """Let a health follow some pages, and return the wrappers that it noticed after each."""
    noticed = []
    for place, text in enumerate(pages):
        page = library_calls.parse(text)
        health.follow("books", wrapper, read_parsed(wrapper, page), lambda page=page: page, place)  # type: ignore[misc]
        noticed.append(",".join(health.notices))
    return noticed


@pytest.fixture(scope="module")
def small() -> library_calls.Wrapper:
    """Return the wrapper of a page with few records, of which no page alone is plain."""
    return replace(library_calls.learn(OLD.page(books(8))), spares=())


def test_one_bad_page_is_an_accident(small: library_calls.Wrapper) -> None:
    good, bad = OLD.page(books(8, 20)), NEW.page(books(8, 20))
    assert followed(ReadingHealth(), small, good, bad, good, good, good, bad) == [""] * 6
    assert followed(ReadingHealth(), small, good, bad, bad) == ["", "", "books"]


def test_pages_that_are_no_list_pages_say_nothing(small: library_calls.Wrapper) -> None:
    blocked = "<title>Just a moment...</title><p>Checking your browser</p></html>"
    assert followed(ReadingHealth(), small, *[blocked] * 5) == [""] * 5


def test_a_plain_page_is_enough() -> None:
    wrapper = replace(library_calls.learn(OLD.page(books(12))), spares=())
    health = ReadingHealth()
    assert followed(health, wrapper, NEW.page(books(8, 20))) == ["books"]
    assert health.notices["books"].places == (0,)


def test_the_same_markup_with_other_values_is_noticed(small: library_calls.Wrapper) -> None:
    swapped = Shop(shop.swapped).page(books(8, 20))
    assert followed(ReadingHealth(), small, OLD.page(books(8)), swapped, swapped) == ["", "", "books"]
    good = OLD.page(books(8))
    assert followed(ReadingHealth(sampled=1), small, good, *[swapped] * 3)[-1] == ""  # only the first was looked at
    assert followed(ReadingHealth(sampled=3), small, *[swapped] * 3)[-1] == "books"


# --- extract ---


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    """Return five pages of the shop, the last three in the new design."""
    made = [tmp_path / f"{number}.html" for number in range(5)]
    for number, path in enumerate(made):
        text = (OLD if number < 2 else NEW).page(books(12, 12 * number))
        path.write_text(
            text.replace("<head>", f'<head><base href="{HOST}/new"><link rel=canonical href="{HOST}/new">', 1)
        )
    return made


def titles(output: str) -> list[str]:
    return [row["title"] for row in csv.DictReader(io.StringIO(output.removeprefix("\ufeff")))]


def test_extract_repairs_only_if_that_is_allowed(wrapture: Command, pages: list[Path], tmp_path: Path) -> None:
    wrapper = tmp_path / "books.json"
    assert wrapture("learn", pages[0], "-o", wrapper).code == 0
    before = wrapper.read_bytes()
    done = wrapture("extract", *pages, "-w", wrapper, "-f", "csv")
    assert titles(done.out) == [book.title for book in books(24)]
    assert done.err.count(CHANGED) == 1
    assert [path.name for path in tmp_path.glob("*.json")] == ["books.json"]
    done = wrapture("extract", *pages, "-w", wrapper, "-f", "csv", "--repair")
    assert titles(done.out) == [book.title for book in books(60)]
    assert (done.err.count(CHANGED), "kept as" in done.err) == (1, True)
    assert wrapper.read_bytes() == before
    repaired = library_calls.load(tmp_path / "books-2.json")
    assert library_calls.check(pages[4], repaired).verdict == "fits"


def test_a_page_of_another_site_is_not_repaired(wrapture: Command, pages: list[Path], tmp_path: Path) -> None:
    wrapper = tmp_path / "books.json"
    assert wrapture("learn", pages[0], "-o", wrapper).code == 0
    sister = replace(NEW, title="Mountain Records: vinyl", host="https://mountain-records.test")
    for number in range(3):
        (tmp_path / f"other-{number}.html").write_text(sister.page(books(12, 12 * number)))
    done = wrapture("extract", *tmp_path.glob("other-*.html"), "-w", wrapper, "-f", "csv", "--repair")
    assert CHANGED not in done.err
    assert [path.name for path in tmp_path.glob("*.json")] == ["books.json"]


def test_repair_needs_a_wrapper(wrapture: Command, pages: list[Path]) -> None:
    assert wrapture("extract", pages[0], "--repair").code == 2


# --- a site with a search form ---


@pytest.fixture
def site() -> Iterator[SearchSite]:
    with searching() as site:
        yield site


@pytest.fixture
def wrapped(site: SearchSite, tmp_path: Path) -> Path:
    """Return the file of a wrapper with the site's query form."""
    visitor = Visitor(allow_private=True, politeness=Politeness(delay_s=0.0))
    wrapper = replace(library_calls.wrap(site.address, visitor=visitor, name="books"), spares=())
    library_calls.save(wrapper, tmp_path / "books.json")
    return tmp_path / "books.json"


def test_a_library_gets_a_new_version(wrapture: Command, site: SearchSite, wrapped: Path) -> None:
    library = library_calls.Library(wrapped.parent / "library")
    (name,) = library.add(library_calls.load(wrapped))
    old = library.load(name)[0]
    asked = [f"{site.address}search?q={shelf}" for shelf in ("poetry", "travel", "history")]
    options = ("--library", library.folder, "-f", "csv", "--allow-private")
    assert len(titles(wrapture("extract", *asked, *options).out)) == 30
    site.shop = NEW
    done = wrapture("extract", *asked, *options)
    assert (done.err.count(CHANGED), library.versions(name)) == (1, [])
    done = wrapture("extract", *asked, *options, "--repair")
    assert len(titles(done.out)) == 30, done.err
    assert "the new version of books" in done.err
    assert len(library.versions(name)) == 1
    assert library.load(name)[0].query_form == old.query_form
    assert CHANGED not in wrapture("extract", asked[0], *options).err
    library.revert(name)
    assert library.load(name)[0] == old


def test_search_repairs_only_if_that_is_allowed(wrapture: Command, site: SearchSite, wrapped: Path) -> None:
    options = ("--allow-private", "--delay", "0", "--max-age", "0", "-f", "csv")
    assert len(titles(wrapture("search", wrapped, "poetry", *options).out)) == 15
    site.shop = NEW
    done = wrapture("search", wrapped, "poetry", *options)
    assert titles(done.out) == []
    assert not (wrapped.parent / "books-2.json").exists()
    done = wrapture("search", wrapped, "poetry", *options, "--repair")
    assert len(titles(done.out)) == 15, done.err
    assert "books-2.json" in done.err
    again = wrapture("search", wrapped.parent / "books-2.json", "travel", *options)
    assert (len(titles(again.out)), CHANGED in again.err) == (15, False)


def test_a_query_without_results_is_no_change(wrapture: Command, site: SearchSite, wrapped: Path) -> None:
    done = wrapture("search", wrapped, "zzzz", "--allow-private", "--delay", "0", "-f", "csv", "--repair")
    assert CHANGED not in done.err
    assert not (wrapped.parent / "books-2.json").exists()
