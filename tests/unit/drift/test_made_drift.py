"""Made drift: a shop's list page changes in known ways; each is repaired with all names, or refused for the right reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from tests.unit.drift import shop
from tests.unit.drift.shop import LIST, NEWS, TABLE, Shop, books

if TYPE_CHECKING:
    from collections.abc import Sequence

OLD: Final = Shop()
BEFORE: Final = books(12)
AFTER: Final = books(15, 40)
NAMES: Final = ("title", "link", "author", "price", "day", "shelf")

REPAIRED: Final = {
    "classes renamed": Shop(shop.renamed),
    "classes hashed": Shop(shop.hashed, ('<div class="css-zz1">', "</div>")),
    "elements added": Shop(shop.wrapped, ('<main><div class="grid">', "</div></main>")),
    "columns reordered": Shop(shop.reordered, LIST),
    "column inserted": Shop(shop.with_more),
    "column dropped": Shop(shop.with_less, ("<main>", "</main>")),
    "cards to table": Shop(shop.table_row, TABLE),
    "other elements": Shop(shop.other_tags, ("<section id=all>", "</section>")),
    "list under a new section": Shop(shop.renamed, before=f"{NEWS}<section><h2>Books</h2>", after="</section>"),
    "another list before it": Shop(shop.hashed, before=NEWS),
    "menu and title changed": replace(
        Shop(shop.renamed), title="Harbour Books: the catalogue", before="<p>Welcome back</p>"
    ),
    "host under another domain": replace(Shop(shop.table_row, TABLE), host="https://harbour-books.example"),
    "columns swapped in the same markup": Shop(shop.swapped),
}
GONE: Final = {"column dropped": {"shelf"}}


@pytest.fixture(scope="module")
def wrapper() -> wrapture.Wrapper:
    learned = wrapture.learn(OLD.page(BEFORE))
    shown = [column.name for column in learned.layout.columns if column.is_shown]
    assert len(shown) == len(NAMES)
    held = {name: set(wrapture.extract(OLD.page(BEFORE), learned)[name]) for name in shown}
    owners = {
        name: next(own for own in shown if held[own] == {getattr(book, name) for book in BEFORE}) for name in NAMES
    }
    chosen = wrapture.api.ColumnChoice(rename=tuple((owners[name], name) for name in NAMES if owners[name] != name))
    return wrapture.api.choose_in_wrapper(learned, chosen) if chosen else learned


@pytest.fixture(scope="module")
def bare(wrapper: wrapture.Wrapper) -> wrapture.Wrapper:
    """Return the wrapper without spares, which would read half of the changed pages."""
    return replace(wrapper, spares=())


def rows_of(wrapper: wrapture.Wrapper, page: str, names: Sequence[str] = NAMES) -> list[tuple[object, ...]]:
    """Return what a wrapper reads, in the columns with these names."""
    return [tuple(row.get(name) for name in names) for row in wrapture.extract(page, wrapper).to_dicts()]


def true_rows(rows: Sequence[shop.Book], names: Sequence[str] = NAMES) -> list[tuple[object, ...]]:
    return [tuple(getattr(book, name) for name in names) for book in rows]


@pytest.mark.parametrize("kind", REPAIRED)
def test_a_changed_page_is_read_rightly_or_noticed(wrapper: wrapture.Wrapper, kind: str) -> None:
    """A spare may read a page with other classes: then it fits.  Whatever is read wrongly is reported."""
    page = REPAIRED[kind].page(AFTER)
    is_right = rows_of(wrapper, page) == true_rows(AFTER)
    assert (wrapture.check(page, wrapper).verdict == "fits") == is_right


@pytest.mark.parametrize("kind", REPAIRED)
def test_a_changed_page_is_repaired_with_its_names(bare: wrapture.Wrapper, kind: str) -> None:
    page = REPAIRED[kind].page(AFTER)
    assert wrapture.check(page, bare).verdict in {"changed", "columns changed"}
    repair = wrapture.repair(bare, page)
    assert repair.wrapper is not None, repair.reasons
    saved = wrapture.api.parse_wrapper(wrapture.api.dump_wrapper(repair.wrapper))
    gone = GONE.get(kind, set())
    kept = [name for name in NAMES if name not in gone]
    assert set(repair.named("gone")) == gone
    assert rows_of(saved, page, kept) == true_rows(AFTER, kept)
    assert wrapture.extract(page, saved).shown().columns == tuple(kept)


@pytest.mark.parametrize("kind", REPAIRED)
def test_a_repaired_wrapper_fits_the_next_page(bare: wrapture.Wrapper, kind: str) -> None:
    repair = wrapture.repair(bare, REPAIRED[kind].page(AFTER))
    assert repair.wrapper is not None
    assert wrapture.check(REPAIRED[kind].page(books(20, 80)), repair.wrapper).verdict == "fits"


STILL_FITS: Final = {
    "other rows": OLD,
    "frame changed": replace(OLD, title="Welcome", before="<p>We are open on Sundays now.</p>", after=NEWS),
    "list moved under a section": replace(OLD, before="<section><h2>All</h2>", after="</section>"),
}


@pytest.mark.parametrize("kind", STILL_FITS)
def test_a_page_whose_rows_are_the_same_fits_and_is_not_repaired(wrapper: wrapture.Wrapper, kind: str) -> None:
    page = STILL_FITS[kind].page(AFTER)
    assert wrapture.check(page, wrapper).verdict == "fits"
    assert wrapture.repair(wrapper, page).refusal == "fits"


OTHER_SITE: Final = replace(
    Shop(shop.table_row, TABLE, top="masthead"),
    shelves=("jazz", "blues", "classical", "folk"),
    title="Mountain Records: vinyl and more",
    host="https://mountain-records.test",
    words=(
        ("home", "Start here"),
        ("help", "Write to us"),
        ("by", "of"),
        ("head", "Our vinyl"),
        ("foot", "Mountain Records"),
    ),
)
SISTER: Final = replace(
    Shop(shop.table_row, TABLE), title="Mountain Records: vinyl", host="https://mountain-records.test"
)
"""Another shop with the same software: frame, menu and words are the same."""
SAME_ROWS: Final = replace(OTHER_SITE, row=shop.card, around=OLD.around)
"""Another shop whose rows have the same markup."""
VINYL: Final = [
    shop.Book(f"{n} songs of the {era} years", f"/vinyl?id={n}", f"{era} Quartet", f"{n} EUR", f"{1950 + n}", "vinyl")
    for n, era in enumerate(shop.ADJECTIVES)
]
GERMAN: Final = replace(Shop(shop.table_row, TABLE), language="de", words=tuple(shop.GERMAN.items()))

REFUSED: Final = {
    "another site": (OTHER_SITE.page(AFTER), "other site"),
    "another site with the same software": (SISTER.page(AFTER), "other site"),
    "another site with the same rows": (SAME_ROWS.page(VINYL), "other site"),
    "another language": (GERMAN.page(AFTER), "other site"),
    "an empty page": ("", "no list page"),
    "a truncated page": (Shop(shop.table_row, TABLE).page(AFTER)[:2000], "no list page"),
    "a block page": (
        "<title>Just a moment...</title><h1>Checking your browser</h1><p>Please wait.</p></html>",
        "no list page",
    ),
    "a login": ("<h1>Sign in</h1><form><input name=u><input type=password></form></html>", "no list page"),
    "an error page": ("<h1>503 Service Unavailable</h1><p>Please come back later.</p></html>", "no list page"),
    "a consent page": (
        "<title>Harbour Books</title><h1>Before you continue</h1><p>We use cookies.</p><button>Accept all</button></html>",
        "no list page",
    ),
    "no results": (replace(OLD, after="<p>No results found for your search.</p>").page([]), "unsure"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_other_pages_are_never_a_reason_to_repair(wrapper: wrapture.Wrapper, kind: str) -> None:
    page, refusal = REFUSED[kind]
    repair = wrapture.repair(wrapper, wrapture.parse(page))
    assert repair.wrapper is None
    assert (repair.refusal, bool(repair.reasons)) == (refusal, True)
    assert wrapture.check(wrapture.parse(page), wrapper).verdict not in {"fits", "changed", "columns changed"}


def test_a_page_that_states_no_results_is_refused_with_its_words(wrapper: wrapture.Wrapper) -> None:
    repair = wrapture.repair(wrapper, wrapture.parse(REFUSED["no results"][0]))
    assert "No results found" in repair.reasons[0]


def test_headings_of_records_say_nothing_about_the_page(wrapper: wrapture.Wrapper) -> None:
    """A list page with few words was an error page where the heading of a record ended in 404."""
    rows = [replace(book, title=f"{book.title} (404)") for book in books(6, 40)]
    page = Shop(shop.with_less, ("<main>", "</main>")).page(rows)
    assert wrapture.check(page, replace(wrapper, spares=())).verdict == "changed"


def test_a_page_of_another_site_can_be_said_to_be_of_this_one(wrapper: wrapture.Wrapper) -> None:
    assert wrapture.repair(wrapper, OTHER_SITE.page(AFTER), same_site=True).wrapper is not None


def test_the_same_page_twice_repairs_nothing(wrapper: wrapture.Wrapper) -> None:
    page = Shop(shop.table_row, TABLE).page(AFTER)
    repair = wrapture.repair(wrapper, [page, page])
    assert (repair.wrapper, repair.refusal) == (None, "same page")
    assert "given twice" in repair.reasons[0]
    assert wrapture.repair(wrapper, [page]).wrapper is not None
