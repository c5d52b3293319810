"""Where lists end: what speaks against the ends of a list, and which of its variants is chosen."""

from __future__ import annotations

import pytest

import wrapture
from wrapture.learning.evidence import measure
from wrapture.learning.judge_trees import NAMES
from wrapture.learning.judge_weights import load_weights
from wrapture.learning.list_ends import is_about_list
from wrapture.learning.list_variants import BEHIND, ENDS, Extent, compare_ends, variants_of_best
from wrapture.learning.page_facts import PageFacts
from wrapture.model import Span

WORDS = "words that say something about what was is for sale here"


def ends(html: str, tag: str = "p", tail: int = 0) -> dict[str, float]:
    """Return the evidence of the elements with this name as records, each with some siblings after it."""
    page = wrapture.parse(html)
    starts = [node for node, name in enumerate(page.tags) if name == tag]
    records = []
    for start in starts:
        stop = page.stops[start]
        for _ in range(tail):
            stop = page.stops[stop] if stop < page.stops[page.parents[start]] else stop
        records.append((Span(start, stop),))
    return measure(PageFacts(page), records)


def row(number: int) -> str:
    return f"<p><a href=/{number}>Item {number}</a> of 199{number % 10}, {WORDS}, and costs {number} euro</p>"


ROWS = "".join(map(row, range(6)))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7",
        "1 2 3 … 9 Next »",
        "Results 1 - 10 of 42",
        "SEARCH RESULTS 1 - 10 of 42 total results for bread",
        "Your search brought up 19 titles",
        "Sort by date | Hide summaries",
        "12 Treffer",
        "AltaVista found 612,058 results",
        "19 books were found",
        "Next",
    ],
)
def test_texts_about_a_list(text: str) -> None:
    assert is_about_list(text)
    assert ends(f"{ROWS}<p>{text}</p>")["about ends"] == 0.5
    assert ends(f"<p>{text}</p>{ROWS}<p>{text}</p>")["about ends"] == 1.0


@pytest.mark.parametrize(
    "text", ["12 7 31", "7", "A book found in 1999 has 3 pages", "The next page of history", "", "1997 1999 2004"]
)
def test_other_texts(text: str) -> None:
    assert not is_about_list(text)


def test_a_list_of_counts_has_no_odd_ends() -> None:
    assert ends("".join(f"<p>Shop {n}: {n} items</p>" for n in range(6)))["about ends"] == 0.0


def test_what_an_end_lacks() -> None:
    plain = ends(ROWS)
    assert plain["first lacks"] == plain["last lacks"] == 0.0
    assert ends(f"<p>Title and price</p>{ROWS}")["first lacks"] == pytest.approx(4 / 5)  # all but a picture
    assert ends(f"{ROWS}<p><a href=/more>More like these</a></p>")["last lacks"] == pytest.approx(3 / 5)


def test_text_that_is_skipped_among_records() -> None:
    assert ends(ROWS)["skipped"] == 0.0
    assert ends(f"{ROWS}<div>{'left out ' * 40}</div>{ROWS}")["skipped"] > 0.2
    assert ends(f"<div>{'left out ' * 40}</div>{ROWS}")["skipped"] == 0.0


def test_a_heading_at_the_end_belongs_to_the_next_record() -> None:
    html = "".join(f"<h3>Title {n}</h3><p>{WORDS} {n}</p>" for n in range(6))
    assert ends(html, tail=1)["heading last"] == pytest.approx(5 / 6)
    assert ends(html, "h3", tail=1)["heading last"] == 0.0


def test_records_that_are_cut_too_late() -> None:
    html = "".join(f"<b>Title {n}</b><p>{WORDS} {n}</p>" for n in range(6))
    late, right = ends(html, tail=1), ends(html, "b", tail=1)
    assert late["cut late"] == 0.5
    assert right["cut late"] == 0.0


def test_variants_cover_the_same_place_with_about_as_many_records() -> None:
    extents = [Extent(10, 100, 9), Extent(5, 105, 11), Extent(10, 100, 18), Extent(120, 200, 9), Extent(10, 90, 8)]
    assert variants_of_best([9.0, 8.0, 8.0, 8.0, 9.0 - BEHIND - 1], extents) == (0, [1])


def test_the_variant_with_the_better_ends_is_ahead() -> None:
    extents = [Extent(5, 105, 11), Extent(10, 100, 9), Extent(200, 300, 9)]
    lists = [[0.0] * len(NAMES) for _ in extents]
    about = NAMES.index("about ends")
    lists[0][about] = lists[2][about] = 1.0
    contributed = [[score] + [0.0] * (len(NAMES) - 1) for score in (9.0, 8.0, 5.0)]
    compare_ends(contributed, lists, extents)
    assert contributed[1][about] == -load_weights().ends["about ends"]
    assert sum(contributed[1]) > sum(contributed[0]) == 9.0
    assert sum(contributed[2]) == 5.0  # another list


def test_every_weight_speaks_against_a_list() -> None:
    assert tuple(load_weights().ends) == ENDS
    assert all(weight < 0 for weight in load_weights().ends.values())


def test_pagination_in_the_rows_of_a_table_is_no_record() -> None:
    pages = "<tr><td colspan=3><a href=?1>1</a> <a href=?2>2</a> <a href=?3>3</a></td></tr>"
    rows = "".join(
        f"<tr><td><a href=/{n}>Case {n}</a></td><td>{WORDS} {n}</td><td>2024-05-{10 + n}</td></tr>" for n in range(12)
    )
    table = wrapture.extract(f"<h1>Cases</h1><table>{pages}{rows}{pages}</table>")
    assert len(table) == 12
