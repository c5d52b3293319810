"""Each format as rows with types, names for data, and what is wrong with them on one line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wrapture.model import Column, ValueType
from wrapture.model.table import Row, Table
from wrapture.sql import QueryError, query, tables

from .conftest import BOOKS, TYPED, write_books

if TYPE_CHECKING:
    from pathlib import Path

DAYS = [date(2024, 6, 3), date(2024, 6, 4), None, date(2024, 6, 5)]


def types(*data: Any) -> dict[str, str]:
    (view,) = tables(*data)
    return dict(view.columns)


def error(*data: Any, sql: str = "FROM records") -> str:
    with pytest.raises(QueryError) as caught:
        query(sql, *data)
    (line,) = str(caught.value).splitlines()
    return line


# --- formats ---


def test_every_format_has_a_row_per_record(books: Path) -> None:
    titles = (
        [row[0] for row in query("SELECT title FROM books ORDER BY page, record", books).rows]
        if (books.suffix != ".csv")
        else [row[0] for row in query("SELECT title FROM books", books).rows]
    )
    assert len(titles) == 4
    assert titles[:2] in (["The Trial", "Good Omens"], ["The Trial", "The Trial"])
    assert query("SELECT count(*) FROM records", books).rows == [(4,)]


@pytest.mark.parametrize("form", ["parquet", "json", "jsonl", "flat", "duckdb"])
def test_prices_are_numbers_and_days_are_days(form: str, tmp_path: Path) -> None:
    path = write_books(tmp_path, form)
    assert (types(path)["price"], types(path)["day"]) == ("DOUBLE", "DATE")
    assert [row[0] for row in query("SELECT price FROM books", path).rows] == [9.5, 12.0, None, None]
    assert [row[0] for row in query("SELECT day FROM books", path).rows] == DAYS


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_records_in_json_become_rows(form: str, tmp_path: Path) -> None:
    path = write_books(tmp_path, form)
    empty = {"fit": "VARCHAR", "day_time": "VARCHAR"} if form == "jsonl" else {}
    assert types(path) == empty | {
        "page": "VARCHAR",
        "record": "BIGINT",
        "wrapper": "VARCHAR",
        "title": "VARCHAR",
        "authors": "VARCHAR[]",
        "price": "DOUBLE",
        "price_currency": "VARCHAR",
        "day": "DATE",
    }
    rows = query("SELECT record, authors, price_currency FROM books", path).rows
    assert rows[:3] == [
        (1, ["Franz Kafka"], "GBP"),
        (2, ["Terry Pratchett", "Neil Gaiman"], "GBP"),
        (3, None, None),
    ]


def test_a_table_is_asked_as_its_file_would_be(tmp_path: Path) -> None:
    path = write_books(tmp_path, "jsonl")
    assert query("FROM records", path).rows == query("FROM books", BOOKS).rows


def test_kinds_of_values_in_json(tmp_path: Path) -> None:
    lines = [
        {
            "page": "p",
            "record": 1,
            "fit": 0.5,
            "confidence": 0.25,
            "fields": {
                "n": "7",
                "r": "4/5",
                "at": "x",
                "mixed": "1",
                "seldom": "1",
                "i": "a.png",
                "Page": "q",
                "": "e",
            },
            "values": {
                "n": 7,
                "r": {"value": 4.5, "scale": 5},
                "at": "2024-06-03T10:00:00+02:00",
                "mixed": 1,
                "seldom": 1,
                "i": "a.png",
            },
        },
        {
            "page": "p",
            "record": 2,
            "fields": {"n": "7", "at": ["x", "y"], "mixed": "x", "seldom": "one", "a/b~c": "path", "PAGE": "r"},
            "values": {"n": 7.5, "at": ["2024-06-04", "2024-06-05"], "mixed": "2024-06-04"},
        },
        {"page": "p", "record": 3, "fields": {"seldom": "two", "n": None}},
        {"page": "gone", "error": "not there"},
    ]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answer = query("FROM x", path)
    found = dict(zip(answer.columns, zip(*answer.rows, strict=True), strict=True))
    assert found["fit"] == (0.5, None, None)
    assert found["confidence"] == (0.25, None, None)
    assert found["n"] == (7.0, 7.5, None)
    assert (found["r"][0], found["r_scale"][0]) == (4.5, 5.0)
    assert found["at"] == (date(2024, 6, 3), date(2024, 6, 4), None)
    assert found["at_time"] == (datetime(2024, 6, 3, 8), None, None)
    assert found["mixed"] == ("1", "x", None)
    assert found["seldom"] == ("1", "one", "two")
    assert found["i"][0] == "a.png"
    assert found["a/b~c"][1] == "path"
    assert found["column"][0] == "e"
    assert {name for name in found if name.lower().startswith("page")} in (
        {"page", "Page_2", "PAGE_3"},
        {"page", "Page_3", "PAGE_2"},
    )


def test_flat_lines_keep_texts_that_look_like_numbers(tmp_path: Path) -> None:
    path = write_books(tmp_path, "flat")
    assert query("SELECT title, \"order\" FROM books WHERE title IN ('007', 'Emma')", path).rows == [
        ("007", None),
        ("Emma", "x"),
    ]


def test_flat_lines_with_names_that_differ_by_case(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"Title": "a", "title": "b", "n": null, "m": 1}\n{"Title": "c", "title": "d", "m": "x"}\n')
    answer = query("FROM x", path)
    assert [row[:2] for row in answer.rows] == [("a", "b"), ("c", "d")]


def test_sections_have_a_heading_and_a_kind(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        '[{"page": "p", "heading": "News", "kind": "list", "main": true, "records": [{"text": "a", "fields": {"t": "a"}}]},'
        '{"page": "q", "records": []}]'
    )
    assert query("SELECT page, section, kind, record, t FROM x", path).rows == [("p", "News", "list", 1, "a")]


def test_folders_tell_columns_and_files_may_differ(tmp_path: Path) -> None:
    for name, table in {
        "books": pa.table({"page": ["a"], "price": [1]}),
        "2024": pa.table({"page": ["b"], "price": [2.5], "pages": [3]}),
        "a%20b": pa.table({"page": ["c"], "other": ["x"]}),
    }.items():
        folder = tmp_path / "out" / f"wrapper={name}"
        folder.mkdir(parents=True)
        pq.write_table(table, folder / "part-00000.parquet")
    (tmp_path / "out" / "_notes.parquet").write_bytes(b"no Parquet")
    (tmp_path / "out" / ".part.parquet").write_bytes(b"half a file")
    rows = query("SELECT page, price, pages, other, wrapper FROM out ORDER BY page", tmp_path / "out").rows
    assert [row[:4] for row in rows] == [("a", 1.0, None, None), ("b", 2.5, 3, None), ("c", None, None, "x")]
    assert [row[4] for row in rows] == ["books", "2024", "a b"]
    assert types(tmp_path / "out")["wrapper"] == "VARCHAR"


@pytest.mark.parametrize("above", ["run=5", "x=y=z", "page=1", "Wrapper=other", "ü=é"])
def test_folders_above_the_data_tell_nothing(above: str, tmp_path: Path) -> None:
    for name in ("books", "a%20b%2Fc"):
        folder = tmp_path / above / "out" / f"wrapper={name}"
        folder.mkdir(parents=True)
        pq.write_table(pa.table({"page": [name]}), folder / "part-00000.parquet")
    answer = query("FROM out ORDER BY page", tmp_path / above / "out")
    assert answer.columns == ("page", "wrapper")
    assert answer.rows == [("a%20b%2Fc", "a b/c"), ("books", "books")]


def test_five_hundred_files(tmp_path: Path) -> None:
    for i in range(500):
        pq.write_table(pa.table({"page": [f"{i}"], f"c{i % 5}": [i]}), tmp_path / f"part-{i:05}.parquet")
    assert query("SELECT count(*), sum(c1) FROM records", tmp_path).rows == [(500, sum(range(1, 500, 5)))]


def test_csv_types_are_those_of_all_values(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    rows = ["1,1,007,2024-06-03,2024-06-03T10:00,a", "2,2.5,8,,2024-06-04,", '-3,1e2,9,2024-02-28,,"a ""b"",\r\nc"']
    path.write_bytes("\r\n".join(["n,d,isbn,day,at,order", *rows, ""]).encode())
    assert types(path) == {
        "n": "BIGINT",
        "d": "DOUBLE",
        "isbn": "VARCHAR",
        "day": "DATE",
        "at": "TIMESTAMP",
        "order": "VARCHAR",
    }
    assert query('SELECT isbn, "order" FROM x', path).rows == [("007", "a"), ("8", None), ("9", 'a "b",\r\nc')]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_csv_with_odd_names_and_line_ends(end: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('\ufeffselect,"a""b",it\'s,Select,,{x}' + end + "1,2,3,4,5,6" + end, "utf-8", newline="")
    answer = query("FROM x", path)
    assert answer.columns == ("select", 'a"b', "it's", "Select_2", "column", "{x}")
    assert answer.rows == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("inner", ["\n", "\r\n", "\r"])
def test_csv_with_a_line_break_in_a_name(end: str, inner: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f'a,"b{inner}c"{end}1,"x{inner}y"{end}2,z{end}', "utf-8", newline="")
    assert query("FROM x", path).rows == [(1, f"x{inner}y"), (2, "z")]


def test_sqlite_values_decide_not_what_was_declared(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute('CREATE TABLE records (n TEXT, i, d, "or""der" INTEGER, day TEXT, no_day TEXT, e, b BLOB)')
        rows = [
            ("1", 1, 1, "x", "2024-06-03", "2024-13-03", None, b"\xff"),
            (None, 2, 2.5, 7, "2024-06-04", None, None, b"b"),
        ]
        database.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    assert query("FROM x", path).rows == [
        ("1", 1, 1.0, "x", date(2024, 6, 3), "2024-13-03", None, "\ufffd"),
        (None, 2, 2.5, "7", date(2024, 6, 4), None, None, "b"),
    ]


def test_sqlite_comes_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE records (n INTEGER)")
        database.executemany("INSERT INTO records VALUES (?)", ((i,) for i in range(25_001)))
    assert query("SELECT count(*), sum(n) FROM x", path).rows == [(25_001, 25_001 * 25_000 // 2)]


def test_the_only_table_of_a_database_may_have_any_name(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "a.duckdb")) as database:
        database.execute("CREATE TABLE things AS SELECT 1 AS a").fetchall()
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as light, light:
        light.execute("CREATE TABLE things AS SELECT 2 AS a")
    assert query("FROM a UNION ALL FROM b", tmp_path / "a.duckdb", tmp_path / "b.sqlite").rows == [(1,), (2,)]


def test_a_database_is_not_changed_and_may_be_asked_twice_at_once(tmp_path: Path) -> None:
    path = write_books(tmp_path, "duckdb")
    before = path.read_bytes()
    first, second = query("FROM books", path), query("FROM books", path)
    assert first.rows == second.rows
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_tables_of_several_pages_are_one(tmp_path: Path) -> None:
    number = Table("b.html", ("title", "price"), (Row("", ("X", "5")),), described=(
        Column("title", "text", ()), Column("price", "text", (), type=ValueType("number", ".")),
    ))  # fmt: skip
    bare = Table("c.html", ("extra",), (Row("", (("a", "b"),)), Row("", ("c",))))
    answer = query("SELECT page, record, title, price, extra FROM all_pages", {"all_pages": [BOOKS, number, bare]})
    assert answer.rows[3:] == [
        ("books.html", 4, "Emma", None, None),
        ("b.html", 1, "X", 5.0, None),
        ("c.html", 1, None, None, ["a", "b"]),
        ("c.html", 2, None, None, ["c"]),
    ]


def test_a_table_may_hold_what_no_file_can(tmp_path: Path) -> None:
    odd = Table("p\ud800", ("page", 'a"', 'A"', ""), (Row("", ("\ud83d", "b\0c", None, "x")),))
    answer = query("FROM records", odd)
    assert answer.columns == ("page_2", 'a"', 'A"_2', "column", "page", "record")
    assert answer.rows[0][:-2] == ("\ufffd", "b\0c", None, "x")


# --- names ---


def test_names_are_fit_for_sql(tmp_path: Path) -> None:
    pq.write_table(TYPED, tmp_path / "books.parquet")
    for name in ("Books 2024", "2024-06", "order", "bücher", "a.b", "x'y\"z", "[1]", "s*r"):
        (tmp_path / f"{name}.parquet").write_bytes((tmp_path / "books.parquet").read_bytes())
    found = {view.place.rpartition("/")[2]: view.name for view in tables(*map(str, sorted(tmp_path.iterdir())))}
    assert found == {
        "2024-06.parquet": "t_2024_06",
        "Books 2024.parquet": "books_2024",
        "[1].parquet": "t_1",
        "a.b.parquet": "a_b",
        "books.parquet": "books",
        "bücher.parquet": "bücher",
        "order.parquet": "t_order",
        "s*r.parquet": "s_r",
        "x'y\"z.parquet": "x_y_z",
    }
    unions = " UNION ALL ".join(f"SELECT count(*) FROM {name}" for name in found.values())
    assert {row[0] for row in query(unions, *sorted(tmp_path.iterdir())).rows} == {4}


def test_a_folder_is_named_as_a_file_would_be(tmp_path: Path) -> None:
    (tmp_path / "books.parquet").mkdir()
    pq.write_table(TYPED, tmp_path / "books.parquet" / "part-00000.parquet")
    assert query("SELECT count(*) FROM books", tmp_path / "books.parquet").rows == [(4,)]


def test_two_of_one_name_get_a_number(tmp_path: Path) -> None:
    paths = [write_books(tmp_path, "csv"), write_books(tmp_path, "json"), write_books(tmp_path / "b", "csv")]
    assert [view.name for view in tables(*paths)] == ["books", "books_2", "books_3"]
    assert "there are books, books_2, books_3" in error(*paths)


def test_names_can_be_chosen(tmp_path: Path) -> None:
    path = write_books(tmp_path, "csv")
    answer = query('SELECT (SELECT count(*) FROM "my books"), (SELECT count(*) FROM books)', {"my books": path}, path)
    assert answer.rows == [(4, 4)]
    assert "two names are alike" in error({"a": path, "A": path})
    assert "a name is empty" in error({"": path})


# --- what is wrong ---


def test_data_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "page.html").write_text("<p>")
    assert error() == "data: there are none to ask; name files or folders of results"
    assert error(tmp_path / "gone.csv") == f"{tmp_path}/gone.csv: no such file or folder; check the name"
    assert "no Parquet files are in it" in error(tmp_path / "empty")
    assert "the name tells no format" in error(tmp_path / "page.html")
    assert "is a device or pipe" in error("/dev/null")
    assert "not the name of a file" in error("a\0b.csv")
    assert error("") == "(no name): not the name of a file; check the name"
    assert "not the name of a file" in error("a\ud800.csv")
    assert "are no tables" in error([])


@pytest.mark.parametrize("form", ["parquet", "csv", "json", "jsonl", "sqlite", "duckdb"])
def test_a_broken_file_is_named(form: str, tmp_path: Path) -> None:
    path = write_books(tmp_path, form)
    whole = path.read_bytes()
    cut = {"csv": b'a,b\r\n"1', "json": whole[: len(whole) // 2], "jsonl": whole[:-20]}
    path.write_bytes(cut.get(form, whole[: len(whole) // 2]))
    line = error(path, sql="SELECT count(*), min(COLUMNS(*)::VARCHAR) FROM books")
    assert line.startswith(("query: ", f"{path}: "))
    assert "books" in line or "can't be read" in line or "CSV" in line


def test_csv_that_is_none_is_told_without_advice_that_nobody_can_follow(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2,3\n")
    assert "Expected Number of Columns: 2 Found: 3); write it again" in error(path)
    path.write_text("a,b\r\n1,2\n3,4\n", newline="")
    assert "strict_mode" not in error(path)


def test_one_broken_file_of_many_is_named(tmp_path: Path) -> None:
    for i in range(5):
        pq.write_table(TYPED, tmp_path / f"{i}.parquet")
    (tmp_path / "3.parquet").write_bytes(b"PAR1 and no more than that")
    assert f"{tmp_path}/3.parquet" in error(tmp_path)


@pytest.mark.parametrize("name", ["x.parquet", "x.csv", "x.sqlite", "x.duckdb"])
def test_a_file_without_a_byte_is_no_table(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"")
    assert error(tmp_path / name).startswith(f"{tmp_path / name}: ")


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_no_record_is_no_row(name: str, tmp_path: Path) -> None:
    for text in ("", '{"page": "gone", "error": "not there"}\n'):
        (tmp_path / name).write_text(text)
        assert types(tmp_path / name) == {"page": "VARCHAR", "record": "BIGINT"}
        assert query("FROM x", tmp_path / name).rows == []


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    pq.write_table(TYPED.slice(0, 0), tmp_path / "x.parquet")
    (tmp_path / "y.csv").write_text("page,title\r\n")
    assert query("FROM x", tmp_path / "x.parquet").columns == tuple(TYPED.column_names)
    assert query("FROM y", tmp_path / "y.csv").to_dicts() == []
    assert query("FROM records", Table("x", (), ())).columns == ("page", "record")


def test_databases_without_a_table_to_ask(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.sqlite")) as database, database:
        database.execute("CREATE TABLE a (a)")
        database.execute("CREATE TABLE b (a)")
    with duckdb.connect(str(tmp_path / "y.duckdb")) as other:
        other.execute("CREATE TABLE a (a INT)").fetchall()
        other.execute("CREATE TABLE b (a INT)").fetchall()
    for name in ("x.sqlite", "y.duckdb"):
        assert "has no table records (its tables: a, b)" in error(tmp_path / name)


def test_a_view_in_a_database_is_no_way_out(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n")
    path = tmp_path / "x.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE records AS SELECT 1 AS a").fetchall()
        database.execute(f"CREATE VIEW v AS FROM read_csv('{tmp_path}/secret.csv')").fetchall()
        database.execute(f"CREATE MACRO m() AS (SELECT a FROM read_csv('{tmp_path}/secret.csv'))").fetchall()
    assert query("FROM records", path).rows == [(1,)]
    for sql in ("FROM file_1.main.v", "SELECT file_1.main.m()"):
        assert error(path, sql=sql).startswith("query")
