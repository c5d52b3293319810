"""The one schema: from tables to typed rows, the same as a bulk run has."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from hypothesis import given

from tests.examples import scaled
from tests.unit.bulk.output.made import Case, cases, job_for, jobs
from wrapture.model import CONSTANT, Column, Fit, ValueType
from wrapture.model.table import Row, Table
from wrapture.rows.json_lines import line_pieces
from wrapture.rows.kinds import common_kind
from wrapture.rows.result_rows import rows_of, short_names, without_hidden
from wrapture.rows.row_schema import RowOptions, header
from wrapture.wording import encodable

from .conftest import GONE, RESULTS, SHOP, drawn_results, names

if TYPE_CHECKING:
    from wrapture.bulk.jobs import Job
    from wrapture.rows.result_rows import Result

PLAIN = RowOptions()


def rows(results: list[Result], options: RowOptions = PLAIN) -> list[tuple[Any, ...]]:
    return [row for batch in rows_of(results, options).filled() for row in zip(*batch, strict=True)]


def schema(results: list[Result], options: RowOptions = PLAIN) -> dict[str, str]:
    found = rows_of(results, options).schema
    return dict(zip(found.names, found.kinds, strict=True))


def test_the_columns_are_those_of_all_pages_as_first_seen() -> None:
    assert list(schema(RESULTS).items()) == [
        ("title", "string"),
        ("authors", "string[]"),
        ("price", "string"),
        ("label", "string"),
        ("page", "string"),
        ("record", "integer"),
    ]
    assert rows(RESULTS) == [
        ("The Trial", ["Kafka"], "5", None, "books.html", 1),
        ('Good "Omens",\r\nlarge', ["Pratchett", "Gaiman"], None, None, "books.html", 2),
        ("=1+1", None, None, "Blå", "discs.html", 1),
        (None, None, None, None, "bare.html", 1),
    ]


def test_pages_have_short_names_where_these_are_clear() -> None:
    pages = ["a/x.html", "b/x.html", "b/y.html", "https://example.org/y.html", "/", ""]
    assert list(short_names(pages).values()) == [
        "a/x.html",
        "b/x.html",
        "y.html",
        "https://example.org/y.html",
        "/",
        "",
    ]
    assert rows([replace(SHOP, page="saved/shop.html")])[0][-2:] == ("shop.html", 1)


def test_columns_have_the_types_of_what_their_texts_say() -> None:
    assert schema([SHOP]) == {
        "page": "string",
        "record": "integer",
        "title": "string",
        "price": "number",
        "price_currency": "string",
        "day": "date",
        "day_time": "moment",
        "sold": "integer",
        "stars": "number",
        "stars_scale": "number",
        "sizes": "number[]",
        "cover": "string",
    }
    assert rows([SHOP])[0] == (
        *("=A", 5.5, "EUR", date(2024, 6, 3), datetime(2024, 6, 3, 14, 5)),
        *(1200, 4, 5, [1, 2.5], "/a.png", "shop.html", 1),
    )
    assert rows([SHOP])[1][1:-2] == (None, None, date(1999, 1, 2), None, None, None, None, [None], None)


def test_dangling_separators_are_not_written() -> None:
    columns = (Column("case", "text", ()), Column("tags", "text", ()), Column("link", "link", ()))
    row = Row("x", (", 120999", ("| a", "b ·"), "/list,"))
    table = Table("p", ("case", "tags", "link"), (row,), described=columns)
    assert rows([table])[0][:-2] == ("120999", ["a", "b"], "/list,")


def test_dates_without_a_time_of_day_have_no_column_for_it() -> None:
    described = tuple(
        replace(column, type=replace(column.type, time=False)) if column.type_name == "date" else column
        for column in SHOP.described
    )
    assert list(schema([replace(SHOP, described=described)]))[1:5] == ["price", "price_currency", "day", "sold"]


def test_the_page_s_own_words_instead_or_beside() -> None:
    assert list(schema([SHOP], RowOptions(typed=False)))[:-2] == [
        *("title", "price", "day", "sold", "stars", "sizes", "cover"),
    ]
    assert rows([SHOP], RowOptions(typed=False))[0][1:4] == ("5,50 €", "3.6.2024 14:05", "1.200")
    assert list(schema([SHOP], RowOptions(texts=True)))[1:7] == [
        *("price", "price_currency", "price_text", "day", "day_time", "day_text"),
    ]


def test_where_a_record_comes_from_is_said_last() -> None:
    read = replace(SHOP, wrapper="shop", fit=Fit(0.75, None, None, 2, (1, 1)))
    assert list(schema([read, SHOP]))[-4:] == ["page", "record", "wrapper", "fit"]
    assert [row[-2:] for row in rows([read, SHOP])[::2]] == [("shop", 0.75), (None, None)]
    section = replace(SHOP, heading="News", kind="list")
    assert list(schema([section]))[-4:] == ["section", "kind", "page", "record"]
    assert rows([section])[0][-4:] == ("News", "list", "shop.html", 1)


def test_pages_without_records_are_dead_letters() -> None:
    letters = rows_of(RESULTS, PLAIN).letters
    assert letters is not None
    assert list(letters()) == [
        ("gone.html", "gone.html", "unreadable", "no such file; check the name"),
        ("none.html", "none.html", "no records", "no records found"),
    ]


def test_columns_of_one_name_and_two_kinds() -> None:
    number = Column("n", "text", (), type=ValueType("number", "."))
    whole = Table("a", ("n",), (Row("", ("7",)),), described=(number,))
    part = Table("b", ("n",), (Row("", ("2.5",)),), described=(number,))
    text = Table("c", ("n",), (Row("", ("x",)),))
    many = Table("d", ("n",), (Row("", (("y", "z"),)),))
    assert (schema([whole])["n"], schema([whole, part])["n"]) == ("integer", "number")
    assert (schema([whole, text])["n"], [row[0] for row in rows([whole, part, text])]) == ("mixed", ["7", "2.5", "x"])
    assert (schema([text, many])["n"], [row[0] for row in rows([text, many])]) == ("string[]", [["x"], ["y", "z"]])
    assert [row[0] for row in rows([whole, many])] == ["7", "y | z"]
    assert common_kind("date[]", "date") == "date[]"


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
    for row in rows(results):
        for value in row:
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    text.encode()


@given(cases(max_units=1), jobs)
@scaled(0.5)
def test_a_table_and_a_bulk_run_have_the_same_rows(units: list[Case], job: Job) -> None:
    options = RowOptions(typed=job.typed, texts=job.texts, all_columns=job.all_columns)
    for unit in units:
        for owner, name, table in unit.tables:
            if owner.layout.columns and table.rows and table.columns:
                part = Case(((owner, name, table),)).outcome(0, job_for(job, "rows")).parts[0]
                own = rows_of([replace(table, wrapper=name)], options)
                lines = b"".join(line_pieces(own)).decode().splitlines()
                found, kept = list(map(json.loads, lines)), list(map(json.loads, part.body.decode().splitlines()))
                for one, other in zip(found, kept, strict=True):
                    assert one.pop("page") in other.pop("page")  # without the folder
                assert found == kept
                assert own.schema.keys[:-4] == tuple(column for column, _ in part.columns)


def test_constant_columns_are_left_out() -> None:
    described = (Column("title", "text", ()), Column("buy", "text", (), constant=True, hidden=CONSTANT))
    one = Table("1", ("title", "buy"), (Row("a Buy", ("a", "Buy"), confidences=(1.0, 0.5)),), described=described)
    left = without_hidden([one, GONE])
    assert left == [
        replace(one, columns=("title",), rows=(Row("a Buy", ("a",), confidences=(1.0,)),), described=described[:1]),
        GONE,
    ]
    other = Table("2", ("title", "buy"), (Row("b Sold", ("b", "Sold")),))
    assert without_hidden([one, other]) == [one, other]  # on another page it says something
    alone = Table("3", ("buy",), (Row("Buy", ("Buy",)),), described=described[1:])
    assert without_hidden([alone]) == [alone]
    assert (list(schema([one]))[:-2], list(schema([one], RowOptions(all_columns=True)))[:-2]) == (
        ["title"],
        ["title", "buy"],
    )


def test_texts_are_cleaned() -> None:
    broken = Table("p\udcff", ("a\ud800",), (Row("", (("\ud83d\ude00", "\ud83d"),)),))
    assert (schema([broken]), rows([broken])) == (
        {"page": "string", "record": "integer", "a\ufffd": "string[]"},
        [(["😀", "\ufffd"], "p\ufffd", 1)],
    )
    assert encodable("\udfff") == "\ufffd"
