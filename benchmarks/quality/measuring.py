"""Measure the evidence of gathered candidates, for all learners together and for each alone."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from wrapture.learning import judge
from wrapture.learning.evidence import measure
from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.judge import Proposal, weigh
from wrapture.learning.page_facts import PageFacts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gathering import Gathered, Proposed

    from wrapture.model import Record

Matrix = NDArray[np.float64]
QUICK: Final = "quick"
"""The name of the learners without the slow one, which runs only where they disagree."""
LEARNER_SETS: Final = {
    "all": ("rows", "siblings", "repeats", "visual"),
    QUICK: ("rows", "siblings", "repeats"),
    "rows": ("rows",),
    "siblings": ("siblings",),
    "repeats": ("repeats",),
    "visual": ("visual",),
}


class Measured(NamedTuple):
    """One page under some learners: for each candidate the evidence, its place, and the scorer's figures.

    ``kind`` is "list", "negative" (a page without a list) or "twin" (a page whose list was removed).  ``agreed`` says whether
    all learners but the slow one have an answer in common; ``counts`` are the records of each candidate, ``data`` those of them
    that are data of any list of the page.
    """

    learners: str
    path: str
    source: str
    site: str
    kind: str
    evidence: Matrix
    places: list[tuple[int, int]]
    f1: Matrix
    perfect: Matrix
    counts: Matrix
    data: Matrix
    agreed: bool
    numbers: list[int]


def measured(shared: Path, one: Gathered) -> list[Measured]:
    """Return a page under each set of learners that found something."""
    facts = PageFacts(one.page(shared))
    names = LEARNER_SETS if one.kind == "list" else ("all", QUICK)
    with mock.patch.object(judge, "measure", _Remembered()):
        found = [_under(facts, one, learners) for learners in names]
    return [judged for judged in found if judged is not None]


class _Remembered:
    """The evidence that records give by themselves, whoever proposed them: it takes most of the time."""

    def __init__(self) -> None:
        self._known: dict[Sequence[Record], dict[str, float]] = {}

    def __call__(self, facts: PageFacts, records: Sequence[Record]) -> dict[str, float]:
        """Return the evidence of records, to be added to."""
        if records not in self._known:
            self._known[records] = measure(facts, records)
        return dict(self._known[records])


def _under(facts: PageFacts, one: Gathered, learners: str) -> Measured | None:
    allowed = set(LEARNER_SETS[learners])
    kept = [(n, answer) for n, answer in enumerate(one.answers) if allowed.intersection(answer.learners)]
    if not kept:
        return None
    proposals = [_proposal(facts, answer, allowed) for _, answer in kept]
    rows = [[evidence[name] for name in MEANINGS] for evidence in weigh([facts], proposals)]
    places = [(answer.records[0][0][0], answer.records[-1][-1][1]) for _, answer in kept]
    quick = set(LEARNER_SETS[QUICK])
    return Measured(
        learners,
        one.path,
        one.source,
        one.site,
        one.kind,
        np.array(rows),
        places,
        *_figures([answer for _, answer in kept]),
        any(quick.issubset(answer.learners) for _, answer in kept),
        [n for n, _ in kept],
    )


def _figures(answers: Sequence[Proposed]) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Return the page F1, whether all is right, the records and the data of each answer."""
    found = np.array([(one.f1, one.perfect, len(one.records), one.found) for one in answers], dtype=float)
    return found[:, 0], found[:, 1], found[:, 2], found[:, 3]


def _proposal(facts: PageFacts, answer: Proposed, allowed: set[str]) -> Proposal:
    """Return an answer as the judge knows it, if only some learners were asked."""
    records = answer.spans()
    proposal = Proposal((facts.texts_of(records),), (records,))
    given = [name for name in answer.learners if name in allowed]
    proposal.locators = list(given)  # type: ignore[arg-type]  # only their number counts
    proposal.found_by = list(dict.fromkeys(given))
    return proposal


def measure_all(shared: Path, pages: Sequence[Gathered], processes: int | None = None) -> list[Measured]:
    """Return the evidence on all pages."""
    with ProcessPoolExecutor(processes) as pool:
        return [one for some in pool.map(partial(measured, shared), pages, chunksize=8) for one in some]
