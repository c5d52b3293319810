"""Learn when to trust: whether the first answer is right, and whether a list is data at all."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from ranking import MADE, regress

from wrapture.learning.confidence import rival_of
from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.list_variants import ENDS_ONLY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from measuring import Matrix, Measured

RIGHT: Final = 0.8  # minimum page F1 of an answer that counts as right
RIDGE_OF_CONFIDENCE: Final = 0.01
RIDGE_OF_DATA: Final = 0.03
WEIGHT_OF: Final = {"list": 1.0, "negative": 5.0, "twin": 0.3}
"""Pages without a list are few; a page whose list was cut out is only like one."""
RIGHT_SURE: Final = 0.925  # share of the right answers that are to be marked sure
IGNORED: Final = ("links", "links each", "area", "centre")
"""Evidence that is not used here: lists without links are rare in the development pages but common elsewhere."""
CONFIDENCE_TERMS: Final = ("lead", "score", "lists", *MEANINGS)
DATA_TERMS: Final = ("behind", *MEANINGS)
USED: Final = np.array([name not in IGNORED and name not in ENDS_ONLY for name in MEANINGS], dtype=float)


class Answer(NamedTuple):
    """The first answer of a page: the terms of its confidence, and whether it is right."""

    page: Measured
    terms: Matrix
    right: bool


def first_answer(page: Measured, scores: Matrix) -> Answer:
    """Return the first answer of a page by these scores."""
    ranked = sorted(zip(scores.tolist(), page.places, strict=True), key=lambda pair: -pair[0])
    first = int(np.argmax(scores))
    known = [rival_of(ranked), ranked[0][0], log2(len(ranked)), *(page.evidence[first] * USED)]
    return Answer(page, np.array(known), page.kind == "list" and bool(page.f1[first] >= RIGHT))


def fit_confidence(answers: Sequence[Answer]) -> Matrix:
    """Return the bias and the weight of each term of the confidence."""
    taught = [one for one in answers if one.page.source != MADE]
    counts = np.array([WEIGHT_OF[one.page.kind] for one in taught])
    return _classify([one.terms for one in taught], [one.right for one in taught], counts, RIDGE_OF_CONFIDENCE)


def probabilities(terms: Matrix, rows: Sequence[Matrix]) -> Matrix:
    """Return the probability of each row."""
    return np.asarray(1 / (1 + np.exp(-np.clip(terms[0] + np.array(rows) @ terms[1:], -50, 50))))


def _classify(rows: Sequence[Matrix], yes: Sequence[bool], counts: Matrix, ridge: float) -> Matrix:
    """Return the bias and weights of a logistic regression; terms are centred, so that the ridge spares the bias."""
    matrix = np.array(rows)
    middle = matrix.mean(axis=0)
    centred = np.column_stack([np.ones(len(matrix)), matrix - middle])
    terms = regress(centred * np.where(yes, 1, -1)[:, None], counts / counts.sum(), ridge)
    return np.array([terms[0] - terms[1:] @ middle, *terms[1:]])


class Kept(NamedTuple):
    """A list of a page that overlaps no better one: its terms, its records, and how many of them are data."""

    page: Measured
    terms: Matrix
    size: int
    data: int


def kept_lists(page: Measured, scores: Matrix) -> list[Kept]:
    """Return the best of overlapping lists, best first."""
    taken: list[tuple[int, int]] = []
    found = []
    for one in np.argsort(-scores, kind="stable"):
        start, stop = page.places[one]
        if all(stop <= first or last <= start for first, last in taken):
            taken.append((start, stop))
            terms = np.array([scores[one] - scores.max(), *(page.evidence[one] * USED)])
            found.append(Kept(page, terms, int(page.counts[one]), int(page.data[one])))
    return found


def fit_data(kept: Sequence[Kept]) -> Matrix:
    """Return the bias and the weights of the terms that tell lists of data from others."""
    counts = np.array([log2(1 + one.size) for one in kept])
    return _classify([one.terms for one in kept], [one.data >= one.size / 2 for one in kept], counts, RIDGE_OF_DATA)


def bound_of(values: Matrix, right: Sequence[bool]) -> float:
    """Return the confidence that the wanted share of the right answers has at least."""
    return float(np.quantile(values[np.array(right)], 1 - RIGHT_SURE))


def whole_f1(lists: Sequence[Kept], chosen: Sequence[bool], gold: int) -> float:
    """Return the page F1 of some lists of a page together; the best list is always among them."""
    taken = [one for n, (one, yes) in enumerate(zip(lists, chosen, strict=True)) if yes or not n]
    found, predicted = sum(one.data for one in taken), sum(one.size for one in taken)
    return 2 * min(found, gold) / (gold + predicted)
