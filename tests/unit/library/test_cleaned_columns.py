"""Cleaned and merged columns: what the reader, the compiled reader and the wrapper file make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import books
from wrapture import api
from wrapture.errors import ColumnError, WrapperFileError
from wrapture.model import Capture

if TYPE_CHECKING:
    from wrapture.values.cleaning import CleanStep

PAGE = api.parse(books(8))
WRAPPER = api.learn(PAGE)


def values(wrapper: api.Wrapper, name: str) -> list[object]:
    return list(api.extract_page(wrapper, PAGE)[name])


def type_of(wrapper: api.Wrapper, name: str) -> str:
    return next(one.type.name for one in wrapper.layout.columns if one.name == name)


def test_values_are_cleaned_by_every_reader_and_from_a_file() -> None:
    steps: list[CleanStep] = [api.Replace("by "), api.Regex(r"Author (\d)", r"Nr \1")]
    cleaned = api.clean_column(WRAPPER, "author", steps, [PAGE])
    assert values(cleaned, "author") == [f"Nr {i}" for i in range(8)]
    again = api.parse_wrapper(api.dump_wrapper(cleaned), "books")
    assert again == cleaned
    reader = api.compile_wrapper(again)
    assert reader.read(Capture("books.html", books(8).encode()))["author"] == values(cleaned, "author")
    assert reader.is_compiled == (reader.native is not None)


def test_a_cleaned_column_gets_another_type_and_profile() -> None:
    cleaned = api.clean_column(WRAPPER, "author", [api.Regex(r"\d+")], [PAGE])
    column = next(one for one in cleaned.layout.columns if one.name == "author")
    assert column.type.name == "number"
    assert column.profile is not None
    assert "4" in column.profile.samples
    assert api.check(PAGE, cleaned).verdict == "fits"
    assert type_of(api.clean_column(cleaned, "author", [], [PAGE]), "author") == "text"


def test_a_type_that_still_fits_stays() -> None:
    assert type_of(api.clean_column(WRAPPER, "price", [api.Trim(".")], [PAGE]), "price") == "price"


def test_columns_are_merged_with_a_separator() -> None:
    merged = api.merge_columns(WRAPPER, ["title", "author"], [PAGE], joined_by=" – ")
    assert values(merged, "title")[2] == "Book 2 – by Author 2"
    again = api.parse_wrapper(api.dump_wrapper(merged), "books")
    assert again == merged
    read = api.compile_wrapper(again).read(Capture("books.html", books(8).encode()))
    assert read["title"] == values(merged, "title")
    assert '"joined_by"' not in api.dump_wrapper(WRAPPER)


@pytest.mark.parametrize(
    ("name", "steps", "words"),
    [
        ("link", [api.Trim()], "only texts can be cleaned"),
        ("author", [api.Regex("(a")], "no closing"),
        ("author", [api.Replace("")], "1 to 200"),
        ("author", [api.Replace("x" * 201)], "1 to 200"),
        ("author", [api.Regex("xyz")], "nothing would be left"),
        ("author", [api.Trim()] * 21, "at most 20"),
    ],
)
def test_what_cannot_be_cleaned(name: str, steps: list[api.Trim], words: str) -> None:
    with pytest.raises(ColumnError, match=words):
        api.clean_column(WRAPPER, name, steps, [PAGE])


def test_cleaned_columns_are_neither_merged_nor_split() -> None:
    cleaned = api.clean_column(WRAPPER, "author", [api.Trim()], [PAGE])
    with pytest.raises(ColumnError, match="merge first"):
        api.merge_columns(cleaned, ["title", "author"], [PAGE])
    with pytest.raises(ColumnError, match="split first"):
        api.split_column(cleaned, "author", [PAGE], by="text", text=" ")


def test_a_file_with_a_hostile_expression_is_refused() -> None:
    cleaned = api.clean_column(WRAPPER, "author", [api.Regex("by .*")], [PAGE])
    with pytest.raises(WrapperFileError, match=r"clean.*pattern.*repeated"):
        api.parse_wrapper(api.dump_wrapper(cleaned).replace("by .*", "(?:a*)*"), "books")


def test_a_repair_keeps_the_cleaning() -> None:
    cleaned = api.clean_column(WRAPPER, "author", [api.Replace("by ")], [PAGE])
    rows = "".join(
        f"<tr><td>{i}.50 euro</td><td><a href='/b/{i}'>Book {i}</a></td><td>by Author {i}</td></tr>" for i in range(8)
    )
    changed = api.parse(f"<title>Books</title><h1>Books</h1><table>{rows}</table><address>Foot</address>")
    found = api.repair(cleaned, changed, same_site=True)
    assert found.wrapper is not None
    assert api.extract_page(found.wrapper, changed)["author"] == [f"Author {i}" for i in range(8)]
