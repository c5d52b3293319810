"""Tables and their ways into other tools."""

from __future__ import annotations

import pytest

from wrapture.extraction.table import Failure, Row, Table

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
