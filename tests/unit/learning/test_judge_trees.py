"""Trees of the judge: every question is answered as written, and a score is the sum of its reasons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.learning.judge_trees import BEHIND, DEPTH, NAMES, load_trees, stored_tree, tree_contributions, tree_of

QUESTIONS: list[Any] = [
    ["text", 0.5],
    ["count", 2.0],
    [f"votes{BEHIND}", -1.0],
    ["text", 0.1],
    ["votes", 0.5],
    ["text", 0.9],
    ["count", 1.0],
]
STORED = [
    {"questions": QUESTIONS, "values": [0, -1, 1, -2, -0.5, 0.5, 2, -3, -1.5, -0.75, 0, 0.25, 0.75, 1.5, 3]},
    {"questions": QUESTIONS[::-1], "values": [0.1 * n for n in range(15)]},
]
values = st.sampled_from([0.0, 0.1, 0.5, 0.6, 1.0, 2.0, 3.0])


def row(told: dict[str, float]) -> list[float]:
    return [told.get(name, 0.0) for name in NAMES]


def walked(lists: list[dict[str, float]], number: int) -> float:
    """Return the sum of the trees for a list, by following each question, less the values that all lists share."""
    told = {name: lists[number].get(name, 0.0) for name in NAMES}
    told |= {name + BEHIND: told[name] - max(one.get(name, 0.0) for one in lists) for name in NAMES}
    total = 0.0
    for tree in STORED:
        node = 0
        while node < len(tree["questions"]):
            name, limit = tree["questions"][node]
            node = 2 * node + 1 + (told[name] > limit)
        total += tree["values"][node] - tree["values"][0]
    return total


@given(st.lists(st.fixed_dictionaries({"text": values, "count": values, "votes": values}), min_size=1, max_size=4))
def test_the_contributions_add_up_to_the_leaves(lists: list[dict[str, float]]) -> None:
    found = tree_contributions([tree_of(one) for one in STORED], [row(one) for one in lists])
    for number, sums in enumerate(found):
        assert sum(sums) == pytest.approx(walked(lists, number))


def test_a_question_counts_for_the_evidence_asked_about() -> None:
    (found, _) = tree_contributions([tree_of(STORED[0])], [row({"text": 0.6, "votes": 1}), row({"votes": 3})])
    told = dict(zip(NAMES, found, strict=True))
    assert told["text"] == pytest.approx(1 + (0.25 - 0.5))  # the root, and the last question: not above 0.9
    assert told["votes"] == pytest.approx(0.5 - 1)  # two votes behind the best
    assert told["count"] == 0.0


def test_a_tree_is_stored_as_it_is_read() -> None:
    stored = stored_tree([0, 1, len(NAMES)], [0.5, 2.0, float("inf")], [0.0, 1, 2, 3, 4, 5, 6])
    assert stored["questions"][2][0] == NAMES[0] + BEHIND
    assert tree_of(stored).questions == ((0, 0.5), (1, 2.0), (len(NAMES), 1e9))


def test_the_trees_of_the_package_are_complete() -> None:
    for tree in load_trees():
        assert len(tree.questions) == 2**DEPTH - 1
        assert len(tree.leaves) == 2**DEPTH


def test_no_trees_contribute_nothing() -> None:
    assert tree_contributions([], [row({})]) == [[0.0] * len(NAMES)]
    assert tree_contributions(load_trees(), []) == []
