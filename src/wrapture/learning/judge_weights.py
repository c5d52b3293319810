"""The weight of each piece of evidence, as learned by ``benchmarks/quality/weigh.py``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class JudgeWeights:
    """The weight of a unit of each piece of evidence in the score, and the coefficients of the confidence."""

    evidence: dict[str, float]
    confidence: dict[str, float]


@cache
def load_weights() -> JudgeWeights:
    """Return the weights."""
    text = resources.files("wrapture.learning").joinpath("judge_weights.json").read_text(encoding="utf-8")
    return JudgeWeights(**json.loads(text))
