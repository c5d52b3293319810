"""IEPAD's pattern discoverer as published [1]_, without the departures that `wrapture.learning.repeats` lists.

Maximal repeats of at least five occurrences and three tokens; those under the variance bound or, where it is exceeded, the
partitions of their occurrences under it; those above the density bound; center-star alignment of the strings from each
occurrence to the next, with at most ten mismatches; rotation to the right and to the left.

Where [1]_ leaves a choice open: a repeat of a tandem run (αα, ααα …) has a density above 1; it is dropped by the vicinity rule
of 1999, and one that overlaps its neighbours by less has the string from one occurrence to the next as its pattern.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from paper_pages import score

from wrapture.algo.align import center_star
from wrapture.algo.maximal_repeats import maximal_repeats
from wrapture.algo.pattern import Matcher, rotate_left, rotate_right
from wrapture.algo.regularity import density, in_vicinity, partitions, variance
from wrapture.html.tokens import BLOCK_LEVEL, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from common import Row, Score

    from wrapture.algo.pattern import Pattern
    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding
    from wrapture.model import Record

MIN_COUNT: Final = 5
MIN_LENGTH: Final = 3
FIXED_VARIANCE: Final = 0.36  # the largest of the paper's fourteen sites
FIXED_DENSITY: Final = 0.20  # the smallest
MAX_MISMATCHES: Final = 10


@dataclass(frozen=True, slots=True)
class Discoverer:
    """The paper's thresholds; both bounds include their value, since they are those of real sites."""

    max_variance: float = FIXED_VARIANCE
    min_density: float = FIXED_DENSITY
    encoding: Encoding = BLOCK_LEVEL

    def unfiltered(self, page: Page) -> int:
        """Return how many maximal repeats there are before the thresholds."""
        return len(maximal_repeats(tokens_of(page, self.encoding).symbols, MIN_COUNT, MIN_LENGTH))

    def runs(self, page: Page) -> Iterator[tuple[Sequence[int], int]]:
        """Yield the occurrences of each maximal repeat that passes both thresholds, with its length."""
        for repeat in maximal_repeats(tokens_of(page, self.encoding).symbols, MIN_COUNT, MIN_LENGTH):
            regular = variance(repeat.positions) <= self.max_variance
            found = [repeat.positions] if regular else partitions(repeat.positions, self.max_variance or 1e-9)
            for run in found:
                dense = density(run, repeat.length) >= self.min_density and in_vicinity(run, repeat.length)
                if len(run) >= MIN_COUNT and dense:
                    yield run, repeat.length

    def patterns(self, page: Page) -> list[Pattern]:
        """Return the record patterns of a page: each aligned pattern, rotated both ways."""
        s = tokens_of(page, self.encoding).symbols
        found: dict[Pattern, None] = {}
        for run, length in self.runs(page):
            aligned = center_star([s[a:b] for a, b in pairwise(run)], MAX_MISMATCHES)
            if aligned is not None:
                found[rotate_right(aligned[0], s, run[0])] = None
                found[rotate_left(aligned[0], s, run[-1] + length)] = None
        return list(found)


def read_patterns(page: Page, patterns: Sequence[Pattern], encoding: Encoding = BLOCK_LEVEL) -> tuple[Record, ...]:
    """Return the records that a rule of several patterns extracts: the longest match at each place."""
    tokens = tokens_of(page, encoding)
    spans = (tokens.span(start, stop) for start, stop in Matcher(patterns).find(tokens.symbols))
    return tuple((span,) for span in spans if span)


Scored: TypeAlias = "list[tuple[Score, Pattern]]"


def scored_patterns(shared: Path, row: Row, page: Page, discoverer: Discoverer) -> Scored:
    """Return the patterns of a page that find any of its records, with their scores there: what a person looks at."""
    pairs = [
        (score(shared, row, page, read_patterns(page, [one], discoverer.encoding)), one)
        for one in discoverer.patterns(page)
    ]
    return [pair for pair in pairs if pair[0]["found"]]
