"""Whether a record ends between two neighbouring values, judging by the gap between them.

The tags and marks of a gap are treated as a set.  Positions don't count, so a missing or permuted field, which shifts all of
them, changes little.  The weight of each kind is learned from the labelled gaps between records and within them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wrapture.html.source import names_of
from wrapture.reading.masks.lexeme_view import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.reading.masks.excerpts import LexedExcerpt
    from wrapture.reading.masks.lexeme_view import Symbols, Vocabulary

ROUNDS: Final = 300  # of gradient ascent, which converges long before
RATE: Final = 0.2
DECAY: Final = 0.002  # keeps the weights finite if the two kinds of gap are perfectly separable
LEAD: Final = 16  # lexemes before a page's first record that count as a gap
MAX_REMEMBERED: Final = 10_000  # gaps


@dataclass(frozen=True, slots=True)
class Gaps:
    """The evidence that the presence of each kind adds to ``base``, that of an empty gap; and the longest labelled gap."""

    base: float
    evidence: Mapping[str, float]
    longest: int

    def rows(self, kinds: Sequence[str]) -> Symbols:
        """Return for each kind its index among those that are evidence, -1 if it is none."""
        numbers = {kind: number for number, kind in enumerate(self.evidence)}
        return np.array([numbers.get(kind, -1) for kind in kinds], dtype=np.intp)


class Marks(NamedTuple):
    """The tags and marks of a page that are evidence, two bytes each, and how many of these bytes precede each position."""

    kinds: bytes
    before: Symbols


class Verdicts(dict[bytes, bool]):
    """A cache of whether a record ends at a gap, by its marks: a list has few different gaps."""

    def __init__(self, gaps: Gaps, kinds: Sequence[str]) -> None:
        super().__init__()
        self._base = gaps.base
        self._weights = [*gaps.evidence.values()]
        self._rows = gaps.rows(kinds)

    def __missing__(self, gap: bytes) -> bool:
        if len(self) > MAX_REMEMBERED:
            self.clear()
        held = set(np.frombuffer(gap, dtype=np.uint16).tolist())
        ends: bool = self._base + sum(self._weights[kind] for kind in held) > 0
        self[gap] = ends
        return ends

    def marks(self, symbols: Symbols) -> Marks:
        """Return the marks of a page, given its symbols."""
        rows = self._rows[symbols]
        held = rows >= 0
        return Marks(rows[held].astype(np.uint16).tobytes(), 2 * counted(held))


def learn_gaps(excerpts: Sequence[LexedExcerpt], vocabulary: Vocabulary) -> Gaps:
    """Return the evidence of gaps, learned from excerpts."""
    inner: list[frozenset[str]] = []
    outer: list[frozenset[str]] = []
    longest = 0
    for excerpt in excerpts:
        symbols, _ = vocabulary.symbols_and_lengths(excerpt.lexemes)
        marks = [vocabulary.marks[symbol] for symbol in symbols.tolist()]
        records = [sorted(value for values in record for value in values) for record in excerpt.values]
        inner += [_held(marks, one[1], two[0]) for record in records for one, two in pairwise(record)]
        outer.append(_held(marks, max(0, records[0][0][0] - LEAD), records[0][0][0]))
        between = [(one[-1][1], two[0][0]) for one, two in pairwise(records)]
        outer += [_held(marks, *gap) for gap in between]
        longest = max([longest, *(stop - start for start, stop in between)])
    return _weighed(inner, outer, longest)


def _held(marks: Sequence[str], start: int, stop: int) -> frozenset[str]:
    return frozenset(marks[start:stop]) - {""}


def kind_of_mark(lexeme: str) -> str:
    """Return the kind of a tag or a mark, "" for words and numbers.

    >>> kind_of_mark("<B>"), kind_of_mark(","), kind_of_mark("Wien")
    ('<b', ',', '')
    """
    return "" if lexeme[0].isalnum() else names_of(lexeme).kind


def _weighed(inner: Sequence[frozenset[str]], outer: Sequence[frozenset[str]], longest: int) -> Gaps:
    """Return the evidence of each kind by logistic regression; if records have a single field, every gap ends one."""
    if not inner:
        return Gaps(1.0, {}, longest)
    gaps = Counter((gap, ends) for ends, found in ((False, inner), (True, outer)) for gap in found)
    kinds = sorted({kind for gap, _ in gaps for kind in gap})
    held = np.array([[True, *(kind in gap for kind in kinds)] for gap, _ in gaps], dtype=np.float64)
    ends = np.array([ends for _, ends in gaps], dtype=bool)
    counts = np.array([*gaps.values()], dtype=np.float64)
    counts /= np.where(ends, len(outer), len(inner))  # gives both kinds of gap the same weight
    weights = np.zeros(len(kinds) + 1)
    for _ in range(ROUNDS):
        wrong = ends - 1 / (1 + np.exp(-np.clip(held @ weights, -30, 30)))
        weights += RATE * ((counts * wrong) @ held - DECAY * weights)
    base, *evidence = weights.tolist()
    return Gaps(base, dict(zip(kinds, evidence, strict=True)), longest)
