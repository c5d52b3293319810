"""The weights of the signs, as learned by ``benchmarks/quality/paging.py``."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

BIAS: Final = "bias"


@cache
def load_weights() -> Mapping[str, float]:
    """Return the weight of each sign, and the bias."""
    text = resources.files("wrapture.site.paging").joinpath("link_weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)
    return weights


def score(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the score of a link with these signs; above 0 it is more likely a pagination link than not."""
    return weights[BIAS] + sum(weights[name] * value for name, value in signs.items())
