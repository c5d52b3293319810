"""One judge for all learners: equal answers are one, evidence is named, the order is by score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.conftest import books
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL
from wrapture.learning import judge
from wrapture.learning.evidence import measure
from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.judge import discover
from wrapture.learning.judge_trees import load_trees, tree_contributions
from wrapture.learning.judge_weights import load_weights
from wrapture.learning.page_facts import PageFacts
from wrapture.learning.repeats import Repeats
from wrapture.model import ForestLocator, PatternLocator, Sample
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Locator, Record

ROWS = PatternLocator("block-level", ("LI TEXT P TEXT /P P TEXT /P /LI",))


@dataclass(frozen=True)
class Parrot:
    """A learner that proposes given locators."""

    name: str
    says: tuple[Locator, ...]

    def __call__(self, sample: Sample) -> tuple[Locator, ...]:
        return self.says


@pytest.fixture
def page() -> Page:
    return wrapture.parse(books())


def test_equal_answers_are_one_candidate_with_all_its_finders(page: Page) -> None:
    same = PatternLocator("all-tag", ("LI A TEXT /A P TEXT /P P TEXT /P /LI",))
    other = PatternLocator("block-level", ("P TEXT /P",))
    learners = [Parrot("one", (ROWS, other)), Parrot("two", (same, ROWS))]
    found = discover(Sample((page,)), learners)
    assert {candidate.locator: candidate.found_by for candidate in found} == {ROWS: ("one", "two"), other: ("one",)}
    agreed = next(candidate for candidate in found if candidate.locator == ROWS)
    told = {reason.name: reason.value for reason in agreed.evidence}
    assert (told["votes"], told["agreement"], told["agreement on starts"]) == (
        2.0,
        2.0,
        2.0,
    )  # log₂(1 + 3); two learners


def test_who_finds_a_part_of_the_records_agrees_in_part(page: Page) -> None:
    half = ForestLocator("html > body > ul", ("li",), first=1, last=4)
    found = discover(Sample((page,)), [Parrot("one", (ROWS,)), Parrot("two", (half,))])
    told = {one.found_by: {reason.name: reason.value for reason in one.evidence} for one in found}
    assert told["one",]["agreement"] == told["two",]["agreement"] == 1.5  # 4 of 8 records are the same


def test_fewer_than_two_records_are_no_list(page: Page) -> None:
    one = PatternLocator("block-level", ("H1 TEXT /H1",))
    none = PatternLocator("block-level", ("TABLE",))
    assert discover(Sample((page,)), [Parrot("one", (one, none))]) == []


def test_a_list_on_one_page_of_two_counts(page: Page) -> None:
    empty = wrapture.parse("<p>nothing")
    (found,) = discover(Sample((empty, page)), [Parrot("one", (ROWS,))])
    assert [len(records) for records in found.records] == [0, 8]


def test_candidates_come_by_score_and_ties_in_the_order_they_came() -> None:
    page = wrapture.parse(books())
    found = discover(Sample((page,)), [Repeats(BLOCK_LEVEL), Repeats(ALL_TAG)])
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    twins = wrapture.parse("<ul>" + "<li>a</li>" * 4 + "</ul><ol>" + "<p>a</p>" * 4 + "</ol>")
    first, second = PatternLocator("block-level", ("LI TEXT /LI",)), PatternLocator("block-level", ("P TEXT /P",))
    for order in ((first, second), (second, first)):
        again = discover(Sample((twins,)), [Parrot("one", order)])
        assert {one.locator for one in again} == {first, second}
        assert again == discover(Sample((twins,)), [Parrot("one", order)])


def test_the_score_is_the_sum_of_the_weights(page: Page) -> None:
    (found,) = discover(Sample((page,)), [Parrot("one", (ROWS,))])
    weights = load_weights().evidence
    (asked,) = tree_contributions(load_trees(), [[one.value for one in found.evidence]])
    assert found.score == pytest.approx(sum(reason.weight for reason in found.evidence))
    for reason, own in zip(found.evidence, asked, strict=True):
        assert reason.weight == pytest.approx(weights[reason.name] * reason.value + own)


def test_every_piece_of_evidence_has_a_weight_and_a_meaning(page: Page) -> None:
    (found,) = discover(Sample((page,)), [Parrot("one", (ROWS,))])
    named = {reason.name for reason in found.evidence}
    assert named == set(load_weights().evidence) == set(MEANINGS)
    assert set(load_weights().confidence) == {"bias", "lead", "score", "lists", *MEANINGS}
    assert set(load_weights().data) == {"bias", "behind", *MEANINGS}


def evidence(html: str, pattern: str, encoding: str = "block-level") -> dict[str, float]:
    page = wrapture.parse(html)
    return measure(PageFacts(page), find_records(PatternLocator(encoding, (pattern,)), page))


def test_evidence_of_a_plain_list() -> None:
    found = evidence("<ul>" + "<li>abcd</li>" * 4 + "</ul>", "LI TEXT /LI")
    assert found["text"] == found["text × likeness"] == found["evenness"] == found["region"] == 1.0
    assert found["count"] == 2.0
    assert found["size"] == pytest.approx(2.3219, abs=1e-4)  # log₂(1 + 4)
    assert found["words"] == found["texts"] == 1.0  # log₂(1 + 1)
    assert found["shapes"] == found["different"] == found["different beginnings"] == 0.25  # one of four
    assert found["links"] == found["landmark"] == found["start"] == found["gaps"] == found["tiny"] == 0.0
    assert found["area"] == found["centre"] == 0.0  # the page is not rendered


def test_evidence_covers_content_beside_and_between() -> None:
    found = evidence("<p>before</p><ul>" + "<li>abc</li><hr>def" * 3 + "</ul>", "LI TEXT /LI")
    assert found["text"] == pytest.approx(9 / 24)
    assert found["gaps"] == pytest.approx(2 / 3)
    assert found["region"] == pytest.approx(9 / 18)
    assert found["start"] == pytest.approx(6 / 24)
    assert found["tiny"] == 1.0


def test_evidence_of_links_landmarks_and_choices() -> None:
    items = "<li><a href=x>ab</a></li><li>ab</li>"
    found = evidence(f"<nav><ul>{items}</ul></nav><ul>{items}{items}</ul>", "LI TEXT /LI")
    assert found["links"] == 0.5
    assert found["links each"] == pytest.approx(0.585, abs=1e-3)  # log₂(1.5)
    assert found["landmark"] == pytest.approx(2 / 6)
    options = evidence("<select>" + "<option>abcd</option>" * 4 + "</select>", "OPTION TEXT /OPTION", "all-tag")
    assert options["choices"] == 1.0


def test_evidence_of_what_texts_say() -> None:
    found = evidence("<ul><li>12.50<li>2019<li>ab12<li>abcd</ul>", "LI TEXT /LI")
    assert found["figures"] == 0.5
    assert found["digits"] == pytest.approx(10 / 17)
    assert found["different"] == 1.0


@pytest.mark.parametrize(
    ("around", "share"),
    [("<ul>", 0.0), ("<ul class='result-list'>", 1 / 3), ("<main id=content><ul class=items>", 2 / 3)],
)
def test_what_elements_are_called_is_evidence(around: str, share: float) -> None:
    found = evidence(around + "<li>abcd</li>" * 4 + "</ul>", "LI TEXT /LI")
    assert found["names"] == pytest.approx(share)


def test_record_beginnings_may_occur_elsewhere() -> None:
    row = "<li><p>a</p><b>b</b><i>c</i></li>"
    alone = evidence(f"<ul>{row * 4}</ul>", "LI P TEXT /P TEXT /LI")
    half = evidence(f"<ul>{(row + '<hr>' + row) * 4}</ul>", "LI P TEXT /P TEXT /LI HR")
    double = evidence(f"<ul>{row * 8}</ul>", "LI P TEXT /P TEXT /LI LI P TEXT /P TEXT /LI")
    assert (alone["heads within"], alone["heads outside"]) == (1.0, 0.0)  # log₂(1 + once)
    assert half["heads outside"] == pytest.approx(0.848, abs=1e-3)  # log₂(9 / 5): as many again are no records
    assert double["heads within"] == pytest.approx(1.585, abs=1e-3)  # log₂(1 + twice)


def test_two_records_taken_for_one_have_alike_halves() -> None:
    row = "LI " + "H3 TEXT /H3 " + "P TEXT /P " * 6 + "/LI"
    html = "<ul>" + ("<li><h3>ab</h3>" + "<p>cd</p>" * 6 + "</li>") * 8 + "</ul>"
    single, double = evidence(html, row), evidence(html, f"{row} {row}")
    assert double["halves"] > 0.9
    assert single["halves"] < double["halves"]


def test_uneven_records_have_little_evenness() -> None:
    uneven = evidence("<ul><li>a</li><li>" + "b" * 100 + "</li><li>c</li></ul>", "LI TEXT /LI")
    assert uneven["evenness"] == 0.0


def test_records_without_text_give_numbers_too() -> None:
    found = evidence("<ul>" + "<li></li>" * 4 + "</ul>", "LI /LI")
    assert all(isinstance(value, float) for value in found.values())
    assert found["text"] == 0.0


def test_a_long_list_is_sampled_evenly() -> None:
    page = wrapture.parse("<ul>" + "<li>ab</li>" * 500 + "</ul>")
    records: tuple[Record, ...] = find_records(PatternLocator("block-level", ("LI TEXT /LI",)), page)
    assert measure(PageFacts(page), records)["text × likeness"] > 0.95
    assert measure(PageFacts(page), records)["count"] == pytest.approx(8.9658, abs=1e-4)  # log₂(500)


def test_only_the_first_locators_of_each_learner_are_tried_on_a_large_page(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = PatternLocator("block-level", ("P TEXT /P",))
    monkeypatch.setattr(judge, "LARGE", len(page) - 1)
    monkeypatch.setattr(judge, "TRIED", len(page))
    found = discover(Sample((page,)), [Parrot("one", (ROWS, other)), Parrot("two", (ROWS, other))])
    assert [candidate.locator for candidate in found] == [ROWS]
