"""IEPAD: the patterns that repeat regularly and contiguously in a page's token string [1]_, after the PAT-tree blocks [2]_.

Token string → maximal repeats → filtering by variance and density → runs of occurrences → center-star alignment of the strings
from each occurrence to the next → rotation to the record's start → pattern.

Departures from the papers
--------------------------
* Repeats with three or more occurrences are considered; [1]_ requires five.  Lists of three and four records are lists too.
* A repeat that begins with an end tag is not dropped (H2 of [2]_) but rotated: dropping it costs 5 points of page F1 on the
  development pages, since the end tag is part of the repeat if every record is followed by another.  A *pattern* that begins
  with an end tag is dropped.
* The cycle is cut where the tree is shallowest: that is where siblings begin.  The two rotations of [1]_, which look at the
  symbols before the first and after the last occurrence, are for cycles in which many siblings begin (``BR``s).
* The last record, which no next occurrence delimits, takes part in the alignment if it ends like the others.
* If records agree on their number of siblings, anything between one and the next (an advert) is cut off; if they don't, strings
  much longer than the others are left out of the alignment.  The pattern still finds the record at their beginning.
* Up to 20 positions may differ; [1]_ allows 10.  Records have more tags than in 2003 (page F1 of the best of all proposals on
  the development pages: 97.1 at 20, 95.5 at 10).
* A list inside one ``<pre>`` is a single token of the block level.  If ``lines`` is set, its lines and paragraphs are searched
  too, as if they were elements (`wrapture.html.line_tokens`).
* Of repeats with the same gaps only the longest is used: the others are rotations of the same cycle.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
.. [2] Chang, Hsu: Automatic extraction of information blocks using PAT trees. 1999.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain, pairwise
from math import sqrt
from operator import sub
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.algo.align import center_star
from wrapture.algo.averages import median_low
from wrapture.algo.disjoint_ranges import DisjointRanges
from wrapture.algo.maximal_repeats import maximal_repeats
from wrapture.algo.pattern import Pattern, rotate_left, rotate_right
from wrapture.algo.regularity import (
    VICINITY_SHARE,
    density,
    in_vicinity,
    localization,
    partitions,
    variance,
)
from wrapture.algo.tallies import commonest
from wrapture.html.line_shapes import line_shapes
from wrapture.html.tokens import (
    BLOCK_LEVEL,
    LINE_LEVEL,
    Encoding,
    TokenString,
    begins_with_end_tag,
    custom_names,
    holds_text,
    name_of,
    tokens_of,
)
from wrapture.model import PatternLocator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Sample

MIN_COUNT: Final = 3
MIN_LENGTH: Final = 3  # IEPAD's default
MAX_VARIANCE: Final = 0.5  # ε of 1999; the maximum over IEPAD's 14 sites was 0.36
MIN_DENSITY: Final = 0.20  # the minimum over IEPAD's 14 sites
MAX_MISMATCHES: Final = 20
MAX_PROPOSALS: Final = 12  # per page; 24 find 0.1 point more among the first five, in 1.5 × the time
MAX_STARTS: Final = 3  # places of equal depth in one cycle at which a record may begin
AGREED_SIBLINGS: Final = 0.8  # share of the records that must have the same number of siblings
LONG_BLOCK: Final = (1.5, 5)  # a string is an outlier above 1.5 × the median length + 5 tokens
MAX_TRIED: Final = 10_000_000  # tokens of the runs that are aligned; the pages of the corpora have 230,000 at most
DIGEST_SIZE: Final = 32  # bytes that identify a series of gaps, or strings
LINE_STARTS: Final = ("LINE ", "P LINE ")
"""How patterns of lines and paragraphs begin."""
TAIL_DISTANCE: Final = 0.4  # the last record may differ from the most common one by this share of its tokens


@dataclass(frozen=True, slots=True)
class Repeats:
    """Propose the patterns that repeat regularly and contiguously in the token string."""

    encoding: Encoding = BLOCK_LEVEL
    min_count: int = MIN_COUNT
    min_length: int = MIN_LENGTH
    max_variance: float = MAX_VARIANCE
    min_density: float = MIN_DENSITY
    max_mismatches: int = MAX_MISMATCHES
    max_proposals: int = MAX_PROPOSALS
    min_localization: float = (
        0.0  # θ, the density bound of 1999 (0.45, loosely 0.15); off, since IEPAD's density is used
    )
    drop_end_starts: bool = False  # H2 of 1999
    drop_text_starts: bool = False  # H3 of 1999
    lines: bool = False  # whether lines and paragraphs of preformatted texts are searched too

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""
        return f"repeats {self.encoding.name}"

    def __call__(self, sample: Sample) -> Iterator[PatternLocator]:
        """Yield a locator for each distinct pattern of each page."""
        seen: set[PatternLocator] = set()
        for page in sample.pages:
            for locator in chain(self._propose(page), self._propose_lines(page)):
                if locator not in seen:
                    seen.add(locator)
                    yield locator

    def _propose(self, page: Page) -> Iterator[PatternLocator]:
        tokens = tokens_of(page, self.encoding)
        names = custom_names(page)
        seen: set[str] = set()
        aligned: set[bytes] = set()
        tried = 0  # tokens
        for positions, length in self._weightiest(page, tokens):
            if len(seen) >= self.max_proposals or tried > MAX_TRIED:
                return
            tried += positions[-1] - positions[0]
            for pattern in self.compose(tokens, positions, length, aligned):
                notation = pattern.notation(lambda symbol: name_of(symbol, names))
                if notation not in seen and not begins_with_end_tag(pattern.positions[0].symbols):
                    seen.add(notation)
                    yield PatternLocator(self.encoding.name, (notation,))

    def _propose_lines(self, page: Page) -> Iterator[PatternLocator]:
        """Yield the patterns of lines and paragraphs of preformatted texts."""
        if self.lines and page.lines:
            found = replace(self, encoding=LINE_LEVEL, lines=False)._propose(page)
            yield from (locator for locator in found if locator.patterns[0].startswith(LINE_STARTS))
            yield from (PatternLocator(LINE_LEVEL.name, shapes) for shapes in line_shapes(page, self.min_count))

    def _weightiest(self, page: Page, tokens: TokenString) -> list[tuple[Sequence[int], int]]:
        """Return the runs, those that cover the most text regularly and densely first."""
        offsets, firsts = page.offsets, tokens.firsts

        def weight(run: tuple[Sequence[int], int]) -> float:
            positions, length = run
            text = offsets[firsts[positions[-1] + length]] - offsets[firsts[positions[0]]]
            return text * sqrt(density(positions, length)) * (1 - variance(positions))

        return sorted(self.runs(tokens.symbols), key=weight, reverse=True)

    def runs(self, s: str) -> Iterator[tuple[Sequence[int], int]]:
        """Yield the regular, dense runs of occurrences of the maximal repeats, each with the repeat's length."""
        seen: defaultdict[bytes, DisjointRanges] = defaultdict(DisjointRanges)
        for repeat in maximal_repeats(s, self.min_count, self.min_length, VICINITY_SHARE):
            positions, length = repeat.positions, repeat.length
            if not in_vicinity(positions, length):  # a fast filter for αα, ααα … of a tandem repeat
                continue
            if not self._promising(s[positions[0] : positions[0] + length]):
                continue
            for run in self._regular(positions):
                alike = seen[_gaps(run)]
                if alike.meet(run[0], run[-1]):
                    continue  # a rotation of the same cycle
                if in_vicinity(run, length) and self._dense(run, length):
                    alike.add(run[0], run[-1])
                    yield run, length

    def compose(
        self, tokens: TokenString, positions: Sequence[int], length: int, seen: set[bytes]
    ) -> Iterator[Pattern]:
        """Yield the patterns of one run of occurrences: cut where siblings begin and, in flat cycles, rotated both ways.

        ``seen`` collects digests of the strings already aligned: other repeats of the same list lead to the same ones.
        """
        s = tokens.symbols
        shifts = _sibling_starts(tokens, positions[0], positions[1])
        if len(shifts) > MAX_STARTS or not shifts:
            pattern = self._generalize([s[a:b] for a, b in pairwise(positions)], seen)
            if pattern is not None:
                yield rotate_right(pattern, s, positions[0])
                yield rotate_left(pattern, s, positions[-1] + length)
        for shift in shifts[:MAX_STARTS]:
            starts = [position + shift for position in positions if position + shift < len(s)]
            pattern = self._generalize(_blocks(tokens, starts), seen)
            if pattern is not None:
                yield pattern

    def _promising(self, repeat: str) -> bool:
        """Return whether a repeat passes the heuristics of 1999: H1 always, H2 and H3 if enabled."""
        if self.drop_end_starts and begins_with_end_tag(repeat):
            return False
        return holds_text(repeat) and not (self.drop_text_starts and holds_text(repeat[0]))

    def _dense(self, run: Sequence[int], length: int) -> bool:
        return density(run, length) > self.min_density and localization(run, length) > self.min_localization

    def _regular(self, positions: Sequence[int]) -> list[Sequence[int]]:
        """Return the occurrences as one run if they are regular, else the regular runs among them."""
        if variance(positions) < self.max_variance:
            return [positions]
        return [run for run in partitions(positions, self.max_variance) if len(run) >= self.min_count]

    def _generalize(self, blocks: list[str], seen: set[bytes]) -> Pattern | None:
        """Return the generalized pattern of the strings; None if they are too few, too different, or seen before."""
        digest = _digest("\0".join(sorted(set(blocks))).encode("utf-32", "surrogatepass"))
        if len(blocks) < 2 or digest in seen:
            return None
        seen.add(digest)
        aligned = center_star(blocks, self.max_mismatches)
        return aligned[0] if aligned is not None else None


def _gaps(positions: Sequence[int]) -> bytes:
    """Return what identifies the distances between positions; a page may have millions of them, so not the distances."""
    gaps = array("q", map(sub, positions[1:], positions)).tobytes()
    return _digest(gaps)


def _digest(content: bytes) -> bytes:
    """Return what identifies some bytes in a few: themselves if they are few."""
    return content if len(content) <= DIGEST_SIZE else blake2b(content, digest_size=DIGEST_SIZE).digest()


def _sibling_starts(tokens: TokenString, start: int, stop: int) -> list[int]:
    """Return the offsets from `start` where siblings begin in one cycle: where the tree is shallowest and no element ends."""
    low = min(tokens.depths[start:stop])
    return [shift for shift, depth in enumerate(tokens.openings[start:stop]) if depth == low]


def _blocks(tokens: TokenString, starts: Sequence[int]) -> list[str]:
    """Return the strings of the records that begin at `starts`, without anything between one and the next."""
    s, openings = tokens.symbols, tokens.openings
    pairs = list(pairwise(starts))
    if not pairs:
        return []
    counts = [openings[a:b].count(openings[a]) for a, b in pairs]
    siblings, agreed = commonest(counts)
    if agreed >= AGREED_SIBLINGS * len(pairs):
        blocks = [
            s[a : b if count <= siblings else _after_siblings(openings, a, siblings)]
            for (a, b), count in zip(pairs, counts, strict=True)
        ]
    else:
        blocks = _in_line([s[a:b] for a, b in pairs])
    usual, _ = commonest(blocks)
    return blocks + _tail(tokens, starts[-1], usual)


def _after_siblings(openings: Sequence[int], start: int, siblings: int) -> int:
    """Return the end of a record with this many siblings that begins at `start`: where the next sibling begins."""
    place = start
    for _ in range(siblings):
        place = openings.index(openings[start], place + 1)
    return place


def _in_line(blocks: list[str]) -> list[str]:
    """Return the strings that are not much longer than the others."""
    share, slack = LONG_BLOCK
    longest = share * median_low(map(len, blocks)) + slack
    return [block for block in blocks if len(block) <= longest]


def _tail(tokens: TokenString, start: int, model: str) -> list[str]:
    """Return the last string, cut at a sibling's start or the parent's end where it is most like the model; or nothing."""
    s, size = tokens.symbols, len(model)
    best, nearest = "", (int(TAIL_DISTANCE * size) + 1, 0)
    for stop in sorted(_tail_stops(tokens, start, size), key=lambda stop: abs(size - (stop - start))):
        if abs(size - (stop - start)) > nearest[0]:  # strings differ by at least the difference of their lengths
            break
        distance = Levenshtein.distance(model, s[start:stop], score_cutoff=nearest[0])
        if (distance, stop) < nearest:
            best, nearest = s[start:stop], (distance, stop)
    return [best] if best else []


def _tail_stops(tokens: TokenString, start: int, size: int) -> Iterator[int]:
    """Yield the places at which a record of about this size may end: where a sibling begins, or the parent ends."""
    depths, depth = tokens.depths, tokens.depths[start]
    for stop in range(start + 1, min(len(tokens.symbols), start + 2 * size + 4)):
        if depths[stop] <= depth:
            yield stop
            if depths[stop] < depth:
                return
