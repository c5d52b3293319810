"""``extract`` and ``bulk`` write the same file for the same pages and wrapper: there is one schema and one writer a format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

READ = ("--wrapper", "site.json", "books.html", "more.html")


@pytest.fixture
def site(wrapture: Command, page: Callable[..., Path]) -> Path:
    page()
    page("more.html", books(12, "=Novel"))
    assert wrapture("learn", "books.html", "-o", "site.json").code == 0
    return wrapture.folder


@pytest.mark.parametrize("form", ["csv", "jsonl", "sqlite", "xlsx"])
@pytest.mark.parametrize("options", [(), ("--text",), ("--texts", "--all-columns")], ids=" ".join)
def test_the_files_are_the_same(wrapture: Command, site: Path, form: str, options: tuple[str, ...]) -> None:
    for command in ("extract", "bulk"):
        assert wrapture(command, *READ, "-o", f"{command}.{form}", *options).code == 0
    assert (site / f"extract.{form}").read_bytes() == (site / f"bulk.{form}").read_bytes()


def test_the_databases_have_the_same_tables(wrapture: Command, site: Path) -> None:
    found = []
    for command in ("extract", "bulk"):
        assert wrapture(command, *READ, "-o", f"{command}.duckdb").code == 0
        with duckdb.connect(str(site / f"{command}.duckdb"), read_only=True) as database:
            tables = [database.execute(f"FROM {name}").fetchall() for name in ("records", "dead_letters")]
            found.append((database.execute("DESCRIBE records").fetchall(), *tables))
    assert found[0] == found[1]
    assert len(found[0][1]) == 20
