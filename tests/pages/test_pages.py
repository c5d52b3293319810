"""Golden pages: a folder is a page, the records that stand on it, and why it is here.

``expected.json`` is a list with an entry for each record: its fields, or only its text where the fields are not the point.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import wrapture

HERE: Final = Path(__file__).parent
FOLDERS: Final = sorted(path.parent for path in HERE.glob("*/page.html"))
every_page = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def expected(folder: Path) -> list[dict[str, str | None] | str]:
    records: list[dict[str, str | None] | str] = json.loads((folder / "expected.json").read_bytes())
    return records


def as_expected(fields: dict[str, Any], text: str, sample: object) -> dict[str, Any] | str:
    """Return a record in the form that it is expected in."""
    return fields if isinstance(sample, dict) else text


def test_there_are_pages() -> None:
    assert len(FOLDERS) >= 8


@every_page
def test_the_records_are_those_expected(folder: Path) -> None:
    table = wrapture.extract(wrapture.parse(folder / "page.html"))
    wanted = expected(folder)
    pairs = zip(table.to_dicts(), table.rows, strict=True)
    assert [as_expected(fields, row.text, wanted[0]) for fields, row in pairs] == wanted


@every_page
def test_a_wrapper_learned_from_the_page_reads_it_alike(folder: Path) -> None:
    page = wrapture.parse(folder / "page.html")
    assert wrapture.extract(page, wrapture.learn(page)) == wrapture.extract(page)


@every_page
def test_the_folder_says_what_it_is_about(folder: Path) -> None:
    assert (folder / "about.md").read_text("utf-8").startswith("# ")
