"""Boosting: pairs are learned, the same for a seed, and more than a straight line can."""

from __future__ import annotations

import numpy as np
from boosting import Boosting, Pairs, boost, predict


def pairs_by(target: np.ndarray) -> Pairs:
    better, worse = np.nonzero(target[:, None] > target[None, :])
    return Pairs(better, worse, np.full(len(better), 1.0), better % 5)


def test_what_only_two_columns_together_tell_is_learned() -> None:
    rows = np.random.default_rng(1).random((60, 3))
    target = ((rows[:, 0] > 0.5) ^ (rows[:, 1] > 0.5)).astype(float)
    pairs = pairs_by(target)
    scores = predict(boost(rows, pairs, Boosting(trees=60, depth=3, columns=1.0)), rows)
    assert np.mean(scores[pairs.better] > scores[pairs.worse]) > 0.98


def test_the_same_seed_grows_the_same_trees() -> None:
    rows = np.random.default_rng(2).random((30, 4))
    how = Boosting(trees=5, depth=3, pairs=0.5)
    one, other = (boost(rows, pairs_by(rows[:, 0]), how) for _ in range(2))
    for tree, twin in zip(one, other, strict=True):
        assert np.array_equal(tree.values, twin.values)
        assert np.array_equal(tree.columns, twin.columns)


def test_constant_columns_split_nothing() -> None:
    trees = boost(np.zeros((4, 2)), pairs_by(np.arange(4.0)), Boosting(trees=2))
    assert np.ptp(predict(trees, np.zeros((4, 2)))) == 0.0
