"""The trees of the judge: questions about the evidence of a list, and about how far it is behind the best of its page.

The sum of the trees is one half of a score, the weighted sum of the evidence the other: the sum carries over to unknown kinds
of pages, the trees know which pieces of evidence matter together.  ``benchmarks/quality/weigh.py`` learns them; they are stored
as a table, one tree per line.  Each question moves a list from one value to another, and that difference is the contribution of
the evidence asked about, so a score remains a sum of reasons.

Lists are few and trees are small, so plain Python answers faster than numpy loads; a kernel in C takes a tenth of that.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.algo.kernels import KERNELS
from wrapture.learning.evidence_meanings import MEANINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.algo.kernels import PackedTrees

BEHIND: Final = " behind the best"
"""Ends the name of a column that compares a list with the one that has most of that evidence on the page."""
NAMES: Final = tuple(MEANINGS)
DEPTH: Final = 3
"""Questions on each path through a tree."""

Question = tuple[int, float]
"""The number of a column and a threshold; a column is a piece of evidence, or that plus their number for the distance."""
Reasons = tuple[tuple[int, float], ...]
"""The pieces of evidence on the way to a leaf, and what each contributes."""


@dataclass(frozen=True, slots=True)
class JudgeTree:
    """A tree of three levels: the questions in breadth-first order, and the reasons of each leaf, from left to right."""

    questions: tuple[Question, ...]
    leaves: tuple[Reasons, ...]


def tree_contributions(trees: Sequence[JudgeTree], lists: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return what each piece of evidence contributes to the sum of the trees, for each list of a page."""
    best = [max(values) for values in zip(*lists, strict=True)]
    rows = [[*values, *[value - most for value, most in zip(values, best, strict=True)]] for values in lists]
    if KERNELS is None:
        return [sums_of(trees, row) for row in rows]
    packed = _packed_trees() if trees is load_trees() else pack(trees)
    return [KERNELS.sum_trees(packed, row, len(NAMES)) for row in rows]


def sums_of(trees: Sequence[JudgeTree], row: Sequence[float]) -> list[float]:
    """Return what each piece of evidence contributes for one list, without the kernel."""
    sums = [0.0] * len(NAMES)
    for tree in trees:
        for evidence, step in tree.leaves[_leaf(tree.questions, row)]:
            sums[evidence] += step
    return sums


def pack(trees: Sequence[JudgeTree]) -> PackedTrees:
    """Return trees as arrays: columns and thresholds of all questions, where the reasons of each leaf end, and the reasons."""
    questions = list(chain.from_iterable(tree.questions for tree in trees))
    leaves = list(chain.from_iterable(tree.leaves for tree in trees))
    reasons = list(chain.from_iterable(leaves))
    return (
        array("i", [column for column, _ in questions]).tobytes(),
        array("d", [limit for _, limit in questions]).tobytes(),
        array("i", accumulate(map(len, leaves))).tobytes(),
        array("i", [evidence for evidence, _ in reasons]).tobytes(),
        array("d", [step for _, step in reasons]).tobytes(),
    )


@cache
def _packed_trees() -> PackedTrees:
    return pack(load_trees())


def _leaf(questions: Sequence[Question], row: Sequence[float]) -> int:
    """Return the number of the leaf that a list falls into; written out, since this is the judge's innermost loop."""
    column, limit = questions[0]
    if row[column] > limit:
        column, limit = questions[2]
        if row[column] > limit:
            column, limit = questions[6]
            return 7 if row[column] > limit else 6
        column, limit = questions[5]
        return 5 if row[column] > limit else 4
    column, limit = questions[1]
    if row[column] > limit:
        column, limit = questions[4]
        return 3 if row[column] > limit else 2
    column, limit = questions[3]
    return 1 if row[column] > limit else 0


@cache
def load_trees() -> tuple[JudgeTree, ...]:
    """Return the trees."""
    text = Path(__file__).with_name("judge_trees.json").read_text(encoding="utf-8")
    return tuple([tree_of(stored) for stored in json.loads(text)])


def tree_of(stored: dict[str, Any]) -> JudgeTree:
    """Return a tree in its stored form: questions, and the value of every node, in breadth-first order."""
    questions = tuple([(_column(name), float(limit)) for name, limit in stored["questions"]])
    leaves = range(len(questions), len(stored["values"]))
    return JudgeTree(questions, tuple([_way_to(leaf, questions, stored["values"]) for leaf in leaves]))


def _way_to(leaf: int, questions: Sequence[Question], values: Sequence[float]) -> Reasons:
    """Return what each question on the way to a leaf adds, one entry for each piece of evidence."""
    sums: dict[int, float] = {}
    while leaf:
        above = (leaf - 1) // 2
        evidence = questions[above][0] % len(NAMES)
        sums[evidence] = sums.get(evidence, 0.0) + values[leaf] - values[above]
        leaf = above
    return tuple(sums.items())


def stored_tree(columns: Sequence[int], thresholds: Sequence[float], values: Sequence[float]) -> dict[str, Any]:
    """Return a tree in its stored form; a question without a threshold always leads to the left."""
    questions = [
        [NAMES[column % len(NAMES)] + BEHIND * (column >= len(NAMES)), round(min(limit, 1e9), 5)]
        for column, limit in zip(columns, thresholds, strict=True)
    ]
    return {"questions": questions, "values": [round(value, 5) for value in values]}


@cache
def _column(name: str) -> int:
    base = name.removesuffix(BEHIND)
    return NAMES.index(base) + (len(NAMES) if base != name else 0)
