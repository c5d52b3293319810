"""Wrappers learned from labels by structure: whole cells, elements, joined texts and pieces; a mask where no tag helps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.labelled import shop
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.learn_labelled import labelled_share, read_as_labelled
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import MaskLocator

if TYPE_CHECKING:
    from wrapture.model import Wrapper

WORDS = ("Red", "Green", "Blue", "White", "Black", "Brown", "Pink", "Grey")
MENU = "<nav><ul>" + "".join(f"<li><a href=/m/{n}>Menu {n}</a></li>" for n in range(5)) + "</ul></nav>"


def listed(row: str, first: int = 0) -> str:
    """Return a page with a row for each word; ``{n}`` and ``{word}`` differ in each."""
    rows = "".join(row.format(n=first + n + 1, word=word) for n, word in enumerate(WORDS))
    return f"<title>Shop</title>{MENU}<ul>{rows}</ul><p>Imprint</p>"


def learned(html: str, **examples: str) -> Wrapper:
    return wrapture.learn_labelled([wrapture.label(wrapture.parse(html), examples=examples)])


def read(html: str, wrapper: Wrapper) -> list[dict[str, object]]:
    return [dict(row) for row in wrapture.extract(wrapture.parse(html), wrapper)]


def is_structured(wrapper: Wrapper) -> bool:
    return not isinstance(wrapper.locator, MaskLocator)


@pytest.mark.parametrize(
    ("row", "example", "expected"),
    [
        ("<li><b>{word}</b><p>{n}.50 euro</p></li>", "2.50 euro", "{n}.50 euro"),  # a cell
        (
            "<li><b>{word}</b><p>by <i>Ann</i> and <i>Jo {n}</i> in <u>Rome</u></p></li>",
            "by Ann and Jo 2 in Rome",
            None,
        ),
        ("<li><b>{word}</b><p>Sold by {word} Ltd, {n} left</p></li>", "2", "{n}"),  # a piece
        (
            "<li><b>{word}</b><div><p>One {n}</p><p>Two {n}</p><p>Three {n}</p></div><i>x</i></li>",
            "One 2 Two 2 Three 2",
            None,
        ),
        ("<li><b>{word}</b><br>No. {n}<br>{word} street<br>{n} km<br>far</li>", "No. 2 Green street", None),  # joined
        ("<li><b>{word}</b><a href='/{word}/{n}'>more</a></li>", "/Green/2", "/{word}/{n}"),  # an address
    ],
)
def test_values_that_tags_or_marks_bound(row: str, example: str, expected: str | None) -> None:
    expected = expected or example.replace("2", "{n}").replace("Green", "{word}")
    wrapper = learned(listed(row), title="Green", value=example)
    assert is_structured(wrapper)
    assert read(listed(row, 30), wrapper) == [
        {"title": word, "value": expected.format(n=31 + n, word=word)} for n, word in enumerate(WORDS)
    ]


def test_only_the_labelled_columns_are_shown_in_the_order_of_the_labels() -> None:
    html = listed("<li><img src=/{n}.png><h3><a href=/b/{n}>{word}</a></h3><p>{n} euro</p><i>{word} again</i></li>")
    wrapper = learned(html, price="3 euro", title="Blue")
    assert [column.name for column in wrapper.layout.columns if column.keep] == ["price", "title"]
    assert [column.name for column in wrapper.layout.columns][:2] == ["price", "title"]
    assert len(wrapper.layout.columns) > 4
    assert len({column.name for column in wrapper.layout.columns}) == len(wrapper.layout.columns)


def test_the_wrapper_survives_the_disk() -> None:
    row = "<li><b>{word}</b><p>Sold by {word} Ltd, {n} left</p><br>No. {n}<br>{word} street<br>far</li>"
    wrapper = learned(listed(row), title="Green", count="2", place="No. 2 Green street")
    assert loads(dumps(wrapper)) == wrapper
    assert read(listed(row, 9), loads(dumps(wrapper))) == read(listed(row, 9), wrapper)


def test_a_missing_value_stays_empty() -> None:
    html = listed("<li><h3><a href=/{n}>{word}</a></h3><p class=price>{n} euro</p><p class=state>New</p></li>")
    html = html.replace("<p class=price>4 euro</p>", "")
    assert read(html, learned(html, title="Red", price="1 euro"))[3] == {"title": "White", "price": None}


def test_equal_values_are_taken_in_page_order() -> None:
    html = listed("<li><b>{word}</b><p>{word}</p><i>{n}</i></li>").replace("<p>Blue</p>", "<p>Sky</p>")
    assert read(html, learned(html, title="Green", tint="Green", number="2"))[2] == {
        "title": "Blue",
        "tint": "Sky",
        "number": "3",
    }


def test_of_equal_texts_the_one_beside_the_others_is_meant() -> None:
    row = "<li><h4>{word}</h4><div><p>Some words that are between</p></div><div><b>{word}</b><i>{n} euro</i></div></li>"
    html = listed(row).replace("<h4>Blue</h4>", "<h4>Blu…</h4>")
    assert read(html, learned(html, title="Green", price="2 euro"))[2] == {"title": "Blue", "price": "3 euro"}


# --- label files ---


def pages() -> list[LabelledPage]:
    return [shop(8), shop(6, 8, without_price=[9]), shop(9, 20)]


def test_labels_of_several_pages() -> None:
    wrapper = wrapture.learn_labelled(pages())
    assert is_structured(wrapper)
    assert read_as_labelled(wrapper, pages()) == 23
    assert (wrapper.profile.pages, wrapper.learned_from) == (3, ("shop-0.html", "shop-8.html", "shop-20.html"))


def test_names_are_for_the_labelled_columns() -> None:
    wrapper = wrapture.learn_labelled(pages(), names=["-", "", "amount"])
    assert [column.name for column in wrapper.layout.columns if column.keep] == ["title", "amount"]
    assert labelled_share(wrapper, pages()) == 1.0


def test_a_mask_is_learned_for_a_part_of_an_address() -> None:
    html = listed("<li><b>{word}</b><a href='/b?id={n}0&x=1'>more</a></li>")
    wrapper = learned(html, title="Green", number="20")
    assert not is_structured(wrapper)
    assert read(html, wrapper)[4] == {"title": "Black", "number": "50"}


def test_a_mask_is_learned_if_no_list_holds_the_labels() -> None:
    text = "<p>One: 1 euro.</p><div>Menu</div>"
    page = LabelledPage("p", text, (((3, 6), (8, 9)),), ("name", "price"))
    assert not is_structured(wrapture.learn_labelled([page]))


def test_a_list_with_more_records_than_labels_is_read_whole() -> None:
    page = shop(12)
    few = replace(page, records=page.records[3:4])
    assert len(wrapture.extract(wrapture.parse(page.text), wrapture.learn_labelled([few])).rows) == 12
