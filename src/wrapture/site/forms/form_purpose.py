"""Classify forms as search, login or other, with weights learned by ``benchmarks/quality/forms.py``."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import exp
from typing import TYPE_CHECKING, Final

from wrapture.site.forms.find_forms import find_forms
from wrapture.site.forms.form import SUBMITTING, Form, JudgedForm
from wrapture.site.forms.form_features import features_of
from wrapture.site.forms.query_field import query_control

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page

BIAS: Final = "bias"
SIMPLE: Final = 0.02
"""Penalty for each control beyond one field and a button when search forms are ranked: simple ones come first."""
MAX_EXTRA: Final = 20  # controls with a penalty
CERTAIN: Final = 50.0  # odds beyond which nothing changes, and `exp` would overflow


def judge_forms(page: Page) -> list[JudgedForm]:
    """Return the forms of a page in document order, each with its probabilities of being a search and a login form.

    >>> from wrapture.html.lexbor import parse_page
    >>> [one.kind for one in judge_forms(parse_page("<form role=search><input name=q><button>Search</button></form>"))]
    ['search']
    """
    found: list[JudgedForm] | None = page.cache.get("judged forms")
    if found is None:
        found = page.cache["judged forms"] = [_judged(page, form) for form in find_forms(page)]
    return list(found)


def search_forms(page: Page) -> list[Form]:
    """Return the search forms of a page, best first: with a query field, then by probability and simplicity."""
    found = [one for one in judge_forms(page) if one.kind == "search"]
    return [one.form for one in sorted(found, key=_rank_of_search)]


def login_forms(page: Page) -> list[Form]:
    """Return the login forms of a page, the most likely first."""
    found = [one for one in judge_forms(page) if one.kind == "login"]
    return [one.form for one in sorted(found, key=lambda one: -one.login)]


def _rank_of_search(judged: JudgedForm) -> tuple[bool, float]:
    shown = [one for one in judged.form.controls if one.kind not in SUBMITTING | {"hidden", "button", "reset"}]
    extra = min(max(len(shown) - 1, 0), MAX_EXTRA)
    return query_control(judged.form) is None, SIMPLE * extra - judged.search


def _judged(page: Page, form: Form) -> JudgedForm:
    features = features_of(page, form)
    weights = load_weights()
    search, login = (probability(features, weights[kind]) for kind in ("search", "login"))
    return JudgedForm(form, search, login)


def probability(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the probability that a form with some features is of the kind that the weights are for."""
    odds = weights[BIAS] + sum(weights[name] * value for name, value in features.items())
    return 1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, odds))))


@cache
def load_weights() -> dict[str, dict[str, float]]:
    """Return the weight of each feature for each kind of form."""
    text = resources.files("wrapture.site.forms").joinpath("form_weights.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found
