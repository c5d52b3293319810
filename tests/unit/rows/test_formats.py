"""Every format gives back what was put in, from a file and from a text, and all of them agree."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import duckdb
import openpyxl
import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
import pytest
from hypothesis import example, given

from tests.examples import scaled
from wrapture.errors import OutputError
from wrapture.model import CONSTANT, Column, ValueType
from wrapture.model.table import Failure, Row, Table
from wrapture.rows import xlsx_file
from wrapture.rows.csv_file import BOM, escaped, unescaped
from wrapture.rows.json_file import to_json
from wrapture.rows.kinds import flat
from wrapture.rows.result_rows import rows_of
from wrapture.rows.row_schema import RowOptions
from wrapture.rows.write import render, write
from wrapture.wording import encodable

from .conftest import BARE, BOOKS, GONE, NONE, RESULTS, SHOP, drawn_results, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.model.table import Cell
    from wrapture.rows.result_rows import Result

NASTY = Table('q"; DROP TABLE records --', ('a"b', "Page", "page", "RECORD", "", "x y"), (Row("", tuple("123456")),))
ROW_FORMATS = ("csv", "jsonl", "sqlite", "parquet", "duckdb", "xlsx")
PLAIN = RowOptions()


def read(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The header and the rows of a file in any format, as its library gives them."""
    match path.suffix:
        case ".csv":
            head, *rows = csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""), strict=True)
            return list(map(unescaped, head)), [tuple(map(unescaped, row)) for row in rows]
        case ".jsonl":
            lines = [json.loads(line) for line in path.read_bytes().decode().splitlines()]
            names = list(dict.fromkeys(name for line in lines for name in line))
            return names, [tuple(map(line.get, names)) for line in lines]
        case ".sqlite":
            with closing(sqlite3.connect(path)) as database:
                cursor = database.execute("SELECT * FROM records ORDER BY rowid")
                return [column[0] for column in cursor.description], cursor.fetchall()
        case ".parquet":
            table = pq.ParquetFile(path).read()
            return table.column_names, list(zip(*(column.to_pylist() for column in table.columns), strict=True))
        case ".duckdb":
            with duckdb.connect(str(path), read_only=True) as database:
                found = database.execute("SELECT * FROM records ORDER BY rowid")
                return [column[0] for column in found.description or ()], found.fetchall()
        case _:
            first, *others = openpyxl.load_workbook(path)["records"].iter_rows(values_only=True)
            return list(map(str, first)), [tuple(row) for row in others]


def expected(results: list[Result], known: str, options: RowOptions = PLAIN) -> Iterator[tuple[Any, ...]]:
    """The rows that a file of a format must have."""
    for batch in rows_of(results, options).filled():
        for row in zip(*batch, strict=True):
            yield tuple(_expected(value, known) for value in row)


def _expected(value: Any, known: str) -> Any:
    match known:
        case "csv":
            return "" if value is None else str(flat(value))
        case "jsonl":
            if isinstance(value, list | tuple):
                return [_expected(one, known) for one in value]
            return value.isoformat() if isinstance(value, date) else value
        case "sqlite":
            return flat(value)
        case _:
            return list(value) if isinstance(value, tuple) else value


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


# --- all formats ---


@pytest.mark.parametrize("known", [known for known in ROW_FORMATS if known != "xlsx"])
@pytest.mark.parametrize("results", [RESULTS, [SHOP], [NASTY], [], [NONE], [BARE], [SHOP, BOOKS]])
def test_results_read_back(tmp_path: Path, known: str, results: list[Result]) -> None:
    path = tmp_path / f"out.{known}"
    write(results, path)
    names, rows = read(path)
    if rows or known != "jsonl":
        assert set(names) == set(rows_of(results, PLAIN).schema.names)
    if known == "jsonl":  # a line has the columns of its own page
        order = [names.index(name) for name in rows_of(results, PLAIN).schema.names if rows]
        rows = [tuple(row[i] for i in order) for row in rows]
    assert rows == list(expected(results, known))
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@given(drawn_results)
@scaled(0.25)
def test_any_results_read_back_and_all_formats_agree(
    tmp_path_factory: pytest.TempPathFactory, results: list[Result]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    names = list(rows_of(results, PLAIN).schema.names)
    for known in ("csv", "sqlite", "parquet", "duckdb"):
        write(results, folder / f"out.{known}")
        assert read(folder / f"out.{known}") == (names, list(expected(results, known)))
    write(results, folder / "out.jsonl")
    found, rows = read(folder / "out.jsonl")
    assert [dict(zip(found, row, strict=True)) for row in rows] == [
        {name: value for name, value in zip(names, row, strict=True) if name in found}
        for row in expected(results, "jsonl")
    ]


@pytest.mark.parametrize("known", ROW_FORMATS)
def test_constants_are_left_out_unless_asked(tmp_path: Path, known: str) -> None:
    for all_columns in (False, True):
        path = tmp_path / f"{all_columns}.{known}"
        write([SHOP], path, options=RowOptions(all_columns=all_columns))
        assert ("buy" in read(path)[0]) is all_columns


@pytest.mark.parametrize("known", ROW_FORMATS)
def test_the_page_s_own_words(tmp_path: Path, known: str) -> None:
    path = tmp_path / f"out.{known}"
    write([SHOP], path, options=RowOptions(typed=False))
    names, rows = read(path)
    assert dict(zip(names, rows[0], strict=True))["price"] == "5,50 €"


# --- CSV ---


def test_csv_for_people(tmp_path: Path) -> None:
    write([SHOP, GONE], tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_bytes().decode()
    assert text == BOM + render([SHOP, GONE], "csv")  # no mark on standard output
    assert text.split("\r\n")[:2] == [
        f"{BOM}title,price,price_currency,day,day_time,sold,stars,stars_scale,sizes,cover,page,record",
        "'=A,5.5,EUR,2024-06-03,2024-06-03T14:05:00,1200,4,5,1 | 2.5,/a.png,shop.html,1",
    ]
    write([SHOP], tmp_path / "raw.csv", options=RowOptions(bom=False, raw_formulas=True))
    raw = (tmp_path / "raw.csv").read_bytes().decode()
    assert raw.startswith("title,")
    assert "\r\n=A," in raw


@given(texts)
@example("'-5")
@example("＝1")
def test_no_text_is_run_and_none_is_lost(text: str) -> None:
    harmless = escaped(text)
    assert unescaped(harmless) == text
    if harmless[:1] in "=+-@\t\r\n＝＋－＠":
        assert all(one in "+-0123456789.,eE" for one in harmless)


def test_numbers_are_no_formulas() -> None:
    assert [escaped(text) for text in ("-5", "+1.5", "-1,5", "-", "1e-5", "-5+1", "-a")] == [
        *("-5", "+1.5", "-1,5", "-", "1e-5", "'-5+1", "'-a"),
    ]


# --- JSON ---


def plain(cell: Cell) -> str | list[str] | None:
    return encodable(cell) if isinstance(cell, str) else cell if cell is None else [encodable(text) for text in cell]


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


@given(drawn_results)
def test_any_json_reads_back(results: list[Result]) -> None:
    pages = json.loads(to_json(results).encode())
    assert [page["page"] for page in pages] == [encodable(result.page) for result in results]
    for page, result in zip(pages, results, strict=True):
        if isinstance(result, Failure):
            assert page == {"page": encodable(result.page), "records": [], "error": encodable(result.error)}
        else:
            fields = [
                {encodable(name): plain(cell) for name, cell in row.items()}
                for row in result.to_dicts(all_columns=True)
            ]
            assert [record["fields"] for record in page["records"]] == fields
            assert [record["text"] for record in page["records"]] == [encodable(row.text) for row in result.rows]


def test_json_says_what_the_columns_are_and_the_texts_say() -> None:
    (found,) = json.loads(to_json([SHOP]))
    assert found["columns"][0] == {"name": "title", "type": "text"}
    assert found["columns"][-1] == {"name": "buy", "type": "text", "constant": True, "hidden": CONSTANT}
    first, second = found["records"]
    assert first["fields"]["price"] == "5,50 €"
    assert first["values"]["price"] == {"amount": 5.5, "currency": "EUR"}
    assert "price" not in second["values"]


@given(drawn_results)
def test_any_jsonl_is_one_line_each(results: list[Result]) -> None:
    text = render(results, "jsonl")
    assert text.splitlines() == text.split("\n")[:-1]
    assert len([json.loads(line) for line in text.splitlines()]) == len(list(expected(results, "jsonl")))


# --- databases ---


@pytest.mark.parametrize("known", ["sqlite", "duckdb"])
def test_databases_have_a_table_of_dead_letters(tmp_path: Path, known: str) -> None:
    path = tmp_path / f"out.{known}"
    write(RESULTS, path)
    letters = [
        ("gone.html", "gone.html", "unreadable", "no such file; check the name"),
        ("none.html", "none.html", "no records", "no records found"),
    ]
    if known == "sqlite":
        assert query(path, "SELECT page, source, kind, reason FROM dead_letters") == letters
    else:
        with duckdb.connect(str(path), read_only=True) as database:
            assert database.execute("SELECT page, source, kind, reason FROM dead_letters").fetchall() == letters


def test_sqlite_has_the_types_it_knows(tmp_path: Path) -> None:
    write([SHOP], tmp_path / "out.db")
    found = query(tmp_path / "out.db", "SELECT typeof(price), typeof(day), typeof(sold), typeof(sizes) FROM records")
    assert found[0] == ("real", "text", "integer", "text")
    write([Table("p", ("n",), (Row("", ("007",)),))], tmp_path / "texts.db")
    assert query(tmp_path / "texts.db", "SELECT n, typeof(n) FROM records") == [("007", "text")]


def test_duckdb_has_types_of_its_own(tmp_path: Path) -> None:
    write([SHOP], tmp_path / "out.duckdb")
    with duckdb.connect(str(tmp_path / "out.duckdb"), read_only=True) as database:
        kinds = {name: kind for name, kind, *_ in database.execute("DESCRIBE records").fetchall()}
    assert (kinds["price"], kinds["day"], kinds["day_time"]) == ("DOUBLE", "DATE", "TIMESTAMP")
    assert (kinds["sold"], kinds["sizes"]) == ("BIGINT", "DOUBLE[]")


def test_many_pages_go_into_few_groups_of_rows(tmp_path: Path) -> None:
    write([SHOP] * 50, tmp_path / "out.parquet")
    file = pq.ParquetFile(tmp_path / "out.parquet")
    assert (file.metadata.num_rows, file.metadata.num_row_groups) == (100, 1)
    assert [str(one.type) for one in file.schema_arrow][1:6] == [
        *("double", "string", "date32[day]", "timestamp[us]", "int64"),
    ]


# --- workbooks ---


def test_xlsx_has_numbers_days_and_texts(tmp_path: Path) -> None:
    write([SHOP, GONE], tmp_path / "out.xlsx")
    names, rows = read(tmp_path / "out.xlsx")
    first = dict(zip(names, rows[0], strict=True))
    assert first == {
        "page": "shop.html",
        "record": 1,
        "title": "=A",
        "price": 5.5,
        "price_currency": "EUR",
        "day": datetime(2024, 6, 3),
        "day_time": datetime(2024, 6, 3, 14, 5),
        "sold": 1200,
        "stars": 4,
        "stars_scale": 5,
        "sizes": "1 | 2.5",
        "cover": "/a.png",
    }
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    assert book["records"]["A2"].data_type == "s"  # no formula
    assert [row[2] for row in book["dead_letters"].iter_rows(values_only=True)] == ["kind", "unreadable"]


def test_xlsx_columns_are_as_wide_as_what_stands_in_them(tmp_path: Path) -> None:
    write(
        [Table("p", ("title", "n"), (Row("", ("A title of some length", "7")), Row("", ("x" * 300, "8"))))],
        tmp_path / "out.xlsx",
    )
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    sheet = book["records"]
    widths = {cell.value: sheet.column_dimensions["ABCDEFG"[at]].width for at, cell in enumerate(sheet[1])}
    assert widths["title"] == pytest.approx(48, abs=1)
    assert widths["n"] == pytest.approx(8, abs=1)
    assert all(cell.font.bold for cell in sheet[1])
    assert sheet.auto_filter.ref == sheet.dimensions


def test_what_no_cell_holds_is_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day, number = ValueType("date", order="dmy"), ValueType("number", ".")
    table = Table(
        "p",
        ("day", "n", "link", "long"),
        (Row("", ("1.2.1850", "900000000000000K", "https://example.org", "x" * 40_000)),),
        described=(
            Column("day", "text", (), type=day),
            Column("n", "text", (), type=number),
            Column("link", "link", ()),
            Column("long", "text", ()),
        ),
    )
    write([table], tmp_path / "out.xlsx")
    (row,) = read(tmp_path / "out.xlsx")[1]
    assert (row[0], row[2], row[3]) == ("1850-02-01", "900000000000000000", "https://example.org")
    assert len(row[4]) == 32_767
    assert row[4].endswith("… (cut: a cell holds 32,767 characters)")
    monkeypatch.setattr(xlsx_file, "MOST_ROWS", 2)
    with pytest.raises(OutputError, match=r"many.xlsx: XLSX has 2 rows at most; try .csv, .parquet or .duckdb"):
        write([SHOP], tmp_path / "many.xlsx")


@given(drawn_results)
@scaled(0.1)
def test_any_xlsx_can_be_opened(tmp_path_factory: pytest.TempPathFactory, results: list[Result]) -> None:
    path = tmp_path_factory.mktemp("any") / "out.xlsx"
    write(results, path)
    rows = list(expected(results, "xlsx"))
    assert openpyxl.load_workbook(path)["records"].max_row == len(rows) + 1
