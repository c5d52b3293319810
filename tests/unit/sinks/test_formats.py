"""Every format gives back what was put in, from a file and from a text."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
import pytest
from hypothesis import example, given

from wrapture.extraction.table import Failure, Row, Table
from wrapture.model import Column, ValueType
from wrapture.sinks import render, write
from wrapture.sinks.csvout import to_csv
from wrapture.sinks.jsonout import to_json, to_jsonl
from wrapture.sinks.rows import clean, flat, flat_rows, header, tables, union
from wrapture.sinks.sqliteout import write_sqlite

from .conftest import BARE, BOOKS, GONE, NONE, RESULTS, drawn_results

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.extraction.table import Cell
    from wrapture.sinks.rows import Result

NASTY = Table('q"; DROP TABLE records --', ('a"b', "Page", "page", "RECORD", "", "x y"), (Row("", tuple("123456")),))


def parsed(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def plain(cell: Cell) -> str | list[str] | None:
    return clean(cell) if isinstance(cell, str) else cell if cell is None else [clean(text) for text in cell]


def query(path: Path, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        cursor = database.execute(sql)
        return [column[0] for column in cursor.description], cursor.fetchall()


def test_csv_reads_back(tmp_path: Path) -> None:
    write(RESULTS, tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_bytes().decode()
    assert text == render(RESULTS, "csv") == to_csv(RESULTS)
    assert parsed(text) == [
        ["page", "title", "authors", "price", "label"],
        ["books.html", "The Trial", "Kafka", "5", ""],
        ["books.html", 'Good "Omens",\r\nlarge', "Pratchett | Gaiman", "", ""],
        ["discs.html", "=1+1", "", "", "Blå"],
        ["bare.html", "", "", "", ""],
    ]


def test_csv_has_its_own_page_column_first() -> None:
    assert parsed(to_csv([NASTY]))[0] == ["page", 'a"b', "Page_2", "page_3", "RECORD", "", "x y"]


@given(drawn_results)
@example([Table("p", ("a",), (Row("", ("lone\rCR",)), Row("", ("",)), Row("", ("\n",))))])
def test_any_csv_reads_back(results: list[Result]) -> None:
    columns = union(results)
    rows = [[row.page, *(cell or "" for cell in row.cells)] for row in flat_rows(results, columns)]
    assert parsed(to_csv(results).encode().decode()) == [list(header(columns, ["page"])), *rows]


def test_json_keeps_to_the_contract(tmp_path: Path) -> None:
    write(RESULTS, tmp_path / "out.json")
    text = (tmp_path / "out.json").read_bytes().decode()
    assert text == render(RESULTS, "json") == to_json(RESULTS)
    assert json.loads(text) == [
        {
            "page": "books.html",
            "records": [
                {"text": "The Trial Kafka 5", "fields": {"title": "The Trial", "authors": ["Kafka"], "price": "5"}},
                {
                    "text": 'Good "Omens", Pratchett Gaiman',
                    "fields": {"title": 'Good "Omens",\r\nlarge', "authors": ["Pratchett", "Gaiman"], "price": None},
                },
            ],
        },
        {"page": "gone.html", "records": [], "error": "no such file; check the name"},
        {"page": "discs.html", "records": [{"text": "=1+1 Blå", "fields": {"title": "=1+1", "label": "Blå"}}]},
        {"page": "bare.html", "records": [{"text": "only text", "fields": {}}]},
        {"page": "none.html", "records": []},
    ]


def test_json_is_written_in_its_own_letters() -> None:
    assert '"Blå"' in to_json(RESULTS)
    assert to_json([]) == "[]\n"


def test_lone_surrogates_are_replaced() -> None:
    broken: list[Result] = [
        Table("p\udcff", ("a\ud800",), (Row("\udfff", (("\ud83d\ude00", "\ud83d"),)),)),
        Failure("\ud800", "\ud800"),
    ]
    [page, failure] = json.loads(to_json(broken).encode())
    assert page == {"page": "p�", "records": [{"text": "�", "fields": {"a�": ["😀", "�"]}}]}
    assert failure == {"page": "�", "records": [], "error": "�"}
    assert parsed(to_csv(broken).encode().decode()) == [["page", "a�"], ["p�", "😀 | �"]]


@given(drawn_results)
def test_any_json_reads_back(results: list[Result]) -> None:
    pages = json.loads(to_json(results).encode())
    assert [page["page"] for page in pages] == [clean(result.page) for result in results]
    for page, result in zip(pages, results, strict=True):
        if isinstance(result, Failure):
            assert page == {"page": clean(result.page), "records": [], "error": clean(result.error)}
        else:
            fields = [{clean(name): plain(cell) for name, cell in row.items()} for row in result]
            assert [record["fields"] for record in page["records"]] == fields
            assert [record["text"] for record in page["records"]] == [clean(row.text) for row in result.rows]


def test_jsonl_has_a_line_per_record(tmp_path: Path) -> None:
    write(RESULTS, tmp_path / "out.ndjson")
    text = (tmp_path / "out.ndjson").read_bytes().decode()
    assert text == render(RESULTS, "jsonl")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0] == {
        "page": "books.html",
        "record": 1,
        "fields": {"title": "The Trial", "authors": ["Kafka"], "price": "5"},
    }
    assert [line.get("record") for line in lines] == [1, 2, None, 1, 1]
    assert lines[2] == {"page": "gone.html", "error": "no such file; check the name"}


@given(drawn_results)
def test_any_jsonl_is_one_line_each(results: list[Result]) -> None:
    lines = list(to_jsonl(results))
    assert "\n".join(lines).encode().decode().splitlines() == lines
    failures = len(results) - len(tables(results))
    assert len([json.loads(line) for line in lines]) == sum(map(len, tables(results))) + failures


def test_sqlite_reads_back(tmp_path: Path) -> None:
    write(RESULTS, tmp_path / "out.db")
    names, rows = query(tmp_path / "out.db", "SELECT * FROM records ORDER BY rowid")
    assert names == ["page", "record", "title", "authors", "price", "label"]
    assert rows == [(row.page, row.record, *row.cells) for row in flat_rows(RESULTS, union(RESULTS))]
    assert query(tmp_path / "out.db", "SELECT * FROM failures") == (["page", "error"], [(GONE.page, GONE.error)])
    assert [path.name for path in tmp_path.iterdir()] == ["out.db"]


def test_sqlite_takes_any_name_and_value(tmp_path: Path) -> None:
    write([NASTY], tmp_path / "out.sqlite")
    names, rows = query(tmp_path / "out.sqlite", "SELECT * FROM records")
    assert names == ["page", "record", 'a"b', "Page_2", "page_3", "RECORD_2", "", "x y"]
    assert rows == [(NASTY.page, 1, "1", "2", "3", "4", "5", "6")]


def test_sqlite_keeps_numbers_as_the_texts_they_are(tmp_path: Path) -> None:
    write([Table("p", ("n",), (Row("", ("007",)),))], tmp_path / "out.db")
    assert query(tmp_path / "out.db", "SELECT n, typeof(n) FROM records")[1] == [("007", "text")]


@given(drawn_results)
def test_any_sqlite_reads_back(tmp_path_factory: pytest.TempPathFactory, results: list[Result]) -> None:
    path = tmp_path_factory.mktemp("any") / "out.db"
    write_sqlite(results, path)
    names, rows = query(path, "SELECT * FROM records ORDER BY rowid")
    assert names == list(header(union(results), ["page", "record"]))
    assert rows == [(row.page, row.record, *row.cells) for row in flat_rows(results, union(results))]


@pytest.mark.parametrize("results", [RESULTS, [NASTY], [], [NONE], [BARE]])
def test_parquet_reads_back(tmp_path: Path, results: list[Result]) -> None:
    write(results, tmp_path / "out.parquet")
    table = pq.ParquetFile(tmp_path / "out.parquet").read()
    columns = union(results)
    assert table.column_names == list(header(columns, ["page", "record"]))
    rows = [(row.page, row.record, *row.cells) for row in flat_rows(results, columns)]
    assert list(zip(*(column.to_pylist() for column in table.columns), strict=True)) == rows
    assert {str(field.type) for field in table.schema} <= {"string", "int64"}


def test_a_list_of_one_reads_as_its_text() -> None:
    assert [flat(cell) for cell in BOOKS.rows[0].cells] == ["The Trial", "Kafka", "5"]


DESCRIBED = Table(
    "shop.html",
    ("title", "price", "cover", "buy"),
    (Row("A 5 € Buy", ("A", "5 €", "/a.png", "Buy")), Row("B – Buy", ("B", "sold", None, "Buy"))),
    described=(
        Column("title", "text", ()),
        Column("price", "text", (), type=ValueType("price", ".", "EUR")),
        Column("cover", "image", ()),
        Column("buy", "text", (), constant=True),
    ),
)


def test_json_says_what_the_columns_are_and_the_texts_say() -> None:
    (found,) = json.loads(to_json([DESCRIBED]))
    assert found["columns"] == [
        {"name": "title", "type": "text"},
        {"name": "price", "type": "price"},
        {"name": "cover", "type": "image"},
        {"name": "buy", "type": "text", "constant": True},
    ]
    first, second = found["records"]
    assert first["fields"] == {"title": "A", "price": "5 €", "cover": "/a.png", "buy": "Buy"}
    assert first["values"] == {"price": {"amount": 5, "currency": "EUR"}}
    assert "values" not in second
    assert [json.loads(line).get("values") for line in to_jsonl([DESCRIBED])] == [first["values"], None]


@pytest.mark.parametrize("known", ["csv", "sqlite", "parquet"])
def test_flat_formats_leave_constants_out_unless_asked(tmp_path: Path, known: str) -> None:
    sizes = []
    for constants in (False, True):
        path = tmp_path / f"{known}-{constants}"
        write([DESCRIBED], path, format=known, constants=constants)
        sizes.append(path.read_bytes().count(b"Buy") > 0)
    assert sizes == [False, True]


def test_csv_on_standard_output_leaves_constants_out_unless_asked() -> None:
    assert "buy" not in render([DESCRIBED], "csv")
    assert "buy" in render([DESCRIBED], "csv", constants=True)
    assert "buy" in render([DESCRIBED], "json")
