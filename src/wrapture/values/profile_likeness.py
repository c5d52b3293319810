"""How alike two columns are by their profiles: whether they hold the same field, on pages of different times or templates."""

from __future__ import annotations

from functools import lru_cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.values.column_profile import ColumnProfile, Share

FEW: Final = 5  # values from which on the statistics of a profile count fully
STAYED: Final = 0.1  # share of values in common from which on two columns are the same: dates and names recur by chance
TELLING: Final = 0.25  # share of the values that the commonest shapes must have to say something
KNOWN: Final = 4096  # parts of old profiles in a cache

WEIGHTS: Final = (2.0, 2.0, 1.0, 3.0)  # of looks, shapes, words and addresses


class Likeness(NamedTuple):
    """How alike two profiles are, from 0 to 1: by what their texts look like, by words, addresses, and values that stayed.

    None where the profiles say nothing about it.
    """

    looks: float
    shapes: float | None
    words: float | None
    address: float | None
    stayed: float

    @property
    def value(self) -> float:
        """All of it in one number from 0 to 1."""
        known = [(weight, value) for weight, value in zip(WEIGHTS, self, strict=False) if value is not None]
        mean = sum([weight * value for weight, value in known]) / sum([weight for weight, _ in known])
        return max(mean, likeness_by_stayed(self.stayed))


def likeness(old: ColumnProfile, new: ColumnProfile, stayed: float | None = None) -> Likeness:
    """Return how alike two profiles are; pass ``stayed`` if the share of values in common is known."""
    return Likeness(
        looks=_looks(old, new),
        shapes=_shapes(old, new),
        words=_words(old, new),
        address=_address(old, new),
        stayed=share_stayed(old.hashes, frozenset(new.hashes)) if stayed is None else stayed,
    )


def likeness_by_stayed(stayed: float) -> float:
    """Return how alike columns are at least, given the share of their values in common.

    >>> [round(likeness_by_stayed(stayed), 2) for stayed in (0.05, 0.1, 0.4)]
    [0.0, 0.73, 1.0]
    """
    return min(1.0, 0.6 + 0.4 * stayed / STAYED / 3) if stayed >= STAYED else 0.0


def _looks(old: ColumnProfile, new: ColumnProfile) -> float:
    """Return how alike the texts look: their characters, how long they are, and how many are different."""
    characters = 1 - sum([abs(a - b) for a, b in zip(old.characters, new.characters, strict=True)]) / 2
    lengths = [exp(-abs(log((a + 2) / (b + 2)))) for a, b in zip(old.length, new.length, strict=True)]
    repeats = 1 - abs(old.distinct - new.distinct) if min(old.count, new.count) >= FEW else 1.0
    return characters**2 * sqrt(sum(lengths) / len(lengths)) * (0.5 + 0.5 * repeats)


def _shapes(old: ColumnProfile, new: ColumnProfile) -> float | None:
    """Return the share of the values with a common shape, None if the values have no shapes in common among themselves."""
    known = _remembered(old.shapes)
    held = max(min(known.total, 1.0), min(_sum(new.shapes), 1.0))
    return None if held < TELLING else _overlap(known.by_text, _by_text(new.shapes)) / held


def _words(old: ColumnProfile, new: ColumnProfile) -> float | None:
    """Return how much of the words that recur in one column recur in the other, None if no words do."""
    known = _remembered(old.words)
    if not old.words or not new.words or max([known.largest, *[share for _, share in new.words]]) < TELLING:
        return None
    held = min(known.total, _sum(new.words))
    return min(1.0, _overlap(known.by_text, _by_text(new.words)) / held) if held else None


def _address(old: ColumnProfile, new: ColumnProfile) -> float | None:
    """Return how alike addresses are in host and path, None for texts."""
    if not old.paths or not new.paths:
        return None
    paths = _overlap(_remembered(old.paths).by_text, _by_text(new.paths))
    endings = _overlap(_remembered_endings(old.paths), _by_text(_endings(new.paths)))
    return 0.5 * min(1.0, paths) + 0.5 * min(1.0, endings)


def _endings(paths: Sequence[Share]) -> list[Share]:
    """Return the kinds of path: their file suffix, or the query's names."""
    return [(_ending(path), share) for path, share in paths]


def _ending(path: str) -> str:
    name, mark, query = path.partition("?")
    last = name.rpartition("/")[2]
    return mark + query if mark else last.rpartition(".")[2] if "." in last else "/"


def share_stayed(old: Sequence[str], new: set[str] | frozenset[str]) -> float:
    """Return the share of the values in common, of those of the column that has fewer, given their hashes."""
    return len(new.intersection(old)) / max(min(len(old), len(new)), 1)


def _overlap(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum([min(share, other[text]) for text, share in one.items() if text in other])


def _by_text(shares: Sequence[Share]) -> dict[str, float]:
    """Return the shares by text, those of equal texts together: endings are, and texts that were cut off may be."""
    known = dict(shares)
    if len(known) == len(shares):
        return known
    known.clear()
    for text, share in shares:
        known[text] = known.get(text, 0.0) + share
    return known


class _Remembered(NamedTuple):
    """The shares of an old profile by text, their sum and the largest."""

    by_text: Mapping[str, float]
    total: float
    largest: float


@lru_cache(maxsize=KNOWN)
def _remembered(shares: tuple[Share, ...]) -> _Remembered:
    """Return the shares of an old profile, cached because each page of a site is compared with it."""
    return _Remembered(_by_text(shares), _sum(shares), max([share for _, share in shares], default=0.0))


@lru_cache(maxsize=KNOWN)
def _remembered_endings(paths: tuple[Share, ...]) -> Mapping[str, float]:
    return _by_text(_endings(paths))


def _sum(shares: Sequence[Share]) -> float:
    return sum([share for _, share in shares])
