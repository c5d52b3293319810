"""The examples and definitions of the ViNTs paper (WWW 2005), section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.unit.html.test_content_lines import drawn
from wrapture.html.boxes import Boxes
from wrapture.html.content_lines import Line, LineType, lines_of
from wrapture.learning.integration import integrate
from wrapture.learning.visual import Visual
from wrapture.learning.visual.first_lines import first_line
from wrapture.learning.visual.forests import Forests
from wrapture.learning.visual.line_blocks import cut, separator_ends
from wrapture.learning.visual.looks import (
    Look,
    LookLikeness,
    look_of,
    shape_code,
    shape_distance,
    type_distance,
)
from wrapture.learning.visual.selection import GroupFigures, SelectionWeights, combined, measure
from wrapture.learning.visual.tag_paths import tag_paths
from wrapture.model import ForestLocator, Sample, Span
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page

T = LineType


def lines(*pairs: tuple[LineType, int]) -> list[Line]:
    return [Line(kind, position, n, n + 1) for n, (kind, position) in enumerate(pairs)]


# --- 3.1 to 3.3: content lines, block shape, block similarity ---


def test_a_record_is_a_link_line_text_lines_a_link_line_and_a_blank_one() -> None:
    page = wrapture.parse(
        "<div><a href=1>Tax Forms</a><br>All the forms<br>and more<br><a href=2>Similar pages</a><br><br></div>end"
    )
    assert [int(line.type) for line in lines_of(page)] == [1, 2, 2, 1, 8, 2]


def test_runs_of_text_are_one_in_the_type_code() -> None:
    block = lines((T.LINK, 0), (T.TEXT, 0), (T.TEXT, 0), (T.TEXT, 0), (T.LINK, 0), (T.LINK, 0), (T.BLANK, 0))
    assert look_of(block).types == "12118"


def test_the_shape_is_taken_from_the_block_itself() -> None:
    one = lines((T.LINK, 20), (T.TEXT, 50), (T.TEXT, 50), (T.LINK, 20))
    moved = lines((T.LINK, 120), (T.TEXT, 150), (T.LINK, 120))
    assert look_of(one).shape == look_of(moved).shape == (0, 30, 0)
    assert look_of(moved).position - look_of(one).position == 100


def test_the_shorter_shape_is_filled_up() -> None:
    assert shape_code([0, 30, 30, 0, 0]) == (0, 30, 0)
    assert shape_distance((0, 30, 0, 10), (0, 25)) == 10


def test_blocks_are_alike_when_each_distance_is_below_its_threshold() -> None:
    alike = LookLikeness(max_type_distance=0.25, max_shape_px=10, max_position_px=5)
    block = Look("1228", (0, 30), 20)
    assert type_distance("1228", "128") == 0.25
    assert alike(block, Look("128", (0, 38), 24))
    assert not alike(block, Look("18", (0, 38), 24))
    assert not alike(block, Look("128", (0, 41), 24))
    assert not alike(block, Look("128", (0, 38), 26))


# --- 4: candidate records ---


def test_separators_are_what_occurs_three_times() -> None:
    codes = "LTTB" * 3 + "X"
    ends = separator_ends(codes)
    assert (3, 7, 11) in ends  # the blank line, and all that always comes before it
    assert all(len(found) >= 3 for found in ends)


def test_the_separator_is_the_last_line_of_its_block() -> None:
    assert cut(8, (2, 5)) == [(0, 3), (3, 6), (6, 8)]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ([(T.TEXT, 0), (T.HR_LINE, 0), (T.LINK, 0), (T.TEXT_HEAD, 0)], 2),  # after the rule, whatever else there is
        ([(T.TEXT, 0), (T.LINK_HEAD, 0), (T.TEXT, -9)], 1),  # the only line that starts with a number
        ([(T.TEXT, 30), (T.LINK, 0), (T.TEXT, 30), (T.BLANK, 30)], 1),  # the only line at the left edge
        ([(T.TEXT, 0), (T.BLANK, 0), (T.LINK, 0), (T.TEXT, 0)], 2),  # after the only blank line
        ([(T.LINK, 0), (T.TEXT, 0), (T.BLANK, 0)], 0),  # nothing comes after the blank line: the first
        ([(T.LINK_HEAD, 0), (T.TEXT_HEAD, 0)], 0),  # two numbers: the rule does not apply
        ([(T.BLANK, 0), (T.HR_LINE, 0)], None),
    ],
)
def test_the_first_line_of_a_record(block: list[tuple[LineType, int]], expected: int | None) -> None:
    assert first_line(lines(*block)) == expected


# --- 5.1 to 5.3: tag paths and initial wrappers ---

RUNNING_EXAMPLE = (
    "<html><head></head><body><img src=logo.gif><center>Results</center><hr><hr>"
    + "".join(f"<dl><dt><strong><a href={i}>Financial Aid {i}</a></strong><dd>Snippet {i}</dl>" for i in range(5))
    + "</body></html>"
)


def firsts(page: Page, tag: str) -> list[int]:
    """Return the texts that stand first in the elements of a name."""
    starts = [node for node in page.contents if page.tags[node] == tag]
    return [next(node for node in Span(start, page.stops[start]) if page.texts[node]) for start in starts]


def test_the_running_example() -> None:
    page = wrapture.parse(RUNNING_EXAMPLE)
    found = list(Forests(page, 3, tag_paths(page))(firsts(page, "strong")))
    assert ForestLocator("html > body", ("dl",), ("dl",)) in found  # Diff is <dl>S for all: the separator


def test_records_that_end_alike_and_differ_before() -> None:
    bodies = ["<p>a</p>", "<p>a</p><ul><li>b</ul>", "<p>a</p>", "<p>a</p><p>b</p>"]
    page = wrapture.parse("".join(f"<h3>T</h3>{body}<hr>" for body in bodies))
    found = list(Forests(page, 3, tag_paths(page))(firsts(page, "h3")))
    assert ForestLocator("html > body", ("h3",), ("hr",)) in found  # the common suffix of the Diffs


def test_nodes_are_expanded_where_names_do_not_tell_them_apart() -> None:
    rows = "".join(f"<tr><td>T{i}</td></tr><tr><td><a href=x>more</a></td></tr>" for i in range(5))
    page = wrapture.parse(f"<table>{rows}</table>")
    starts = [node for node in page.contents if page.texts[node].startswith("T")]
    found = list(Forests(page, 3, tag_paths(page))(starts))
    assert ForestLocator("html > body > table > tbody", ("tr",), ("tr(td(a+)+)",)) in found


def test_records_indented_one_under_the_other_need_no_separator() -> None:
    page = wrapture.parse("".join(f"<dl><dt><b>T{i}</b><dd>a{i}" for i in range(5)))
    (found,) = (locator for locator in Forests(page, 3, tag_paths(page))(firsts(page, "b")) if locator.nested)
    assert found.prefix == "html > body > dl"
    assert found.descent == ("dd", "dl")
    assert [page.texts_of(record) for record in find_records(found, page)] == [f"T{i} a{i}" for i in range(5)]


# --- 5.4: refining ---


def test_what_does_not_look_like_the_middle_record_is_cut_off_at_the_ends() -> None:
    head = "<li>Your search found 5 pages</li>"
    items = "".join(f"<li><a href={i}>T{i}</a><br>about {i}</li>" for i in range(5))
    page = wrapture.parse(f"<ul>{head}{items}<li><b>next page</b></li></ul>")
    ranges = {(locator.first, locator.last) for locator in Visual()(Sample((page,))) if locator.starts == ("li",)}
    assert (2, -2) in ranges


# --- 5.5: selection ---


def test_the_four_weights_are_relative_to_the_best_group() -> None:
    groups = [GroupFigures(1000, 0, 10, 50), GroupFigures(500, 99, 5, 100)]
    assert combined(groups, SelectionWeights(1, 0, 0, 0)) == [1, 0.5]
    assert combined(groups, SelectionWeights(0, 1, 0, 0)) == [1, 0.01]
    assert combined(groups, SelectionWeights(0, 0, 1, 0)) == [1, 0.5]
    assert combined(groups, SelectionWeights(0, 0, 0, 1)) == [0.5, 1]
    assert combined([], SelectionWeights()) == []


def test_a_group_that_holds_the_centre_of_the_page_is_at_no_distance() -> None:
    page = drawn("<p>one</p><p>two</p><p>three</p>", (0, 0, 100, 400), (0, 400, 100, 400), (300, 0, 40, 30))
    assert page.boxes is not None
    page.boxes = Boxes(page.boxes.nodes, page.boxes.texts, frozenset(), 160, 600)
    nodes = [node for node in page.contents if page.tags[node] == "p"]
    spans = [(Span(node, page.stops[node]),) for node in nodes]
    assert measure(page, spans[:2]) == GroupFigures(80_000, 0, 2, 3)
    assert measure(page, spans[2:]) == GroupFigures(1_200, ((320 - 80) ** 2 + (15 - 300) ** 2) ** 0.5, 1, 5)


# --- 4 and 5.6: the no-result page, integration ---

MENU = "<ul>" + "".join(f"<li><a href=m{i}>Menu {i}</a></li>" for i in range(12)) + "</ul>"


def test_lines_of_the_no_result_page_are_no_data() -> None:
    results = "<ol>" + "".join(f"<li><a href={i}>T{i}</a><br>about {i}</li>" for i in range(5)) + "</ol>"
    page, empty = wrapture.parse(MENU + results), wrapture.parse(MENU + "<p>Nothing found")
    alone = {locator.prefix for locator in Visual()(Sample((page,)))}
    against = {locator.prefix for locator in Visual()(Sample((page,), empty))}
    assert "html > body > ul" in alone
    assert against == {"html > body > ol"}


def test_integration_takes_the_larger_set_of_separators_and_the_wider_range() -> None:
    one = ForestLocator("html > body > div", ("h3",), ("hr",), first=3, last=-2)
    other = ForestLocator("html > body > div", ("h3",), ("hr", "p"), first=2, last=-4)
    both = ForestLocator("html > body > div", ("h3",), ("hr", "p"), first=2, last=-2)
    assert integrate(one, other) == integrate(other, one) == both


def test_separators_of_which_neither_set_contains_the_other_do_not_integrate() -> None:
    one = ForestLocator("html > body", ("h3",), ("hr",))
    assert integrate(one, ForestLocator("html > body", ("h3",), ("p",))) is None


def test_prefixes_are_compared_in_their_compact_form() -> None:
    """Siblings of other names on the way are in no prefix, so what stands before the list may differ."""
    body = "<div>" + "".join(f"<p>T{i}</p>" for i in range(4)) + "</div>"
    one, other = (wrapture.parse(f"{before}{body}") for before in ("<h1>A</h1><hr>", "<center>B</center>"))
    locators = [set(Visual()(Sample((page,)))) for page in (one, other)]
    assert ForestLocator("html > body > div", ("p",), ("p",)) in locators[0] & locators[1]


def test_a_box_of_nothing_is_far_away() -> None:
    page = drawn("<p>one</p><p>two</p>")
    page.boxes = Boxes([None] * len(page), (), frozenset(), 300, 400)
    assert measure(page, [(page.contents,)]) == GroupFigures(0, 500, 1, 6)


# --- as published ---


def test_as_published_only_types_and_positions_separate_records() -> None:
    """Title and price are both links: by types alone nothing tells where a record begins, by their tags something does."""
    rows = "".join(
        f"<div><h3><a href=/t{n}>Title {n}</a></h3><p><a href=/p{n}>{'Price' if n % 2 else 'On sale'}</a></p></div>"
        for n in range(6)
    )
    page = wrapture.parse(f"<h1>Shop</h1>{rows}<p>The end of it</p>")
    whole = [f"Title {n} {'Price' if n % 2 else 'On sale'}" for n in range(6)]

    def answers(learner: Visual) -> list[list[str]]:
        found = (find_records(locator, page) for locator in learner(Sample((page,))))
        return [[page.texts_of(record) for record in records] for records in found]

    assert whole in answers(Visual())
    assert whole not in answers(Visual(as_published=True))
    assert len(answers(Visual(as_published=True, limit=1))) <= 1
