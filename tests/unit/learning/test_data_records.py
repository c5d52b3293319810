"""Records in the data of pages that show nothing without their scripts."""

from __future__ import annotations

import json
from typing import Any

import pytest

import wrapture
from wrapture.errors import ColumnError, LabelError, NothingFoundError, WrapperFileError
from wrapture.export.exporting import export
from wrapture.html.lexbor import parse_page
from wrapture.learning.data_records import data_table
from wrapture.learning.marking.drafting import draft_of
from wrapture.library.describe import describe
from wrapture.library.editing import add_column, merge_columns, split_column
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import DataLocator
from wrapture.reading.pointing import TextPlace, row_places
from wrapture.reading.records import find_records

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


def test_objects_that_share_no_name_are_no_records() -> None:
    """Their wrapper had no fields, so that its own file was refused, and their table had no columns."""
    objects = [{f"name {n} {m}": f"a text {m}" for m in range(9)} for n in range(9)]
    assert data_table(shell(objects)).rows == ()
    with pytest.raises(NothingFoundError):
        wrapture.learn(shell(objects))


@pytest.mark.parametrize("length", [200, 201])
def test_names_are_as_long_as_a_wrapper_file_allows(length: int) -> None:
    """The file of a wrapper with a longer one was refused."""
    page = shell({"n" * length: [product(n, **{"f" * length: f"Big lamp {n}"}) for n in range(4)]})
    assert len(data_table(page)) == (4 if length == 200 else 0)
    wide = shell([product(n, **{"f" * length: f"Big lamp {n}"}) for n in range(4)])
    wrapper = wrapture.learn(wide)
    assert loads(dumps(wrapper)) == wrapper
    assert len(data_table(wide).columns) == (6 if length == 200 else 5)


def test_what_is_no_number_is_no_value() -> None:
    page = shell(
        [{"title": f"Lamp number {n}", "price": price} for n, price in enumerate((1.5, 2, float("nan"), 1e999))]
    )
    assert data_table(page)["price"] == ["1.5", "2", None, None]


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


# --- wrappers ---


def test_a_wrapper_finds_the_array_on_other_pages() -> None:
    first, second = (shell({"menu": MENU, "page": {"results": [product(n) for n in range(k)]}}) for k in (3, 7))
    wrapper = wrapture.learn(first, names=["", "title", "-"])
    assert wrapper.locator == DataLocator(("page", "results"), wrapper.locator.fields)  # type: ignore[union-attr, arg-type]
    assert wrapper.learner == "data"
    table = wrapture.extract(second, wrapper)
    assert table.columns == ("id", "title", "currency", "url")
    assert table["title"] == [f"Lamp number {n}" for n in range(7)]
    assert loads(dumps(wrapper)) == wrapper
    assert "page > results" in describe(wrapper)
    assert (wrapture.fit(second, wrapper).value, wrapture.fit(shell([]), wrapper).found) == (1.0, 0)


def test_the_longest_array_at_the_path_is_taken() -> None:
    shelves = {"shelves": [{"books": [product(n) for n in range(k)]} for k in (2, 5, 3)]}
    wrapper = wrapture.learn(shell(shelves))
    assert wrapper.locator.path == ("shelves", "*", "books")  # type: ignore[union-attr]
    assert len(wrapture.extract(shell(shelves), wrapper)) == 5


def test_what_needs_a_place_on_the_page_is_refused() -> None:
    page = shell([product(n) for n in range(4)])
    wrapper = wrapture.learn(page)
    assert find_records(wrapper.locator, page) == ()
    assert row_places(wrapper, page) == [[()] * 5] * 4
    with pytest.raises(LabelError, match="reads the page's data"):
        wrapture.label(page, wrapper)
    with pytest.raises(LabelError, match="reads the page's data"):
        draft_of(page, wrapper)
    with pytest.raises(ColumnError, match="has no parts"):
        split_column(wrapper, "product_title", [page], by="marks")
    with pytest.raises(ColumnError, match="not what it shows"):
        add_column(wrapper, [page], page, (), TextPlace(0, 0, 0, 0), "new")
    with pytest.raises(NothingFoundError, match="no elements to select"):
        export(wrapper, [], "xpath")


def test_columns_are_edited_as_usual() -> None:
    page = shell([product(n) for n in range(4)])
    merged = merge_columns(wrapture.learn(page), ["amount", "currency"], [page])
    assert wrapture.extract(page, merged)["amount"] == [f"{n}.5 EUR" for n in range(4)]
    assert loads(dumps(merged)) == merged


def test_broken_files_are_named() -> None:
    data = json.loads(dumps(wrapture.learn(shell([product(n) for n in range(4)]))))
    for field, value in (("fields", []), ("fields", [[]]), ("path", "x"), ("fields", [["a"]])):
        with pytest.raises(WrapperFileError):
            loads(json.dumps({**data, "locator": {**data["locator"], field: value}}))


def test_all_lists_of_such_a_page_are_its_data() -> None:
    (table,) = wrapture.extract_all(shell([product(n) for n in range(4)]))
    assert (len(table), table.kind, table.main) == (4, "results", True)
