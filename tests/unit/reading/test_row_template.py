"""Row templates: reading them, what they have in common, how like them records are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.strategies import symbols
from tests.unit.algo.test_subsequence import is_subsequence, length_by_definition
from wrapture.model import Record, RowTemplate, Span
from wrapture.reading.row_template import (
    MOST,
    SAMPLE,
    Template,
    common_template,
    evenly,
    likeness,
    merged,
    read_template,
    record_tokens,
    template_of_records,
    written,
)

BOOK: RowTemplate = ("<li>", "<a href>", 1, "</a>", "<b>", "Price:", 2, "</b>", "</li>")
OTHER = "\x00"


def names_of(template: RowTemplate) -> list[str]:
    return [token for token in template if isinstance(token, str)]


def rows_of(html: str, tag: str = "li") -> tuple[wrapture.Page, list[Record]]:
    page = wrapture.parse(html)
    return page, [(Span(node, page.stops[node]),) for node in page.contents if page.tags[node] == tag]


# --- a template taken apart ---


def test_numbers_are_that_many_tokens_of_data() -> None:
    parts = Template(BOOK)
    assert parts.tokens == names_of(BOOK)
    assert parts.indexes == [0, 1, 3, 4, 5, 8, 9]
    assert parts.length == 10


def test_a_template_may_begin_with_data() -> None:
    parts = Template((2, "<b>", 1, "</b>"))
    assert (parts.tokens, parts.indexes, parts.length) == (["<b>", "</b>"], [2, 4], 5)


def test_an_empty_template_is_like_nothing() -> None:
    assert Template(()).similarity(["<b>"]) == 0.0
    assert Template((3,)).similarity(["<b>"]) == 0.0


def test_a_row_in_its_place_has_no_offset() -> None:
    parts = Template(BOOK)
    assert parts.offset(parts.indexes) == 0.0
    assert parts.offset([-1] * 7) == 0.0
    assert parts.offset([0, 1, 3, 4, 5, 7, 8]) == pytest.approx(2 / 10)
    assert parts.offset([0, 1, 3, 4, -1, 10, 11]) == pytest.approx(4 / 10)


@pytest.mark.parametrize(
    ("row", "share"),
    [
        (["<li>", "<a href>", "T", "</a>", "<b>", "Price:", "5", "euro", "</b>", "</li>"], 1.0),
        (["<li>", "<a href>", "</a>", "<b>", "Price:", "</b>", "</li>"], 1.0),
        (["<li>", "<a href>", "T", "</a>", "</li>"], 4 / 7),
        (["</li>", "<li>"], 1 / 7),  # in order
        (["<p>", "Price", "</p>"], 0.0),
        ([], 0.0),
    ],
)
def test_similarity_is_the_share_of_tokens_in_order(row: list[str], share: float) -> None:
    assert Template(BOOK).similarity(row) == pytest.approx(share)


@given(symbols("abc", 1, 12), symbols("abcd", 0, 12))
def test_similarity_is_that_of_the_definition(template: str, row: str) -> None:
    expected = length_by_definition(template, row) / len(template)
    assert Template(tuple(template)).similarity(row) == pytest.approx(expected)


def test_templates_are_read_once() -> None:
    assert read_template(BOOK) is read_template(tuple(BOOK))


# --- what rows have in common ---


def test_rows_that_differ_in_data_alone() -> None:
    assert common_template(["a\x00bc", "a\x00bc", "a\x00bc"], OTHER) == ("abc", "a\x00bc")


def test_a_token_that_four_in_five_rows_have_is_lost_only_where_a_row_lacks_it() -> None:
    rows = ["abcd"] * 9 + ["abd"]
    assert common_template(rows, OTHER)[0] == "abd"
    assert common_template(["abcd"] * 3 + ["abd"] * 3, OTHER)[0] == "abd"


def test_one_odd_row_does_not_cost_the_others_their_template() -> None:
    rows = ["abcdef"] * 9 + ["axyz"]
    assert common_template(rows, OTHER)[0] == "abcdef"


def test_what_stands_for_different_tokens_is_no_part() -> None:
    assert common_template(["\x00\x00", "\x00\x00"], OTHER)[0] == ""


def test_two_rows_must_both_have_a_token() -> None:
    assert common_template(["abc", "axc"], OTHER)[0] == "ac"


@given(st.lists(symbols("abc\x00", 1, 10), min_size=1, max_size=30))
def test_a_template_is_part_of_the_rows_that_were_not_passed_over(rows: list[str]) -> None:
    template, model = common_template(rows, OTHER)
    assert OTHER not in template
    assert model in rows
    chosen = list(evenly(rows, MOST))
    assert model == sorted(chosen, key=len)[len(chosen) // 2]
    assert len(template) <= len(model)
    for row in chosen:
        assert is_subsequence(template, row) or length_by_definition(template, row) < len(template)


def test_a_template_is_written_with_its_gaps_in_the_middle_row() -> None:
    names = {"a": "<li>", "b": "<b>", "c": "</b>", "d": "</li>"}
    assert written("abcd", "ab\x00cd", names) == ["<li>", "<b>", 1, "</b>", "</li>"]
    assert written("bd", "\x00\x00bcd", names) == [2, "<b>", 1, "</li>"]
    assert written("abd", "ad", names) == ["<li>", "</li>"]  # the row of middle length was passed over


# --- two templates become one ---


def test_merging_keeps_what_both_have_and_the_gaps_of_the_first() -> None:
    other: RowTemplate = ("<li>", "<a href>", 5, "</a>", "<i>", 1, "</i>", "</li>")
    assert merged(BOOK, other) == ("<li>", "<a href>", 1, "</a>", 5, "</li>")
    assert merged(other, BOOK) == ("<li>", "<a href>", 5, "</a>", 3, "</li>")
    assert merged(BOOK, BOOK) == BOOK
    assert merged(BOOK, ("<p>", "</p>")) == ()


tokens = st.sampled_from(["<li>", "<b>", "</b>", "Price:", "</li>"])
templates = st.lists(tokens | st.integers(1, 3), max_size=8).map(tuple)


@given(templates, templates)
def test_merged_templates_are_a_longest_common_subsequence_in_the_places_of_the_first(
    one: RowTemplate, other: RowTemplate
) -> None:
    both, first, second = (read_template(template) for template in (merged(one, other), one, other))
    codes = {token: chr(97 + n) for n, token in enumerate(dict.fromkeys(first.tokens + second.tokens))}
    mine, theirs, common = ("".join(codes[token] for token in part.tokens) for part in (first, second, both))
    assert is_subsequence(common, mine)
    assert is_subsequence(common, theirs)
    assert len(common) == length_by_definition(mine, theirs)
    assert set(zip(both.indexes, both.tokens, strict=True)) <= set(zip(first.indexes, first.tokens, strict=True))


# --- records and templates ---


def book(i: int) -> str:
    return f"<li><a href={i}>T{i}</a><b>Price: {i}.50</b></li>"


def test_the_template_of_records() -> None:
    found = template_of_records([rows_of("<ul>" + "".join(map(book, range(6))) + "</ul>")])
    assert found == ("<li>", "<a href>", 1, "</a>", "<b>", "Price:", 1, "</b>", "</li>")


def test_the_template_of_the_records_of_several_pages() -> None:
    one = rows_of("<ul>" + "".join(map(book, range(6))) + "</ul>")
    other = rows_of("<ul>" + "".join(f"<li><a href=x>U{i}</a></li>" for i in range(6)) + "</ul>")
    assert template_of_records([one, other]) == ("<li>", "<a href>", 1, "</a>", 4, "</li>")


def test_no_records_have_no_template() -> None:
    page = wrapture.parse("<p>x")
    assert template_of_records([]) == template_of_records([(page, ())]) == ()


def test_a_single_record_is_its_own_template() -> None:
    assert template_of_records([rows_of("<ul><li><b>x</b></li></ul>")]) == ("<li>", "<b>", "x", "</b>", "</li>")


def test_the_pieces_of_a_record_are_read_one_after_the_other() -> None:
    page, rows = rows_of("<ul><li>a</li><li>b</li><li>c</li></ul>")
    assert record_tokens(page, (*rows[0], *rows[2])) == ["<li>", "a", "</li>", "<li>", "c", "</li>"]


def test_likeness_is_the_mean_over_the_records() -> None:
    template: RowTemplate = ("<li>", "<b>", 1, "</b>", "</li>")
    page, rows = rows_of("<ul><li><b>x</b></li><li>y</li></ul>")
    assert likeness(template, page, rows) == pytest.approx((1 + 1 / 2) / 2)
    assert likeness(template, page, rows[:1]) == 1.0
    assert likeness(template, page, ()) == 0.0
    assert likeness((), page, rows) == 0.0


def test_likeness_looks_at_the_first_the_last_and_some_between() -> None:
    page, rows = rows_of("<ul>" + "<li><b>x</b></li>" * 30 + "<li>last</li></ul>")
    expected = (SAMPLE - 1 + 1 / 2) / SAMPLE
    assert likeness(("<li>", "<b>", 1, "</b>", "</li>"), page, rows) == pytest.approx(expected)


@given(st.integers(0, 60), st.integers(2, 24))
def test_evenly_chosen_items_are_in_order_with_the_first_and_the_last(count: int, most: int) -> None:
    items = list(range(count))
    chosen = list(evenly(items, most))
    assert len(chosen) == min(count, most)
    assert chosen == sorted(set(chosen))
    if items:
        assert (chosen[0], chosen[-1]) == (0, count - 1)
        gaps = [b - a for a, b in pairwise(chosen)]
        assert max(gaps, default=0) - min(gaps, default=0) <= 1
