from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

from wrapture.extraction.table import Row, Table
from wrapture.model import Column
from wrapture.sinks.rows import FlatRow, flat_rows, header, union, without_constants

from .conftest import GONE, RESULTS, drawn_results, names

if TYPE_CHECKING:
    from wrapture.sinks.rows import Result


def test_the_columns_are_those_of_all_pages_as_first_seen() -> None:
    assert union(RESULTS) == ("title", "authors", "price", "label")


def test_rows_have_a_cell_for_every_column() -> None:
    assert list(flat_rows(RESULTS, union(RESULTS))) == [
        FlatRow("books.html", 1, ("The Trial", "Kafka", "5", None)),
        FlatRow("books.html", 2, ('Good "Omens",\r\nlarge', "Pratchett | Gaiman", None, None)),
        FlatRow("discs.html", 1, ("=1+1", None, None, "Blå")),
        FlatRow("bare.html", 1, (None, None, None, None)),
    ]


def test_names_that_clash_get_a_number_and_the_others_keep_theirs() -> None:
    assert header(["Page", "page_2", "page_3", "PAGE", "x"], ["page"]) == (
        *("page", "Page_4", "page_2", "page_3", "PAGE_5", "x"),
    )
    assert header(["a\0", "a\ufffd", "a\ud800"], []) == ("a\ufffd", "a\ufffd_2", "a\ufffd_3")


@given(names)
def test_names_differ_without_regard_to_case(columns: list[str]) -> None:
    found = header(columns, ["page", "record"])
    assert len({name.casefold() for name in found}) == len(columns) + 2
    "".join(found).encode()


@given(drawn_results)
def test_every_text_can_be_encoded(results: list[Result]) -> None:
    found = list(flat_rows(results, union(results)))
    for row in found:
        for text in (row.page, *row.cells):
            (text or "").encode()


def test_constant_columns_are_left_out() -> None:
    described = (Column("title", "text", ()), Column("buy", "text", (), constant=True))
    one = Table("1", ("title", "buy"), (Row("a Buy", ("a", "Buy"), confidences=(1.0, 0.5)),), described=described)
    left = without_constants([one, GONE])
    assert left == [
        replace(one, columns=("title",), rows=(Row("a Buy", ("a",), confidences=(1.0,)),), described=described[:1]),
        GONE,
    ]
    other = Table("2", ("title", "buy"), (Row("b Sold", ("b", "Sold")),))
    assert without_constants([one, other]) == [one, other]  # on another page it says something
    alone = Table("3", ("buy",), (Row("Buy", ("Buy",)),), described=described[1:])
    assert without_constants([alone]) == [alone]
