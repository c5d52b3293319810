"""One judge for all learners: run each locator, measure evidence, merge equal answers, rank."""

from __future__ import annotations

from functools import partial
from itertools import islice
from math import log2
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.averages import mean
from wrapture.collector import collector_paused
from wrapture.learning.agreement import agreement
from wrapture.learning.counted_records import counted
from wrapture.learning.equal_lists import joined_locator
from wrapture.learning.evidence import measure
from wrapture.learning.judge_trees import NAMES, load_trees, tree_contributions
from wrapture.learning.judge_weights import load_weights
from wrapture.learning.lexical_preference import prefer
from wrapture.learning.list_variants import Extent, compare_ends
from wrapture.learning.nesting import nesting
from wrapture.learning.page_facts import PageFacts
from wrapture.learning.table_rows import corrected
from wrapture.learning.text_lines import whole_lines
from wrapture.learning.tiebreaker import Learner, Tiebreaker
from wrapture.model import Candidate, Evidence
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Locator, Record, Sample, SiblingLocator

__all__ = ["Learner", "Proposal", "discover", "propose", "weigh"]

MIN_RECORDS = 2
"""Fewer records are not a list."""
LARGE = 60_000
"""Nodes of a page on which few locators are tried and no tiebreaker; the largest page of the corpora has 48,145."""
SIBLINGS = "siblings"
"""The learner whose kind of locator joins equal lists."""
TRIED = 1_500_000
"""Nodes of a large page × locators of each learner that are tried there: ten on a page of 150,000 nodes, the best first.

With three, learners no longer agree on what each of them finds, and a list of headings with texts is read wrong.
"""


@collector_paused()
def discover(sample: Sample, learners: Sequence[Learner]) -> list[Candidate]:
    """Return the candidates that the learners propose for a sample, best first; equal answers are one candidate."""
    facts = [PageFacts(page) for page in sample.pages]
    proposals = [one for one in propose(sample, learners, facts) if not _is_furniture(sample, one.records)]
    proposals = whole_lines(sample.pages, corrected(sample.pages, proposals))
    if not proposals:
        return []
    ranked = _ranked(facts, proposals)
    if len(sample.pages) == 1:
        (page,) = sample.pages
        if joined := joined_locator(page, ranked):
            ranked = _ranked(facts, _with_proposal(proposals, joined, page, facts[0]))
        ranked = counted(page, ranked)
    return ranked if sample.lexicon is None else prefer(ranked, sample, sample.lexicon)


def _ranked(facts: Sequence[PageFacts], proposals: Sequence[Proposal]) -> list[Candidate]:
    """Return the proposals as candidates, best first."""
    measured = weigh(facts, proposals)
    extents = [_extent(proposal) for proposal in proposals]
    contributed = contributions(measured, extents)
    candidates = [_candidate(*one) for one in zip(proposals, measured, contributed, strict=True)]
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _with_proposal(
    proposals: Sequence[Proposal], locator: SiblingLocator, page: Page, facts: PageFacts
) -> list[Proposal]:
    """Return the proposals of a page with one more of the learner of siblings, or with its vote for an equal one."""
    records = (find_records(locator, page),)
    key = (facts.texts_of(records[0]),)
    known = next((one for one in proposals if one.key == key), None)
    proposal = Proposal(key, records) if known is None else known
    proposal.locators.append(locator)
    if SIBLINGS not in proposal.found_by:
        proposal.found_by.append(SIBLINGS)
    return [*proposals, proposal] if known is None else [*proposals]


def contributions(measured: Sequence[dict[str, float]], extents: Sequence[Extent]) -> list[list[float]]:
    """Return what each piece of evidence contributes to the score of each list of a page.

    That is its weight, what the trees say and, for variants of the best list, what their ends say.
    """
    lists = [[one[name] for name in NAMES] for one in measured]
    weights = [load_weights().evidence[name] for name in NAMES]
    asked = tree_contributions(load_trees(), lists)
    found = [
        [value * weight + own for value, weight, own in zip(values, weights, owns, strict=True)]
        for values, owns in zip(lists, asked, strict=True)
    ]
    compare_ends(found, lists, extents)
    return found


_evidence: Final = partial(tuple.__new__, Evidence)
"""As ``Evidence._make``, without a call in Python for each of some two thousand pieces a page."""


def _candidate(proposal: Proposal, measured: dict[str, float], contributed: Sequence[float]) -> Candidate:
    """Return the candidate for one answer: the first locator that gives it, with weighted evidence."""
    values = map(measured.__getitem__, NAMES)
    evidence = tuple(map(_evidence, zip(NAMES, values, contributed, strict=True)))
    first, *spares = proposal.locators
    score = float(sum(contributed))
    return Candidate(first, proposal.records, evidence, tuple(proposal.found_by), score, tuple(spares))


def weigh(facts: Sequence[PageFacts], proposals: Sequence[Proposal]) -> list[dict[str, float]]:
    """Return all evidence for each answer: means over the pages with records, and the agreement of the learners."""
    found_by = [proposal.found_by for proposal in proposals]
    agreed = agreement([proposal.key for proposal in proposals], found_by)
    begun = agreement([proposal.starts for proposal in proposals], found_by)
    nested = nesting([_places(proposal.first_records) for proposal in proposals])
    found = []
    for proposal, whole, starts, (inside, holding) in zip(proposals, agreed, begun, nested, strict=True):
        pages = [
            measure(page, records)
            for page, records in zip(facts, proposal.records, strict=True)
            if len(records) >= MIN_RECORDS
        ]
        evidence = {name: mean([page[name] for page in pages]) for name in pages[0]} if len(pages) > 1 else pages[0]
        evidence["inside"] = inside
        evidence["holding"] = holding
        evidence["votes"] = log2(1 + len(proposal.locators))
        evidence["agreement"] = whole
        evidence["agreement on starts"] = starts
        found.append(evidence)
    return found


def _places(records: Sequence[Record]) -> list[tuple[int, int]]:
    return [(record[0].start, record[-1].stop) for record in records]


def _extent(proposal: Proposal) -> Extent:
    """Return the extent of a list on the first page that has any of it."""
    records = proposal.first_records
    return Extent(records[0][0].start, records[-1][-1].stop, len(records))


def _is_furniture(sample: Sample, records: Sequence[Sequence[Record]]) -> bool:
    """Return whether most of the records are also on the page without results: they don't answer a query."""
    if sample.no_result is None:
        return False
    known = sample.no_result.text(sample.no_result.body)
    texts = [page.texts_of(record) for page, found in zip(sample.pages, records, strict=True) for record in found]
    return sum(text in known for text in texts) > len(texts) / 2


Key: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""The range of each page's texts that each record contains, as (first, stop)."""


class Proposal:
    """One answer, the locators that give it (in order) and the learners they came from."""

    __slots__ = ("found_by", "key", "locators", "records")

    def __init__(self, key: Key, records: tuple[tuple[Record, ...], ...]) -> None:
        self.key = key
        self.records = records
        self.locators: list[Locator] = []
        self.found_by: list[str] = []

    @property
    def first_records(self) -> Sequence[Record]:
        """The records on the first page that has any."""
        return next(filter(None, self.records), ())

    @property
    def starts(self) -> list[list[int]]:
        """The first text of each record, page by page."""
        return [[start for start, _ in found] for found in self.key]


def propose(sample: Sample, learners: Sequence[Learner], facts: Sequence[PageFacts]) -> list[Proposal]:
    """Return the distinct answers of all learners; answers with the same texts are one.

    A tiebreaker is skipped if all learners before it agree on some answer, or if a page is large.  Once the sample's time is
    over, the answers so far are all there are.
    """
    found: dict[Key, Proposal] = {}
    most = _most_tried(sample)
    for asked, learner in enumerate(learners):
        if isinstance(learner, Tiebreaker) and (most or any(len(one.found_by) == asked for one in found.values())):
            continue
        for locator in islice(learner(sample), most):
            records = tuple([find_records(locator, page) for page in sample.pages])
            if max(map(len, records), default=0) < MIN_RECORDS:
                continue
            key = tuple([page.texts_of(answer) for page, answer in zip(facts, records, strict=True)])
            proposal = found.setdefault(key, Proposal(key, records))
            proposal.locators.append(locator)
            if learner.name not in proposal.found_by:
                proposal.found_by.append(learner.name)
            if sample.budget.is_over():
                return list(found.values())
    return list(found.values())


def _most_tried(sample: Sample) -> int | None:
    """Return how many locators of each learner are tried; None if no page is large, for all of them."""
    nodes = max(map(len, sample.pages), default=0)
    return max(1, TRIED // nodes) if nodes > LARGE else None
