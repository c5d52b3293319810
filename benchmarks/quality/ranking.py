"""Learn to rank candidates: a weighted sum of the evidence, and boosted trees beside it; the first step of the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from boosting import Boosting, Pairs, Tree, boost, predict
from measuring import LEARNER_SETS, QUICK, Matrix

from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.judge_trees import DEPTH, stored_tree
from wrapture.learning.list_variants import ENDS_ONLY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from measuring import Measured

RIDGE: Final = 0.03
SHARE_OF_SUM: Final = 2.0
"""Times the weighted sum: it and the trees then count about equally."""
HOW: Final = Boosting(trees=140, depth=DEPTH, rate=0.13, ridge=1.5, columns=0.4, pairs=0.6)
WEIGHT_OF: Final = {"all": 1.0, QUICK: 0.5, **dict.fromkeys(set(LEARNER_SETS) - {"all", QUICK}, 0.15)}
"""The judge must work for all learners together and for each alone."""
MODERN: Final = frozenset(["bananalyzer", "cityscrapers", "fixtures", "nexteval"])
WEIGHT_OF_MODERN: Final = 1.5  # there are fewer of them, and users have them before them
MADE: Final = "made"
WEIGHT_OF_MADE: Final = 0.3
BONUS: Final = 0.2  # added to the page F1 of a page that is entirely right
MIN_GAIN: Final = 0.01  # between the two candidates of a pair
BEST: Final = 3  # candidates of a page that are the better one of a pair
GIVEN: Final = {"area": 1.0, "centre": 0.5}
"""Weights that are not learned, because no rendered page has a gold standard."""
JUDGED: Final = np.array([name not in ENDS_ONLY for name in MEANINGS], dtype=float)


class Judge(NamedTuple):
    """The weight of each piece of evidence, and trees in their stored form."""

    weights: Matrix
    trees: list[dict[str, object]]
    grown: list[Tree]

    def scores(self, page: Measured) -> Matrix:
        """Return the score of each candidate of a page."""
        return np.asarray(page.evidence @ self.weights + predict(self.grown, with_distances(judged(page))))


def judged(page: Measured) -> Matrix:
    """Return the evidence of a page's lists that the first step uses; what only the second does is 0."""
    return np.asarray(page.evidence * JUDGED)


def with_distances(evidence: Matrix) -> Matrix:
    """Return the evidence of a page's lists, followed by how far each is behind the best of the page."""
    return np.hstack([evidence, evidence - evidence.max(axis=0)])


def fit(pages: Sequence[Measured]) -> Judge:
    """Return the judge that these pages teach."""
    taught = [page for page in pages if page.kind == "list" and len(page.f1) > 1]
    pairs = _pairs(taught)
    rows = np.vstack([judged(page) for page in taught])
    weights = regress(rows[pairs.better] - rows[pairs.worse], pairs.weights / pairs.weights.sum(), RIDGE)
    for name, weight in GIVEN.items():
        weights[list(MEANINGS).index(name)] = weight / SHARE_OF_SUM
    grown = boost(np.vstack([with_distances(judged(page)) for page in taught]), pairs, HOW)
    trees = [stored_tree(tree.columns.tolist(), tree.thresholds.tolist(), tree.values.tolist()) for tree in grown]
    return Judge(np.round(SHARE_OF_SUM * weights, 4), trees, grown)


def _pairs(pages: Sequence[Measured]) -> Pairs:
    """Return pairs of a better and a worse candidate of a page, by row numbers of all pages together."""
    better, worse, weights, groups, before = [], [], [], [], 0
    for number, page in enumerate(pages):
        quality = page.f1 + BONUS * page.perfect
        for one in np.argsort(-quality, kind="stable")[:BEST]:
            others = np.flatnonzero(quality[one] - quality > MIN_GAIN)
            better.append(np.full(len(others), before + one))
            worse.append(before + others)
            weights.append(weight_of(page) * np.sqrt(quality[one] - quality[others]) / len(quality))
            groups.append(np.full(len(others), number))
        before += len(quality)
    return Pairs(*(np.concatenate(some) for some in (better, worse, weights, groups)))


def weight_of(page: Measured) -> float:
    """Return how much a page counts."""
    about = WEIGHT_OF_MODERN if page.source in MODERN else WEIGHT_OF_MADE if page.source == MADE else 1.0
    return about * WEIGHT_OF[page.learners]


def regress(rows: Matrix, counts: Matrix, ridge: float) -> Matrix:
    """Return the weights of a logistic regression that makes the sums of rows positive, by Newton's method."""
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        doubt = 1 / (1 + np.exp(np.clip(scaled @ weights, -50, 50)))
        slope = ridge * weights - (counts * doubt) @ scaled
        curve = (scaled * (counts * doubt * (1 - doubt))[:, None]).T @ scaled + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights / scale)
