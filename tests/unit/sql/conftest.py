"""The same four books in every format that can be queried."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wrapture.model import Column, ValueType
from wrapture.model.table import Failure, Row, Table
from wrapture.rows.write import write

if TYPE_CHECKING:
    from pathlib import Path

FORMATS: Final = ("parquet", "folder", "csv", "json", "jsonl", "flat", "sqlite", "duckdb")

ROWS: Final = (
    ("The Trial", ("Franz Kafka",), "£9.50", "3 June 2024"),
    ("Good Omens", ("Terry Pratchett", "Neil Gaiman"), "£12", "4 June 2024"),
    ("It's \"quoted\", 'twice'", None, None, None),
    ("Emma", ("Jane Austen",), "on request", "5 June 2024"),
)
BOOKS: Final = Table(
    "books.html",
    ("title", "authors", "price", "day"),
    tuple(Row(row[0], row) for row in ROWS),
    wrapper="books",
    described=(
        Column("title", "text", ()),
        Column("authors", "text", ()),
        Column("price", "text", (), type=ValueType("price", ".", "GBP")),
        Column("day", "text", (), type=ValueType("date")),
    ),
)
TYPED: Final = pa.table(
    {
        "page": ["books.html"] * 4,
        "record": [1, 2, 3, 4],
        "title": [row[0] for row in ROWS],
        "price": pa.array([9.5, 12, None, None], pa.float64()),
        "day": pa.array([date(2024, 6, 3), date(2024, 6, 4), None, date(2024, 6, 5)], pa.date32()),
    }
)


def write_books(folder: Path, form: str) -> Path:
    """Write the books to a folder, and return the path to query."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"books.{'jsonl' if form == 'flat' else form}"
    match form:
        case "parquet":
            pq.write_table(TYPED, path)
        case "folder":
            path = folder / "books"
            for name in ("books", "films"):
                (path / f"wrapper={name}").mkdir(parents=True)
                pq.write_table(TYPED.slice(0, 2), path / f"wrapper={name}" / "part-00000.parquet")
        case "flat":
            path.write_text("".join(f"{line}\n" for line in FLAT), "utf-8")
        case "duckdb":
            with duckdb.connect(str(path)) as database:
                database.register("typed", TYPED)
                database.execute("CREATE TABLE records AS FROM typed").fetchall()
        case _:
            write([BOOKS, Failure("gone.html", "not there")], path)
    return path


FLAT: Final = (
    '{"page": "a.html", "record": 1, "wrapper": "books", "fit": 0.9, "title": "The Trial", "price": 9.5, "day": "2024-06-03"}',
    '{"page": "a.html", "record": 2, "wrapper": "books", "fit": 0.9, "title": "Good Omens", "price": 12, "day": "2024-06-04"}',
    '{"page": "a.html", "record": 3, "wrapper": "books", "fit": 0.9, "title": "007", "price": null, "day": null}',
    '{"page": "b.html", "record": 1, "wrapper": "books", "fit": 0.9, "title": "Emma", "order": "x", "day": "2024-06-05"}',
)


@pytest.fixture(params=FORMATS)
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The books in one of the formats."""
    return write_books(tmp_path / "data", str(request.param))
