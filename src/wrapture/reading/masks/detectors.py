"""The detectors of a mask: the error of every separator at every position of a page.

Every separator has its own columns in the cost tables: one for all its labelled instances and, if they differ in the lexemes
directly beside the value, one for each such *variant*.  Its error is the smallest of theirs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wrapture.algo.fuzzy_rules import separator_errors
from wrapture.algo.mask_costs import cost_table, summed_costs
from wrapture.reading.masks.instances import columns_of, sampled, samples_of
from wrapture.reading.masks.lexeme_view import MARGIN, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wrapture.reading.masks.instances import Places
    from wrapture.reading.masks.lexeme_view import LexemeView, Numbers, Sight, Symbols, Vocabulary

LEVELS: Final = (0.25, 0.25, 0.5)  # weights of a lexeme's class, kind and text; any one alone loses 1 to 4 points
RULES_SHARE: Final = 0.3  # weight of the fuzzy rules in a separator's error; the rest is the detectors' sum
TYPICAL: Final = 0.15  # the share of the labelled instances that may cost less than the error-free cost
BARE: Final = 0.3  # the same share if many other positions reach those costs: variants cover these instances
OTHERS: Final = (
    0.5,
    0.9,
    0.999,
)  # quantiles of the cost at other positions: a full error, what a side must exceed to have weight, and a common cost
VARIANT_ERROR: Final = 0.1  # the smallest error of a variant
LIKELY: Final = 0.1  # a lexeme is likely beside a value if it costs at least this share of the costliest there
STRONG: Final = 0.35  # upper bound for the error of a separator that can anchor a cell
MAX_STRONG: Final = 500_000  # the best ones of a page are kept; a list of 10,000 records has a tenth of that
ALL_USED: Final = 103  # hundredths; the 3 above 100 allow for 0.3 · 0.021, see `Detectors._promising`
AT_ONCE: Final = 65_536  # positions whose errors are computed in one batch …
AT_ONCE_IN_ALL: Final = 16_000_000  # … and, over all columns, whose nearest lexemes are checked in one batch
MAX_PAIRS: Final = 20_000_000  # pairs of nearest lexemes, over all columns, that are distinguished


class Strong(NamedTuple):
    """The strong separators of a page, ordered by separator and position."""

    separators: Symbols
    positions: Symbols
    errors: Numbers


class Detectors:
    """The detectors of a set of separators, learned from places in texts; ``errors`` measures how well a position matches."""

    def __init__(
        self, texts: Sequence[Sequence[str]], separators: Sequence[Places], sight: Sight, vocabulary: Vocabulary
    ) -> None:
        self.sight = sight
        views = [view_of(text, vocabulary) for text in texts]
        samples = samples_of(views, separators)
        self.columns = [sampled(column, samples) for column in columns_of(texts, separators)]
        self._firsts = np.array([n for n, column in enumerate(self.columns) if not column.is_variant], dtype=np.intp)
        self._counts = np.diff(self._firsts, append=len(self.columns))
        around = [view.around(sight, positions) for view, positions in zip(views, samples, strict=True)]
        self.tables = [self._table(around, slots, vocabulary) for slots in sight.slots]
        costs = [
            [summed_costs(table, list(seen[slots])) for seen in around]
            for table, slots in zip(self.tables, sight.slots, strict=True)
        ]
        typical, scale, self._weight = self._scales(costs)
        self._factor = self._weight / scale
        self._typical = typical * self._factor
        self._symbols = len(vocabulary.rows)
        self._slot_starts = np.arange(2 * sight.reach)[:, None] * self._symbols
        self._column_starts = np.arange(len(self.columns)) * (2 * sight.reach * self._symbols)
        self._extra = np.array([VARIANT_ERROR * c.is_variant for c in self.columns], dtype=np.float32)

    def errors(self, view: LexemeView, positions: Symbols, separators: Symbols) -> Numbers:
        """Return the error of separators at positions, pair by pair: from 0 (as learned) to 1."""
        counts = self._counts[separators]
        starts = np.cumsum(counts) - counts
        columns = np.arange(counts.sum()) + np.repeat(self._firsts[separators] - starts, counts)
        by_column = self._column_errors(view, np.repeat(positions, counts), columns)
        found: Numbers = np.minimum.reduceat(by_column, starts) if len(starts) else by_column
        return found

    def likely_errors(self, view: LexemeView, positions: Symbols, separators: Symbols) -> Numbers:
        """Return the same if the lexeme directly outside the value is one of the likely ones, otherwise 1."""
        side = separators % 2
        likely = self._likely[side, view.padded[positions + (MARGIN - 1) + side]].nonzero()[0]
        found = np.ones(len(positions), dtype=np.float32)
        found[likely] = self.errors(view, positions[likely], separators[likely])
        return found

    def strong(self, view: LexemeView) -> Strong:
        """Return the strong separators of a page, with their errors."""
        positions, columns = self._promising(view)
        errors = self._column_errors(view, positions, columns)
        kept = (errors < STRONG).nonzero()[0]
        if len(kept) > MAX_STRONG:
            kept = np.sort(kept[np.argpartition(errors[kept], MAX_STRONG)[:MAX_STRONG]])
        return _least(positions[kept], self._separators[columns[kept]], errors[kept])

    def _promising(self, view: LexemeView) -> tuple[Symbols, Symbols]:
        """Return the positions and columns that may be strong, judging only by the two nearest lexemes on each side.

        A separator's error is at least 0.7 · (left + right) + 0.3 · (the larger - 0.021).
        """
        beside = [view.beside(step) for step in (-1, -2, 0, 1)]
        step = max(1, AT_ONCE_IN_ALL // len(self.columns))
        parts = [self._promising_at([symbols[n : n + step] for symbols in beside]) for n in range(0, view.size, step)]
        found = parts[0] if len(parts) == 1 else [n * step * len(self.columns) + part for n, part in enumerate(parts)]
        return np.divmod(np.concatenate(found) if isinstance(found, list) else found, len(self.columns))

    def _promising_at(self, beside: Sequence[Symbols]) -> Symbols:
        """Return the same for one batch of positions, as flat indexes of position and column."""
        left, right = self._nearest
        used, other = left.used(*beside[:2]), right.used(*beside[2:])
        larger = np.maximum(used, other)
        used += other
        larger >>= 2  # a quarter plus an eighth is 0.375, which is less than 0.3 / 0.7
        used += larger
        larger >>= 1
        used += larger
        return (used.ravel() < ALL_USED).nonzero()[0]

    def _column_errors(self, view: LexemeView, positions: Symbols, columns: Symbols) -> Numbers:
        """Return the errors of columns at positions, pair by pair; batches keep hostile pages from exhausting the memory."""
        parts = [
            self._joined(view, positions[n : n + AT_ONCE], columns[n : n + AT_ONCE])
            for n in range(0, len(positions) or 1, AT_ONCE)
        ]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _joined(self, view: LexemeView, positions: Symbols, columns: Symbols) -> Numbers:
        left, right = self._side_errors(view, positions, columns)
        joined: Numbers = RULES_SHARE * separator_errors(left, right) + (1 - RULES_SHARE) * (left + right)
        return joined + self._extra[columns]

    def _side_errors(self, view: LexemeView, positions: Symbols, columns: Symbols) -> Numbers:
        """Return the errors of the left and right detectors (rows), each from 0 to the side's weight."""
        index = view.around(self.sight, positions)
        index += self._slot_starts
        index += self._column_starts[columns]
        errors: Numbers = self._typical[:, columns]
        errors -= self._sides @ self._costs.take(index)
        np.maximum(errors, 0, out=errors)
        return np.minimum(errors, self._weight[:, columns], out=errors)

    @cached_property
    def _separators(self) -> Symbols:
        return np.array([column.separator for column in self.columns], dtype=np.intp)

    @cached_property
    def _sides(self) -> Numbers:
        """A matrix with 1 where a symbol around a position (columns) belongs to a side (rows)."""
        sides = np.zeros((2, 2 * self.sight.reach), dtype=np.float32)
        for side, slots in enumerate(self.sight.slots):
            sides[side, slots] = 1
        return sides

    @cached_property
    def _costs(self) -> Numbers:
        """The costs of symbols around a position, on the scale of errors: by column, slot and symbol."""
        costs = np.empty((len(self.columns), 2 * self.sight.reach, self._symbols), dtype=np.float32)
        for slots, table, factor in zip(self.sight.slots, self.tables, self._factor, strict=True):
            costs[:, slots] = (table * factor).transpose(2, 0, 1)
        return costs.ravel()

    @cached_property
    def _nearest(self) -> list[Nearest]:
        allowed = (STRONG - self._extra) / (1 - RULES_SHARE)
        return [
            Nearest(table * factor, typical, np.minimum(weight / allowed, 1))
            for table, factor, typical, weight in zip(
                self.tables, self._factor / allowed, self._typical / allowed, self._weight, strict=True
            )
        ]

    @cached_property
    def _likely(self) -> NDArray[np.bool_]:
        """For begins and ends (rows): whether each symbol is likely directly outside a value."""
        found = []
        for side, table in enumerate(self.tables):
            nearest = table[0][:, self._separators % 2 == side]
            found.append((nearest >= LIKELY * nearest.max(axis=0, initial=1e-6)).any(axis=1))
        return np.array(found)

    def _table(self, around: Sequence[Symbols], slots: list[int], vocabulary: Vocabulary) -> Numbers:
        """Return the cost of each symbol at each distance, for each column."""
        rows = len(vocabulary.rows)
        table = np.zeros((self.sight.reach, rows, len(self.columns)), dtype=np.float32)
        for number, column in enumerate(self.columns):
            seen = np.array([around[text][slots, place] for text, place in column.instances], dtype=np.intp)
            if not len(seen):
                continue
            for share, level in zip(LEVELS, vocabulary.levels, strict=True):
                names = cost_table(level[seen], int(level.max()) + 2, self.sight.half_width)
                table[:, :, number] += share * np.where(level >= 0, names[:, level], 0)
        weighed: Numbers = table * self.sight.weights[:, None, None]
        return weighed

    def _scales(self, costs: Sequence[Sequence[Numbers]]) -> tuple[Numbers, Numbers, Numbers]:
        """Return for both sides of each column the error-free cost, the drop below it that is a full error, and the weight."""
        shape = (2, len(self.columns))
        typical, scale, weight = (np.ones(shape, dtype=np.float32) for _ in range(3))
        labelled = [frozenset(c.instances) for c in self.columns if not c.is_variant]
        for number, column in enumerate(self.columns):
            for side in range(2):
                inside = _at(costs[side], column.instances, number)
                outside = _elsewhere(costs[side], labelled[column.separator], number)
                if not len(inside) or not len(outside):
                    continue
                common, rival, many = np.quantile(outside, OTHERS)
                typical_cost, bare = np.quantile(inside, (TYPICAL, BARE))
                usual = max(typical_cost, min(many, bare))
                typical[side, number] = usual
                scale[side, number] = max(1e-3, usual - common)
                weight[side, number] = max(1e-3, usual - rival)
        return typical, scale, weight / weight.sum(axis=0)


class Nearest:
    """A lower bound for the error of one side by its two nearest lexemes, in hundredths of what a strong separator may have.

    Symbols that cost the same in all columns are merged to keep the number of pairs small.
    """

    def __init__(self, table: Numbers, typical: Numbers, most: Numbers) -> None:
        first, firsts = np.unique(table[0], axis=0, return_inverse=True)
        second, seconds = np.unique(table[1], axis=0, return_inverse=True)
        if len(first) * second.size > MAX_PAIRS:  # use the nearest alone, and assume the best for the next one
            second, seconds = table[1].max(axis=0)[None], np.zeros_like(seconds)
        rest = table[2:].max(axis=1).sum(axis=0)
        least = np.minimum(np.maximum(typical - rest - first[:, None] - second, 0), most)
        self._firsts, self._seconds = firsts.ravel() * len(second), seconds.ravel()
        self._used = (100 * least).astype(np.uint8).reshape(-1, table.shape[2])

    def used(self, nearest: Symbols, next_nearest: Symbols) -> NDArray[np.uint8]:
        """Return the bound at each position (rows) in each column."""
        pairs = self._firsts[nearest]
        pairs += self._seconds[next_nearest]
        used: NDArray[np.uint8] = self._used.take(pairs, axis=0)
        return used


def _least(positions: Symbols, separators: Symbols, errors: Numbers) -> Strong:
    """Return the smallest error of each separator at each position, from pairs ordered by position."""
    changed = np.ones(len(errors), dtype=bool)
    changed[1:] = (positions[1:] != positions[:-1]) | (separators[1:] != separators[:-1])
    firsts = changed.nonzero()[0]
    least = np.minimum.reduceat(errors, firsts) if len(firsts) else errors
    order = np.argsort(separators[firsts], kind="stable")
    return Strong(separators[firsts][order], positions[firsts][order], least[order])


def _at(costs: Sequence[Numbers], places: Places, column: int) -> Numbers:
    return np.array([costs[text][place, column] for text, place in places], dtype=np.float32)


def _elsewhere(costs: Sequence[Numbers], labelled: frozenset[tuple[int, int]], column: int) -> Numbers:
    parts = []
    for text, found in enumerate(costs):
        mask = np.ones(len(found), dtype=bool)
        mask[[place for other, place in labelled if other == text]] = False
        parts.append(found[mask, column])
    return np.concatenate(parts)
