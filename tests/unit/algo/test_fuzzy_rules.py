"""Fuzzy rules: symmetric, bounded, odd; the closed form agrees with the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wrapture.algo.fuzzy_rules import PEAKS, membership, rule_truths, separator_error, separator_errors

ERRORS = st.floats(-2, 2)
POINTS = np.linspace(-1.5, 1.5, 1501)
SHAPES = {name: np.clip(1 - np.abs(POINTS - peak) / 0.5, 0, 1) for name, peak in PEAKS.items()}


def centroid(left: float, right: float) -> float:
    """Return the centroid of the five sets as it is defined: each cut off at the truth of its rule, point by point."""
    truths = rule_truths(left, right)
    outline = np.max([np.minimum(shape, truths[name]) for name, shape in SHAPES.items()], axis=0)
    return float(outline @ POINTS / outline.sum())


@given(ERRORS, ERRORS)
def test_the_answer_is_symmetric_bounded_and_odd(left: float, right: float) -> None:
    error = separator_error(left, right)
    assert -1.01 <= error <= 1.01
    assert error == separator_error(right, left)
    assert abs(error + separator_error(-left, -right)) < 1e-9


@given(st.floats(-1, 0), st.floats(-1, 0))
def test_the_worse_detector_decides(left: float, right: float) -> None:
    assert separator_error(left, right) <= max(left, right) + 0.13


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_error_is_no_less_than_the_worse_detector_s(left: float, share: float) -> None:
    """What lets positions be passed over unseen: errors of both sides that are together at most 1."""
    right = share * (1 - left)
    assert separator_error(left, right) >= max(left, right) - 0.021


@given(ERRORS, ERRORS)
@example(0.0156, -1.0)
def test_the_closed_form_agrees_with_the_definition(left: float, right: float) -> None:
    assert separator_error(left, right) == pytest.approx(centroid(left, right), abs=1e-4)


@given(st.lists(st.tuples(ERRORS, ERRORS), min_size=1))
def test_many_errors_are_those_of_one_after_the_other(pairs: list[tuple[float, float]]) -> None:
    left, right = (np.array(side, dtype=np.float32) for side in zip(*pairs, strict=True))
    expected = [separator_error(*pair) for pair in pairs]
    assert np.abs(separator_errors(left, right) - expected).max() < 1e-4


@given(ERRORS)
def test_each_error_belongs_to_sets_by_one_in_all(error: float) -> None:
    assert sum(membership(error, peak) for peak in PEAKS.values()) == pytest.approx(1)
