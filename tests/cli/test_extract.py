"""``wrapture extract``, run as a person runs it."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

import duckdb
import openpyxl
import pyarrow.parquet as pq
import pytest

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.command import Command

FIRST = {"title": "Book 0", "link": "/b/0", "author": "by Author 0", "price": "0.50 euro"}
VALUES = {"price": {"amount": 0.5, "currency": "EUR"}}
TEXT = "Book 0 by Author 0 0.50 euro"
COLUMNS = list(FIRST)
TYPED: dict[str, Any] = {**FIRST, "price": 0.5, "price_currency": "EUR"}


def test_a_table_is_printed_with_a_row_for_each_record(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("extract", "books.html")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].strip() == "books.html: 8 records"
    assert all(name in lines[2] for name in COLUMNS)
    assert [line.split("│")[2].strip() for line in lines if line.startswith("│")] == [f"Book {i}" for i in range(8)]


def test_columns_that_do_not_fit_are_named_below_the_table(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("extract", "books.html", env={"COLUMNS": "32"})
    lines = done.out.splitlines()
    assert all(len(line) <= 32 for line in lines)
    assert "title" in lines[2]
    assert "link" not in lines[2]  # addresses go first
    assert "not shown: link" in " ".join(lines[-3:])


def test_a_table_shows_texts_as_files_have_them(wrapture: Command, page: Callable[..., Path]) -> None:
    page("cases.html", books().replace("by Author", ", by Author"))
    assert ", by Author" not in wrapture("extract", "cases.html").out
    assert "│ by Author 3 " in wrapture("extract", "cases.html").out


def test_json_is_the_contract(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("none.html", "<p>no list here")
    done = wrapture("extract", "books.html", "gone.html", "none.html", "--format", "json")
    answer = json.loads(done.out)
    assert [one["page"] for one in answer] == ["books.html", "gone.html", "none.html"]
    assert [list(one) for one in answer] == [
        ["page", "confidence", "sure", "columns", "records"],
        ["page", "records", "error"],
        ["page", "confidence", "sure", "records"],
    ]
    assert [one.get("sure") for one in answer] == [True, None, False]
    assert len(answer[0]["records"]) == 8
    first = answer[0]["records"][0]
    assert first == {"text": TEXT, "fields": FIRST, "values": VALUES, "confidence": answer[0]["confidence"]}
    assert 0.9 < answer[0]["confidence"] <= 1
    assert answer[2]["confidence"] == 0
    assert answer[1]["records"] == answer[2]["records"] == []
    assert answer[1]["error"] == "no such file or folder; check the name (an address starts with https://)"


def test_a_cell_that_is_missing_is_null(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(f"<li><h3>The title {i}</h3>{'' if i == 2 else f'<p>P{i}</p>'}</li>" for i in range(8))
    page("gaps.html", f"<ul>{rows}</ul>")
    records = json.loads(wrapture("extract", "gaps.html", "-f", "json").out)[0]["records"]
    assert [record["fields"]["text"] for record in records] == [None if i == 2 else f"P{i}" for i in range(8)]


def test_jsonl_is_an_object_for_each_record(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("extract", "gone", "books.html", "-f", "jsonl")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert lines[0] == {**TYPED, "page": "books.html", "record": 1}
    assert [line["record"] for line in lines] == list(range(1, 9))
    assert "gone: no such file or folder" in done.err


def test_csv_has_a_header_and_a_row_for_each_record(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    rows = list(csv.reader(io.StringIO(wrapture("extract", "books.html", "-f", "csv").out)))
    assert rows[0] == [*TYPED, "page", "record"]
    assert rows[1] == [*map(str, TYPED.values()), "books.html", "1"]
    assert len(rows) == 9


def _csv_rows(path: Path) -> list[dict[str, Any]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        return [{**row, "price": float(row["price"])} for row in csv.DictReader(file)]


def _sqlite_rows(path: Path) -> list[dict[str, Any]]:
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    rows = [dict(row) for row in database.execute("SELECT * FROM records ORDER BY record")]
    database.close()
    return rows


def _json_rows(path: Path) -> list[dict[str, Any]]:
    return [{**record["fields"], **_flat(record["values"])} for record in json.loads(path.read_bytes())[0]["records"]]


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    return {"price": values["price"]["amount"], "price_currency": values["price"]["currency"]}


def _jsonl_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _duckdb_rows(path: Path) -> list[dict[str, Any]]:
    with duckdb.connect(str(path), read_only=True) as database:
        found = database.execute("FROM records ORDER BY record")
        names = [one[0] for one in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _xlsx_rows(path: Path) -> list[dict[str, Any]]:
    head, *rows = openpyxl.load_workbook(path)["records"].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def _parquet_rows(path: Path) -> list[dict[str, Any]]:
    return list(pq.read_table(path).to_pylist())


@pytest.mark.parametrize(
    ("name", "rows_of"),
    [
        ("out.csv", _csv_rows),
        ("out.json", _json_rows),
        ("out.jsonl", _jsonl_rows),
        ("out.ndjson", _jsonl_rows),
        ("out.sqlite", _sqlite_rows),
        ("OUT.PARQUET", _parquet_rows),
        ("out.duckdb", _duckdb_rows),
        ("out.xlsx", _xlsx_rows),
    ],
)
def test_the_ending_of_the_output_picks_the_format(
    wrapture: Command, page: Callable[..., Path], name: str, rows_of: Callable[[Path], list[dict[str, Any]]]
) -> None:
    page()
    done = wrapture("extract", "books.html", "-o", name)
    assert (done.code, done.out, done.err) == (0, "", f"wrapture: 8 records written to {name}\n")
    rows = rows_of(wrapture.folder / name)
    assert len(rows) == 8
    assert {column: rows[0][column] for column in TYPED} == TYPED


def test_format_wins_over_the_ending(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    assert wrapture("extract", "books.html", "-o", "out.txt", "-f", "jsonl").code == 0
    assert _jsonl_rows(wrapture.folder / "out.txt")[0] == {**TYPED, "page": "books.html", "record": 1}


def test_a_dash_as_the_output_is_standard_output(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("extract", "books.html", "-o", "-", "-f", "csv")
    assert done == wrapture("extract", "books.html", "-f", "csv")
    assert not (wrapture.folder / "-").exists()


def test_values_or_the_page_s_own_words_or_both(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    text = wrapture("extract", "books.html", "-f", "jsonl", "--text").out.splitlines()[0]
    assert json.loads(text) == {"page": "books.html", "record": 1, **FIRST}
    both = wrapture("extract", "books.html", "-f", "jsonl", "--texts").out.splitlines()[0]
    assert json.loads(both) == {"page": "books.html", "record": 1, **TYPED, "price_text": FIRST["price"]}


def test_csv_files_are_for_spreadsheets(wrapture: Command, page: Callable[..., Path]) -> None:
    page("evil.html", "<ul>" + "".join(f"<li><b>=cmd({i})</b><p>by author {i}</p></li>" for i in range(6)) + "</ul>")
    wrapture("extract", "evil.html", "-o", "safe.csv")
    safe = (wrapture.folder / "safe.csv").read_bytes()
    assert safe.startswith(b"\xef\xbb\xbftitle,author,page,record")
    assert b"\n'=cmd(0)," in safe
    wrapture("extract", "evil.html", "-o", "raw.csv", "--no-bom", "--raw-formulas")
    raw = (wrapture.folder / "raw.csv").read_bytes()
    assert raw.startswith(b"title,author,page,record")
    assert b"\n=cmd(0)," in raw
    assert b"\n'=cmd(0)," in wrapture("extract", "evil.html", "-f", "csv").out.encode()
    asked = wrapture("sql", "select page, record from safe where record = 2", "safe.csv", "-f", "csv")
    assert asked.out == "page,record\r\nevil.html,2\r\n"  # the mark is no part of a name


def test_dead_letters_are_in_the_database(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    wrapture("extract", "gone.html", "books.html", "-o", "out.duckdb")
    with duckdb.connect(str(wrapture.folder / "out.duckdb"), read_only=True) as database:
        found = database.execute("SELECT page, kind FROM dead_letters").fetchall()
    assert found == [("gone.html", "unreadable")]


def test_an_output_that_is_there_is_kept_unless_forced(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    out = wrapture.folder / "out.csv"
    out.write_text("precious")
    assert wrapture("extract", "books.html", "-o", "out.csv").fails_with_one_line() == (
        "wrapture: out.csv: already there; use --force to replace it"
    )
    assert out.read_text() == "precious"
    assert wrapture("extract", "books.html", "-o", "out.csv", "--force").code == 0
    assert len(_csv_rows(out)) == 8
    assert sorted(path.name for path in wrapture.folder.iterdir()) == ["books.html", "out.csv"]


def test_an_output_that_can_not_be_written_is_told_before_the_work(wrapture: Command) -> None:
    done = wrapture("extract", "gone.html", "-o", "no/such/folder/out.csv")
    assert "there is no such folder; make it first" in done.fails_with_one_line()
    assert "gone.html" not in done.err


def test_a_folder_gives_its_pages_in_order(wrapture: Command, page: Callable[..., Path]) -> None:
    for name in ("site/b.html", "site/a.htm", "site/deeper/c.html", "site/notes.txt", "site/.hidden.html"):
        page(name)
    answer = json.loads(wrapture("extract", "site", "-f", "json").out)
    assert [one["page"] for one in answer] == ["site/a.htm", "site/b.html", "site/deeper/c.html"]


def test_a_dash_is_standard_input(wrapture: Command) -> None:
    answer = json.loads(wrapture("extract", "-", "-f", "json", stdin=books(6).encode()).out)
    assert [(one["page"], len(one["records"])) for one in answer] == [("-", 6)]


class Site(BaseHTTPRequestHandler):
    """A page at /books, and nothing elsewhere."""

    def do_GET(self) -> None:
        body = books().encode()
        self.send_response(200 if self.path == "/books" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_an_address_is_fetched_and_its_links_are_absolute(wrapture: Command, site: str) -> None:
    done = wrapture("extract", f"{site}/books", f"{site}/gone", "-f", "json", "--allow-private")
    found, gone = json.loads(done.out)
    assert found["page"] == f"{site}/books"
    assert found["records"][0]["fields"] == FIRST | {"link": f"{site}/b/0"}
    assert "404" in gone["error"]
    assert done.code == 0


def test_a_saved_page_remembers_its_address(wrapture: Command, page: Callable[..., Path]) -> None:
    page("saved.html", "<!-- saved from url=(0020)http://example.org/a/ -->" + books())
    record = json.loads(wrapture("extract", "saved.html", "-f", "json").out)[0]["records"][0]
    assert record["fields"]["link"] == "http://example.org/b/0"


def test_a_page_that_fails_does_not_stop_the_others(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("picture.html", b"\x89PNG\r\n\x1a\n" + bytes(100))
    done = wrapture("extract", "picture.html", "gone.html", "books.html")
    assert done.code == 0
    assert "books.html: 8 records" in done.out
    assert done.err.splitlines() == [
        "wrapture: picture.html: is a PNG image, not a page; give an HTML file",
        "wrapture: gone.html: no such file or folder; check the name (an address starts with https://)",
    ]


def test_only_failures_exit_1(wrapture: Command) -> None:
    done = wrapture("extract", "gone.html", "lost.html", "-f", "json")
    assert done.code == 1
    assert [list(one) for one in json.loads(done.out)] == [["page", "records", "error"]] * 2
    assert len(done.err.splitlines()) == 2


def test_no_file_is_written_where_no_page_could_be_read(wrapture: Command, page: Callable[..., Path]) -> None:
    done = wrapture("extract", "none.html", "-o", "out.csv")
    assert done.code == 1
    assert done.err.splitlines()[-1] == "wrapture: out.csv: not written, because no page could be read"
    assert not (wrapture.folder / "out.csv").exists()
    page()
    assert wrapture("extract", "none.html", "books.html", "-o", "out.csv").code == 0  # needs no --force
    assert wrapture("extract", "none.html", "-o", "out.csv", "--force").code == 1
    assert len((wrapture.folder / "out.csv").read_text("utf-8").splitlines()) == 9  # the old file is kept


def test_a_wrong_choice_is_told_in_plain_words(wrapture: Command) -> None:
    done = wrapture("extract", "books.html", "--learner", "none")
    assert done.code == 2
    assert "Value error" not in done.err
    assert "'none' is not one of 'all'" in done.err


def test_a_page_without_records_says_so(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("none.html", "<p>no list here")
    done = wrapture("extract", "none.html")
    assert (done.code, done.out, done.err) == (0, "", "wrapture: none.html: no records found\n")
    strict = wrapture("extract", "books.html", "none.html", "--strict", "-f", "csv")
    assert strict.code == 3
    assert len(strict.out.splitlines()) == 9
    assert wrapture("extract", "books.html", "--strict").code == 0
    assert wrapture("extract", "books.html", "gone.html", "--strict").code == 3


def test_strict_still_writes_the_output(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("none.html", "<p>no list here")
    assert wrapture("extract", "books.html", "none.html", "--strict", "-o", "out.csv").code == 3
    assert len(_csv_rows(wrapture.folder / "out.csv")) == 8


def test_an_encoding_can_be_chosen(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    records = json.loads(wrapture("extract", "books.html", "--encoding", "no-special", "-f", "json").out)[0]["records"]
    assert len(records) == 8


def test_columns_are_chosen_by_name(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture(
        "extract", "books.html", "-f", "csv", "--columns", "price,title", "--rename", "title=name", "--text"
    )
    assert done.out.splitlines()[:2] == ["price,name,page,record", "0.50 euro,Book 0,books.html,1"]
    done = wrapture("extract", "books.html", "-f", "csv", "--drop", "link, author", "--text")
    assert done.out.splitlines()[0] == "title,price,page,record"
    line = wrapture("extract", "books.html", "--keep", "isbn").fails_with_one_line()
    assert "no column 'isbn': there are title, link, author, price" in line


def test_a_wrapper_is_learned_with_chosen_columns(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    assert wrapture("learn", "books.html", "-o", "w.json", "--drop", "author", "--rename", "price=cost").code == 0
    done = wrapture("extract", "-w", "w.json", "books.html", "-f", "csv", "--text")
    assert done.out.splitlines()[0] == "title,link,cost,page,record,wrapper,fit"
    both = wrapture("learn", "books.html", "-o", "x.json", "--drop", "author", "--names", "a,b")
    assert (both.code, "by name or by position, not both" in both.err) == (2, True)
