"""Real pages: forms and links to other pages are told as well as we say, each site by weights that never saw it."""

from __future__ import annotations

import forms
import numpy as np
import paging
import pytest

from tests.conftest import NO_CORPUS, SHARED

FORMS = 0.93
PAGING = 0.90


@pytest.fixture(autouse=True)
def corpus() -> None:
    if not SHARED.is_dir():
        pytest.skip(NO_CORPUS)


def test_search_and_login_forms_are_told() -> None:
    told = forms.load(SHARED)
    assert len(told) > 600
    rows = np.array([list(one.features.values()) for one in told])
    truth = {kind: np.array([one.kind == kind for one in told]) for kind in forms.KINDS}
    of_site = {kind: forms.held_out(rows, truth[kind], [one.site for one in told]) for kind in forms.KINDS}
    for kind, taken in forms.both(of_site).items():
        assert forms.figures(taken, truth[kind]).f1 >= 100 * FORMS, kind


def test_next_and_numbered_pages_are_found() -> None:
    known, nameless = (paging.examples(SHARED, addresses=addresses) for addresses in (True, False))
    assert len(known) > 100
    weights = paging.held_out(known, nameless, paging.plain_ones(SHARED))
    pairs = [(page.gold, paging.found(page, weights[page.site])) for page in known]
    for kind in ("next", "page"):
        assert paging.figures(pairs, kind, elements=False).f1 >= 100 * PAGING, kind
