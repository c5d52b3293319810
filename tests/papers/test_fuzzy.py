"""The examples and definitions of the fuzzy-wrapper paper (Boughamoura, Omri, Youssef), section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.algo.fuzzy_rules import PEAKS, membership, rule_truths, separator_error
from wrapture.algo.mask_costs import CostRange, detector_cost, frequencies, occurrence_truth, position_truth
from wrapture.html.source import names_of

if TYPE_CHECKING:
    from collections.abc import Hashable

# --- section 4: token classes ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FSM", "CAlph"),
        ("Professor", "C1Alph"),
        ("and", "0Alph"),
        ("123", "Num"),
        ("<I>", "Html"),
        ("</I>", "/Html"),
        (",", "Punc"),
        ("\n", "Spc"),
        ("  ", "Spc"),
        ("<br>", "Spc"),
        ("</p>", "/Spc"),
        ("<li>", "Lst"),
        ("</li>", "/Lst"),
        ("&copy;", "Any"),
    ],
)
def test_the_twelve_classes(text: str, expected: str) -> None:
    assert names_of(text).lexical_class == expected


# --- section 5: the worked example; Table 1 is FrequencyL ---

TABLE_1: dict[tuple[int, Hashable], int] = {
    (1, "C1Alph"): 2,
    (2, "C1Alph"): 2,
    (4, "C1Alph"): 3,
    (3, "Lst"): 2,
    (1, "Html"): 1,
}
"""The columns of Table 1 that the example needs, learned from three pages."""

DETECTOR_L = ["Html", "Lst", "C1Alph", "C1Alph"]  # from distance 1 on


@pytest.mark.parametrize(
    ("distance", "position", "occurrence"),
    [(1, 1, 1 / 3), (2, 2 / 3, 2 / 3), (3, 0.5, 1), (4, 1, 1)],
)
def test_the_truths_of_the_example(distance: int, position: float, occurrence: float) -> None:
    token = DETECTOR_L[distance - 1]
    learned = [i for i, other in TABLE_1 if other == token]
    assert position_truth(learned, distance, reach=4) == pytest.approx(position)
    assert occurrence_truth(TABLE_1, token, distance, instances=3) == pytest.approx(occurrence)


def test_the_cost_of_the_example() -> None:
    cost = detector_cost(TABLE_1, DETECTOR_L, instances=3, reach=4)
    assert cost == pytest.approx(1 + 0.5 + 2 / 3 * 2 / 3 + 1 / 3)
    assert int(cost * 100) == 227  # the paper cuts off 2/3 to 0.66, and says 2.26


def test_figure_4_the_triangles_of_c1alph() -> None:
    """Learned at 1, 2 and 4: the triangles of 2 and 4 meet half-way; beyond 4 the last one falls to 0 at moyL + 1."""
    assert [position_truth([1, 2, 4], i, 4) for i in range(1, 5)] == [1, 1, 0.5, 1]
    assert [round(position_truth([3], i, 5), 2) for i in range(1, 6)] == [0.33, 0.67, 1, 0.67, 0.33]


def test_frequencies_count_tokens_by_distance() -> None:
    assert frequencies([["C1Alph", "Lst"], ["C1Alph", "Html"]]) == {(1, "C1Alph"): 2, (2, "Lst"): 1, (2, "Html"): 1}


def test_equation_5() -> None:
    assert CostRange(1.5, 2.5).middle == 2


# --- section 4: the five rules ---


def test_the_sets_cover_all_errors() -> None:
    for step in range(-100, 101):
        assert sum(membership(step / 100, peak) for peak in PEAKS.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        (0.5, 0.0, "positiveSmall"),
        (0.0, 1.0, "positive"),
        (0.0, 0.0, "zero"),
        (-0.5, 0.0, "negativeSmall"),
        (0.0, -1.0, "negative"),
    ],
)
def test_each_rule_fires_alone(left: float, right: float, name: str) -> None:
    truths = rule_truths(left, right)
    assert truths.pop(name) == 1
    assert set(truths.values()) == {0}
    assert separator_error(left, right) == pytest.approx(PEAKS[name], abs=0.01)


def test_zero_needs_both_detectors() -> None:
    assert rule_truths(0.0, -0.25)["zero"] == 0.5
    assert separator_error(0.0, -0.25) == separator_error(-0.25, 0.0) < 0
