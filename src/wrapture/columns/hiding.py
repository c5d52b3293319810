"""Hidden columns: why a column is not shown, and which columns show its values instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from wrapture.model import CONSTANT

if TYPE_CHECKING:
    from collections.abc import Sequence

Why = Literal[
    "constant", "repeats", "joins", "part", "sparse", "button", "mixed", "alike", "unseen", "labels", "ordinal"
]


REASONS: Final[dict[Why, str]] = {
    "constant": CONSTANT,
    "repeats": "repeats {}",
    "joins": "joins {}",
    "part": "part of {}",
    "sparse": "nearly empty",
    "button": "a button",
    "mixed": "mixes values with different labels",
    "alike": "the same wherever it stands",
    "unseen": "not displayed",
    "labels": "labels of other values",
    "ordinal": "numbers the records",
}


@dataclass(frozen=True, slots=True)
class Hiding:
    """Why a column is hidden, and the columns that show its values instead."""

    why: Why
    shown_by: tuple[int, ...] = ()

    def words(self, names: Sequence[str]) -> str:
        """Return the reason in words, given the names of all columns."""
        others = " and ".join(names[number] for number in self.shown_by[:3])
        return REASONS[self.why].format(others)
