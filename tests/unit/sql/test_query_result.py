"""Answers and their ways into other tools; queries that are wrong, long or without end."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import date, datetime
from typing import TYPE_CHECKING

import openpyxl
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.row_schema import RowOptions
from wrapture.sql import QueryError, query
from wrapture.sql.result_files import print_answer, write_answer

from .conftest import BOOKS

if TYPE_CHECKING:
    from pathlib import Path

SQL = "SELECT title, price, day FROM books WHERE price IS NOT NULL ORDER BY price DESC"


def error(sql: str) -> str:
    with pytest.raises(QueryError) as caught:
        query(sql, BOOKS)
    (line,) = str(caught.value).splitlines()
    return line


def test_an_answer_is_rows_and_dictionaries() -> None:
    answer = query(SQL, BOOKS)
    assert answer.columns == ("title", "price", "day")
    assert answer.types == ("VARCHAR", "DOUBLE", "DATE")
    assert len(answer) == 2
    assert answer.rows == [("Good Omens", 12.0, date(2024, 6, 4)), ("The Trial", 9.5, date(2024, 6, 3))]
    assert list(answer) == answer.to_dicts()
    assert answer.to_dicts()[0] == {"title": "Good Omens", "price": 12.0, "day": date(2024, 6, 4)}
    assert repr(answer) == "<QueryResult: 2 rows of title, price, day>"


def test_two_loops_do_not_disturb_each_other() -> None:
    answer = query("SELECT * FROM range(30000) t(n)", BOOKS)
    pairs = [(one, other) for one, other in zip(answer.tuples(), answer.tuples(), strict=True)]
    assert len(pairs) == 30_000
    assert all(one == other for one, other in pairs)


def test_times_with_a_zone_are_in_utc() -> None:
    (row,) = query("select timestamptz '2026-05-04 10:30:00+02' as t, now() is not null as n", BOOKS).rows
    assert row == (datetime(2026, 5, 4, 8, 30), True)


def test_columns_of_one_name_get_a_number() -> None:
    assert query("SELECT a.title, b.title FROM books a, books b", BOOKS).columns == ("title", "title_1")


def test_other_tools_take_an_answer() -> None:
    answer = query(SQL, BOOKS)
    assert answer.to_arrow().schema == pa.schema(
        [("title", pa.string()), ("price", pa.float64()), ("day", pa.date32())]
    )
    assert answer.to_polars().schema == {"title": pl.String, "price": pl.Float64, "day": pl.Date}
    assert answer.to_pandas()["price"].tolist() == [12.0, 9.5]
    assert pa.table(answer).to_pylist() == answer.to_dicts()
    assert pl.DataFrame(answer).to_dicts() == answer.to_dicts()
    assert isinstance(answer.to_pandas(), pd.DataFrame)


def test_an_answer_outlives_its_data(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1, 2]}), tmp_path / "x.parquet")
    answer = query("FROM x", tmp_path / "x.parquet")
    (tmp_path / "x.parquet").unlink()
    assert answer.rows == [(1,), (2,)]


@pytest.mark.parametrize(
    ("sql", "line"),
    [
        ("", "query: is empty; try, for example: select * from records"),
        ("-- nothing", "query: is empty; try, for example: select * from records"),
        ("selec 1", 'query, line 1, column 1: syntax error at or near "selec"'),
        ("select 1 1", 'query, line 1, column 10: syntax error at or near "1"'),
        ("select a from boks", "query, line 1, column 15: Table with name boks does not exist; there are books"),
        ("select sqr(price)\nfrom books", 'Scalar Function with name sqr does not exist! Did you mean "sqrt"?'),
        ("select 'ä',\n   titel\nfrom books", 'query, line 2, column 4: Referenced column "titel" not found'),
        ("select 'ä',\n   titel\nfrom books", '"title"'),
        ("select title + price from books", "No function matches the given name and argument types"),
        ("select title::int from books", "Could not convert string 'The Trial' to INT32"),
        ("select ?", "parameters: 1"),
        ("select 1; select 2", "query: has 2 statements; run one at a time"),
        ("pivot books on title using count(*)", "PIVOT needs explicit columns"),
        ("drop table books", "only SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW and EXPLAIN are allowed"),
        ("select " + "(" * 2000 + "1" + ")" * 2000, "depth"),
        ("select " + "1+" * 20000 + "1", "depth"),
        ("select '\ud800'", "query: is not Unicode text; type it again"),
        ("select 1 -- " + "x" * 1_000_000, "longer than 1,000,000 characters"),
        ("select repeat('x', 1000)::int", "…"),
    ],
)
def test_what_is_wrong_is_said_on_one_line(sql: str, line: str) -> None:
    said = error(sql)
    assert line in said
    assert len(said) < 400


def test_a_query_without_end_is_stopped() -> None:
    start = time.monotonic()
    with pytest.raises(QueryError, match=r"took longer than 0.3 s"):
        query("SELECT sum(a.range * b.range) FROM range(10000000000) a, range(1000000) b", BOOKS, timeout_s=0.3)
    assert time.monotonic() - start < 60
    assert query("SELECT 1", BOOKS, timeout_s=60).rows == [(1,)]


def test_the_time_counts_for_reading_data_too(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b,c\r\n" + "1,2.5,2024-06-03\r\n" * 300_000)
    with pytest.raises(QueryError, match="took longer than"):
        query("FROM x", tmp_path / "x.csv", timeout_s=0.001)


def test_more_than_the_memory_holds_is_an_error_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wrapture.sql.duckdb_engine.MOST_MEMORY_BYTES", 64 << 20)
    said = error("SELECT list(repeat('x', 1000) || range) FROM range(10000000)")
    assert "memory" in said


# --- files ---

ODD = (
    "SELECT 1.50::DECIMAL(4, 2) AS d, [1, 2] AS l, {'a': DATE '2024-06-03'} AS s, TRUE AS b, 'nan'::DOUBLE AS f, "
    "'x,\"y\n' AS t, NULL AS n, 170141183460469231731687303715884105727 AS h, 'ab'::BLOB AS z, INTERVAL 1 DAY AS i"
)


def test_answers_as_text() -> None:
    answer = query(ODD, BOOKS)
    shown = {}
    for form in ("csv", "json", "jsonl"):
        file = io.StringIO(newline="")
        print_answer(answer, form, file)
        shown[form] = file.getvalue()
    (row,) = json.loads(shown["json"])
    assert row == json.loads(shown["jsonl"])
    assert (row["d"], row["l"], row["s"], row["b"], row["f"]) == (1.5, [1, 2], {"a": "2024-06-03"}, True, None)
    assert row["z"] == "6162"
    header, cells = csv.reader(io.StringIO(shown["csv"], newline=""))
    assert header == list(answer.columns)
    assert cells[:6] == ["1.5", "1 | 2", '{"a": "2024-06-03"}', "true", "", 'x,"y\n']


def test_no_row_is_an_empty_list() -> None:
    file = io.StringIO()
    print_answer(query("FROM books WHERE false", BOOKS), "json", file)
    assert json.loads(file.getvalue()) == []


@pytest.mark.parametrize("name", ["x.csv", "x.json", "x.jsonl", "x.sqlite", "x.parquet", "x.duckdb"])
def test_an_answer_that_was_written_can_be_asked(name: str, tmp_path: Path) -> None:
    answer = query(SQL, BOOKS)
    write_answer(answer, tmp_path / name)
    again = query("FROM x", tmp_path / name)
    assert (again.columns, again.types, again.rows) == (answer.columns, answer.types, answer.rows)
    with pytest.raises(OutputError, match="already there"):
        write_answer(answer, tmp_path / name)
    write_answer(query("SELECT 1 AS a", BOOKS), tmp_path / name, force=True)
    assert query("FROM x", tmp_path / name).rows == [(1,)]


def test_csv_of_answers_is_for_spreadsheets_too(tmp_path: Path) -> None:
    answer = query("SELECT '=1+1' AS a, -1 AS b", BOOKS)
    write_answer(answer, tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_bytes() == b"\xef\xbb\xbfa,b\r\n'=1+1,-1\r\n"
    write_answer(answer, tmp_path / "raw.csv", options=RowOptions(bom=False, raw_formulas=True))
    assert (tmp_path / "raw.csv").read_bytes() == b"a,b\r\n=1+1,-1\r\n"


def test_any_type_goes_into_every_format(tmp_path: Path) -> None:
    for form in ("csv", "json", "jsonl", "sqlite", "duckdb", "xlsx"):
        write_answer(query(ODD, BOOKS), tmp_path / f"x.{form}")
    write_answer(query(ODD.partition(", INTERVAL")[0], BOOKS), tmp_path / "x.parquet")
    with pytest.raises(OutputError, match=r"y.parquet: Parquet can't hold one of the types .*; cast the column"):
        write_answer(query(ODD, BOOKS), tmp_path / "y.parquet")
    (row,) = query("FROM x", tmp_path / "x.duckdb").rows
    assert (row[0], row[1], row[3], row[7]) == (1.5, [1, 2], True, 170141183460469231731687303715884105727)
    head, cells = openpyxl.load_workbook(tmp_path / "x.xlsx")["records"].iter_rows(values_only=True)
    found = dict(zip(map(str, head), cells, strict=True))
    assert (found["d"], found["l"], found["b"], found["n"]) == (1.5, "1 | 2", True, None)
    assert found["h"] == "170141183460469231731687303715884105727"


def test_numbers_that_sqlite_can_not_hold_are_texts(tmp_path: Path) -> None:
    write_answer(query(ODD, BOOKS), tmp_path / "x.sqlite")
    with closing(sqlite3.connect(tmp_path / "x.sqlite")) as database:
        assert database.execute("SELECT h FROM records").fetchall() == [("170141183460469231731687303715884105727",)]


# --- packages that are not there ---


def test_without_the_packages_an_error_says_how_to_get_them() -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1].split(",")))
from wrapture.model.table import Row, Table
from wrapture.sql import query
from wrapture.errors import MissingExtraError
table = Table("p", ("a",), (Row("", ("x",)),))
try:
    answer = query("FROM records", table)
    print(answer.rows, answer.to_dicts())
    for name in ("to_pandas", "to_arrow", "to_polars"):
        try:
            getattr(answer, name)()
        except MissingExtraError as error:
            print(error)
except MissingExtraError as error:
    print(error)
"""
    run = [
        subprocess.run([sys.executable, "-c", code, missing], capture_output=True, text=True, check=True).stdout
        for missing in ("duckdb", "pyarrow,pandas,polars")
    ]
    assert run[0] == "querying with SQL needs an optional package: pip install 'wrapture[sql]'\n"
    assert run[1].splitlines() == [
        "[('x', 'p', 1)] [{'a': 'x', 'page': 'p', 'record': 1}]",
        "QueryResult.to_pandas needs an optional package: pip install 'wrapture[pandas]'",
        "QueryResult.to_arrow needs an optional package: pip install 'wrapture[parquet]'",
        "QueryResult.to_polars needs an optional package: pip install 'wrapture[polars]'",
    ]
    assert MissingExtraError("x", "sql").extra == "sql"
