"""A tiebreaker runs if, and only if, the learners before it have no answer in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import wrapture
from tests.conftest import books
from wrapture.learning import judge
from wrapture.learning.judge import discover
from wrapture.learning.tiebreaker import Tiebreaker, without_tiebreakers
from wrapture.model import ForestLocator, PatternLocator, Sample

if TYPE_CHECKING:
    import pytest

ROWS = PatternLocator("block-level", ("LI TEXT P TEXT /P P TEXT /P /LI",))
SAME = ForestLocator("html > body > ul", ("li",))
HALF = ForestLocator("html > body > ul", ("li",), last=4)


@dataclass
class Parrot:
    """A learner that proposes given locators, and counts its calls."""

    name: str
    says: tuple[PatternLocator | ForestLocator, ...]
    asked: list[Sample] = field(default_factory=list)

    def __call__(self, sample: Sample) -> tuple[PatternLocator | ForestLocator, ...]:
        self.asked.append(sample)
        return self.says


def asked_last(*before: Parrot) -> bool:
    """Return whether a tiebreaker runs after some learners."""
    last = Parrot("last", (ROWS,))
    discover(Sample((wrapture.parse(books()),)), [*before, Tiebreaker(last)])
    return bool(last.asked)


def test_it_is_skipped_if_all_before_it_agree_on_an_answer() -> None:
    assert not asked_last(Parrot("one", (ROWS, HALF)), Parrot("two", (SAME,)))


def test_it_runs_if_they_do_not() -> None:
    assert asked_last(Parrot("one", (ROWS,)), Parrot("two", (HALF,)))
    assert asked_last(Parrot("one", (ROWS,)), Parrot("two", ()))


def test_who_wants_every_answer_asks_it_in_any_case() -> None:
    last = Parrot("last", ())
    one, other = without_tiebreakers([Parrot("one", (ROWS,)), Tiebreaker(last)])
    assert (one.name, other) == ("one", last)


def test_it_has_the_name_of_its_learner() -> None:
    assert Tiebreaker(Parrot("last", ())).name == "last"


def test_it_is_skipped_on_a_large_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "LARGE", 10)
    assert not asked_last(Parrot("one", (ROWS,)), Parrot("two", (HALF,)))
