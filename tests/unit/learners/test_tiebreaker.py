"""A tiebreaker is asked where the learners before it have no answer in common, and only there."""

from __future__ import annotations

from dataclasses import dataclass, field

import wrapture
from tests.conftest import books
from wrapture.discovery.judge import discover
from wrapture.learners.tiebreaker import Tiebreaker, each_asked
from wrapture.model import ForestLocator, PatternLocator, Sample

ROWS = PatternLocator("block-level", ("LI TEXT P TEXT /P P TEXT /P /LI",))
SAME = ForestLocator("html > body > ul", ("li",))
HALF = ForestLocator("html > body > ul", ("li",), last=4)


@dataclass
class Parrot:
    """A learner that says what it was told, and counts how often it was asked."""

    name: str
    says: tuple[PatternLocator | ForestLocator, ...]
    asked: list[Sample] = field(default_factory=list)

    def __call__(self, sample: Sample) -> tuple[PatternLocator | ForestLocator, ...]:
        self.asked.append(sample)
        return self.says


def asked_last(*before: Parrot) -> bool:
    """Return whether a tiebreaker is asked after some learners."""
    last = Parrot("last", (ROWS,))
    discover(Sample((wrapture.parse(books()),)), [*before, Tiebreaker(last)])
    return bool(last.asked)


def test_it_is_not_asked_where_all_before_it_agree_on_an_answer() -> None:
    assert not asked_last(Parrot("one", (ROWS, HALF)), Parrot("two", (SAME,)))


def test_it_is_asked_where_they_do_not() -> None:
    assert asked_last(Parrot("one", (ROWS,)), Parrot("two", (HALF,)))
    assert asked_last(Parrot("one", (ROWS,)), Parrot("two", ()))


def test_who_wants_every_answer_asks_it_in_any_case() -> None:
    last = Parrot("last", ())
    one, other = each_asked([Parrot("one", (ROWS,)), Tiebreaker(last)])
    assert (one.name, other) == ("one", last)


def test_it_goes_by_the_name_of_its_learner() -> None:
    assert Tiebreaker(Parrot("last", ())).name == "last"
