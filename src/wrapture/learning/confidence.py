"""Confidence in an answer: in a page's list as a whole, and in each of its records.

The coefficients were learned by ``benchmarks/quality/weigh.py`` from the development pages with a list, from real pages without
one (articles, pages about one thing), and from pages whose list was cut out.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log2
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.html.shapes import shapes_of
from wrapture.learning.judge_weights import load_weights
from wrapture.model.span import edges_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Record

CONVINCING: Final = 0.003
"""A best answer below this confidence is not given.  It is low, because right answers that are short lists on full pages score
only slightly higher: of 61 pages with nothing but a login form, 8 % are below."""
DOUBTFUL: Final = 0.05
"""An answer below this confidence is given with a warning: 62 % of the pages with a login form, and 1 % of the development
pages."""
FAR_BEHIND: Final = 10.0  # the lead if there is no rival
LONGEST: Final = 400  # nodes of a record that are compared
MODELS: Final = 4  # most common shapes that a record is compared with


def rival_of(ranked: Sequence[tuple[float, tuple[int, int]]]) -> float:
    """Return the lead of the first answer over the best one elsewhere on the page; answers are (score, place), best first.

    >>> rival_of([(9.0, (10, 50)), (8.5, (12, 50)), (6.0, (60, 80))])
    3.0
    """
    score, (start, stop) = ranked[0]
    elsewhere = (score - other for other, (first, last) in ranked if last <= start or first >= stop)
    return min(FAR_BEHIND, next(elsewhere, FAR_BEHIND))


def page_confidence(candidates: Sequence[Candidate]) -> float:
    """Return the confidence that the first candidate is the page's main list, 0 if there are no candidates."""
    ranked = [(one.score, edges_of(one.records[0])) for one in candidates if one.records[0]]
    if not ranked:
        return 0.0
    known = {"lead": rival_of(ranked), "score": ranked[0][0], "lists": log2(len(ranked))}
    return _probability(load_weights().confidence, candidates[0], known)


def is_sure(confidence: float) -> bool:
    """Return whether an answer with this confidence needs no second look."""
    return confidence >= load_weights().bounds["sure"]


def data_probability(candidate: Candidate, best: Candidate) -> float:
    """Return the probability that a list is data, not a menu or the like; ``best`` is the page's best list."""
    return _probability(load_weights().data, candidate, {"behind": candidate.score - best.score})


def is_data(candidate: Candidate, best: Candidate) -> bool:
    """Return whether a list is data; the page's best list always is."""
    return candidate is best or data_probability(candidate, best) >= load_weights().bounds["data"]


def _probability(terms: Mapping[str, float], candidate: Candidate, known: Mapping[str, float]) -> float:
    """Return a probability by the evidence of a candidate and what else is known of it."""
    evidence = sum([terms[reason.name] * reason.value for reason in candidate.evidence])
    odds = terms["bias"] + evidence + sum([terms[name] * value for name, value in known.items()])
    return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))


def record_confidences(page: Page, records: Sequence[Record], confidence: float) -> list[float]:
    """Return the confidence in each record: that of the list, reduced by how much the record differs from the others.

    A record is compared with the most common shapes of the list, since a list may have two kinds of records.
    """
    shapes = [shapes_of(page).of(record[0].start, record[-1].stop, LONGEST) for record in records]
    models = [shape for shape, _ in Counter(shapes).most_common(MODELS)]
    likeness = {
        shape: max(Levenshtein.normalized_similarity(shape, model) for model in models) for shape in set(shapes)
    }
    return [confidence * likeness[shape] for shape in shapes]
