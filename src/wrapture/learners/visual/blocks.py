"""Blocks of content lines: how alike two look, and which lines cut the page into them.

Sections 3.2, 3.3, 4.1 and 4.2 of [1]_.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise, zip_longest
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

from rapidfuzz.distance import Levenshtein

from wrapture.algo.repeats import maximal_repeats
from wrapture.html.lines import LineType
from wrapture.learners.visual.first_lines import RULES, first_line

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from wrapture.html.lines import Line

Block: TypeAlias = tuple[int, int]
"""Lines ``start <= n < stop`` of a page."""

MAX_LINES: Final = 100  # of a block: longer ones are no records, but what stands between lists
CODES: Final = {kind: str(int(kind)) for kind in LineType}
HEADLESS: Final = str.maketrans({CODES[kind]: CODES[kind.without_head] for kind in LineType})
FIRST_SYMBOL: Final = 0xE000
MIN_OCCURRENCES: Final = 3
"""A sample page has at least four records, so what separates them occurs three times."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a block looks like: the types of its lines, its left profile, and where its left edge is."""

    types: str
    shape: tuple[int, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two blocks may be apart to look alike."""

    max_type_distance: float = 0.5  # of the longer type code
    max_shape_px: float = 60
    max_position_px: float = 30

    numbers: bool = True  # whether it counts that a line starts with a number

    @property
    def loosened(self) -> Likeness:
        """The likeness of the cells of a grid, which stand side by side, and of titles that start with a number by chance."""
        return replace(self, max_shape_px=inf, max_position_px=inf, numbers=False)

    def __call__(self, one: Look, other: Look) -> bool:
        """Return whether two blocks look alike."""
        return (
            abs(one.position - other.position) <= self.max_position_px
            and shape_distance(one.shape, other.shape) <= self.max_shape_px
            and self._type_distance(one, other) <= self.max_type_distance
        )

    def _type_distance(self, one: Look, other: Look) -> float:
        if self.numbers:
            return type_distance(one.types, other.types)
        return type_distance(one.types.translate(HEADLESS), other.types.translate(HEADLESS))


def look_of(lines: Sequence[Line]) -> Look:
    """Return what a block of lines looks like; blank lines and rules at its ends are not part of it."""
    seen = [line for line in lines if line.type < LineType.HR_LINE]
    left = min((line.position for line in seen), default=0)
    return Look(type_code(lines), shape_code([line.position - left for line in seen]), left)


def type_code(lines: Sequence[Line]) -> str:
    """Return the types of some lines, one character each, runs of text as one."""
    codes = [CODES[line.type] for line in lines]
    text = CODES[LineType.TEXT]
    return "".join([code for n, code in enumerate(codes) if code != text or n == 0 or codes[n - 1] != text])


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
    """Return the largest difference of two left profiles; the shorter is filled up with zeros.

    >>> shape_distance((0, 30, 0), (0, 40))
    10
    """
    return max((abs(a - b) for a, b in zip_longest(one, other, fillvalue=0)), default=0)


class Blocks:
    """The blocks of a page's lines, each looked at once: separators cut out the same ones again and again."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._looks: dict[Block, Look] = {}
        self._firsts: dict[Block, tuple[int | None, ...]] = {}

    def look(self, block: Block) -> Look:
        """Return what a block looks like."""
        found = self._looks.get(block)
        if found is None:
            found = self._looks[block] = look_of(self._lines[block[0] : block[1]])
        return found

    def groups(self, ends: Sequence[int], alike: Likeness, min_size: int) -> Iterator[list[Block]]:
        """Yield the runs of neighbouring blocks that look alike, where a separator cuts the page."""
        group: list[Block] = []
        for block in cut(len(self._lines), ends):
            fits = block[1] - block[0] <= MAX_LINES
            if not fits or (group and not alike(self.look(group[-1]), self.look(block))):
                if len(group) >= min_size:
                    yield group
                group = []
            if fits:
                group.append(block)
        if len(group) >= min_size:
            yield group

    def first_nodes(self, group: Sequence[Block]) -> Iterator[tuple[int, ...]]:
        """Yield the first nodes of a group's records: by the rules in their order, then by each rule that serves all."""
        for lines in dict.fromkeys(zip(*map(self._first_lines, group), strict=True)):
            if None not in lines:
                yield tuple(self._lines[n].start for n in lines if n is not None)

    def _first_lines(self, block: Block) -> tuple[int | None, ...]:
        """Return the line that each rule finds in a block."""
        found = self._firsts.get(block)
        if found is None:
            start, stop = block
            lines = [rule(self._lines[start:stop]) for rule in (first_line, *RULES)]
            found = self._firsts[block] = tuple(n if n is None else start + n for n in lines)
        return found


# --- separators ---


def separator_ends(codes: Sequence[Hashable]) -> list[tuple[int, ...]]:
    """Return where each candidate separator ends: the numbers of the last lines of its occurrences.

    ``codes`` say which lines are alike.  Separators that end on the same lines cut alike; one of them is enough.

    >>> separator_ends("abcabdab")
    [(1, 4, 7), (0, 3, 6)]
    """
    numbers: dict[Hashable, str] = {}
    text = "".join([numbers.setdefault(code, chr(FIRST_SYMBOL + len(numbers))) for code in codes])
    found: dict[tuple[int, ...], None] = {}
    for repeat in maximal_repeats(text, min_count=MIN_OCCURRENCES, vicinity=1.0):
        found.setdefault(tuple(position + repeat.length - 1 for position in repeat.positions))
    for symbol, times in Counter(text).items():
        if times >= MIN_OCCURRENCES:
            found.setdefault(tuple(n for n, other in enumerate(text) if other == symbol))
    return list(found)


def head_ends(codes: Sequence[Hashable]) -> list[tuple[int, ...]]:
    """Return where blocks end that begin with lines of one kind: records that end in various ways may begin alike.

    >>> head_ends("abacad")
    [(1, 3)]
    """
    times = Counter(codes)
    kinds = [code for code, occurrences in times.items() if occurrences >= MIN_OCCURRENCES]
    return [tuple(n - 1 for n, other in enumerate(codes) if other == code and n) for code in kinds]


def cut(count: int, ends: Sequence[int]) -> list[Block]:
    """Return the blocks (first, stop) of `count` lines that end with the lines of a separator.

    >>> cut(7, (1, 4))
    [(0, 2), (2, 5), (5, 7)]
    """
    edges = sorted({0, count, *(end + 1 for end in ends)})
    return list(pairwise(edges))
