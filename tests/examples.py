"""Scale the number of examples of a property relative to the Hypothesis profile (see ``conftest.py``)."""

from __future__ import annotations

from hypothesis import settings


def scaled(part: float) -> settings:
    """Return settings with a fraction of the profile's examples, for a property with slow examples, or with a multiple."""
    return settings(max_examples=max(1, round(settings().max_examples * part)))
