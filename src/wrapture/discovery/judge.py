"""One judge for all learners: run each locator, measure evidence, merge equal answers, rank."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import log2
from statistics import fmean
from typing import TYPE_CHECKING, Protocol

from wrapture.discovery.evidence import PageFacts, measure
from wrapture.extraction.records import find_records
from wrapture.model import Candidate, Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.model import Locator, Record, Sample

MIN_RECORDS = 2
"""Fewer records than this are no list."""


class Learner(Protocol):
    """What proposes locators: a value with a name, called with a sample."""

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""

    def __call__(self, sample: Sample) -> Iterable[Locator]:
        """Yield locators; they report neither records nor scores."""


def discover(sample: Sample, learners: Sequence[Learner]) -> list[Candidate]:
    """Return the candidates that the learners propose for a sample, best first; equal answers are one candidate."""
    facts = [PageFacts(page) for page in sample.pages]
    proposals = [one for one in propose(sample, learners, facts) if not _is_furniture(sample, one.records)]
    candidates = [judge(facts, proposal.records, proposal.locators, proposal.found_by) for proposal in proposals]
    return sorted(candidates, key=lambda candidate: -candidate.score)


def judge(
    facts: Sequence[PageFacts],
    records: tuple[tuple[Record, ...], ...],
    locators: Sequence[Locator],
    found_by: Sequence[str],
) -> Candidate:
    """Return the candidate for one answer: the first locator that gives it, with the evidence weighed."""
    weights = load_weights()
    measured = weigh(facts, records, len(locators), len(found_by))
    evidence = tuple(Evidence(name, value, weights[name] * value) for name, value in measured.items())
    score = sum(reason.weight for reason in evidence)
    return Candidate(locators[0], records, evidence, tuple(found_by), score)


def weigh(
    facts: Sequence[PageFacts], records: Sequence[Sequence[Record]], votes: int, learners: int
) -> dict[str, float]:
    """Return all evidence for one answer: the mean over the pages that have records, and who proposed it."""
    pages = [measure(page, found) for page, found in zip(facts, records, strict=True) if len(found) >= MIN_RECORDS]
    evidence = {name: fmean(page[name] for page in pages) for name in pages[0]}
    return {**evidence, "votes": log2(1 + votes), "encodings": learners - 1.0}


@cache
def load_weights() -> dict[str, float]:
    """Return what each piece of evidence counts per unit, as learned by ``benchmarks/quality/weigh.py``."""
    text = resources.files("wrapture.discovery").joinpath("weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)
    return weights


def _is_furniture(sample: Sample, records: Sequence[Sequence[Record]]) -> bool:
    """Return whether most of some records stand on the page without results too: they are no answer to any query."""
    if sample.no_result is None:
        return False
    known = sample.no_result.text(sample.no_result.body)
    texts = [page.texts_of(record) for page, found in zip(sample.pages, records, strict=True) for record in found]
    return sum(text in known for text in texts) > len(texts) / 2


class Proposal:
    """One answer, the locators that give it (in the order they came) and the learners they came from."""

    __slots__ = ("found_by", "locators", "records")

    def __init__(self, records: tuple[tuple[Record, ...], ...]) -> None:
        self.records = records
        self.locators: list[Locator] = []
        self.found_by: list[str] = []


def propose(sample: Sample, learners: Sequence[Learner], facts: Sequence[PageFacts]) -> list[Proposal]:
    """Return the different answers of all learners; answers that hold the same texts are one."""
    found: dict[tuple[object, ...], Proposal] = {}
    for learner in learners:
        for locator in learner(sample):
            records = tuple(find_records(locator, page) for page in sample.pages)
            if max(map(len, records), default=0) < MIN_RECORDS:
                continue
            key = tuple(page.texts_of(answer) for page, answer in zip(facts, records, strict=True))
            proposal = found.setdefault(key, Proposal(records))
            proposal.locators.append(locator)
            if learner.name not in proposal.found_by:
                proposal.found_by.append(learner.name)
    return list(found.values())
