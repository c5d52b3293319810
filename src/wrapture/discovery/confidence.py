"""How sure an answer is: of a page as a whole, and of each of its records.

What a page's confidence counts with was learned by ``benchmarks/quality/weigh.py``: from the development pages, each of them
once as it is and once with its list cut out, so that it is known what the best answer looks like where none is right.
"""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.discovery.weights import load_weights
from wrapture.html.shapes import shapes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Record

CONVINCING: Final = 0.003
"""A best answer that is less sure than this is not given.  Right answers that are short lists on full pages stand close above
it, so it is low: of 61 pages with nothing but a login form, 8 % are below."""
DOUBTFUL: Final = 0.05
"""An answer that is less sure than this is given with a warning: so are those of 62 % of the pages with a login form, and of
1 % of the development pages."""
FAR_BEHIND: Final = 10.0  # how far a rival is behind where there is none
LONGEST: Final = 400  # nodes of a record that are compared
MODELS: Final = 4  # commonest shapes that a record may be like


def rival_of(ranked: Sequence[tuple[float, tuple[int, int]]]) -> float:
    """Return how far the best answer that stands elsewhere is behind the first; answers are scores and places, best first.

    >>> rival_of([(9.0, (10, 50)), (8.5, (12, 50)), (6.0, (60, 80))])
    3.0
    """
    score, (start, stop) = ranked[0]
    elsewhere = (score - other for other, (first, last) in ranked if last <= start or first >= stop)
    return min(FAR_BEHIND, next(elsewhere, FAR_BEHIND))


def page_confidence(candidates: Sequence[Candidate]) -> float:
    """Return how sure it is that the first of a page's candidates, best first, is its main list; 0 where there is none."""
    ranked = [(one.score, _edges(one)) for one in candidates if one.records[0]]
    return chance(candidates[0], rival_of(ranked)) if ranked else 0.0


def chance(candidate: Candidate, lead: float) -> float:
    """Return how likely a candidate is right, by its evidence and how far the best one elsewhere is behind."""
    terms = load_weights().confidence
    evidence = sum([terms[reason.name] * reason.value for reason in candidate.evidence])
    odds = terms["bias"] + terms["lead"] * lead + evidence
    return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))


def record_confidences(page: Page, records: Sequence[Record], confidence: float) -> list[float]:
    """Return how sure each record of a list is: as sure as the list, less what tells it from the others.

    A record is compared with the commonest shapes of the list: lists of two kinds of records are lists.
    """
    shapes = [shapes_of(page).of(record[0].start, record[-1].stop, LONGEST) for record in records]
    models = [shape for shape, _ in Counter(shapes).most_common(MODELS)]
    likeness = {
        shape: max(Levenshtein.normalized_similarity(shape, model) for model in models) for shape in set(shapes)
    }
    return [confidence * likeness[shape] for shape in shapes]


def _edges(candidate: Candidate) -> tuple[int, int]:
    """Return the first node of a list and the one after its last."""
    return candidate.records[0][0][0].start, candidate.records[0][-1][-1].stop
