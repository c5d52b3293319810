"""A column for a text that was pointed at: found in every record by the structure of the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT, books
from wrapture import api
from wrapture.errors import ColumnError
from wrapture.library.editing import add_column
from wrapture.library.wrapper_file import dumps, loads
from wrapture.reading.pointing import TextPlace, row_places
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Wrapper

SHOP = api.parse((ROOT / "examples" / "books-1.html").read_text())


def place_of(page: Page, text: str, within: str | None = None) -> TextPlace:
    """Return the place of a text on a page: a whole text node, or a piece of one that holds it."""
    for node, whole in enumerate(page.texts):
        if whole.strip() == (within or text):
            start = whole.index(text)
            return TextPlace(node, start, node, start + len(text))
    raise AssertionError(text)


def added(page: Page, wrapper: Wrapper, place: TextPlace, name: str) -> Wrapper:
    """Return the wrapper with a column, after it went through its file."""
    record = next(one for one in find_records(wrapper.locator, page) if any(place.first_node in span for span in one))
    changed = add_column(wrapper, [page], page, record, place, name)
    assert loads(dumps(changed)) == changed
    return changed


def values(wrapper: Wrapper, page: Page, name: str) -> list[object]:
    return [row[name] for row in api.extract(page, wrapper).to_dicts()]


def test_a_text_of_its_own_is_a_column_in_every_record() -> None:
    wrapper = api.learn(SHOP)
    changed = added(SHOP, wrapper, place_of(SHOP, "Low Water"), "Buch")
    assert values(changed, SHOP, "Buch") == values(wrapper, SHOP, "title")
    assert values(changed, api.parse((ROOT / "examples/books-2.html").read_text()), "Buch")[0]


def test_an_optional_text_stays_empty_where_there_is_none() -> None:
    changed = added(SHOP, api.learn(SHOP), place_of(SHOP, "£18.00"), "before")
    found = values(changed, SHOP, "before")
    assert found[1] == "£18.00"
    assert found[0] is None
    assert changed.layout.columns[-1].type.name == "price"


@pytest.mark.parametrize(
    ("piece", "expected"),
    [("212", ["212", "87", "143"]), ("4.6", ["4.6", "4.2", "3.9"]), ("212 reviews", ["212 reviews", "87 reviews"])],
)
def test_a_part_of_a_text_is_cut_out(piece: str, expected: list[str]) -> None:
    place = place_of(SHOP, piece, "4.6 out of 5 (212 reviews)")
    changed = added(SHOP, api.learn(SHOP), place, "mine")
    assert values(changed, SHOP, "mine")[: len(expected)] == expected


def test_a_column_of_the_same_name_stands_there_then() -> None:
    wrapper = api.learn(SHOP)
    changed = added(SHOP, wrapper, place_of(SHOP, "Tobias Reed"), "TITLE")
    assert len(changed.layout.columns) == len(wrapper.layout.columns)
    assert values(changed, SHOP, "TITLE")[1] == "Tobias Reed"


def test_the_address_of_a_link_is_a_column() -> None:
    page = api.parse(books())
    wrapper = api.learn(page, names=["-"])
    link = next(place for places in row_places(wrapper, page)[2] for place in places if place.first_character < 0)
    assert values(added(page, wrapper, link, "address"), page, "address")[2] == "/b/2"


@pytest.mark.parametrize("text", ["Books about the sea", "Delivery"])
def test_what_is_in_no_record_is_refused(text: str) -> None:
    wrapper, place = api.learn(SHOP), place_of(SHOP, text)
    record = find_records(wrapper.locator, SHOP)[0]
    with pytest.raises(ColumnError):
        add_column(wrapper, [SHOP], SHOP, record, place, "x")
    with pytest.raises(ColumnError, match="in no record"):
        add_column(wrapper, [SHOP], SHOP, (), place, "x")


def test_a_piece_of_a_word_is_refused() -> None:
    wrapper, place = api.learn(SHOP), place_of(SHOP, "revi", "4.6 out of 5 (212 reviews)")
    with pytest.raises(ColumnError, match="no matching place"):
        add_column(wrapper, [SHOP], SHOP, find_records(wrapper.locator, SHOP)[0], place, "x")


def test_masks_and_other_pages_are_refused() -> None:
    page, wrapper = api.parse(books(3)), api.learn(SHOP)
    mask = api.learn_labelled([api.label(page, examples={"title": "Book 1"})], mask=True)
    place = place_of(page, "Book 1")
    with pytest.raises(ColumnError, match="from labels"):
        add_column(mask, [page], page, find_records(mask.locator, page)[0], place, "x")
    with pytest.raises(ColumnError, match="in no record"):
        add_column(wrapper, [SHOP], page, find_records(wrapper.locator, SHOP)[0], place, "x")
