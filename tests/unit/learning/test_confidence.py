"""Confidence: high for a clear answer, low if nothing is a list, and lower for a record unlike the others."""

from __future__ import annotations

import pytest

import wrapture
from tests.conftest import books
from wrapture.learning.confidence import CONVINCING, is_sure, page_confidence, record_confidences, rival_of
from wrapture.model import ForestLocator
from wrapture.reading.records import find_records

PROSE = "<h1>Contact</h1><p>We are in the old mill.<p>Ring the bell.<div>Open on <b>Mondays</b>, closed <i>Sundays</i>.</div>"


def test_a_clear_list_is_sure_and_prose_is_not() -> None:
    listed = page_confidence(wrapture.discover(wrapture.parse(books(20))))
    prose = page_confidence(wrapture.discover(wrapture.parse(PROSE)))
    assert listed > 0.9
    assert is_sure(listed)
    assert not is_sure(prose)


def test_no_candidate_is_no_confidence() -> None:
    assert page_confidence([]) == 0.0


def test_a_rival_is_a_list_elsewhere() -> None:
    assert rival_of([(5.0, (0, 10)), (4.9, (2, 10)), (3.0, (20, 30))]) == 2.0
    assert rival_of([(5.0, (0, 10)), (4.9, (2, 10))]) == rival_of([(5.0, (0, 10))]) == 10.0


def test_a_record_unlike_the_others_is_less_sure() -> None:
    rows = "<li><b>a</b><i>b</i></li>" * 6 + "<li><p>x</p><p>y</p><p>z</p><p>w</p></li>"
    page = wrapture.parse(f"<ul>{rows}{'<li><u>q</u></li>' * 4}</ul>")
    records = find_records(ForestLocator("html > body > ul", ("li",)), page)
    sure = record_confidences(page, records[:7], 0.8)
    assert sure[:6] == [0.8] * 6
    assert sure[6] == pytest.approx(0.8)  # the second commonest shape: a list of two kinds is a list
    many = record_confidences(page, records[:1] * 3 + records[7:8] * 2 + records[6:7] * 1, 0.8)
    assert many[-1] == pytest.approx(0.8)


def test_the_confidence_of_records_is_at_most_that_of_the_page() -> None:
    table = wrapture.extract(wrapture.parse(books(20)))
    assert table.confidence is not None
    assert table.confidence > CONVINCING
    assert all(row.confidence is not None and row.confidence <= table.confidence for row in table.rows)


def test_an_unconvincing_answer_is_taken_only_as_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    page = wrapture.parse(books(20))
    monkeypatch.setattr("wrapture.learning.doubts.ONE_THING_BELOW", 1.1)
    monkeypatch.setattr("wrapture.learning.doubts.CONVINCING", 1.1)
    assert len(wrapture.extract(page)) == 0
    assert wrapture.extract(page).confidence == pytest.approx(page_confidence(wrapture.discover(page)))
    assert len(wrapture.extract(page, guess=True)) == 20


def test_one_learner_alone_says_no_confidence() -> None:
    assert wrapture.extract(wrapture.parse(books(20)), learner="rows").confidence is None
