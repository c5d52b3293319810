"""Tables and their conversions for other tools."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from wrapture.model import CONSTANT, Column, ValueType
from wrapture.model.table import Failure, Row, Table
from wrapture.values import Price

TABLE = Table(
    "books.html",
    ("title", "authors"),
    (Row("a b c", ("a", ("b", "c"))), Row("d", ("d", None)), Row("e f", ("e", "f"))),
)


def test_a_table_is_a_list_of_dictionaries() -> None:
    assert len(TABLE) == 3
    assert list(TABLE) == TABLE.to_dicts()
    assert TABLE.to_dicts()[1] == {"title": "d", "authors": None}


def test_a_data_frame_has_the_columns_and_nothing_where_nothing_is() -> None:
    frame = TABLE.to_pandas()
    assert list(frame.columns) == ["title", "authors"]
    assert frame["authors"].tolist() == [("b", "c"), None, "f"]


def test_arrow_has_lists_where_a_cell_holds_several() -> None:
    arrow = TABLE.to_arrow()
    assert arrow.column("title").to_pylist() == ["a", "d", "e"]
    assert arrow.column("authors").to_pylist() == [["b", "c"], None, ["f"]]


def test_a_notebook_shows_values_as_text() -> None:
    shown = Table("x", ("<b>",), (Row("", ("<i>&",)), Row("", (("a", "b"),)), Row("", (None,))))._repr_html_()
    assert shown == (
        "<table><thead><tr><th>&lt;b&gt;</th></tr></thead><tbody>"
        "<tr><td>&lt;i&gt;&amp;</td></tr><tr><td>a, b</td></tr><tr><td></td></tr></tbody></table>"
    )


def test_an_empty_table_is_a_table() -> None:
    empty = Table("x", (), ())
    assert (empty.to_dicts(), len(empty.to_pandas()), empty.to_arrow().num_rows) == ([], 0, 0)


def test_values_can_not_be_changed() -> None:
    with pytest.raises(AttributeError):
        TABLE.page = "other"  # type: ignore[misc]
    assert Failure("x", "gone") == Failure("x", "gone")


TYPED = Table(
    "shop.html",
    ("title", "price", "day", "stars", "size", "seen"),
    (
        Row("", ("A", "5,50 €", "1.2.2020", "4/5", "1.5", "2020-01-01 10:00")),
        Row("", ("B", "sold", None, "?", "2", "2020-01-02")),
    ),
    described=(
        Column("title", "text", ()),
        Column("price", "text", (), type=ValueType("price", ",", "EUR")),
        Column("day", "text", (), type=ValueType("date", order="dmy")),
        Column("stars", "text", (), type=ValueType("rating", scale=5)),
        Column("size", "text", (), type=ValueType("number", "."), constant=True, hidden=CONSTANT),
        Column("seen", "text", (), type=ValueType("date")),
    ),
)


def test_a_table_says_what_its_texts_say() -> None:
    assert TYPED.types["price"] == "price"
    assert TYPED.constants == ("size",)
    first, second = TYPED.to_dicts(typed=True)
    assert first["price"] == Price(Decimal("5.50"), "EUR")
    assert first["day"] == date(2020, 2, 1)
    assert second == {"title": "B", "price": None, "day": None, "stars": None, "seen": date(2020, 1, 2)}
    assert TYPED.to_dicts(typed=True, all_columns=True)[1]["size"] == 2
    assert (TYPED.hidden, TYPED["size"]) == ({"size": CONSTANT}, ["1.5", "2"])
    assert "5 columns" in repr(TYPED)
    assert TYPED.to_dicts()[1]["price"] == "sold"


def test_a_table_that_nothing_is_known_of_is_one_of_texts() -> None:
    bare = Table("page", ("a",), (Row("1", ("1",)),))
    assert (bare.types, bare.constants) == ({"a": "text"}, ())
    assert bare.to_dicts(typed=True) == bare.to_dicts()


def test_typed_columns_in_pandas() -> None:
    frame = TYPED.to_pandas(typed=True, all_columns=True)
    assert list(frame.columns) == [
        *("title", "price", "price_currency", "day", "day_time", "stars", "stars_scale", "size", "seen", "seen_time"),
    ]
    assert frame["price"].sum() == 5.5
    assert frame["day"].dt.year[0] == 2020
    assert str(frame["size"].dtype) == "Float64"


def test_typed_columns_in_arrow() -> None:
    table = TYPED.to_arrow(typed=True, all_columns=True)
    assert [str(field.type) for field in table.schema] == [
        "string",
        "double",
        "string",
        "date32[day]",
        "timestamp[us]",
        "double",
        "double",
        "double",
        "date32[day]",
        "timestamp[us]",
    ]
    assert table["price"].to_pylist() == [5.5, None]


def test_a_column_of_its_own_has_its_own_name() -> None:
    described = (Column("p", "text", (), type=ValueType("price", ".", "EUR")), Column("p_currency", "text", ()))
    table = Table("page", ("p", "p_currency"), (Row("", ("5 €", "x")),), described=described)
    assert table.to_arrow(typed=True).schema.names == ["p", "p_currency_2", "p_currency"]


def test_one_name_leaves_out_one_column() -> None:
    table = Table("page", ("cover_link", "cover"), (Row("", ("a", "b")),))
    assert table.without("cover_link").columns == ("cover",)
    assert table.without(["cover"]).columns == ("cover_link",)


def test_texts_are_trimmed_and_addresses_are_not() -> None:
    described = (Column("case", "text", ()), Column("tags", "text", ()), Column("link", "link", ()))
    row = Row("", (", No. 12", ("| new", "old,"), "/a,"))
    table = Table("page", ("case", "tags", "link"), (row, Row("", (None, None, None))), described=described)
    assert [one.cells for one in table.trimmed().rows] == [("No. 12", ("new", "old"), "/a,"), (None, None, None)]
    assert Table("page", ("case",), (Row("", (", 1",)),)).trimmed()["case"] == ["1"]
