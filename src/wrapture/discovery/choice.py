"""The one question of post-supervised learning: which of five numbers of rows is right [1]_.

Departures from [1]_
--------------------
* The judge's score is the utility that [1]_ leaves for later; a person is asked only where it leaves doubt.
* Numbers are those of the rows that a template finds on the page, not of the cycles that it was learned from: what is chosen is
  what the wrapper will read.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.model import Candidate

OFFERED: Final = 5  # numbers of rows [1]_
CLEAR: Final = 1.0
"""How far ahead of the second the first number must be, in the judge's score, not to ask.

Measured by ``benchmarks/quality/rows.py`` on the development pages: half of them are that clear, and the first is right on 98 %
of these; at 0.5 it is right on 96 % of three quarters, at 1.5 on all of a third.
"""


def row_counts(candidates: Iterable[Candidate], most: int = OFFERED) -> list[Candidate]:
    """Return the best candidate of each of the best numbers of rows on the first page, best first."""
    best: dict[int, Candidate] = {}
    for candidate in candidates:
        if candidate.records[0]:
            best.setdefault(len(candidate.records[0]), candidate)
    return list(best.values())[:most]


def margin(choices: Sequence[Candidate]) -> float:
    """Return how far the first number of rows is ahead of the second."""
    return choices[0].score - choices[1].score if len(choices) > 1 else float("inf")


def is_clear(choices: Sequence[Candidate]) -> bool:
    """Return whether the first number of rows can be taken without asking."""
    return margin(choices) >= CLEAR
