"""The learners: values that are called with a sample and propose locators; independent of each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeAlias

from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, ENCODINGS
from wrapture.learners.repeats import Repeats
from wrapture.learners.rows import Rows
from wrapture.learners.siblings import Siblings
from wrapture.learners.tiebreaker import Tiebreaker
from wrapture.learners.visual import Visual

ALL: Final = "all"
"""What the learners together go by."""

Proposer: TypeAlias = Repeats | Rows | Siblings | Visual | Tiebreaker

LEARNERS: Final[dict[str, tuple[Proposer, ...]]] = {
    ALL: (
        Rows(counts=4, variants=2),
        Siblings(groups=16, spread=8),
        Repeats(BLOCK_LEVEL),
        Tiebreaker(Visual(limit=20)),
    ),
    "repeats": (Repeats(BLOCK_LEVEL), Repeats(ALL_TAG)),
    "rows": (Rows(),),
    "siblings": (Siblings(),),
    "visual": (Visual(),),
}
"""The learners by the name that the command line knows them by.

Of all together, the first that finds the chosen records gives the locator, so those come first that read other pages of a
site best (page F1 there, where the first page is read right: rows 97.5, repeats 96.4, visual 89.6).  Together each proposes
less than by itself: what one leaves out, another has.
"""


def learners_named(name: str) -> tuple[Proposer, ...]:
    """Return the learners that go by a name."""
    try:
        return LEARNERS[name]
    except KeyError:
        raise ValueError(f"no learner is called {name!r}: there are {', '.join(LEARNERS)}") from None


def learners_with(name: str | None, *, encoding: str | None = None, **options: Any) -> list[Proposer]:
    """Return the learners that go by a name, the repeats learner among them with some options; None leaves one as it is.

    Where no name is given that is the repeats learner if there is an option for it, and else all.

    >>> learners_with(None, min_count=3)[0].min_count, len(learners_with("repeats", encoding="all-tag"))
    (3, 1)
    """
    given = {**options, "encoding": ENCODINGS[encoding] if encoding is not None else None}
    wanted = {option: value for option, value in given.items() if value is not None}
    chosen = learners_named(name if name is not None else "repeats" if wanted else ALL)
    found = [replace(one, **wanted) if isinstance(one, Repeats) else one for one in chosen]
    return list(dict.fromkeys(found))  # of one encoding there is one
