"""Result files are read back as the table they were written from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.errors import SourceError
from wrapture.model.table import Row, Table
from wrapture.rows.read_table import read_table
from wrapture.rows.write import write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_the_places_of_records_are_no_columns(tmp_path: Path, ending: str) -> None:
    """`follow` once wrote them as ``page_2`` and ``record_2``."""
    path = tmp_path / f"list.{ending}"
    write([Table("shop.html", ("title", "link"), (Row("a", ("a", "http://x/1")),))], path)
    table = read_table(str(path))
    assert table.columns == ("title", "link", "found_at")
    assert table.rows[0].cells == ("a", "http://x/1", "shop.html")


def test_a_column_that_says_where_records_were_found_is_kept(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("title,found_at,page,record\na,http://x/2,http://x/1,1\n", encoding="utf-8")
    table = read_table(str(tmp_path / "list.csv"))
    assert (table.columns, table.rows[0].cells) == (("title", "found_at"), ("a", "http://x/2"))


def test_tables_of_others_keep_their_columns(tmp_path: Path) -> None:
    (tmp_path / "books.csv").write_text("page,record,title\n7,LP,a\n", encoding="utf-8")
    assert read_table(str(tmp_path / "books.csv")).columns == ("page", "record", "title")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", "5\n"),
        ("a.jsonl", "[" * 100_000),
        ("a.jsonl", '{"a": ' + "9" * 5000 + "}"),
        ("a.json", "[" * 100_000),
        ("a.json", '{"records": [1, {"fields": 3}]}'),
        ("a.csv", "title\n" + "x" * 200_000),
    ],
)
def test_damaged_tables_are_one_line(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="is damaged"):
        read_table(str(tmp_path / name))
