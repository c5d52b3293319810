"""What every learner and every locator must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import wrapture
from tests.contract.shapes import SHAPES, Shape
from tests.examples import scaled
from tests.strategies import (
    Listing,
    gapped_listings,
    listing,
    listings,
    table_templates,
    tables_of_text,
    templates,
    ugly_html,
)
from wrapture.html.tokens import RECORD_ENCODINGS
from wrapture.learning.judge import discover
from wrapture.learning.learners import LEARNERS
from wrapture.learning.repeats import Repeats
from wrapture.learning.row_templates import Rows
from wrapture.learning.siblings import Siblings
from wrapture.learning.tiebreaker import Tiebreaker
from wrapture.learning.visual import Visual
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Sample, Wrapper
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Locator, Record

ALL: list[Learner] = [*(Repeats(encoding) for encoding in RECORD_ENCODINGS), Visual(), Rows(), Siblings()]
every_learner = pytest.mark.parametrize("learner", ALL, ids=lambda learner: learner.name)
every_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
MODERATE = scaled(0.25)

pages = st.one_of(listings(), gapped_listings(), listings(table_templates())).map(lambda drawn: drawn.html)
repeated_rubbish = st.tuples(ugly_html, st.integers(1, 7)).map(lambda drawn: drawn[0] * drawn[1])


def proposals(learner: Learner, html: str) -> tuple[Page, list[Locator]]:
    page = wrapture.parse(html)
    return page, list(learner(Sample((page,))))


def texts(page: Page, records: Sequence[Record]) -> list[str]:
    return [page.texts_of(record) for record in records]


def answers(learners: Sequence[Learner], html: str) -> list[list[str]]:
    """Return the texts of the records of every candidate, best first."""
    page = wrapture.parse(html)
    return [texts(page, candidate.records[0]) for candidate in discover(Sample((page,)), learners)]


def check_records(page: Page, records: Sequence[Record]) -> None:
    """Records are in order, apart and within the body of the page; none is empty."""
    last = page.body.start
    for record in records:
        assert record
        for span in record:
            assert last <= span.start < span.stop <= page.body.stop
            last = span.stop


def test_every_learner_of_the_command_line_is_held_to_this() -> None:
    every = [learner for learners in LEARNERS.values() for learner in learners]
    assert {one.learner.name if isinstance(one, Tiebreaker) else one.name for one in every} <= {one.name for one in ALL}


@every_learner
@MODERATE
@given(html=st.one_of(pages, repeated_rubbish))
@example(html="")
@example(html="<p>one</p>")
def test_the_same_sample_gives_the_same_proposals(learner: Learner, html: str) -> None:
    page, found = proposals(learner, html)
    assert found == list(learner(Sample((page,))))
    assert found == proposals(learner, html)[1]
    assert len(found) == len(set(found))


@every_learner
@MODERATE
@given(html=st.one_of(pages, repeated_rubbish))
def test_records_are_in_order_apart_and_within_the_page(learner: Learner, html: str) -> None:
    page, found = proposals(learner, html)
    for locator in found:
        check_records(page, find_records(locator, page))


@every_learner
@MODERATE
@given(html=pages, other=st.one_of(pages, repeated_rubbish))
def test_a_locator_reads_any_other_page(learner: Learner, html: str, other: str) -> None:
    elsewhere = wrapture.parse(other)
    for locator in proposals(learner, html)[1]:
        check_records(elsewhere, find_records(locator, elsewhere))


def wrapper_for(page: Page, learner: Learner, locator: Locator) -> Wrapper:
    """Return a wrapper around one proposal, made the way learning makes it."""

    class Parrot:
        """Proposes one locator, whatever the sample."""

        name = learner.name

        def __call__(self, sample: Sample) -> list[Locator]:
            return [locator]

    return wrapture.learn(page, learner=[Parrot()])


def check_survival(page: Page, learner: Learner, locator: Locator) -> None:
    if len(find_records(locator, page)) < 2:
        return  # the judge drops it
    wrapper = wrapper_for(page, learner, locator)
    restored = loads(dumps(wrapper))
    assert restored == wrapper
    assert wrapture.extract(page, restored) == wrapture.extract(page, wrapper)
    assert find_records(restored.locator, page) == find_records(locator, page)


@every_learner
@MODERATE
@given(html=st.one_of(pages, repeated_rubbish))
@example(html="<ul>" + "<li>a<svg><text>b</text></svg><p>c</p></li>" * 6)
@example(html="<x-list>" + "<text><p>a</p></text><number>b</number>" * 6)
@example(html="<x-list>" + "<a.b*c|d[e]><p>x</p></a.b*c|d[e]>" * 6)
@example(html="<div>" + "<İtem><p>x</p></İtem>" * 6)
def test_every_proposal_survives_the_disk(learner: Learner, html: str) -> None:
    page, found = proposals(learner, html)
    for locator in found:
        check_survival(page, learner, locator)


@every_learner
@every_shape
def test_every_proposal_for_a_hard_shape_survives_the_disk(learner: Learner, shape: Shape) -> None:
    page, found = proposals(learner, shape.html)
    assert found
    for locator in found:
        check_records(page, find_records(locator, page))
        check_survival(page, learner, locator)


# --- the true rows are among the answers ---


@every_shape
def test_the_rows_of_a_hard_shape_are_among_the_answers(shape: Shape) -> None:
    found = answers(LEARNERS["repeats"], shape.html)
    for rows in shape.lists:
        assert list(rows) in found


@every_learner
@every_shape
def test_each_learner_by_itself_finds_the_rows_of_hard_shapes(learner: Learner, shape: Shape) -> None:
    found = answers([learner], shape.html)
    for rows in shape.lists:
        assert list(rows) in found


whole = st.one_of(listings(), listings(table_templates()))


@given(drawn=whole)
def test_rows_of_one_shape_are_among_the_answers(drawn: Listing) -> None:
    assert list(drawn.rows) in answers(LEARNERS["repeats"], drawn.html)


@given(drawn=gapped_listings())
def test_rows_with_gaps_are_among_the_answers(drawn: Listing) -> None:
    found = answers(LEARNERS["repeats"], drawn.html)
    assert any(held_apart(drawn.rows, answer) for answer in found), (drawn.rows, found)


def held_apart(rows: Sequence[str], answer: Sequence[str]) -> bool:
    """Return whether an answer has most of the rows as separate records."""
    return len(set(rows) & set(answer)) >= 0.8 * len(set(rows))


# --- learning from several pages ---


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Listing, Listing]:
    """Draw two pages of one site: the same template, other rows."""
    template = draw(st.one_of(templates(), table_templates()))
    rows = tables_of_text(len(template.fields), max_rows=20)
    return listing(template, draw(rows)), listing(template, draw(rows))


@given(pair=pairs())
def test_a_second_page_of_one_shape_adds_no_pattern(pair: tuple[Listing, Listing]) -> None:
    first, second = (wrapture.parse(drawn.html) for drawn in pair)
    alone, both = (wrapture.learn(pages, learner="repeats") for pages in (first, [first, second]))
    assert both.locator == alone.locator


@given(pair=pairs())
def test_a_wrapper_reads_the_rows_of_another_page_as_it_read_those_of_its_own(pair: tuple[Listing, Listing]) -> None:
    first, second = (wrapture.parse(drawn.html) for drawn in pair)
    for number, answer in enumerate(discover(Sample((first,)), LEARNERS["repeats"]), start=1):
        if texts(first, answer.records[0]) == list(pair[0].rows):
            wrapper = wrapture.learn(first, learner="repeats", candidate=number)
            assert [row.text for row in wrapture.extract(second, wrapper).rows] == list(pair[1].rows)
            return
    raise AssertionError("the rows are among no answer")
