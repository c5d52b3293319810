"""From a locator and a page to records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.errors import PatternError
from wrapture.model import PatternLocator
from wrapture.reading.records import find_records, read_pattern

if TYPE_CHECKING:
    from wrapture.html.page import Page


def texts(page: Page, *patterns: str, encoding: str = "block-level") -> list[str]:
    return [page.texts_of(record) for record in find_records(PatternLocator(encoding, patterns), page)]


def test_records_are_the_matches_in_document_order() -> None:
    page = wrapture.parse("<ul><li>a</li><li>b</li></ul><p>x</p><ul><li>c</li></ul>")
    assert texts(page, "LI TEXT /LI") == ["a", "b", "c"]


def test_the_longest_match_wins_among_patterns_and_within_one() -> None:
    page = wrapture.parse("<ul><li>a<p>b</p></li><li>c</li></ul>")
    assert texts(page, "LI TEXT", "LI TEXT P TEXT /P /LI") == ["a b", "c"]
    assert texts(page, "LI TEXT [P|-] [TEXT|-] [/P|-] [/LI|-]") == ["a b", "c"]


def test_matches_do_not_overlap() -> None:
    page = wrapture.parse("<p>a</p><p>b</p><p>c</p>")
    assert texts(page, "P TEXT /P P TEXT /P") == ["a b"]


def test_what_an_encoding_skips_belongs_to_the_record() -> None:
    page = wrapture.parse("<ul><li><a href=x><b>a</b></a><img src=y></li><li>b</li></ul>")
    assert texts(page, "LI TEXT /LI") == ["a", "b"]
    assert texts(page, "LI A B TEXT /B /A IMG /LI", encoding="all-tag") == ["a"]
    (first, _) = find_records(PatternLocator("block-level", ("LI TEXT /LI",)), page)
    assert page.links(first[0]) == ["x"]
    assert page.images(first[0]) == ["y"]


def test_a_match_of_end_tags_alone_is_no_record() -> None:
    page = wrapture.parse("<div><div>a</div></div>")
    assert texts(page, "/DIV /DIV") == []


def test_nothing_is_found_where_nothing_is() -> None:
    assert texts(wrapture.parse(""), "LI TEXT /LI") == []
    assert texts(wrapture.parse("<p>x"), "LI TEXT /LI") == []


@pytest.mark.parametrize("broken", ["", "LI [", "LI ] TEXT", "[-]", "/", "*ZZZ", "[LI|"])
def test_a_pattern_that_does_not_read_is_an_error(broken: str) -> None:
    with pytest.raises(PatternError):
        read_pattern(broken)


def test_a_locator_needs_a_pattern() -> None:
    with pytest.raises(ValueError, match="at least one pattern"):
        PatternLocator("block-level", ())
