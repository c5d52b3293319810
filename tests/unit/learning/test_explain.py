"""Explanations: every piece of evidence has phrases, the strongest differences are listed, figures are plain."""

from __future__ import annotations

import re
from math import log2

import pytest

import wrapture
from wrapture.learning.confidence import CONVINCING
from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.explain import WORDS, against, described, differences, explain, found_by, verdict
from wrapture.learning.judge_weights import load_weights
from wrapture.model import Candidate, Evidence, PatternLocator, Span


def candidate(
    measured: dict[str, tuple[float, float]], records: int = 4, found_by: tuple[str, ...] = ("rows",)
) -> Candidate:
    """Return a candidate with so many records and evidence as (value, weight)."""
    evidence = tuple(Evidence(name, *both) for name, both in measured.items())
    return Candidate(
        PatternLocator("block-level", ("LI TEXT",)),
        (tuple((Span(i, i + 1),) for i in range(records)),),
        evidence,
        found_by,
    )


def test_every_piece_of_evidence_has_words_for_more_and_for_less() -> None:
    assert set(WORDS) == set(MEANINGS) == set(load_weights().evidence)
    said = [phrase for words in WORDS.values() for phrase in (words.more, words.less)]
    assert all(said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("name", WORDS)
def test_phrases_are_the_right_way_round(name: str) -> None:
    low, high = candidate({name: (0.25, 0.0)}), candidate({name: (1.0, 5.0)})
    (said,) = differences(high, low, about=low)
    assert said.startswith(WORDS[name].less)
    (said,) = differences(high, low, about=high)
    assert said.startswith(WORDS[name].more)


def test_figures_are_those_of_a_person() -> None:
    few = candidate({"count": (log2(5), 1.0), "text": (0.12, 0.5), "size": (log2(21), 0.5)})
    many = candidate({"count": (log2(24), 2.0), "text": (0.61, 5.0), "size": (log2(81), 1.0)})
    assert differences(many, few, about=few) == [
        "holds less of the page's text (12% against 61%)",
        "has fewer records (5 against 24)",
        "has shorter records (20 characters against 80 characters)",
    ]


def test_only_the_strongest_three_are_listed_one_per_family() -> None:
    worse = candidate(
        {"text": (0.1, 0), "count": (2, 0), "links": (0, 0), "votes": (1, 0), "agreement": (1, 0), "start": (0.1, 0)}
    )
    better = candidate(
        {
            "text": (0.9, 5),
            "count": (3, 4),
            "links": (1, 3),
            "votes": (2, 2),
            "agreement": (4, 2.5),
            "start": (0.9, 0.5),
        }
    )
    said = differences(better, worse, about=worse)
    assert [one.partition(" (")[0] for one in said] == [
        "holds less of the page's text",
        "was found by fewer learners",  # 4.5 together with the votes
        "has fewer records",
    ]


def test_what_speaks_for_the_worse_is_no_reason() -> None:
    worse, better = candidate({"text": (0.9, 5), "links": (0, 0)}), candidate({"text": (0.1, 0), "links": (1, 6)})
    assert differences(better, worse, about=better) == ["has a link in more of its records (100% against 0%)"]


def test_a_list_is_described() -> None:
    one = candidate({"text": (0.61, 0), "text × likeness": (0.6, 0), "links": (1, 0), "figures": (20 / 24, 0)}, 24)
    assert described(one) == (
        "24 records that look alike and hold 61% of the page's text; each has a link and 20 have a price or a date."
    )
    both = candidate({"text": (0.5, 0), "text × likeness": (0.1, 0), "links": (1, 0), "figures": (1, 0)}, 3)
    assert described(both) == (
        "3 records that look different and hold 50% of the page's text; each has a link and a price or a date."
    )
    assert described(candidate({"text": (0.5, 0)}, 3)).endswith("50% of the page's text.")


def test_the_learners_that_found_it_are_listed() -> None:
    assert found_by(candidate({}, found_by=("rows", "visual")), 4) == "Found by 2 of 4 learners: rows, visual."
    assert found_by(candidate({}), 1) == "Found by rows."


def test_the_worst_two_flaws_are_listed() -> None:
    assert against(candidate({"landmark": (1.0, -2), "tiny": (1.0, -2), "halves": (1.0, -1)})) == [
        "Against it: it is in a menu, sidebar, header or footer and most of its records have only a few characters."
    ]
    assert against(candidate({"landmark": (0.0, 0), "different": (1.0, 0)})) == []


def test_the_verdict_on_a_page() -> None:
    assert verdict(0.93) == "The first is clearly the page's main list (confidence 0.93)."
    assert "probably" in verdict(0.6)
    assert "perhaps" in verdict(0.3)
    assert verdict(CONVINCING / 2).startswith("Nothing here is convincing")


def test_explanations_use_plain_words() -> None:
    menu = "<nav>" + "".join(f"<a href={i}>Part {i}</a> " for i in range(9)) + "</nav>"
    rows = "".join(f"<li><a href=b{i}>Book {i}</a><p>a text about book {i}</p>{i}.50 euro</li>" for i in range(12))
    found = wrapture.discover(wrapture.parse(f"{menu}<ul>{rows}</ul>"))
    told = [explain(found, number, 4) for number in range(len(found))]
    assert told[0][0].startswith("12 records that look alike and hold ")
    assert told[0][-1].startswith("Ahead of the second because it ")
    assert all(sentences[-1].startswith("Behind the first because it ") for sentences in told[1:])
    menus = [sentences for one, sentences in zip(found, told, strict=True) if dict_of(one)["landmark"] == 1.0]
    assert menus
    assert all("it is in a menu" in " ".join(sentences) for sentences in menus)
    assert not re.search(r"log|×|\bnan\b|\d\.\d{2}", " ".join(sentence for one in told for sentence in one))


def dict_of(one: Candidate) -> dict[str, float]:
    return {reason.name: reason.value for reason in one.evidence}


def test_one_list_alone_is_compared_with_nothing() -> None:
    assert explain([candidate({"text": (1.0, 1.0)})], 0, 1) == [
        "4 records that look different and hold 100% of the page's text.",
        "Found by rows.",
    ]
