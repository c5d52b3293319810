"""Wrappers from labelled pages: columns, kinds, profile; refining is learning from all at once; edits are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

import wrapture
from tests.labelled import NAMES, shop, unnamed
from wrapture.errors import ColumnNamesError, LabelError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import Page
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.learn_labelled import (
    labelled_table,
    learn_labelled,
    read_as_labelled,
)
from wrapture.learning.learn_masked import labels_by_mask, refine_wrapper
from wrapture.library.wrapper_file import dumps
from wrapture.model import MaskLocator
from wrapture.reading.records import find_records

PAGES = [shop(8), shop(6, 8, without_price=[9]), shop(9, 20)]


def test_the_columns_are_named_and_typed_by_the_labels() -> None:
    wrapper = learn_labelled(PAGES)
    assert [(column.name, column.kind) for column in wrapper.layout.columns] == [
        ("page", "link"),
        ("title", "text"),
        ("price", "text"),
    ]
    assert (wrapper.learner, wrapper.name) == ("fuzzy", "shop-0")
    assert wrapper.learned_from == ("shop-0.html", "shop-8.html", "shop-20.html")


def test_columns_without_names_are_numbered_by_their_kind() -> None:
    columns = learn_labelled([unnamed(page) for page in PAGES]).layout.columns
    assert [column.name for column in columns] == ["link_1", "text_1", "text_2"]


def test_an_image_and_a_part_of_an_address_are_told_apart() -> None:
    rows = [f'<li><img src="/i/{n}.png"> <a href="/b?id={n}">Book {n}</a></li>' for n in range(10, 16)]
    text, records = "<ul>", []
    for row in rows:
        image, number = row.index("/i/"), row.index("id=") + 3
        records.append(
            ((len(text) + image, len(text) + image + 9), (len(text) + number, len(text) + number + 2)),
        )
        text += row
    wrapper = learn_labelled([LabelledPage("p", f"{text}</ul>", tuple(records))])
    assert [column.kind for column in wrapper.layout.columns] == ["image", "text"]


def test_the_profile_counts_the_labels() -> None:
    profile = learn_labelled(PAGES).profile
    assert (profile.pages, profile.min_records, profile.max_records) == (3, 6, 9)
    assert profile.fill == (1.0, 1.0, round(22 / 23, 4))
    assert "<li>" in profile.template
    assert "All our books" in profile.frame


def test_too_few_records_make_no_template() -> None:
    assert learn_labelled([shop(2)]).profile.template == ()


@pytest.mark.parametrize("cut", [1, 2])
def test_refining_is_learning_from_all_at_once(cut: int) -> None:
    refined = refine_wrapper(learn_labelled(PAGES[:cut]), PAGES[cut:])
    assert refined == learn_labelled(PAGES)
    assert dumps(refined) == dumps(learn_labelled(PAGES))


def test_names_may_come_with_a_later_page() -> None:
    bare = learn_labelled([unnamed(PAGES[0])])
    assert refine_wrapper(bare, PAGES[1:]) == learn_labelled([unnamed(PAGES[0]), *PAGES[1:]])
    assert [column.name for column in refine_wrapper(bare, PAGES[1:]).layout.columns] == list(NAMES)


def test_what_a_person_changed_stays() -> None:
    wrapper = learn_labelled(PAGES[:1], names=["", "-", "amount"])
    page, title, amount = wrapper.layout.columns
    turned = replace(wrapper, layout=replace(wrapper.layout, columns=(amount, page, title)))
    refined = refine_wrapper(turned, PAGES[1:])
    assert [(column.name, column.keep) for column in refined.layout.columns] == [
        ("amount", True),
        ("page", True),
        ("title", False),
    ]
    assert refined.profile.fill == (round(22 / 23, 4), 1.0, 1.0)


def test_only_a_mask_can_be_refined() -> None:
    wrapper = wrapture.learn(parse_page(PAGES[0].text))
    with pytest.raises(LabelError, match="has no mask"):
        refine_wrapper(wrapper, PAGES)


def test_there_are_no_more_names_than_columns() -> None:
    with pytest.raises(ColumnNamesError):
        learn_labelled(PAGES, names=["a", "b", "c", "d"])


# --- reading ---


def test_a_page_is_read_by_a_mask() -> None:
    wrapper = learn_labelled(PAGES)
    table = wrapture.extract(wrapture.parse(shop(3, 1).text, url="https://shop.example/list"), wrapper)
    assert table.to_dicts() == [
        {"page": "https://shop.example/b/1.html", "title": "Fish & Chips", "price": "1.50"},
        {"page": "https://shop.example/b/2.html", "title": "Light", "price": "2.50"},
        {"page": "https://shop.example/b/3.html", "title": "A Moon of Paper", "price": "3.50"},
    ]
    assert table.rows[0].text == "Fish & Chips costs 1.50"


def test_every_cell_has_a_confidence() -> None:
    wrapper = learn_labelled(PAGES)
    table = wrapture.extract(wrapture.parse(shop(4, 1, without_price=[2]).text), wrapper)
    assert [[value is None for value in row.confidences] for row in table.rows] == [
        [False, False, number == 1] for number in range(4)
    ]
    assert all(0.5 < value <= 1 for row in table.rows for value in row.confidences if value is not None)


def test_records_speak_in_nodes_too() -> None:
    page = parse_page(PAGES[0].text)
    records = find_records(learn_labelled(PAGES).locator, page)
    assert len(records) == 8
    assert page.texts_of(records[1]).startswith("Fish & Chips costs 1.50")


def test_a_rendered_page_has_no_source() -> None:
    page = Page("drawn", ["html"], [-1], [1], [""], [])
    with pytest.raises(SourceError, match="is rendered"):
        wrapture.extract(page, learn_labelled(PAGES))


def test_a_page_without_records_gives_none() -> None:
    assert len(wrapture.extract(wrapture.parse("<p>Nothing found</p>"), learn_labelled(PAGES))) == 0


# --- fit ---


def test_pages_of_the_site_fit_and_others_do_not() -> None:
    wrapper = learn_labelled(PAGES)
    assert wrapture.fit(parse_page(shop(7, 40).text), wrapper).value > 0.8
    other = "".join(f"<tr><td>{n}<td>city {n}" for n in range(9))
    assert wrapture.fit(parse_page(f"<table>{other}</table>"), wrapper).value == 0


def test_the_fit_of_a_table_is_that_of_its_page() -> None:
    wrapper, page = learn_labelled(PAGES), parse_page(shop(5, 3).text)
    assert wrapture.fit(page, wrapper, wrapture.extract(page, wrapper)) == wrapture.fit(page, wrapper)


# --- labels again ---


def test_what_a_mask_finds_can_become_labels() -> None:
    wrapper, page = learn_labelled(PAGES), shop(5, 3)
    assert labels_by_mask(wrapper, parse_page(page.text, name=page.name)) == page


def test_labels_as_a_table() -> None:
    assert labelled_table(shop(2, 1)).to_dicts() == [
        {"page": "/b/1.html", "title": "Fish & Chips", "price": "1.50"},
        {"page": "/b/2.html", "title": "Light", "price": "2.50"},
    ]


def test_how_many_records_are_read_as_labelled() -> None:
    wrapper = learn_labelled(PAGES)
    assert isinstance(wrapper.locator, MaskLocator)
    assert read_as_labelled(wrapper, PAGES) == 23
    wrong = replace(PAGES[0], records=tuple((*record[:2], None) for record in PAGES[0].records))
    assert read_as_labelled(wrapper, [wrong]) == 0
