"""The look of blocks of content lines, and how alike two look (sections 3.2 and 3.3 of [1]_).

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby, zip_longest
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rapidfuzz.distance import Levenshtein

from wrapture.html.content_lines import LineType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.content_lines import Line

CODES: Final = {kind: str(int(kind)) for kind in LineType}
TEXT_CODE: Final = CODES[LineType.TEXT]
HEADLESS: Final = str.maketrans({CODES[kind]: CODES[kind.without_head] for kind in LineType})


class Look(NamedTuple):
    """The look of a block: the types of its lines, its left profile, and its left edge."""

    types: str
    shape: tuple[int, ...]
    position: int


Alike: TypeAlias = "Callable[[Look, Look], bool]"
"""Whether two blocks look alike: a `LookLikeness`, or one that caches its answers."""


@dataclass(frozen=True, slots=True)
class LookLikeness:
    """How different two blocks may be to look alike."""

    max_type_distance: float = 0.5  # relative to the longer type code
    max_shape_px: float = 60
    max_position_px: float = 30

    numbers: bool = True  # whether it matters that a line starts with a number

    @property
    def loosened(self) -> LookLikeness:
        """The likeness for cells of a grid, which are side by side, and for titles that happen to start with a number."""
        return replace(self, max_shape_px=inf, max_position_px=inf, numbers=False)

    def __call__(self, one: Look, other: Look) -> bool:
        """Return whether two blocks look alike."""
        return (
            abs(one.position - other.position) <= self.max_position_px
            and (one.shape == other.shape or shape_distance(one.shape, other.shape) <= self.max_shape_px)
            and self._type_distance(one, other) <= self.max_type_distance
        )

    def _type_distance(self, one: Look, other: Look) -> float:
        if self.numbers:
            return type_distance(one.types, other.types)
        return type_distance(one.types.translate(HEADLESS), other.types.translate(HEADLESS))


def look_of(lines: Sequence[Line]) -> Look:
    """Return the look of a block of lines; blank lines and rules don't contribute to its left profile."""
    return Looks(lines).of(0, len(lines))


def shape_code(positions: Sequence[int]) -> tuple[int, ...]:
    """Return the left profile of a block without repetitions.

    >>> shape_code([0, 30, 30, 0])
    (0, 30, 0)
    """
    return tuple(position for position, _ in groupby(positions))


@lru_cache(maxsize=1 << 16)
def type_distance(one: str, other: str) -> float:
    """Return the edit distance of two type codes, as a share of the longer.

    >>> type_distance("1228", "128")
    0.25
    """
    return Levenshtein.normalized_distance(one, other)


def shape_distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the largest difference of two left profiles; the shorter is padded with zeros.

    >>> shape_distance((0, 30, 0), (0, 40))
    10
    """
    return max((abs(a - b) for a, b in zip_longest(one, other, fillvalue=0)), default=0)


class Looks:
    """The looks of the blocks of some lines, sliced from codes computed once for all lines."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._codes = "".join([CODES[line.type] for line in lines])
        after = f"^{self._codes}"  # for each line, the code of the one before
        kept = [code != TEXT_CODE or before != TEXT_CODE for before, code in zip(after, self._codes, strict=False)]
        self._kept = "".join([code for code, own in zip(self._codes, kept, strict=True) if own])
        self._kept_before = list(accumulate(kept, initial=0))
        seen = [line.type < LineType.HR_LINE for line in lines]
        self._seen = list(accumulate(seen, initial=0))
        self._positions = [line.position for line, shown in zip(lines, seen, strict=True) if shown]
        self._flush = not any(self._positions)  # as on an unrendered page: looks differ only in types
        self._by_types: dict[str, Look] = {}
        self._different: dict[Look, Look] = {}

    def of(self, start: int, stop: int) -> Look:
        """Return the look of the lines ``start <= n < stop``; equal looks are the same object."""
        types = self._types(start, stop)
        known = self._by_types.get(types)
        if known is not None:
            return known
        look = Look(types, *self._profile(self._seen[start], self._seen[stop]))
        if self._flush:
            self._by_types[types] = look
        return self._different.setdefault(look, look)

    def _types(self, start: int, stop: int) -> str:
        """Return the type code; the first line has its code even if it continues a text that began before it."""
        if start == stop:
            return ""
        return self._codes[start] + self._kept[self._kept_before[start + 1] : self._kept_before[stop]]

    def _profile(self, start: int, stop: int) -> tuple[tuple[int, ...], int]:
        """Return the left profile and the left edge of the visible lines."""
        if self._flush:
            return (0,) if stop > start else (), 0
        positions = self._positions[start:stop]
        left = min(positions, default=0)
        return shape_code([position - left for position in positions]), left
