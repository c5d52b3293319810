"""The learners: independent values that are called with a sample and propose locators."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeAlias

from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, ENCODINGS
from wrapture.learning.repeats import Repeats
from wrapture.learning.row_templates import Rows
from wrapture.learning.siblings import Siblings
from wrapture.learning.tiebreaker import Tiebreaker
from wrapture.learning.visual import Visual

ALL: Final = "all"
"""The name of all learners together."""

Proposer: TypeAlias = Repeats | Rows | Siblings | Visual | Tiebreaker

LEARNERS: Final[dict[str, tuple[Proposer, ...]]] = {
    ALL: (
        Rows(counts=4, variants=2),
        Siblings(groups=16, spread=8),
        Repeats(BLOCK_LEVEL, lines=True),
        Tiebreaker(Visual(limit=20)),
    ),
    "repeats": (Repeats(BLOCK_LEVEL, lines=True), Repeats(ALL_TAG)),
    "rows": (Rows(),),
    "siblings": (Siblings(),),
    "visual": (Visual(),),
}
"""The learners by their name on the command line.

With all together, the first that finds the chosen records gives the locator, so those come first that read other pages of a
site best (page F1 there, if the first page is read correctly: rows 97.5, repeats 96.4, visual 89.6).  Together each proposes
less than alone: the others make up for it.
"""


def learners_named(name: str) -> tuple[Proposer, ...]:
    """Return the learners with this name."""
    try:
        return LEARNERS[name]
    except KeyError:
        raise ValueError(f"unknown learner {name!r}: expected one of {', '.join(LEARNERS)}") from None


def learners_with(name: str | None, *, encoding: str | None = None, **options: Any) -> list[Proposer]:
    """Return the learners with this name, with these options for the repeats learner; None keeps an option's default.

    Without a name, that is the repeats learner if one of its options is given, else all.

    >>> learners_with(None, min_count=3)[0].min_count, len(learners_with("repeats", encoding="all-tag"))
    (3, 1)
    """
    one = {"encoding": ENCODINGS[encoding], "lines": False} if encoding is not None else {}  # then no other is searched
    given = {**options, **one}
    wanted = {option: value for option, value in given.items() if value is not None}
    chosen = learners_named(name if name is not None else "repeats" if wanted else ALL)
    found = [replace(one, **wanted) if isinstance(one, Repeats) else one for one in chosen]
    return list(dict.fromkeys(found))  # one for each encoding
