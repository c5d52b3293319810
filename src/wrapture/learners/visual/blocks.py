"""Blocks of content lines: which lines cut the page into them, and which neighbours look alike (sections 4.1 and 4.2 of [1]_).

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.repeats import maximal_repeats
from wrapture.learners.visual.first_lines import FirstLines

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from wrapture.html.lines import Line
    from wrapture.learners.visual.looks import Alike, Look, Looks

Block: TypeAlias = tuple[int, int]
"""Lines ``start <= n < stop`` of a page."""

MAX_LINES: Final = 100  # of a block: longer ones are no records, but what stands between lists
FIRST_SYMBOL: Final = 0xE000
MIN_OCCURRENCES: Final = 3
"""A sample page has at least four records, so what separates them occurs three times."""


class Blocks:
    """The blocks of a page's lines, each looked at once: separators cut out the same ones again and again."""

    def __init__(self, lines: Sequence[Line], looks: Looks) -> None:
        self._starts = [line.start for line in lines]
        self._looks = _BlockLooks(looks)
        self._first_lines = _BlockFirstLines(FirstLines(lines))

    def groups(self, ends: Sequence[int], likenesses: Sequence[Alike], min_size: int) -> Iterator[tuple[Block, ...]]:
        """Yield the runs of neighbouring blocks that look alike where a separator cuts the page, by each likeness.

        A likeness calls alike all that the one before it does.
        """
        blocks = cut(len(self._starts), ends)
        looks = [self._looks[block] for block in blocks]
        edges: Sequence[int] = range(1, len(blocks))
        tried = -1
        for alike in likenesses:
            edges = _edges(looks, edges, alike)
            if len(edges) != tried:  # else the runs are the same
                tried = len(edges)
                for first, stop in pairwise([0, *edges, len(blocks)]):
                    if stop - first >= min_size and looks[first] is not None:
                        yield tuple(blocks[first:stop])

    def first_nodes(self, group: Sequence[Block]) -> Iterator[tuple[int, ...]]:
        """Yield the first nodes of a group's records: by the rules in their order, then by each rule that serves all."""
        found = [self._first_lines[block] for block in group]
        for lines in dict.fromkeys(zip(*found, strict=True)):
            if None not in lines:
                yield tuple([self._starts[n] for n in lines if n is not None])


class _BlockLooks(dict[Block, "Look | None"]):
    """What each block looks like, None for one that is too long."""

    def __init__(self, looks: Looks) -> None:
        super().__init__()
        self._looks = looks

    def __missing__(self, block: Block) -> Look | None:
        start, stop = block
        look = self[block] = self._looks.of(start, stop) if stop - start <= MAX_LINES else None
        return look


class _BlockFirstLines(dict[Block, "tuple[int | None, ...]"]):
    """The line that each rule finds in a block."""

    def __init__(self, rules: FirstLines) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, block: Block) -> tuple[int | None, ...]:
        lines = self[block] = self._rules.of(*block)
        return lines


def _edges(looks: Sequence[Look | None], among: Sequence[int], alike: Alike) -> list[int]:
    """Return which blocks do not look like the one before; those that are too long are alike among themselves.

    Equal looks are one object, and need no comparing.
    """
    return [
        n
        for n in among
        if (one := looks[n - 1]) is not (other := looks[n]) and (one is None or other is None or not alike(one, other))
    ]


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
        found.setdefault(tuple([position + repeat.length - 1 for position in repeat.positions]))
    for places in _places(text).values():
        if len(places) >= MIN_OCCURRENCES:
            found.setdefault(tuple(places))
    return list(found)


def head_ends(codes: Sequence[Hashable]) -> list[tuple[int, ...]]:
    """Return where blocks end that begin with lines of one kind: records that end in various ways may begin alike.

    >>> head_ends("abacad")
    [(1, 3)]
    """
    kinds = [places for places in _places(codes).values() if len(places) >= MIN_OCCURRENCES]
    return [tuple([n - 1 for n in places if n]) for places in kinds]


def _places(codes: Iterable[Hashable]) -> dict[Hashable, list[int]]:
    """Return where each code stands."""
    found: dict[Hashable, list[int]] = {}
    for n, code in enumerate(codes):
        found.setdefault(code, []).append(n)
    return found


def cut(count: int, ends: Sequence[int]) -> list[Block]:
    """Return the blocks (first, stop) of `count` lines that end with the lines of a separator, given in order.

    >>> cut(7, (1, 4))
    [(0, 2), (2, 5), (5, 7)]
    """
    edges = [0, *[end + 1 for end in ends]]
    if edges[-1] < count:
        edges.append(count)
    return list(pairwise(edges))
