"""Golden pages: a folder is a page, the records that stand on it, and why it is here.

``expected.json`` is a list with an entry for each record: its fields, or only its text where the fields are not the point.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import wrapture

if TYPE_CHECKING:
    from wrapture.model.table import Table

HERE: Final = Path(__file__).parent
FOLDERS: Final = sorted(path.parent for path in HERE.glob("*/page.html"))
every_page = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def expected(folder: Path) -> list[dict[str, str | None] | str]:
    records: list[dict[str, str | None] | str] = json.loads((folder / "expected.json").read_bytes())
    return records


def as_expected(fields: dict[str, Any], text: str, sample: object) -> dict[str, Any] | str:
    """Return a record in the form that it is expected in."""
    return fields if isinstance(sample, dict) else text


def without_confidence(table: Table) -> Table:
    """Return a table as a wrapper reads it, which chooses nothing and so has no doubts about its choice."""
    assert table.confidence is not None
    rows = tuple(replace(row, confidence=None) for row in table.rows)
    return replace(table, confidence=None, sure=None, note="", rows=rows)


def without_profiles(table: Table) -> Table:
    """Return a table without what its wrapper remembers of the columns; only learning profiles them."""
    return replace(table, described=tuple(replace(column, profile=None) for column in table.described))


def test_there_are_pages() -> None:
    assert len(FOLDERS) >= 8


def candidate(folder: Path) -> int:
    """Return which of the judge's candidates has the records: the first, unless the folder tells another."""
    told = folder / "candidate.txt"
    return int(told.read_text()) if told.exists() else 1


@every_page
def test_the_records_are_those_expected(folder: Path) -> None:
    page = wrapture.parse(folder / "page.html")
    number = candidate(folder)
    table = wrapture.extract(page)
    if number > 1:
        table = wrapture.extract(page, wrapture.learn(page, candidate=number))
    wanted = expected(folder)
    pairs = zip(table.to_dicts(), table.rows, strict=True)
    assert [as_expected(fields, row.text, wanted[0]) for fields, row in pairs] == wanted


@every_page
def test_a_wrapper_learned_from_the_page_reads_it_alike(folder: Path) -> None:
    page = wrapture.parse(folder / "page.html")
    read = wrapture.extract(page, wrapture.learn(page))
    assert without_profiles(read) == without_confidence(wrapture.extract(page))


@every_page
def test_the_folder_says_what_it_is_about(folder: Path) -> None:
    assert (folder / "about.md").read_text("utf-8").startswith("# ")
