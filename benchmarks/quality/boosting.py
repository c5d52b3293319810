"""Gradient boosting of small trees on pairs of a better and a worse candidate, in numpy.

Each tree is complete: every path asks the same number of questions.  Leaves get a Newton step of the pairwise logistic loss
[1]_; splits are found on histograms.  Everything is deterministic for a seed.

.. [1] C. J. C. Burges, "From RankNet to LambdaRank to LambdaMART: An Overview", Microsoft Research, 2010.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

Matrix = NDArray[np.float64]
Indices = NDArray[np.int64]
BINS: Final = 48


@dataclass(frozen=True, slots=True)
class Boosting:
    """How trees are grown."""

    trees: int = 150
    depth: int = 3
    rate: float = 0.1
    ridge: float = 1.0  # added to the curvature of a leaf, in pages
    columns: float = 0.4  # share of the columns that a tree may ask about
    pairs: float = 1.0  # share of the groups of pairs that a tree learns from
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of rows, the first of each better than the second, with weights."""

    better: Indices
    worse: Indices
    weights: Matrix
    groups: Indices

    def some(self, share: float, random: np.random.Generator) -> Pairs:
        """Return the pairs of a share of the groups."""
        if share >= 1:
            return self
        kept = random.random(int(self.groups.max()) + 1) < share
        chosen = kept[self.groups]
        return Pairs(self.better[chosen], self.worse[chosen], self.weights[chosen] / share, self.groups[chosen])


@dataclass(frozen=True, slots=True)
class Tree:
    """A complete tree in breadth-first order: the column and threshold of each inner node, and the value of every node."""

    columns: Indices
    thresholds: Matrix
    values: Matrix

    def __call__(self, rows: Matrix) -> Matrix:
        """Return the value of the leaf that each row falls into."""
        node = np.zeros(len(rows), dtype=np.int64)
        while node[0] < len(self.columns):
            right = rows[np.arange(len(rows)), self.columns[node]] > self.thresholds[node]
            node = 2 * node + 1 + right
        return self.values[node]


def predict(trees: Sequence[Tree], rows: Matrix) -> Matrix:
    """Return the sum of the trees for each row."""
    return np.sum([tree(rows) for tree in trees], axis=0) if len(rows) else np.zeros(0)


def boost(rows: Matrix, pairs: Pairs, how: Boosting) -> list[Tree]:
    """Return trees whose sum ranks the better row of each pair first."""
    random = np.random.default_rng(how.seed)
    borders = [_borders(rows[:, column]) for column in range(rows.shape[1])]
    found = [np.searchsorted(one, rows[:, c]) for c, one in enumerate(borders)]
    binned = np.asfortranarray(np.column_stack(found).astype(np.int64))  # columns are read one by one
    scores, trees = np.zeros(len(rows)), []
    asked = max(1, round(how.columns * rows.shape[1]))
    for _ in range(how.trees):
        slope, curve = _gradient(scores, pairs.some(how.pairs, random))
        chosen = np.sort(random.choice(rows.shape[1], asked, replace=False))
        tree, leaves = _grow(binned, borders, slope, curve, chosen, how)
        trees.append(tree)
        scores += tree.values[leaves]
    return trees


def _borders(values: Matrix) -> Matrix:
    """Return the thresholds between bins: midway between distinct values, or quantiles of them."""
    distinct = np.unique(values)
    if len(distinct) > BINS:
        distinct = np.unique(np.quantile(values, np.linspace(0, 1, BINS + 1), method="nearest"))
    return (distinct[1:] + distinct[:-1]) / 2


def _gradient(scores: Matrix, pairs: Pairs) -> tuple[Matrix, Matrix]:
    """Return how each row's score should change, and the curvature of the loss there."""
    lead = np.clip(scores[pairs.better] - scores[pairs.worse], -50, 50)
    doubt = 1 / (1 + np.exp(lead))
    push, curve = pairs.weights * doubt, pairs.weights * doubt * (1 - doubt)
    size = len(scores)
    slope = np.bincount(pairs.better, push, size) - np.bincount(pairs.worse, push, size)
    curves = np.bincount(pairs.better, curve, size) + np.bincount(pairs.worse, curve, size)
    return slope.astype(float), curves.astype(float)


def _grow(
    binned: NDArray[np.int64],
    borders: Sequence[Matrix],
    slope: Matrix,
    curve: Matrix,
    chosen: Indices,
    how: Boosting,
) -> tuple[Tree, Indices]:
    """Return the tree that reduces the loss most, level by level, and the leaf of each row."""
    inner = 2**how.depth - 1
    columns, thresholds = np.zeros(inner, dtype=np.int64), np.full(inner, np.inf)
    values = np.zeros(2 * inner + 1)
    node = np.zeros(len(slope), dtype=np.int64)
    for level in range(how.depth):
        first, width = 2**level - 1, 2**level
        values[first : first + width] = _steps(node - first, width, slope, curve, how)
        gains = np.full((width, len(chosen)), -np.inf)
        places = np.zeros((width, len(chosen)), dtype=np.int64)
        for n, column in enumerate(chosen):
            if len(borders[column]):
                gains[:, n], places[:, n] = _best_splits(
                    binned[:, column],
                    len(borders[column]) + 1,
                    node - first,
                    width,
                    slope,
                    curve,
                    how.ridge,
                )
        best = np.argmax(gains, axis=1)
        for one in range(width):
            if gains[one, best[one]] > 0:
                column = int(chosen[best[one]])
                columns[first + one] = column
                thresholds[first + one] = borders[column][places[one, best[one]]]
        limits = np.array([np.searchsorted(borders[c], t) for c, t in zip(columns, thresholds, strict=True)])
        right = binned[np.arange(len(node)), columns[node]] > limits[node]
        node = 2 * node + 1 + (right & np.isfinite(thresholds[node]))
    values[inner:] = _steps(node - inner, inner + 1, slope, curve, how)
    return Tree(columns, thresholds, values), node


def _steps(node: Indices, width: int, slope: Matrix, curve: Matrix, how: Boosting) -> Matrix:
    """Return the Newton step of each node, shortened by the rate."""
    found = np.bincount(node, slope, width) / (np.bincount(node, curve, width) + how.ridge)
    return np.asarray(how.rate * found)


def _best_splits(
    binned: Indices, bins: int, node: Indices, width: int, slope: Matrix, curve: Matrix, ridge: float
) -> tuple[Matrix, Indices]:
    """Return for each node the gain of the best split by a column, and the bin after which to split."""
    key = node * bins + binned
    slopes = np.bincount(key, slope, width * bins).reshape(width, bins).cumsum(axis=1)
    curves = np.bincount(key, curve, width * bins).reshape(width, bins).cumsum(axis=1)
    left, left_curve = slopes[:, :-1], curves[:, :-1]
    right, right_curve = slopes[:, -1:] - left, curves[:, -1:] - left_curve
    whole = slopes[:, -1:] ** 2 / (curves[:, -1:] + ridge)
    gain = left**2 / (left_curve + ridge) + right**2 / (right_curve + ridge) - whole
    place = np.argmax(gain, axis=1)
    return gain[np.arange(width), place], place
