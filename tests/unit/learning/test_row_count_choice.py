"""Which row counts are offered to the user, and whether to ask at all."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.learning.row_count_choice import CLEAR, OFFERED, is_clear, margin, row_counts
from wrapture.model import Candidate, RowLocator, Span

LOCATOR = RowLocator(("<li>", "</li>"), 1, 9)


def candidate(count: int, score: float = 0.0) -> Candidate:
    records = tuple((Span(n, n + 1),) for n in range(count))
    return Candidate(LOCATOR, (records,), (), ("rows",), score)


def counts(candidates: list[Candidate]) -> list[int]:
    return [len(one.records[0]) for one in row_counts(candidates)]


def test_each_number_is_offered_once_with_its_best_candidate() -> None:
    ranked = [candidate(12, 9.0), candidate(6, 8.0), candidate(12, 7.0), candidate(3, 6.0), candidate(6, 5.0)]
    assert row_counts(ranked) == [ranked[0], ranked[1], ranked[3]]
    assert row_counts([]) == []


@given(st.lists(st.integers(2, 9), max_size=20))
def test_no_more_than_five_in_the_order_of_the_candidates(drawn: list[int]) -> None:
    assert counts([candidate(count) for count in drawn]) == list(dict.fromkeys(drawn))[:OFFERED]


def test_the_limit_holds() -> None:
    assert len(row_counts([candidate(count) for count in range(2, 9)], most=2)) == 2


def test_the_number_is_that_of_the_first_page() -> None:
    first, second = candidate(4).records[0], candidate(9).records[0]
    both = Candidate(LOCATOR, (first, second), (), ("rows",), 1.0)
    assert row_counts([both, candidate(4)]) == [both]


@pytest.mark.parametrize(
    ("scores", "ahead", "clear"),
    [
        ([], inf, True),
        ([3.0], inf, True),
        ([3.0, 3.0], 0.0, False),
        ([3.0, 2.5], 0.5, False),
        ([3.0, 3.0 - CLEAR], CLEAR, True),
        ([9.0, 2.0, 1.9], 7.0, True),
    ],
)
def test_no_question_if_the_first_is_clearly_ahead(scores: list[float], ahead: float, clear: bool) -> None:
    choices = [candidate(count, score) for count, score in enumerate(scores, start=2)]
    assert margin(choices) == ahead
    assert is_clear(choices) is clear


def test_two_candidates_with_one_number_are_no_reason_to_ask() -> None:
    ranked = [candidate(12, 9.0), candidate(12, 8.9), candidate(5, 1.0)]
    assert is_clear(row_counts(ranked))
    assert not is_clear(ranked)


def test_the_numbers_of_a_page() -> None:
    """Ten records, two in each of five rows: both numbers are offered, and what is chosen is what is learned."""
    cell = "<td><b>Name {n}</b><br>Street {n}</td>"
    rows = "".join(f"<tr>{cell.format(n=2 * i)}{cell.format(n=2 * i + 1)}</tr>" for i in range(5))
    page = wrapture.parse(f"<h1>People</h1><table>{rows}</table>")
    offered = row_counts(wrapture.discover(page, learner="rows"))
    assert [len(one.records[0]) for one in offered][:2] == [10, 5]
    assert [one.score for one in offered] == sorted((one.score for one in offered), reverse=True)
    for one in offered:
        count = len(one.records[0])
        assert wrapture.learn(page, learner="rows", rows=count).locator == one.locator
