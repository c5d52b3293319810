"""Blocks of content lines: which lines separate them, and which neighbours look alike (sections 4.1 and 4.2 of [1]_).

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.maximal_repeats import maximal_repeats
from wrapture.learning.visual.first_lines import FirstLines

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from wrapture.html.content_lines import Line
    from wrapture.learning.visual.looks import Alike, Look, Looks

Block: TypeAlias = tuple[int, int]
"""Lines ``start <= n < stop`` of a page."""

MAX_LINES: Final = 100  # of a block: longer ones are not records, but content between lists
FIRST_SYMBOL: Final = 0xE000
MIN_OCCURRENCES: Final = 3
"""A sample page has at least four records, so their separator occurs three times."""


class Blocks:
    """The blocks of a page's lines, each examined once: separators cut the same ones again and again."""

    def __init__(self, lines: Sequence[Line], looks: Looks) -> None:
        self._starts = [line.start for line in lines]
        self._looks = _BlockLooks(looks)
        self._first_lines = _BlockFirstLines(FirstLines(lines))

    def groups(self, ends: Sequence[int], likenesses: Sequence[Alike], min_size: int) -> Iterator[tuple[Block, ...]]:
        """Yield the runs of neighbouring blocks that look alike between the cuts of a separator, for each likeness.

        Each likeness accepts everything that the one before it does.
        """
        blocks = cut(len(self._starts), ends)
        looks = [self._looks[block] for block in blocks]
        edges: Sequence[int] = range(1, len(blocks))
        tried = -1
        for alike in likenesses:
            edges = _edges(looks, edges, alike)
            if len(edges) != tried:  # otherwise the runs are the same
                tried = len(edges)
                for first, stop in pairwise([0, *edges, len(blocks)]):
                    if stop - first >= min_size and looks[first] is not None:
                        yield tuple(blocks[first:stop])

    def first_nodes(self, group: Sequence[Block]) -> Iterator[tuple[int, ...]]:
        """Yield the first nodes of a group's records: by the rules in sequence, then by each rule that applies to all."""
        found = [self._first_lines[block] for block in group]
        for lines in dict.fromkeys(zip(*found, strict=True)):
            if None not in lines:
                yield tuple([self._starts[n] for n in lines if n is not None])


class _BlockLooks(dict[Block, "Look | None"]):
    """The look of each block, None for one that is too long."""

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
    """Return the blocks that do not look like the one before; blocks that are too long count as alike.

    Equal looks are the same object, which makes the comparison cheap.
    """
    return [
        n
        for n in among
        if (one := looks[n - 1]) is not (other := looks[n]) and (one is None or other is None or not alike(one, other))
    ]


# --- separators ---


def separator_ends(codes: Sequence[Hashable]) -> list[tuple[int, ...]]:
    """Return where each candidate separator ends: the indices of the last lines of its occurrences.

    Lines with equal ``codes`` are alike.  Of separators that end on the same lines only one is kept.

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
    """Return the ends of blocks that begin with lines of one kind: records with various endings may begin alike.

    >>> head_ends("abacad")
    [(1, 3)]
    """
    kinds = [places for places in _places(codes).values() if len(places) >= MIN_OCCURRENCES]
    return [tuple([n - 1 for n in places if n]) for places in kinds]


def _places(codes: Iterable[Hashable]) -> dict[Hashable, list[int]]:
    """Return the positions of each code."""
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
