"""The detectors of a mask at work: the error of every separator at every position of a page.

Every separator has columns of its own in the cost tables: one for all its labelled instances and, where they differ in the
lexeme that stands directly beside the value, one for each such *variant*; its error is the least of them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wrapture.algo.fuzzy import separator_errors
from wrapture.algo.masks import Spread, cost_table, spread, summed_costs
from wrapture.extraction.masks.instances import columns_of, sampled, samples_of
from wrapture.extraction.masks.views import MARGIN, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wrapture.extraction.masks.instances import Places
    from wrapture.extraction.masks.views import Numbers, Sight, Symbols, View, Vocabulary

LEVELS: Final = (0.25, 0.25, 0.5)  # what class, kind and text of a lexeme count; one alone costs 1 to 4 points
RULES_SHARE: Final = 0.3  # of the fuzzy rules in a separator's error, beside the sum of the detectors' errors
TYPICAL: Final = 0.15  # the share of the labelled instances that may cost less than what counts as no error
BARE: Final = (
    0.3  # the share that may cost less where many other positions cost as much as those: variants are for them
)
OTHERS: Final = (
    0.5,
    0.9,
    0.999,
)  # of all other positions: what is all error, what a side is told from, and what is many
VARIANT_ERROR: Final = 0.1  # a variant's error at its best
LIKELY: Final = 0.1  # of the commonest lexeme's cost directly beside a value, that another must have
STRONG: Final = 0.35  # the error of a separator that may stand alone
MAX_STRONG: Final = 500_000  # of a page, the best: a list of 10,000 records has a tenth of that
ALL_USED: Final = 103  # 100ths of it; the rest is for 0.3 · 0.021, see `Detectors._promising`
AT_ONCE: Final = 65_536  # positions whose errors are counted at once …
AT_ONCE_IN_ALL: Final = 16_000_000  # … and, for all columns together, whose nearest lexemes are looked at
MAX_PAIRS: Final = 20_000_000  # of nearest lexemes, for all columns together, that are told apart


class Strong(NamedTuple):
    """The strong separators of a page, ordered by separator and position."""

    separators: Symbols
    positions: Symbols
    errors: Numbers


class Detectors:
    """The detectors of some separators, learned from places in texts: ``errors`` says how unlike them a position is."""

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
        self.spreads = [self._spreads(side) for side in costs]
        typical, scale, self._weight = self._scales(costs)
        self._factor = self._weight / scale
        self._typical = typical * self._factor
        self._symbols = len(vocabulary.rows)
        self._slot_starts = np.arange(2 * sight.reach)[:, None] * self._symbols
        self._column_starts = np.arange(len(self.columns)) * (2 * sight.reach * self._symbols)
        self._extra = np.array([VARIANT_ERROR * c.is_variant for c in self.columns], dtype=np.float32)

    def errors(self, view: View, positions: Symbols, separators: Symbols) -> Numbers:
        """Return the error of separators at positions, pair by pair: from 0, as learned, to 1."""
        counts = self._counts[separators]
        starts = np.cumsum(counts) - counts
        columns = np.arange(counts.sum()) + np.repeat(self._firsts[separators] - starts, counts)
        by_column = self._column_errors(view, np.repeat(positions, counts), columns)
        found: Numbers = np.minimum.reduceat(by_column, starts) if len(starts) else by_column
        return found

    def likely_errors(self, view: View, positions: Symbols, separators: Symbols) -> Numbers:
        """Return the same where what stands directly outside of the value is a little like what was learned, elsewhere 1."""
        side = separators % 2
        likely = self._likely[side, view.padded[positions + (MARGIN - 1) + side]].nonzero()[0]
        found = np.ones(len(positions), dtype=np.float32)
        found[likely] = self.errors(view, positions[likely], separators[likely])
        return found

    def strong(self, view: View) -> Strong:
        """Return where separators are strong, and their errors."""
        positions, columns = self._promising(view)
        errors = self._column_errors(view, positions, columns)
        kept = (errors < STRONG).nonzero()[0]
        if len(kept) > MAX_STRONG:
            kept = np.sort(kept[np.argpartition(errors[kept], MAX_STRONG)[:MAX_STRONG]])
        return _least(positions[kept], self._separators[columns[kept]], errors[kept])

    def _promising(self, view: View) -> tuple[Symbols, Symbols]:
        """Return the positions and columns that may be strong, by the two nearest lexemes on both sides alone.

        A separator's error is at least 0.7 · (left + right) + 0.3 · (the larger - 0.021).
        """
        beside = [view.beside(step) for step in (-1, -2, 0, 1)]
        step = max(1, AT_ONCE_IN_ALL // len(self.columns))
        parts = [self._promising_at([symbols[n : n + step] for symbols in beside]) for n in range(0, view.size, step)]
        found = parts[0] if len(parts) == 1 else [n * step * len(self.columns) + part for n, part in enumerate(parts)]
        return np.divmod(np.concatenate(found) if isinstance(found, list) else found, len(self.columns))

    def _promising_at(self, beside: Sequence[Symbols]) -> Symbols:
        """Return the same for some positions, as one number for each position and column."""
        left, right = self._nearest
        used, other = left.used(*beside[:2]), right.used(*beside[2:])
        larger = np.maximum(used, other)
        used += other
        larger >>= 2  # a quarter and half of it, 0.375, is less than 0.3 / 0.7
        used += larger
        larger >>= 1
        used += larger
        return (used.ravel() < ALL_USED).nonzero()[0]

    def _column_errors(self, view: View, positions: Symbols, columns: Symbols) -> Numbers:
        """Return the errors of columns at positions, pair by pair, so many at once that hostile pages don't fill the memory."""
        parts = [
            self._joined(view, positions[n : n + AT_ONCE], columns[n : n + AT_ONCE])
            for n in range(0, len(positions) or 1, AT_ONCE)
        ]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _joined(self, view: View, positions: Symbols, columns: Symbols) -> Numbers:
        left, right = self._side_errors(view, positions, columns)
        joined: Numbers = RULES_SHARE * separator_errors(left, right) + (1 - RULES_SHARE) * (left + right)
        return joined + self._extra[columns]

    def _side_errors(self, view: View, positions: Symbols, columns: Symbols) -> Numbers:
        """Return the errors of both sides' detectors (rows), from 0 to the side's weight."""
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
        """For each side (rows) 1 for the symbols around a position that are there."""
        sides = np.zeros((2, 2 * self.sight.reach), dtype=np.float32)
        for side, slots in enumerate(self.sight.slots):
            sides[side, slots] = 1
        return sides

    @cached_property
    def _costs(self) -> Numbers:
        """What symbols cost around a position, as a share of the error: by column, by place, by symbol."""
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
        """For begins and ends (rows) and each symbol, whether this may stand directly outside of a value."""
        found = []
        for side, table in enumerate(self.tables):
            nearest = table[0][:, self._separators % 2 == side]
            found.append((nearest >= LIKELY * nearest.max(axis=0, initial=1e-6)).any(axis=1))
        return np.array(found)

    def _table(self, around: Sequence[Symbols], slots: list[int], vocabulary: Vocabulary) -> Numbers:
        """Return what each symbol costs at each distance, for each column."""
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

    def _spreads(self, costs: Sequence[Numbers]) -> list[Spread]:
        """Return C_min and C_max of each column on one side."""
        return [spread(_at(costs, column.instances, number)) for number, column in enumerate(self.columns)]

    def _scales(self, costs: Sequence[Sequence[Numbers]]) -> tuple[Numbers, Numbers, Numbers]:
        """Return for both sides of each column what is no error, how much less is all error, and what the side counts."""
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
    """What share of the error that a strong separator may have a side uses up at least, by its two nearest lexemes, in 100ths.

    Symbols that cost the same in all columns are taken together, so that the pairs of two are few.
    """

    def __init__(self, table: Numbers, typical: Numbers, most: Numbers) -> None:
        first, firsts = np.unique(table[0], axis=0, return_inverse=True)
        second, seconds = np.unique(table[1], axis=0, return_inverse=True)
        if len(first) * second.size > MAX_PAIRS:  # the nearest alone, as if the next were always right
            second, seconds = table[1].max(axis=0)[None], np.zeros_like(seconds)
        rest = table[2:].max(axis=1).sum(axis=0)
        least = np.minimum(np.maximum(typical - rest - first[:, None] - second, 0), most)
        self._firsts, self._seconds = firsts.ravel() * len(second), seconds.ravel()
        self._used = (100 * least).astype(np.uint8).reshape(-1, table.shape[2])

    def used(self, nearest: Symbols, next_nearest: Symbols) -> NDArray[np.uint8]:
        """Return the share at each position (rows) in each column."""
        pairs = self._firsts[nearest]
        pairs += self._seconds[next_nearest]
        used: NDArray[np.uint8] = self._used.take(pairs, axis=0)
        return used


def _least(positions: Symbols, separators: Symbols, errors: Numbers) -> Strong:
    """Return the least error of each separator at each position, from pairs that are ordered by position."""
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
