"""JSON-LD: columns with a counterpart in schema.org become that property, and no other value is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import wrapture
from wrapture.model import Column
from wrapture.model.table import Failure, Row, Table
from wrapture.rows.write import format_of, render, write
from wrapture.values.value_type import ValueType

if TYPE_CHECKING:
    from pathlib import Path

PRICE = ValueType("price", decimal=".")
RATING = ValueType("rating", decimal=".")
NUMBER = ValueType("number", decimal=".")


def table(**columns: tuple[ValueType | None, str | tuple[str, ...] | None]) -> Table:
    described = tuple(Column(name, "text", (), type=kind or ValueType()) for name, (kind, _) in columns.items())
    row = Row("all", tuple(cell for _, cell in columns.values()))
    return Table("http://x.org/list", tuple(columns), (row,), described=described)


def item(one: Table) -> dict[str, Any]:
    found = json.loads(render([one], "jsonld"))["@graph"][0]["itemListElement"][0]["item"]
    assert isinstance(found, dict)
    return found


def test_a_list_says_where_it_is_from_and_numbers_its_items() -> None:
    found = json.loads(render([table(title=(None, "The Trial"))], "jsonld"))
    assert found["@context"] == "https://schema.org"
    (page,) = found["@graph"]
    assert (page["@type"], page["url"], page["numberOfItems"]) == ("ItemList", "http://x.org/list", 1)
    assert page["itemListElement"][0]["position"] == 1


def test_names_with_a_counterpart_become_properties() -> None:
    own = item(table(title=(None, "The Trial"), title_link=(None, "http://x.org/1"), authors=(None, ("Kafka", "Brod"))))
    assert own == {"@type": "Thing", "name": "The Trial", "url": "http://x.org/1", "author": ["Kafka", "Brod"]}


def test_prices_are_offers_and_ratings_are_joined() -> None:
    own = item(table(price=(PRICE, "£9.99"), rating=(RATING, "4.5 out of 5"), reviews=(NUMBER, "1,204")))
    assert own["@type"] == "Product"
    assert own["offers"] == {"@type": "Offer", "price": 9.99, "priceCurrency": "GBP"}
    assert own["aggregateRating"] == {
        "@type": "AggregateRating",
        "ratingValue": 4.5,
        "bestRating": 5,
        "reviewCount": 1204,
    }


def test_every_other_column_is_an_additional_property() -> None:
    own = item(table(title=(None, "Lamp"), old_price=(PRICE, "£12"), voltage=(None, "230 V"), name=(None, "Other")))
    assert own["name"] == "Lamp"
    assert [(one["name"], one["value"]) for one in own["additionalProperty"]] == [
        ("old_price", 12),
        ("voltage", "230 V"),
        ("name", "Other"),
    ]


def test_a_price_that_cannot_be_read_stays_as_its_text() -> None:
    assert item(table(price=(PRICE, "on request")))["additionalProperty"][0]["value"] == "on request"


def test_empty_cells_hidden_columns_and_failed_pages_are_left_out() -> None:
    one = table(title=(None, "Lamp"), note=(None, None), twin=(None, "Lamp"))
    one = replace(one, described=(*one.described[:2], replace(one.described[2], hidden="repeats title")))
    assert item(one) == {"@type": "Thing", "name": "Lamp"}
    assert json.loads(render([Failure("gone.html", "no such file")], "jsonld"))["@graph"] == []


def test_a_page_from_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "books.jsonld"
    assert format_of(path) == "jsonld"
    write([wrapture.extract("examples/books-1.html")], path)
    (page,) = json.loads(path.read_text("utf-8"))["@graph"]
    assert page["identifier"] == "examples/books-1.html"
    assert {one["item"]["@type"] for one in page["itemListElement"]} == {"Product"}


def test_no_value_ends_the_script_that_a_page_has_the_document_in() -> None:
    text = render([table(title=(None, "</script><!--<script>"))], "jsonld")
    assert "<" not in text
    assert json.loads(text)["@graph"][0]["itemListElement"][0]["item"]["name"] == "</script><!--<script>"
