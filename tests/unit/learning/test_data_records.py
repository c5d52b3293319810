"""Records in the data of pages that show nothing without their scripts."""

from __future__ import annotations

import json
from typing import Any

import pytest

import wrapture
from wrapture.html.lexbor import parse_page
from wrapture.learning.data_records import data_table

MENU = [{"label": word, "href": f"/{word}"} for word in ("Home", "Sale", "Help", "Contact")]


def product(number: int, **more: Any) -> dict[str, Any]:
    price = {"amount": number + 0.5, "currency": "EUR"}
    return {"id": f"a{number}", "productTitle": f"Lamp number {number}", "price": price, "url": f"/p/{number}", **more}


def shell(data: object, url: str | None = None) -> wrapture.Page:
    text = json.dumps(data)
    return parse_page(f"<div id=app></div><script type=application/json>{text}</script>", url=url)


def test_the_array_with_the_most_readable_text_is_taken() -> None:
    page = shell({"menu": MENU, "page": {"results": [product(n) for n in range(3)]}}, "https://shop.example/list")
    table = wrapture.extract(page)
    assert table.columns == ("id", "product_title", "amount", "currency", "url")
    assert table.rows[2].cells == ("a2", "Lamp number 2", "2.5", "EUR", "https://shop.example/p/2")
    assert table.rows[0].text == "a0 Lamp number 0 0.5 EUR"
    assert table.types == {"id": "text", "product_title": "text", "amount": "number", "currency": "text", "url": "link"}
    assert table.constants == ("currency",)


def test_records_inside_of_edges_and_list_items() -> None:
    edges = [{"cursor": n, "node": product(n)} for n in range(4)]
    assert "product_title" in data_table(shell({"edges": edges})).columns
    linked = [{"@type": "ListItem", "position": n, "item": {"@id": n, "name": f"Big book {n}"}} for n in range(4)]
    assert data_table(shell({"@type": "ItemList", "itemListElement": linked}))["name"] == [
        f"Big book {n}" for n in range(4)
    ]


def test_names_that_occur_twice_get_those_before_them() -> None:
    people = [{"name": f"Book {n}", "author": {"name": f"Ann Lee {n}"}, "shop": {"name": "Us all"}} for n in range(3)]
    assert data_table(shell(people)).columns == ("name", "author_name", "shop_name")


def test_lists_inside_of_records_are_cells_of_several_values() -> None:
    table = data_table(
        shell([product(n, tags=["new", "red"], by=[{"name": "Ann"}], on=True, no=None) for n in range(3)])
    )
    assert table["tags"] == [("new", "red")] * 3
    assert table["by"] == [("Ann",)] * 3
    assert not {"on", "no"} & set(table.columns)


def test_images_are_told_by_their_names() -> None:
    assert (
        data_table(shell([product(n, picture=f"//cdn.example/{n}.jpg?w=9") for n in range(3)])).types["picture"]
        == "image"
    )


@pytest.mark.parametrize(
    "data",
    [{}, [], [1, 2], [{}], [{"a": 1}, {"a": 2}], [{"url": "/a"}, {"url": "/b"}], {"a": [[], [{}], "x"]}, [[{}, {}]]],
)
def test_data_without_records_gives_none(data: object) -> None:
    assert len(data_table(shell(data))) == 0
    assert len(wrapture.extract(shell(data))) == 0


def test_deep_and_wide_data_is_no_trouble() -> None:
    deep: Any = {"name": "deep inside"}
    for _ in range(200):
        deep = {"a": deep}
    wide = [{f"key {n}": f"some text {n}" for n in range(500)} for _ in range(3)]
    assert len(data_table(shell([deep, deep]))) == 0
    assert len(data_table(shell(wide)).columns) == 40


def test_pages_that_show_their_list_are_read_as_before() -> None:
    rows = "".join(
        f"<li><a href=/{n}>Shown item {n}</a><p>Its text is long enough to be a list {n}</p></li>" for n in range(9)
    )
    text = json.dumps([product(n) for n in range(3)])
    page = parse_page(f"<ul>{rows}</ul><script type=application/json>{text}</script>")
    assert len(wrapture.extract(page)) == 9
