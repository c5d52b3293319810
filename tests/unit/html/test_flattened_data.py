"""Flattened data, as Nuxt sends it."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.flattened_data import unflattened


@pytest.mark.parametrize(
    ("values", "meant"),
    [
        ([{"a": 1, "b": 2}, "x", [1, 3], 7], {"a": "x", "b": ["x", 7]}),
        ([["Reactive", 1], {"day": 2}, ["Date", "2026-05-01"]], {"day": "2026-05-01"}),
        ([["Set", 1, 2], "x", "y"], ["x", "y"]),
        ([["Map", 1, 2], "x", "y"], {"x": "y"}),
        ([["null", "x", 1], "y"], {"x": "y"}),
        ([{"none": -1, "own": 0}], {"none": None, "own": None}),
        ([[1, 1], ["Ref", 2], "x"], ["x", "x"]),
    ],
)
def test_values_name_each_other(values: list[object], meant: object) -> None:
    assert unflattened(values) == meant


@pytest.mark.parametrize("values", [[], [[7]], [{"a": "b"}], [{"a": True}], [{"a": 1.5}], [["Set", "x"]]])
def test_what_is_not_flattened_is_nothing(values: list[object]) -> None:
    assert unflattened(values) is None


def test_depth_and_repetition_cost_little() -> None:
    begin = process_time()
    assert unflattened([[n + 1] for n in range(100_000)] + ["x"]) is None
    assert unflattened([[n + 1] * 9 for n in range(200)] + ["x"]) is not None
    assert process_time() - begin < 20


@given(st.lists(st.recursive(st.integers(-2, 9) | st.text(max_size=3), st.lists, max_leaves=5)))
def test_no_data_makes_it_fail(values: list[object]) -> None:
    unflattened(values)
