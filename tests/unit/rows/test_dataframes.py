"""Tables in polars, and wherever Arrow's stream is taken."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, datetime

import duckdb
import polars as pl
import pyarrow as pa

from wrapture.model import Column, ValueType
from wrapture.model.table import Row, Table

TABLE = Table(
    "shop.html",
    ("title", "authors", "price", "day", "seen", "size"),
    (
        Row("", ("A", ("b", "c"), "5,50 €", "1.2.2020", "2020-01-01 10:00", "3")),
        Row("", ("B", None, "sold", None, None, None)),
        Row("", ("C", "d", "7 €", "2.2.2020", "2020-01-02", "4")),
    ),
    described=(
        Column("title", "text", ()),
        Column("authors", "text", ()),
        Column("price", "text", (), type=ValueType("price", ",", "EUR")),
        Column("day", "text", (), type=ValueType("date", order="dmy")),
        Column("seen", "text", (), type=ValueType("date")),
        Column("size", "text", (), type=ValueType("number", ".")),
    ),
)


def test_polars_has_texts_or_what_they_say() -> None:
    texts = TABLE.to_polars()
    assert texts.schema == {
        **dict.fromkeys(TABLE.columns, pl.String),
        "authors": pl.List(pl.String),
    }
    assert texts["authors"].to_list() == [["b", "c"], None, ["d"]]
    typed = TABLE.to_polars(typed=True)
    assert typed.schema == {
        "title": pl.String,
        "authors": pl.List(pl.String),
        "price": pl.Float64,
        "price_currency": pl.String,
        "day": pl.Date,
        "day_time": pl.Datetime("us"),
        "seen": pl.Date,
        "seen_time": pl.Datetime("us"),
        "size": pl.Int64,
    }
    assert typed["price"].to_list() == [5.5, None, 7.0]
    assert typed["day"].to_list() == [date(2020, 2, 1), None, date(2020, 2, 2)]
    assert typed["seen"].to_list() == [date(2020, 1, 1), None, date(2020, 1, 2)]
    assert typed["seen_time"].to_list() == [datetime(2020, 1, 1, 10), None, None]


def test_polars_and_arrow_agree() -> None:
    for typed in (False, True):
        assert TABLE.to_polars(typed=typed).to_dicts() == TABLE.to_arrow(typed=typed).to_pylist()


def test_a_table_without_rows_or_columns_is_one() -> None:
    assert Table("x", (), ()).to_polars().shape == (0, 0)
    assert Table("x", ("a",), ()).to_polars(typed=True).schema == {"a": pl.String}
    assert pa.table(Table("x", ("a",), ())).schema == pa.schema([("a", pa.string())])


def test_other_tools_take_a_table_as_it_is() -> None:
    arrow = pa.table(TABLE)
    assert arrow == TABLE.to_arrow(typed=True)
    assert pl.DataFrame(TABLE).to_dicts() == arrow.to_pylist()
    with duckdb.connect() as database:
        database.register("shop", TABLE)
        assert database.execute("SELECT sum(price) FROM shop").fetchall() == [(12.5,)]


def test_without_polars_an_error_says_how_to_get_it() -> None:
    code = """
import sys
sys.modules["polars"] = None
from wrapture.model.table import Table
try:
    Table("x", (), ()).to_polars()
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Table.to_polars needs an optional package: pip install 'wrapture[polars]'\n"
