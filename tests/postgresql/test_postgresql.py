"""Results in a real PostgreSQL server: types, replacing, merging by key, all or nothing, and no passwords in messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

import pytest

from tests.conftest import ROOT
from wrapture.errors import OutputError
from wrapture.model import Column, ValueType
from wrapture.model.table import Row, Table
from wrapture.rows.row_schema import RowOptions
from wrapture.rows.write import check, write

from .conftest import PASSWORD, rows

if TYPE_CHECKING:
    from tests.command import Command

BOOKS = ROOT / "examples" / "books-1.html"


def shop(*cells: tuple[str | None, str | None], kind: Literal["number", "date"] = "number") -> Table:
    """Return a table of links and prices."""
    columns = (
        Column("link", "text", ()),
        Column("price", "text", (), type=ValueType(kind, "." if kind == "number" else "")),
    )
    return Table("shop.html", ("link", "price"), tuple(Row("", one) for one in cells), described=columns)


def test_columns_have_their_types(database: str) -> None:
    columns = (
        Column("title", "text", ()),
        Column("price", "text", (), type=ValueType("price", ".")),
        Column("seen", "text", (), type=ValueType("date", order="dmy")),
        Column("tags", "text", ()),
        Column("count", "text", (), type=ValueType("number", ".")),
    )
    cells = ("A 'quote' and \0 \\ \t \n", "£9.50", "3 June 2024", ("a", 'b"{}'), "7")
    write([Table("p.html", tuple(one.name for one in columns), (Row("", cells),), described=columns)], database)
    types = dict(
        rows(database, "select column_name, data_type from information_schema.columns where table_name = 'records'")
    )
    assert types["price"] == "double precision"
    assert (types["seen"], types["tags"], types["count"]) == ("date", "ARRAY", "bigint")
    (row,) = rows(database, "select title, price, price_currency, seen, tags, count, page, record from records")
    assert row == ("A 'quote' and \ufffd \\ \t \n", 9.5, "GBP", date(2024, 6, 3), ["a", 'b"{}'], 7, "p.html", 1)


def test_an_existing_table_is_replaced_only_with_force(database: str) -> None:
    write([shop(("a", "1"), ("b", "2"))], database)
    with pytest.raises(OutputError, match=r"the table records exists; use `force=True`"):
        write([shop(("c", "3"))], database)
    with pytest.raises(OutputError, match="exists"):
        check(database)
    check(database, force=True)
    write([shop(("c", "3"))], database, force=True)
    assert rows(database, "select link, price from records") == [("c", 3)]


def test_records_are_merged_by_their_key(database: str) -> None:
    there = f"{database}?table=books&key=link"
    write([shop(("a", "1"), ("b", "2"))], there)
    check(there)
    write([shop(("b", "20"), ("c", "3"), ("b", "30"))], there)
    assert rows(database, "select link, price from books order by link") == [("a", 1), ("b", 30), ("c", 3)]


def test_a_table_gets_new_columns_and_wider_types(database: str) -> None:
    there = f"{database}?key=link"
    write([shop(("a", "1"))], there)
    columns = ("link", "price", "author")
    described = (*shop(("", "")).described, Column("author", "text", ()))
    write([Table("shop.html", columns, (Row("", ("b", "2.5", "Ann")),), described=described)], there)
    assert rows(database, "select link, price, author from records order by link") == [
        ("a", 1.0, None),
        ("b", 2.5, "Ann"),
    ]
    write([shop(("c", "4"))], there)
    assert rows(database, "select price from records where link = 'c'") == [(4.0,)]


def test_a_column_that_takes_no_such_values_is_an_error_and_nothing_changes(database: str) -> None:
    there = f"{database}?key=link"
    write([shop(("a", "3 June 2024"), kind="date")], there)
    with pytest.raises(OutputError, match="the column price is date, and takes no values of type bigint"):
        write([shop(("b", "2"))], there)
    assert rows(database, "select count(*) from records") == [(1,)]


def test_records_without_a_key_are_an_error_and_nothing_is_written(database: str) -> None:
    with pytest.raises(OutputError, match="1 record without a value in the key link"):
        write([shop(("a", "1"), (None, "2"))], f"{database}?key=link")
    assert rows(database, "select to_regclass('records')") == [(None,)]


def test_an_unknown_key_names_the_columns(database: str) -> None:
    with pytest.raises(OutputError, match=r"no column 'lnk' for the key; there are link, price, page, record"):
        write([shop(("a", "1"))], f"{database}?key=lnk")


def test_a_schema_and_hostile_names(database: str) -> None:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute("create schema web")
    name = 'a"; drop table records; --' + "ü" * 60
    table = replace(shop(("x", "1")), columns=(name, name[:-1] + "é"), described=())
    write([table], f"{database}?table=web.books")
    found = [
        one
        for (one,) in rows(database, "select column_name from information_schema.columns where table_schema = 'web'")
    ]
    assert len(found) == 4
    assert all(len(one.encode()) <= 63 for one in found)


def test_no_records_make_an_empty_table(database: str) -> None:
    write([shop()], database)
    assert rows(database, "select * from records") == []


def test_the_commands_write_to_it(database: str, wrapture: Command) -> None:
    there = f"{database}?table=books&key=link"
    done = wrapture("extract", BOOKS, "-o", there)
    assert (done.code, done.out) == (0, "")
    assert "12 records written to postgresql://" in done.err
    assert wrapture("extract", BOOKS, "-o", there).code == 0
    assert rows(database, "select count(*), max(price) from books") == [(12, 34.0)]
    assert wrapture("extract", BOOKS, "-o", "books.parquet").code == 0
    query = "select title, price, timestamp '2024-06-03 10:00' as at from books"
    done = wrapture("sql", query, "books.parquet", "-o", f"{database}?table=asked")
    assert done.code == 0, done.err
    ((count, at),) = rows(database, "select count(*), max(at) from asked")
    assert count == 12
    assert isinstance(at, datetime)


def test_a_million_cells(database: str) -> None:
    write([shop(*((str(n), str(n)) for n in range(50_000)))], f"{database}?key=link", options=RowOptions())
    assert rows(database, "select count(*), sum(price) from records") == [(50_000, 1_249_975_000)]


# --- messages ---


def test_passwords_are_never_shown(database: str, wrapture: Command) -> None:
    wrong = database.replace(PASSWORD, "wrong-word")
    runs = [
        wrapture("extract", BOOKS, "-o", database),
        wrapture("extract", BOOKS, "-o", database),
        wrapture("extract", BOOKS, "-o", wrong),
        wrapture("extract", BOOKS, "-o", f"{database}?key=nothing"),
        wrapture("extract", BOOKS, "-o", f"{database}x"),
        wrapture("extract", BOOKS, "-o", database, "--format", "csv"),
        wrapture("-vv", "extract", "gone.html", "-o", database, "--force"),
    ]
    assert [one.code for one in runs] == [0, 1, 1, 1, 1, 1, 1]
    assert not [one for one in runs if PASSWORD in one.out + one.err or "wrong-word" in one.out + one.err]
    assert all(len(one.err.splitlines()) == 1 for one in runs[:6])
