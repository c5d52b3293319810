"""Columns that a person merged, split, dropped or labelled, repaired on a page that has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from tests.unit.drift import shop
from tests.unit.drift.shop import LIST, TABLE, Shop, books
from wrapture.library.editing import keep_column, merge_columns, rename_column, split_column
from wrapture.model import MaskLocator

if TYPE_CHECKING:
    from tests.unit.drift.shop import Book

BEFORE, AFTER = books(12), books(15, 40)
NEW: Final = Shop(shop.table_row, TABLE)


def learned(page: str) -> wrapture.Wrapper:
    """Return a wrapper without spares, which would read some of the changed pages."""
    return replace(wrapture.learn(page), spares=())


def column_of(wrapper: wrapture.Wrapper, page: str, value: str) -> str:
    """Return the shown column with a value."""
    table = wrapture.extract(page, wrapper).shown()
    return next(name for name in table.columns if value in table[name])


def repaired(wrapper: wrapture.Wrapper, page: str) -> wrapture.Wrapper:
    repair = wrapture.repair(wrapper, page)
    assert repair.wrapper is not None, repair.reasons
    return repair.wrapper


def test_merged_columns_are_merged_again() -> None:
    page = Shop().page(BEFORE)
    wrapper = learned(page)
    both = [column_of(wrapper, page, getattr(BEFORE[3], name)) for name in ("day", "author")]
    wrapper = rename_column(merge_columns(wrapper, both, [wrapture.parse(page)]), both[0], "said")
    assert wrapture.extract(page, wrapper)["said"][3] == f"{BEFORE[3].day} {BEFORE[3].author}"
    new = wrapture.extract(NEW.page(AFTER), repaired(wrapper, NEW.page(AFTER)))
    assert list(new["said"]) == [f"{book.day} {book.author}" for book in AFTER]
    assert not {*both} & {*new.shown().columns}


def joined_row(book: Book) -> str:
    """Return a row with author and shelf in one text."""
    return (
        f'<div class="book"><h3><a href="{book.link}">{book.title}</a></h3><span>{book.price}</span>'
        f"<p>{book.author} in the shelf {book.shelf}</p></div>"
    )


def joined_item(book: Book) -> str:
    """Return the same as an item of a list, in another order."""
    return (
        f"<li><i>{book.author} in the shelf {book.shelf}</i><b>{book.price}</b>"
        f'<h4><a href="{book.link}">{book.title}</a></h4></li>'
    )


def test_split_columns_are_split_again() -> None:
    page = Shop(joined_row).page(BEFORE)
    wrapper = learned(page)
    whole = column_of(wrapper, page, f"{BEFORE[0].author} in the shelf {BEFORE[0].shelf}")
    wrapper = split_column(wrapper, whole, [wrapture.parse(page)], by="text", text=" in the shelf ")
    pieces = [column_of(wrapper, page, getattr(BEFORE[2], name)) for name in ("author", "shelf")]
    wrapper = rename_column(rename_column(wrapper, pieces[0], "writer"), pieces[1], "genre")
    new_page = Shop(joined_item, LIST).page(AFTER)
    new = wrapture.extract(new_page, repaired(wrapper, new_page))
    assert list(new["writer"]) == [book.author for book in AFTER]
    assert list(new["genre"]) == [book.shelf for book in AFTER]


def test_columns_split_by_hand_are_found_in_cells_of_their_own() -> None:
    page = Shop(joined_row).page(BEFORE)
    wrapper = learned(page)
    whole = column_of(wrapper, page, f"{BEFORE[0].author} in the shelf {BEFORE[0].shelf}")
    wrapper = split_column(wrapper, whole, [wrapture.parse(page)], by="text", text=" in the shelf ")
    pieces = [column_of(wrapper, page, getattr(BEFORE[2], name)) for name in ("author", "shelf")]
    new = wrapture.extract(NEW.page(AFTER), repaired(wrapper, NEW.page(AFTER)))
    assert list(new[pieces[0]]) == [book.author for book in AFTER]
    assert list(new[pieces[1]]) == [book.shelf for book in AFTER]


def test_dropped_columns_stay_out_of_the_table() -> None:
    page = Shop().page(BEFORE)
    wrapper = learned(page)
    dropped = [column_of(wrapper, page, getattr(BEFORE[3], name)) for name in ("price", "shelf")]
    for name in dropped:
        wrapper = keep_column(wrapper, name, False)
    shown = wrapture.extract(page, wrapper).shown().columns
    new = repaired(wrapper, NEW.page(AFTER))
    table = wrapture.extract(NEW.page(AFTER), new)
    assert table.shown().columns == shown
    price = next(one for one in new.layout.columns if one.name == dropped[0])
    assert (price.keep, price.type.name) == (False, "price")


def numbered_row(book: Book) -> str:
    """Return a row with shelf mark and title in one text."""
    return (
        f"<div class=book><h3><a href='{book.link}'>{mark(book)} - {book.title}</a></h3><span>{book.price}</span></div>"
    )


def numbered_item(book: Book) -> str:
    """Return a row with shelf mark and title in two cells."""
    return f"<tr><td>{mark(book)}<td><a href='{book.link}'>{book.title}</a><td>{book.price}</tr>"


def mark(book: Book) -> str:
    return f"HB {book.link[7:11]}"


def test_a_text_is_put_together_from_its_parts() -> None:
    page = Shop(numbered_row).page(BEFORE)
    wrapper = learned(page)
    whole = column_of(wrapper, page, f"{mark(BEFORE[0])} - {BEFORE[0].title}")
    new_page = Shop(numbered_item, ("<table>", "</table>")).page(AFTER)
    new = wrapture.extract(new_page, repaired(wrapper, new_page)).shown()
    assert whole in new.columns
    assert all(book.title in str(value) for book, value in zip(AFTER, new[whole], strict=True))


# --- labels ---


@pytest.mark.parametrize("stayed", [1, 5])
def test_labels_are_given_again_by_rows_that_stayed(stayed: int) -> None:
    examples = {"name": BEFORE[4].title, "cost": BEFORE[4].price}
    page = Shop().page(BEFORE)
    wrapper = wrapture.learn_labelled([wrapture.label(page, examples=examples)], mask=True)
    assert isinstance(wrapper.locator, MaskLocator)
    rows = [*AFTER[:6], *BEFORE[4 : 4 + stayed], *AFTER[6:]]
    repair = wrapture.repair(wrapper, NEW.page(rows))
    assert repair.wrapper is not None, repair.reasons
    assert repair.how == "labels"
    table = wrapture.extract(NEW.page(rows), repair.wrapper)
    assert list(table["name"]) == [book.title for book in rows]
    assert list(table["cost"]) == [book.price for book in rows]


def test_labels_of_rows_that_are_gone_are_found_by_what_they_held() -> None:
    examples = {"name": BEFORE[4].title, "cost": BEFORE[4].price}
    wrapper = wrapture.learn_labelled([wrapture.label(Shop().page(BEFORE), examples=examples)], mask=True)
    repair = wrapture.repair(wrapper, NEW.page(AFTER))
    assert (repair.how, repair.refusal) == ("learned", "")
    assert repair.wrapper is not None
    assert list(wrapture.extract(NEW.page(AFTER), repair.wrapper)["cost"]) == [book.price for book in AFTER]
