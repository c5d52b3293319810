"""Results with every kind of cell, as examples and as a hypothesis strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from wrapture.extraction.table import Failure, Row, Table

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.extraction.table import Cell
    from wrapture.sinks.rows import Result

BOOKS = Table(
    "books.html",
    ("title", "authors", "price"),
    (
        Row("The Trial Kafka 5", ("The Trial", ("Kafka",), "5")),
        Row('Good "Omens", Pratchett Gaiman', ('Good "Omens",\r\nlarge', ("Pratchett", "Gaiman"), None)),
    ),
)
DISCS = Table("discs.html", ("title", "label"), (Row("=1+1 Blå", ("=1+1", "Blå")),))
BARE = Table("bare.html", (), (Row("only text", ()),))
NONE = Table("none.html", ("title",), ())
GONE = Failure("gone.html", "no such file; check the name")
RESULTS: list[Result] = [BOOKS, GONE, DISCS, BARE, NONE]

texts = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["\r", "a\nb", '"', ",", "\x85\u2028", "=1", "\ud800", " "]
)
cells: st.SearchStrategy[Cell] = st.none() | texts | st.lists(texts, max_size=3).map(tuple)
names = st.lists(
    texts | st.sampled_from(["page", "PAGE", "page_2", "record", "Title", "title", ""]), unique=True, max_size=4
)


def listing(folder: Path) -> list[str]:
    """Return the names in a folder, hidden ones too, sorted."""
    return sorted(path.name for path in folder.iterdir())


@st.composite
def drawn_tables(draw: st.DrawFn) -> Table:
    columns = tuple(draw(names))
    row = st.builds(Row, text=texts, cells=st.tuples(*(cells for _ in columns)))
    return Table(draw(texts), columns, tuple(draw(st.lists(row, max_size=3))))


drawn_results: st.SearchStrategy[list[Result]] = st.lists(drawn_tables() | st.builds(Failure, texts, texts), max_size=4)
