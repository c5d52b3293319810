"""``wrapture sql``: results asked from the command line."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.command import Command


@pytest.fixture
def books(wrapture: Command, page: Callable[..., Path]) -> Path:
    """Results as ``extract`` writes them: eight books with prices."""
    page()
    assert wrapture("extract", "books.html", "-o", "books.jsonl").code == 0
    return wrapture.folder / "books.jsonl"


def test_an_answer_is_shown_as_a_table(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "select title, price from books order by price desc limit 2", "books.jsonl")
    assert (done.code, done.err) == (0, "")
    assert "answer: 2 records" in done.out
    assert "Book 7" in done.out
    assert "7.5" in done.out
    assert "Book 5" not in done.out


def test_the_only_data_are_records(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "select sum(price) as total from records", "books.jsonl", "-f", "jsonl")
    assert (done.code, json.loads(done.out)) == (0, {"total": 32.0})


def test_an_empty_query_is_no_folder(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "", "books.jsonl")
    assert (done.code, done.err) == (1, "wrapture: query: is empty; try, for example: select * from records\n")


def test_formats(wrapture: Command, books: Path) -> None:
    sql = "select title, price from books where price < 2"
    expected = [{"title": "Book 0", "price": 0.5}, {"title": "Book 1", "price": 1.5}]
    shown = {form: wrapture("sql", sql, "books.jsonl", "-f", form).out for form in ("json", "jsonl", "csv")}
    assert json.loads(shown["json"]) == expected
    assert [json.loads(line) for line in shown["jsonl"].splitlines()] == expected
    assert list(csv.reader(io.StringIO(shown["csv"]))) == [["title", "price"], ["Book 0", "0.5"], ["Book 1", "1.5"]]


def test_an_answer_is_written_and_asked_again(wrapture: Command, books: Path) -> None:
    name = "out.parquet"
    done = wrapture("sql", "select title, price from books", "books.jsonl", "-o", name)
    assert (done.code, done.out, done.err) == (0, "", f"wrapture: 8 rows written to {name}\n")
    again = wrapture("sql", "select sum(price) as s from out", name, "-f", "jsonl")
    assert json.loads(again.out) == {"s": 32.0}
    twice = wrapture("sql", "select 1", "books.jsonl", "-o", name)
    assert "already there" in twice.fails_with_one_line()
    assert wrapture("sql", "select 1 as one", "books.jsonl", "-o", name, "--force").code == 0


def test_tables_are_listed_without_a_query(wrapture: Command, books: Path) -> None:
    (wrapture.folder / "more").mkdir()
    (wrapture.folder / "more" / "books.csv").write_text("page,n\r\na,1\r\n")
    bare = wrapture("sql", "books.jsonl", "more/books.csv")
    assert (bare.code, bare.err) == (0, "")
    assert "books (books.jsonl): 8 rows" in bare.out
    assert "books_2 (more/books.csv): 1 row\n" in bare.out
    assert "DOUBLE" in bare.out
    assert wrapture("sql", "--tables", "books.jsonl", "more/books.csv").out == bare.out
    listed = json.loads(wrapture("sql", "more/books.csv", "-f", "json").out)
    assert listed == [
        {
            "table": "books",
            "data": "more/books.csv",
            "rows": 1,
            "columns": [{"name": "page", "type": "VARCHAR"}, {"name": "n", "type": "BIGINT"}],
        }
    ]


def test_what_is_wrong_is_one_line(wrapture: Command, books: Path) -> None:
    for words, said in {
        ("select titel from books", "books.jsonl"): 'query, line 1, column 8: Referenced column "titel" not found',
        ("select 1",): "data: there are none to ask",
        ("gone.parquet",): "gone.parquet: no such file or folder",
        ("select 1", "gone.parquet"): "gone.parquet: no such file or folder",
        ("select 1", "books.html"): "books.html: the name tells no format",
        ("copy books to 'x.csv'", "books.jsonl"): "COPY is not a read-only statement",
        ("with t as (copy books to 'x.csv') from t", "books.jsonl"): "is not read-only",
        ("from 'books.html'", "books.jsonl"): "query",
        (
            "select sum(a.range + b.range) from range(10000000000) a, range(10000000) b",
            "books.jsonl",
            "--timeout",
            "0.2",
        ): ("took longer than 0.2 s"),
    }.items():
        assert said in wrapture("sql", *words).fails_with_one_line()
    assert sorted(path.name for path in wrapture.folder.iterdir()) == ["books.html", "books.jsonl"]


def test_options_that_do_not_go_together(wrapture: Command, books: Path) -> None:
    for words in (
        ("select 1", "books.jsonl", "-o", "x.csv", "-f", "table"),
        ("books.jsonl", "-o", "x.csv"),
        ("books.jsonl", "-f", "csv"),
        (),
    ):
        assert wrapture("sql", *words).code == 2


def test_a_long_answer_is_cut_on_the_terminal_only(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "select * from range(1500)", "books.jsonl")
    assert done.err == "wrapture: 500 more rows; -o FILE has all\n"
    assert len(wrapture("sql", "select * from range(1500)", "books.jsonl", "-f", "jsonl").out.splitlines()) == 1500


def test_no_row_is_said(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "select title from books where false", "books.jsonl")
    assert (done.code, done.out, done.err) == (0, "", "wrapture: no rows of title\n")


def test_what_a_page_says_is_no_command_to_the_terminal(wrapture: Command, books: Path) -> None:
    done = wrapture("sql", "select chr(27) || '[31mred' as \"a\x1b[31m\"", "books.jsonl")
    assert "\x1b" not in done.out
    assert "\\x1b[31mred" in done.out


def test_ctrl_c_stops_a_query_without_a_word(wrapture: Command, books: Path) -> None:
    sql = "select sum(a.range + b.range) from range(10000000000) a, range(10000000) b"
    with subprocess.Popen(
        wrapture.line("sql", sql, "books.jsonl"), cwd=wrapture.folder, stderr=subprocess.PIPE, env=wrapture.env()
    ) as running:
        try:
            threads = Path("/proc", str(running.pid), "task")
            wait_until(lambda: len(list(threads.iterdir())) >= 3)  # DuckDB's own have begun
            time.sleep(0.5)
            running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=PATIENCE_S)
        finally:
            running.kill()
    assert running.returncode == 130
    assert b"Traceback" not in said
