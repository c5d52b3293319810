"""The learners: values that are called with a sample and propose locators; independent of each other."""

from __future__ import annotations

from typing import Final

from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL
from wrapture.learners.repeats import Repeats
from wrapture.learners.rows import Rows
from wrapture.learners.visual import Visual

LEARNERS: Final[dict[str, tuple[Repeats | Rows | Visual, ...]]] = {
    "repeats": (Repeats(BLOCK_LEVEL), Repeats(ALL_TAG)),
    "visual": (Visual(),),
    "rows": (Rows(),),
}
"""The learners by the name that the command line knows them by."""


def learners_named(name: str) -> tuple[Repeats | Rows | Visual, ...]:
    """Return the learners that go by a name."""
    try:
        return LEARNERS[name]
    except KeyError:
        raise ValueError(f"no learner is called {name!r}: there are {', '.join(LEARNERS)}") from None
