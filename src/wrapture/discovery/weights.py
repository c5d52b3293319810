"""What each piece of evidence counts, as learned by ``benchmarks/quality/weigh.py``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Weights:
    """What a unit of each piece of evidence adds to a score, and what the confidence in an answer counts with."""

    evidence: dict[str, float]
    confidence: dict[str, float]


@cache
def load_weights() -> Weights:
    """Return the weights."""
    text = resources.files("wrapture.discovery").joinpath("weights.json").read_text(encoding="utf-8")
    return Weights(**json.loads(text))
