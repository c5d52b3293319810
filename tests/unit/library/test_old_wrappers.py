"""Wrapper files and a library written by version 0.1.0: they load, read the same rows and survive being saved again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

import wrapture
from wrapture.library.file_versions import FORMAT
from wrapture.library.wrapper_file import dumps, load, loads, save
from wrapture.library.wrapper_library import Library
from wrapture.model import CONSTANT, ForestLocator, MaskLocator, PatternLocator, RowLocator, SiblingLocator

OLD: Final = Path(__file__).parents[2] / "data" / "wrappers-0.1.0"
NAMES: Final = sorted(path.stem for path in OLD.glob("*.json"))
DISCARDED: Final = "20261118-005812-e860e15c"


def expected(name: str) -> dict[str, Any]:
    """Return what ``wrapture extract --format json`` of 0.1.0 printed for the wrapper's page."""
    (page,) = json.loads((OLD / "expected" / f"{name}.json").read_text())
    assert isinstance(page, dict)
    return page


def rows(path: Path, page: str) -> list[dict[str, Any]]:
    table = wrapture.extract(wrapture.parse(OLD / page), load(path))
    return [
        {name: list(cell) if isinstance(cell, tuple) else cell for name, cell in row.items()}
        for row in table.to_dicts(all_columns=True)  # as 0.1.0 wrote JSON
    ]


def old_columns(name: str) -> list[dict[str, Any]]:
    """Return the columns in the wrapper file."""
    columns = json.loads((OLD / f"{name}.json").read_text())["columns"]
    assert isinstance(columns, list)
    return columns


def old_rows(name: str) -> list[dict[str, Any]]:
    """Return the texts of 0.1.0's records; its JSON left out cells without a value."""
    found = expected(name)
    columns = [column["name"] for column in found["columns"]]
    return [{column: record["fields"].get(column) for column in columns} for record in found["records"]]


def test_every_kind_of_locator_is_among_them() -> None:
    kinds = {type(load(OLD / f"{name}.json").locator) for name in NAMES}
    assert kinds == {PatternLocator, ForestLocator, RowLocator, SiblingLocator, MaskLocator}
    assert {name for name in NAMES if load(OLD / f"{name}.json").query_form is not None} == {"query-get", "query-post"}


@pytest.mark.parametrize("name", NAMES)
def test_it_reads_the_same_rows(name: str) -> None:
    found = rows(OLD / f"{name}.json", expected(name)["page"])
    assert found
    assert found == old_rows(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_fits_as_well_as_before(name: str) -> None:
    page = wrapture.parse(OLD / expected(name)["page"])
    assert wrapture.fit(page, load(OLD / f"{name}.json")).value == pytest.approx(expected(name)["fit"], abs=0.001)


@pytest.mark.parametrize("name", NAMES)
def test_its_column_types_are_kept(name: str) -> None:
    kept = [column for column in load(OLD / f"{name}.json").layout.columns if column.keep]
    assert [(column.name, column.type_name) for column in kept] == [
        (column["name"], column["type"]) for column in expected(name)["columns"]
    ]


@pytest.mark.parametrize("name", NAMES)
def test_its_constant_columns_are_hidden_and_no_others(name: str) -> None:
    constant = [column["name"] for column in old_columns(name) if column.get("constant")]
    kept = [column["name"] for column in old_columns(name) if column["keep"]]
    table = wrapture.extract(wrapture.parse(OLD / expected(name)["page"]), load(OLD / f"{name}.json"))
    assert table.hidden == dict.fromkeys(constant, CONSTANT)
    assert list(table[0]) == [column for column in kept if column not in constant]
    assert list(table.columns) == kept


def test_some_have_constant_columns() -> None:
    constant = {column["name"] for name in NAMES for column in old_columns(name) if column.get("constant")}
    assert "add_to_basket" in {name.removesuffix("_label") for name in constant}


@pytest.mark.parametrize("name", NAMES)
def test_saving_it_again_adds_only_why_columns_are_hidden(name: str, tmp_path: Path) -> None:
    wrapper = load(OLD / f"{name}.json")
    save(wrapper, tmp_path / "again.json")
    assert load(tmp_path / "again.json") == wrapper == loads(dumps(wrapper))
    again, old = (json.loads(path.read_text()) for path in (tmp_path / "again.json", OLD / f"{name}.json"))
    columns = [one | ({"hidden": CONSTANT} if one.get("constant") else {}) for one in old["columns"]]
    assert again == {**old, "version": FORMAT, "columns": columns}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Copy the library, as somebody does who moves it to another machine: its index has outdated file stamps then."""
    return Library(shutil.copytree(OLD / "library", tmp_path / "library"))


def test_a_library_lists_its_wrappers_and_their_health(library: Library) -> None:
    assert [(entry.name, entry.kind, entry.error) for entry in library.entries()] == [
        ("countries-1997", "mask", ""),
        ("lantern-books.example", "rows", ""),
        ("nested-list", "siblings", ""),
    ]
    assert [note.found for note in library.health()["lantern-books.example"]] == [10]


def test_a_library_finds_the_wrapper_of_a_page(library: Library) -> None:
    best = library.match(wrapture.parse(OLD / "pages" / "books-3.html"))[0]
    assert (best.name, best.fit.found) == ("lantern-books.example", 10)


def test_a_library_restores_from_its_trash(library: Library) -> None:
    assert [(one.token, one.name) for one in library.discarded()] == [(DISCARDED, "cards-with-gaps")]
    assert library.restore(DISCARDED) == "cards-with-gaps"
    assert rows(library.folder / "cards-with-gaps.json", "pages/cards-with-gaps.html") == old_rows("all-cards")
    assert [note.found for note in library.health()["cards-with-gaps"]] == [8]
