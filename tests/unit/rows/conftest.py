"""Results with every kind of cell, as examples and as a Hypothesis strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.unit.bulk.output.made import SAYING, TYPES
from wrapture.model import CONSTANT, Column, ValueType
from wrapture.model.table import Failure, Row, Table

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model.table import Cell
    from wrapture.rows.result_rows import Result

BOOKS = Table(
    "books.html",
    ("title", "authors", "price"),
    (
        Row("The Trial Kafka 5", ("The Trial", ("Kafka",), "5")),
        Row('Good "Omens", Pratchett Gaiman', ('Good "Omens",\r\nlarge', ("Pratchett", "Gaiman"), None)),
    ),
)
SHOP = Table(
    "shop.html",
    ("title", "price", "day", "sold", "stars", "sizes", "cover", "buy"),
    (
        Row("", ("=A", "5,50 €", "3.6.2024 14:05", "1.200", "4/5", ("1", "2,5"), "/a.png", "Buy")),
        Row("", ("B", "sold", "2.1.1999", None, "?", ("x",), None, "Buy")),
    ),
    described=(
        Column("title", "text", ()),
        Column("price", "text", (), type=ValueType("price", ",", "EUR")),
        Column("day", "text", (), type=ValueType("date", order="dmy")),
        Column("sold", "text", (), type=ValueType("number", ",")),
        Column("stars", "text", (), type=ValueType("rating", scale=5)),
        Column("sizes", "text", (), type=ValueType("number", ",")),
        Column("cover", "image", ()),
        Column("buy", "text", (), constant=True, hidden=CONSTANT),
    ),
)
DISCS = Table("discs.html", ("title", "label"), (Row("=1+1 Blå", ("=1+1", "Blå")),))
BARE = Table("bare.html", (), (Row("only text", ()),))
NONE = Table("none.html", ("title",), ())
GONE = Failure("gone.html", "no such file; check the name")
RESULTS: list[Result] = [BOOKS, GONE, DISCS, BARE, NONE]

texts = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["\r", "a\nb", '"', ",", "\x85\u2028", "=1", "'=1", "'", "+1", "-x", "@x", "\t", "\ud800", " ", *SAYING]
)
cells: st.SearchStrategy[Cell] = st.none() | texts | st.lists(texts, max_size=3).map(tuple)
names = st.lists(
    texts | st.sampled_from(["page", "PAGE", "page_2", "record", "Title", "title", ""]), unique=True, max_size=4
)


def listing(folder: Path) -> list[str]:
    """Return the sorted names in a folder, including hidden ones."""
    return sorted(path.name for path in folder.iterdir())


@st.composite
def drawn_tables(draw: st.DrawFn) -> Table:
    columns = tuple(draw(names))
    row = st.builds(Row, text=texts, cells=st.tuples(*(cells for _ in columns)))
    types = [TYPES[draw(st.sampled_from(sorted(TYPES)))] for _ in columns]
    described = tuple(Column(name, "text", (), type=one) for name, one in zip(columns, types, strict=True))
    return Table(
        draw(texts), columns, tuple(draw(st.lists(row, max_size=3))), described=described if draw(st.booleans()) else ()
    )


drawn_results: st.SearchStrategy[list[Result]] = st.lists(drawn_tables() | st.builds(Failure, texts, texts), max_size=4)
