"""Which column of a newly learned list is which column of the old wrapper: one to one, by profiles, labels, types and places.

Class names and tags are what a new template changes, so nothing here depends on them.  Columns whose values look alike are
paired so that the sum of all pairs is largest; a pair that is not alike enough is none.  A link that stands at the text of a
paired column is more likely the link that stood there, and the only date of a page the only date of the other.

A hidden column may share the new column of the shown one whose part or whole it was: the name stays, for those who use it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.assignment import assign
from wrapture.columns.hiding import REASONS
from wrapture.values.column_profile import MAX_SAMPLE
from wrapture.values.profile_likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wrapture.model import Column, Kind
    from wrapture.values.column_profile import ColumnProfile

SAME_LABEL: Final = (
    0.15  # added if both pages call the column the same, or a word of its values became what it is called
)
MOST: Final = 0.5  # share of the values that have such a word
SAME_TYPE: Final = 0.1  # added if both are read as the same type, and not as mere texts
ONLY_ONE: Final = 0.2  # added if both are the only ones of that type that are shown
SAME_SHOWN: Final = 0.05  # added if both are shown, or neither
SAME_TEXT: Final = 0.2  # added to two links or images that stand at texts which are paired
ENOUGH: Final = 0.35  # score below which two columns are not the same
FORCED: Final = 10.0  # score of a pair that the user gave
HIDDEN: Final = 0.5  # weight of a column that is not shown: it must not take the place of one that is
LEAST_FILL: Final = 0.2  # weight of a column that is hardly filled
JOINS: Final = REASONS["joins"].format("")  # how the reason of a column begins that others show together
PLACED: Final = 2  # levels of a place that names a block of the record


class ColumnPair(NamedTuple):
    """An old column and the new one that holds its values, by number, and how sure that is from 0 to 1."""

    old: int
    new: int
    score: float


def map_columns(
    old: Sequence[Column], new: Sequence[Column], given: Mapping[str, str] | None = None
) -> list[ColumnPair]:
    """Return which old column is which new one, in the order of the old ones; ``given`` are names that a user paired."""
    scores = _scores(old, new, given or {})
    blocks = _paired_blocks(old, new, _assigned(old, scores))
    for i, one in enumerate(old):
        for j, other in enumerate(new):
            if one.kind == other.kind != "text" and scores[i][j] and (_block(one), _block(other)) in blocks:
                scores[i][j] += SAME_TEXT
    return _assigned(old, scores)


def shared_columns(old: Sequence[Column], new: Sequence[Column], pairs: Sequence[ColumnPair]) -> list[ColumnPair]:
    """Return pairs of hidden old columns that were found nowhere with new columns that are paired with their part or whole.

    The new column must be more like the hidden one than like the shown one, or the two differed by a constant text only.
    """
    found = {pair.old: pair for pair in pairs}
    shared = []
    for i, one in enumerate(old):
        if not one.is_shown and i not in found:
            near = [pair for pair in pairs if old[pair.old].is_shown and _shares(one, old[pair.old], new[pair.new])]
            shared += [ColumnPair(i, pair.new, pair.score) for pair in near[:1]]
    return shared


def _shares(hidden: Column, shown: Column, new: Column) -> bool:
    """Return whether a new column, which is a shown old one now, stands for the hidden one as well."""
    if hidden.profile is None or shown.profile is None or new.profile is None or hidden.kind != shown.kind:
        return False
    rests = _rests(hidden.profile.samples, shown.profile.samples)
    if None in rests or not (rests or hidden.hidden.startswith(JOINS)):
        return False
    alike = likeness(hidden.profile, new.profile).value
    return len(set(rests)) == 1 < len(rests) or alike > max(ENOUGH, likeness(shown.profile, new.profile).value)


def _rests(one: Sequence[str], other: Sequence[str]) -> list[str | None]:
    """Return what the longer of two values of each record has around the shorter, None where it does not contain it.

    A value that is cut off may contain it all the same, so nothing is returned for it.
    """
    rows = [sorted(row, key=len) for row in zip(one, other, strict=False) if all(row)]
    known = [(short, long) for short, long in rows if short in long or len(long) < MAX_SAMPLE]
    return [long.replace(short, "", 1) if short in long else None for short, long in known]


def share_kept(old: Sequence[Column], fill: Sequence[float], pairs: Sequence[ColumnPair]) -> float:
    """Return how much of the shown old columns is there again, from 0 to 1; a column counts by how many records had it."""
    shown = _shown(old, fill)
    kept = sum(shown[pair.old] * pair.score for pair in pairs if pair.old in shown)
    return kept / sum(shown.values()) if shown else 0.0


def most_kept(old: Sequence[Column], fill: Sequence[float], kinds: Mapping[Kind, int]) -> float:
    """Return the largest share that `share_kept` can give, given the number of new columns of each kind."""
    shown = _shown(old, fill)
    weights = {kind: sorted([shown[i] for i in shown if old[i].kind == kind], reverse=True) for kind in kinds}
    most = sum(sum(weights[kind][:count]) for kind, count in kinds.items())
    return most / sum(shown.values()) if shown else 0.0


def _shown(old: Sequence[Column], fill: Sequence[float]) -> dict[int, float]:
    """Return the weights of the shown columns, by number."""
    return {i: max(share, LEAST_FILL) for i, (one, share) in enumerate(zip(old, fill, strict=True)) if one.is_shown}


def _assigned(old: Sequence[Column], scores: Sequence[Sequence[float]]) -> list[ColumnPair]:
    """Return the pairs with the largest sum of scores, those of shown columns counting more."""
    weighted = [[value * _weight(one) for value in row] for one, row in zip(old, scores, strict=True)]
    pairs = [(i, j, scores[i][j]) for i, j in enumerate(assign(weighted)) if j is not None]
    return [ColumnPair(i, j, min(score, 1.0)) for i, j, score in pairs if score >= ENOUGH]


def _paired_blocks(
    old: Sequence[Column], new: Sequence[Column], pairs: Sequence[ColumnPair]
) -> set[tuple[int | None, int | None]]:
    """Return the blocks of the records that hold texts which are paired."""
    texts = [(old[pair.old], new[pair.new]) for pair in pairs if old[pair.old].kind == "text"]
    placed = {(_block(one), _block(other)) for one, other in texts if one.is_shown}
    return {(one, other) for one, other in placed if one is not None and other is not None}


def _block(column: Column) -> int | None:
    return column.place[0] if len(column.place) >= PLACED else None


def _scores(old: Sequence[Column], new: Sequence[Column], given: Mapping[str, str]) -> list[list[float]]:
    single = _single_types(old) & _single_types(new)
    return [[_score(one, other, given, single) for other in new] for one in old]


def _single_types(columns: Sequence[Column]) -> set[str]:
    """Return the types, other than mere text, that one shown column has."""
    counts = Counter(column.type.name for column in columns if column.is_shown and column.kind == "text")
    return {name for name, count in counts.items() if count == 1 and name != "text"}


def _score(old: Column, new: Column, given: Mapping[str, str], single: Collection[str]) -> float:
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
    labelled = bool(labels) or _became_label(old.profile, new.profile) or _became_label(new.profile, old.profile)
    typed = old.type.name == new.type.name and old.type.name != "text"
    only = typed and old.is_shown and new.is_shown and old.type.name in single
    alike = likeness(old.profile, new.profile).value
    said = SAME_LABEL * labelled + SAME_TYPE * typed + ONLY_ONE * only
    return alike + said + SAME_SHOWN * (old.is_shown == new.is_shown)


def _became_label(values: ColumnProfile, labelled: ColumnProfile) -> bool:
    """Return whether a word of most values of one column is what the other is called, as in ``Kent County`` and ``county``."""
    said = set(labelled.label.casefold().split("_"))
    return any(word in said and share >= MOST for word, share in values.words)


def _weight(old: Column) -> float:
    return 1.0 if old.is_shown else HIDDEN
