"""Lists that can't change which list is chosen are not compared."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.unit.drift.shop import Shop, books
from tests.unit.drift.test_made_drift import REPAIRED
from wrapture.drift import list_choice
from wrapture.drift.column_mapping import ColumnPair, most_kept, share_kept
from wrapture.drift.list_choice import CLOSE, matching_lists
from wrapture.learning.learn import Ranked
from wrapture.model import Column, Kind
from wrapture.tasks.list_discovery import chosen_learners

kinds = st.lists(st.sampled_from(["text", "link", "image"]), max_size=6)


@given(kinds, kinds, st.data())
def test_no_list_keeps_more_than_its_columns_allow(old: list[Kind], new: list[Kind], data: st.DataObject) -> None:
    columns = [Column(f"c{i}", kind, (i, 0)) for i, kind in enumerate(old)]
    fill = data.draw(st.lists(st.floats(0, 1), min_size=len(old), max_size=len(old)))
    free, pairs = list(enumerate(new)), []
    for i, column in enumerate(columns):
        j = next((j for j, kind in free if kind == column.kind), None)
        if j is not None and data.draw(st.booleans()):
            free = [one for one in free if one[0] != j]
            pairs.append(ColumnPair(i, j, data.draw(st.floats(0, 1))))
    counts = {kind: new.count(kind) for kind in new}
    assert share_kept(columns, fill, pairs) <= most_kept(columns, fill, counts) + 1e-9


@pytest.mark.parametrize("kind", sorted(REPAIRED))
def test_the_choice_is_that_among_all_lists(kind: str) -> None:
    wrapper = wrapture.learn(Shop().page(books(12)))
    page = wrapture.parse(REPAIRED[kind].page(books(15, 40)))
    candidates = Ranked(chosen_learners("all"))(page)
    found = matching_lists(wrapper, page, candidates)
    with mock.patch.object(list_choice, "_is_hopeless", return_value=False):
        every = matching_lists(wrapper, page, candidates)
    assert found[0] == every[0]
    close = [one for one in every if one.value > every[0].value - CLOSE]
    assert [one for one in found if one.value > found[0].value - CLOSE] == close
