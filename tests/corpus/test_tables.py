"""Real pages: the tables that people see are no worse than their bounds, on the sample of the floors."""

from __future__ import annotations

import json

import pytest
import tables

from tests.conftest import NO_CORPUS, SHARED


def test_tables_are_no_worse_than_before() -> None:
    if not SHARED.is_dir():
        pytest.skip(NO_CORPUS)
    fell = tables.fallen(json.loads(tables.BOUNDS.read_text()), tables.sampled(SHARED))
    assert not fell, "\n".join(fell)


def test_a_figure_beyond_its_bound_is_named_and_bounds_only_get_tighter() -> None:
    bounds = {"corpus": dict.fromkeys(tables.MEASURES, 50.0)}
    found = {"corpus": {**dict.fromkeys(tables.MEASURES, 50.0), "match": 40.0, "cut": 60.0}}
    assert [line.split(" is ")[0] for line in tables.fallen(bounds, found)] == ["corpus: match", "corpus: cut"]
    better = {"corpus": dict.fromkeys(tables.MEASURES, 70.0)}
    new = tables.raised(bounds, better)["corpus"]
    assert (new["match"], new["cut"]) == (68.5, 50.0)
