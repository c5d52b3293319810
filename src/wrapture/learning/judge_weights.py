"""The weight of each piece of evidence, as learned by ``benchmarks/quality/weigh.py``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class JudgeWeights:
    """The weight of a unit of each piece of evidence in the score, and the coefficients of two probabilities.

    ``ends`` are the weights by which the variants of the best list are compared.

    ``confidence`` is that of a page's first answer, ``data`` that of a list being data and not a menu or the like; ``bounds``
    are those above which an answer is sure and a list is data.
    """

    evidence: dict[str, float]
    confidence: dict[str, float]
    data: dict[str, float]
    bounds: dict[str, float]
    ends: dict[str, float]


@cache
def load_weights() -> JudgeWeights:
    """Return the weights."""
    text = Path(__file__).with_name("judge_weights.json").read_text(encoding="utf-8")
    return JudgeWeights(**json.loads(text))
