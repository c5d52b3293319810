"""A page that numbers its records, or states how many it shows, decides between variants of the best list."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.learning.counted_records import counted, stated_count
from wrapture.model import Candidate, SiblingLocator, Span

if TYPE_CHECKING:
    from wrapture.html.page import Page

PLAIN = ("Amber", "Stone river", "Cloud", "Maple and tiger", "Lemon")
NUMBERED = tuple(f"{number}. {name}" for number, name in enumerate(PLAIN, 1))


def page_of(texts: tuple[str, ...], before: str = "") -> Page:
    return wrapture.parse(f"<p>{before}</p><ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul><p>Imprint</p>")


def ranked_of(page: Page, *ranges: slice) -> list[Candidate]:
    """Return candidates with some of the items of a page, each a point behind the one before."""
    items = [node for node, tag in enumerate(page.tags) if tag == "li"]
    locator = SiblingLocator((), "ul", "li", "", 0)
    return [
        Candidate(
            locator, (tuple((Span(node, page.stops[node]),) for node in items[one]),), (), ("rows",), 10.0 - behind
        )
        for behind, one in enumerate(ranges)
    ]


ALL, NOT_FIRST, NOT_LAST = slice(None), slice(1, None), slice(-1)


@pytest.mark.parametrize(
    ("texts", "before", "ranges", "first"),
    [
        (PLAIN, "Results 1-5 of 70", (NOT_LAST, ALL), ALL),
        (PLAIN, "Your search brought up 5 titles", (NOT_LAST, ALL), ALL),
        (PLAIN, "4 documents found", (ALL, NOT_FIRST), NOT_FIRST),
        (("Sorted by date", *NUMBERED), "", (ALL, NOT_FIRST), NOT_FIRST),
        (NUMBERED, "", (NOT_FIRST, ALL), ALL),
        # nothing is changed
        (PLAIN, "", (NOT_LAST, ALL), NOT_LAST),
        (PLAIN, "4 documents found", (NOT_LAST, ALL), NOT_LAST),
        (PLAIN, "Found 4, found 5", (NOT_LAST, ALL), NOT_LAST),
        (("5 found", "5 found", *PLAIN), "", (ALL, slice(2, None)), slice(2, None)),
        (("Amber", "Cloud", "5 found", "Lemon", "Stone", "River"), "", (ALL, NOT_LAST), ALL),
        (("1. Amber", "7. Cloud", "3. Lemon", "9. Stone"), "", (ALL, NOT_LAST), ALL),
        (NUMBERED, "", (ALL, NOT_FIRST), ALL),
    ],
)
def test_the_count_of_the_page_decides(
    texts: tuple[str, ...], before: str, ranges: tuple[slice, ...], first: slice
) -> None:
    page = page_of(texts, before)
    ranked = ranked_of(page, *ranges)
    found = counted(page, ranked)
    assert found[0].records == ranked[ranges.index(first)].records
    assert [one.score for one in found] == [one.score for one in ranked]


def test_a_list_far_behind_is_left_where_it_is() -> None:
    page = page_of(PLAIN, "5 documents found")
    ranked = ranked_of(page, *[NOT_LAST] * 7, ALL)
    assert counted(page, ranked) == ranked


def test_a_list_elsewhere_is_no_variant() -> None:
    page = page_of((*PLAIN, *PLAIN), "Results 1 to 4 of 9")
    ranked = ranked_of(page, slice(5), slice(5, 9))
    assert counted(page, ranked) == ranked


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Results 1 - 10 of about 2,410,000", 10),
        ("Total number of documents found is 9.", 9),
        ("Site Matches (1 - 9 of 9). Found 0 categories", 9),
        ("12 titles were found", 12),
        ("17 Treffer gefunden", 17),
        ("24 pages", None),
        ("", None),
    ],
)
def test_statements(text: str, count: int | None) -> None:
    assert stated_count(text) == count


def test_scores_stay_in_order() -> None:
    page = page_of(NUMBERED)
    found = counted(page, ranked_of(page, NOT_FIRST, NOT_LAST, ALL))
    assert [len(one.records[0]) for one in found] == [5, 4, 4]
    assert all(one.score > other.score for one, other in pairwise(found))
