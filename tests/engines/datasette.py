"""Datasette with its default templates on a table with full-text search: pages of a hundred rows, a link to the next page."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.engines.collection import collection
from tests.engines.engine import Engine
from tests.engines.processes import HOST, free_port, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

REMEDY: Final = "install the dev dependencies"
COMMAND: Final = Path(sys.executable).parent / "datasette"
FOUND: Final = "SELECT number FROM writings WHERE rowid IN (SELECT rowid FROM writings_fts WHERE writings_fts MATCH ?)"
TABLES: Final = """
CREATE TABLE writings (number TEXT PRIMARY KEY, title TEXT, author TEXT, written TEXT, text TEXT);
CREATE VIRTUAL TABLE writings_fts USING fts5 (title, author, text, content="writings");
"""


def missing() -> str:
    """Return what of it is not installed, ``""`` where all is."""
    return "" if shutil.which(COMMAND) else str(COMMAND)


@contextmanager
def datasette(folder: Path) -> Iterator[tuple[Engine, Engine]]:
    """Run Datasette as long as the block lasts: what comes back begins at its front page, and at the table's page."""
    base, port = _set_up(folder), free_port()

    def index(query: str) -> set[str]:
        with closing(sqlite3.connect(base)) as connection:
            return {number for (number,) in connection.execute(FOUND, [_quoted(query)])}

    words = [str(COMMAND), "serve", str(base), "--host", HOST, "--port", str(port)]
    with serving(words, port, folder / "log"):
        address = f"http://{HOST}:{port}/"
        front, table = Engine("datasette", address, 100, index), f"{address}library/writings"
        yield front, Engine("datasette-table", table, 100, index)


def _quoted(query: str) -> str:
    """Return a query in which each word is meant as a word, as Datasette asks it."""
    return " ".join(f'"{word}"' for word in query.split())


def _set_up(folder: Path) -> Path:
    """Return a database with all documents."""
    folder.mkdir(parents=True, exist_ok=True)
    base = folder / "library.db"
    rows = [(each.number, each.title, each.author, each.written.isoformat(), each.text) for each in collection()]
    with closing(sqlite3.connect(base)) as connection, connection:
        connection.executescript(TABLES)
        connection.executemany("INSERT INTO writings VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute("INSERT INTO writings_fts (writings_fts) VALUES ('rebuild')")
    return base
