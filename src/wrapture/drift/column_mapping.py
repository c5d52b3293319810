"""Which column of a newly learned list is which column of the old wrapper: one to one, by profiles, labels, types and places.

Class names and tags are what a new template changes, so nothing here depends on them.  Columns whose values look alike are
paired so that the sum of all pairs is largest; a pair that is not alike enough is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.assignment import assign
from wrapture.values.profile_likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.model import Column

SAME_LABEL: Final = 0.15  # added if both pages call the column the same
SAME_TYPE: Final = 0.1  # added if both are read as the same type, and not as mere texts
SAME_SHOWN: Final = 0.05  # added if both are shown, or neither
ENOUGH: Final = 0.35  # score below which two columns are not the same
FORCED: Final = 10.0  # score of a pair that the user gave
HIDDEN: Final = 0.5  # weight of a column that is not shown: it must not take the place of one that is
LEAST_FILL: Final = 0.2  # weight of a column that is hardly filled


class ColumnPair(NamedTuple):
    """An old column and the new one that holds its values, by number, and how sure that is from 0 to 1."""

    old: int
    new: int
    score: float


def map_columns(
    old: Sequence[Column], new: Sequence[Column], given: Mapping[str, str] | None = None
) -> list[ColumnPair]:
    """Return which old column is which new one, in the order of the old ones; ``given`` are names that a user paired."""
    scores = [[_score(one, other, given or {}) for other in new] for one in old]
    weighted = [[value * _weight(one) for value in row] for one, row in zip(old, scores, strict=True)]
    pairs = [(i, j, scores[i][j]) for i, j in enumerate(assign(weighted)) if j is not None]
    return [ColumnPair(i, j, min(score, 1.0)) for i, j, score in pairs if score >= ENOUGH]


def share_kept(old: Sequence[Column], fill: Sequence[float], pairs: Sequence[ColumnPair]) -> float:
    """Return how much of the shown old columns is there again, from 0 to 1; a column counts by how many records had it."""
    shown = {i: max(share, LEAST_FILL) for i, (one, share) in enumerate(zip(old, fill, strict=True)) if one.is_shown}
    kept = sum(shown[pair.old] * pair.score for pair in pairs if pair.old in shown)
    return kept / sum(shown.values()) if shown else 0.0


def _score(old: Column, new: Column, given: Mapping[str, str]) -> float:
    """Return how likely two columns are the same."""
    if old.name in given or new.name in given.values():
        return FORCED if given.get(old.name) == new.name else 0.0
    if (
        old.kind != new.kind
        or old.profile is None
        or new.profile is None
        or not old.profile.count
        or not new.profile.count
    ):
        return 0.0
    labels = {old.name, old.profile.label} & {new.name, new.profile.label}
    typed = old.type.name == new.type.name and old.type.name != "text"
    alike = likeness(old.profile, new.profile).value
    return alike + SAME_LABEL * bool(labels) + SAME_TYPE * typed + SAME_SHOWN * (old.is_shown == new.is_shown)


def _weight(old: Column) -> float:
    return 1.0 if old.is_shown else HIDDEN
