"""Samples and candidates: what learners learn from, and their proposals as judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wrapture.model.time_budget import TimeBudget

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model.lexicon import Lexicon
    from wrapture.model.locator import Locator
    from wrapture.model.span import Record


class Evidence(NamedTuple):
    """One measured reason for or against a candidate; ``weight`` is its contribution to the score."""

    name: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Sample:
    """The pages a learner learns from and, optionally, a page of the same site without results, and words of the domain.

    A learner that takes long asks ``budget`` now and then, and stops when it is over.
    """

    pages: tuple[Page, ...]
    no_result: Page | None = None
    lexicon: Lexicon | None = None
    budget: TimeBudget = field(default_factory=lambda: TimeBudget(None), compare=False)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judged locator: the records it finds on each page of the sample, its score, and the evidence for it.

    ``spares`` are other locators that find the same records.
    """

    locator: Locator
    records: tuple[tuple[Record, ...], ...]
    evidence: tuple[Evidence, ...]
    found_by: tuple[str, ...]
    score: float = field(default=0.0)
    spares: tuple[Locator, ...] = ()
