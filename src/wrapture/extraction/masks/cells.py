"""Candidates for cells: pairs of a begin and an end separator of one attribute, each with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wrapture.extraction.masks.detectors import Strong
    from wrapture.extraction.masks.values import Strangeness
    from wrapture.extraction.masks.views import Numbers, Symbols, View

    Errors: TypeAlias = Callable[[Symbols, Symbols], Numbers]
    """Says how unlike separators positions are, pair by pair."""

WEAK: Final = (
    0.7  # the error of a separator beside a strong one must be below; any, and anomalies cost half a point of recall
)
THRESHOLD: Final = 0.5  # the error of a cell, the mean of its separators' errors, must be below
GOOD: Final = 0.3  # the error of a cell that needs no other with one of its separators destroyed
FURTHER: Final = 0.005  # what each strong end that a cell passes over adds to its error
ENDS: Final = 8  # how many ends of one begin are looked at: the first may be inside of the value
FOREIGN: Final = 0.3  # what each tag inside a value adds, where no labelled value held one of its kind
LONGEST: Final = (30, 2)  # lexemes of a value, at most: the larger of 30 and twice the longest labelled


class Cells(NamedTuple):
    """Lexemes ``start <= n < stop``, taken for values of attributes with errors between 0 and 1."""

    stops: Symbols
    starts: Symbols
    attributes: Symbols
    errors: Numbers

    def only(self, which: Symbols) -> Cells:
        """Return some of them, in this order."""
        return Cells(self.stops[which], self.starts[which], self.attributes[which], self.errors[which])

    def strangely(self, strange: Strangeness) -> Cells:
        """Return the same with the errors that strange values add."""
        return self._replace(errors=self.errors + strange(self.attributes, self.starts, self.stops))

    def below_threshold(self) -> Cells:
        """Return those with errors below the threshold."""
        return self.only((self.errors < THRESHOLD).nonzero()[0])

    def and_also(self, other: Cells) -> Cells:
        """Return these and others behind them."""
        return Cells(
            np.concatenate((self.stops, other.stops)),
            np.concatenate((self.starts, other.starts)),
            np.concatenate((self.attributes, other.attributes)),
            np.concatenate((self.errors, other.errors)),
        )


class Values(NamedTuple):
    """For each attribute the fewest and the most lexemes of a value."""

    fewest: Symbols
    most: Symbols


class Side(NamedTuple):
    """Begins, or ends, of all attributes: where they stand and their errors, attribute by attribute."""

    attributes: Symbols
    positions: Symbols
    errors: Numbers

    def only(self, which: Symbols) -> Side:
        """Return some of them."""
        return Side(self.attributes[which], self.positions[which], self.errors[which])

    def and_also(self, other: Side) -> Side:
        """Return these and others behind them."""
        return Side(
            np.concatenate((self.attributes, other.attributes)),
            np.concatenate((self.positions, other.positions)),
            np.concatenate((self.errors, other.errors)),
        )


class Lonely(NamedTuple):
    """Strong separators without a good cell: where its value is (1 behind a begin, -1 before an end), and how long at most."""

    side: Side
    direction: Symbols
    room: Symbols


class Foreign:
    """The tags of a page that no labelled value of an attribute held."""

    def __init__(self, view: View, are_foreign: NDArray[np.bool_]) -> None:
        foreign = are_foreign[:, view.tags]
        self._width = foreign.shape[1] + 1
        counts = np.zeros((len(foreign), self._width), dtype=np.intp)
        np.cumsum(foreign, axis=1, out=counts[:, 1:])
        counts += np.arange(0, counts.size, self._width)[:, None]  # so that they grow from each attribute to the next
        self._counts = counts.ravel()
        self._tags_before = view.tags_before
        self._edges = np.concatenate(([-1], view.tag_places, [view.size - 1]))

    def before(self, side: Side) -> Symbols:
        """Return a number for each separator: those of one attribute differ by the foreign tags that stand between them."""
        found: Symbols = self._counts[side.attributes * self._width + self._tags_before[side.positions]]
        return found

    def room(self, begins: Side, ends: Side) -> Symbols:
        """Return how many lexemes there are from each begin to the next foreign tag, and from each end back to the last."""
        nexts = np.searchsorted(self._counts, self.before(begins), "right") - begins.attributes * self._width
        lasts = np.searchsorted(self._counts, self.before(ends)) - ends.attributes * self._width
        return np.concatenate((self._edges[nexts] - begins.positions, ends.positions - 1 - self._edges[lasts]))


class Pairing:
    """The strong begins and ends of a page, by keys: positions, those of different attributes further apart than any value.

    Both have some keys more at their ends, which are out of reach.
    """

    def __init__(self, begins: Side, ends: Side, values: Values, size: int) -> None:
        self.begins, self.ends, self.values = begins, ends, values
        step = size + int(values.most.max()) + 1
        before, after = np.full(ENDS, -step), np.full(ENDS, len(values.most) * step + size)
        self._begins, self._ends = (
            np.concatenate((before, side.attributes * step + side.positions, after)) for side in (begins, ends)
        )
        self._first_ends = np.searchsorted(self._ends, self._begins[ENDS:-ENDS] + values.fewest[begins.attributes])

    def cells(self, foreign: Foreign, strange: Strangeness) -> tuple[Cells, Lonely]:
        """Return the cells below the threshold, and the separators that are in no good one."""
        begin, end, passed = self._pairs()
        inside = foreign.before(self.ends)[end] - foreign.before(self.begins)[begin]
        errors = (self.begins.errors[begin] + self.ends.errors[end]) / 2 + FURTHER * passed + FOREIGN * inside
        kept = (errors < THRESHOLD).nonzero()[0]
        begin, end = begin[kept], end[kept]
        begins = self.begins.only(begin)
        found = Cells(self.ends.positions[end], begins.positions, begins.attributes, errors[kept])
        cells = found.strangely(strange)
        good = (cells.errors < GOOD).nonzero()[0]
        return cells.below_threshold(), self._lonely(begin[good], end[good], foreign)

    def _pairs(self) -> tuple[Symbols, Symbols, Symbols]:
        """Return the begins and ends that are near enough to each other, and how many ends are between the two."""
        numbers = np.add.outer(self._first_ends, np.arange(ENDS))
        lengths = self._ends[numbers] - self._begins[ENDS:-ENDS, None]
        near = (lengths <= self.values.most[self.begins.attributes, None]).ravel().nonzero()[0]
        begin, passed = np.divmod(near, ENDS)
        return begin, numbers.ravel()[near] - ENDS, passed

    def _lonely(self, begin: Symbols, end: Symbols, foreign: Foreign) -> Lonely:
        """Return all but some begins and some ends."""
        begin, end = (
            (np.bincount(known, minlength=len(side.errors)) == 0).nonzero()[0]
            for known, side in ((begin, self.begins), (end, self.ends))
        )
        begins, ends = self.begins.only(begin), self.ends.only(end)
        side = begins.and_also(ends)
        direction = np.repeat([1, -1], [len(begin), len(end)])
        room = np.minimum(self._room(begin, end), foreign.room(begins, ends))
        return Lonely(side, direction, np.minimum(room, self.values.most[side.attributes]))

    def _room(self, begin: Symbols, end: Symbols) -> Symbols:
        """Return how many lexemes there are from begins to the next end, and from ends back to the last begin.

        They reach over a few of their own kind, so that there are no more than so many times the page.
        """
        begins, ends = self._begins[begin + ENDS], self._ends[end + ENDS]
        next_end = np.minimum(self._ends[self._first_ends[begin]], self._begins[begin + 2 * ENDS])
        last_begin = np.searchsorted(self._begins, ends - self.values.fewest[self.ends.attributes[end]], "right") - 1
        return np.concatenate((next_end - begins, ends - np.maximum(self._begins[last_begin], self._ends[end]))) - 1


def candidates(
    strong: Strong, values: Values, foreign: Foreign, strange: Strangeness, errors: Errors, size: int
) -> Cells:
    """Return the cells below the threshold, from the strong separators of a page and the errors of others.

    A begin is paired with the strong ends that follow it and, where none makes a good cell, with the best of the positions
    before the first: its own end may be destroyed.  Ends that are left without a good cell are paired backwards, in the same
    way.
    """
    attributes, is_end = np.divmod(strong.separators, 2)
    both = Side(attributes, strong.positions, strong.errors)
    begins, ends = both.only((is_end == 0).nonzero()[0]), both.only(is_end.nonzero()[0])
    cells, lonely = Pairing(begins, ends, values, size).cells(foreign, strange)
    if not len(lonely.room):
        return cells
    return cells.and_also(_mended(lonely, values.fewest, errors).strangely(strange).below_threshold())


def _mended(lonely: Lonely, fewest: Symbols, errors: Errors) -> Cells:
    """Return the cells between strong separators and the best of the positions that the other one may have."""
    owner, positions = _reached(lonely, fewest[lonely.side.attributes])
    others = 2 * lonely.side.attributes + (lonely.direction > 0)
    found = errors(positions, others[owner])
    order = np.lexsort((found, owner))
    order = order[np.diff(owner[order], prepend=-1) > 0]  # the best position of each
    order = order[found[order] < WEAK]
    side, positions = lonely.side.only(owner[order]), positions[order]
    own = (side.errors + found[order]) * np.float32(0.5)
    kept = (own < THRESHOLD).nonzero()[0]
    known, found_there = side.positions[kept], positions[kept]
    return Cells(np.maximum(known, found_there), np.minimum(known, found_there), side.attributes[kept], own[kept])


def _reached(lonely: Lonely, fewest: Symbols) -> tuple[Symbols, Symbols]:
    """Return the positions that each separator reaches, and its number beside each of them."""
    counts = np.maximum(lonely.room - fewest + 1, 0)
    starts = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(counts)), counts)
    lengths = np.arange(len(owner)) - (starts - fewest)[owner]
    return owner, lonely.side.positions[owner] + lonely.direction[owner] * lengths
