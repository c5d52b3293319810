"""Candidate cells: pairs of a begin and an end separator of one attribute, each with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wrapture.reading.masks.detectors import Strong
    from wrapture.reading.masks.lexeme_view import LexemeView, Numbers, Symbols
    from wrapture.reading.masks.value_likeness import Strangeness

    Errors: TypeAlias = Callable[[Symbols, Symbols], Numbers]
    """Maps positions and separators, pair by pair, to errors."""

WEAK: Final = 0.7  # upper bound for a weak separator's error; without it anomalies cost half a point of recall
THRESHOLD: Final = 0.5  # upper bound for the error of a cell, the mean of its separators' errors
GOOD: Final = 0.3  # below this error, neither separator of a cell is paired with weak ones
FURTHER: Final = 0.005  # added to the error of a cell for each strong end that it skips
ENDS: Final = 8  # ends considered for each begin: the first ones may be inside the value
FOREIGN: Final = 0.3  # added for each tag inside a value if no labelled value holds a tag of its kind
LONGEST: Final = (30, 2)  # a value has at most 30 lexemes, or twice as many as the longest labelled one if that is more


class Cells(NamedTuple):
    """Candidate values of attributes: lexemes ``start <= n < stop``, each with an error between 0 and 1."""

    stops: Symbols
    starts: Symbols
    attributes: Symbols
    errors: Numbers

    def only(self, which: Symbols) -> Cells:
        """Return the cells with these indexes, in this order."""
        return Cells(self.stops[which], self.starts[which], self.attributes[which], self.errors[which])

    def strangely(self, strange: Strangeness) -> Cells:
        """Return the cells with the strangeness of their values added to their errors."""
        return self._replace(errors=self.errors + strange(self.attributes, self.starts, self.stops))

    def below_threshold(self) -> Cells:
        """Return the cells with errors below the threshold."""
        return self.only((self.errors < THRESHOLD).nonzero()[0])

    def and_also(self, other: Cells) -> Cells:
        """Return these cells followed by others."""
        return Cells(
            np.concatenate((self.stops, other.stops)),
            np.concatenate((self.starts, other.starts)),
            np.concatenate((self.attributes, other.attributes)),
            np.concatenate((self.errors, other.errors)),
        )


class Values(NamedTuple):
    """The fewest and the most lexemes that a value of each attribute may have."""

    fewest: Symbols
    most: Symbols


class Side(NamedTuple):
    """Begins, or ends, of all attributes, with positions and errors, ordered by attribute."""

    attributes: Symbols
    positions: Symbols
    errors: Numbers

    def only(self, which: Symbols) -> Side:
        """Return the separators with these indexes."""
        return Side(self.attributes[which], self.positions[which], self.errors[which])

    def and_also(self, other: Side) -> Side:
        """Return these separators followed by others."""
        return Side(
            np.concatenate((self.attributes, other.attributes)),
            np.concatenate((self.positions, other.positions)),
            np.concatenate((self.errors, other.errors)),
        )


class Lonely(NamedTuple):
    """Strong separators without a good cell: where its value is (1 after a begin, -1 before an end), and how long at most."""

    side: Side
    direction: Symbols
    room: Symbols


class Foreign:
    """The tags of a page that occur in no labelled value of an attribute."""

    def __init__(self, view: LexemeView, are_foreign: NDArray[np.bool_]) -> None:
        foreign = are_foreign[:, view.tags]
        self._width = foreign.shape[1] + 1
        counts = np.zeros((len(foreign), self._width), dtype=np.intp)
        np.cumsum(foreign, axis=1, out=counts[:, 1:])
        counts += np.arange(0, counts.size, self._width)[:, None]  # ascending across attributes, for one search
        self._counts = counts.ravel()
        self._tags_before = view.tags_before
        self._edges = np.concatenate(([-1], view.tag_places, [view.size - 1]))

    def before(self, side: Side) -> Symbols:
        """Return a running count for each separator; two of one attribute differ by the foreign tags between them."""
        found: Symbols = self._counts[side.attributes * self._width + self._tags_before[side.positions]]
        return found

    def room(self, begins: Side, ends: Side) -> Symbols:
        """Return the number of lexemes from each begin to the next foreign tag, and from each end back to the previous one."""
        nexts = np.searchsorted(self._counts, self.before(begins), "right") - begins.attributes * self._width
        lasts = np.searchsorted(self._counts, self.before(ends)) - ends.attributes * self._width
        return np.concatenate((self._edges[nexts] - begins.positions, ends.positions - 1 - self._edges[lasts]))


class Pairing:
    """The strong begins and ends of a page, by key.

    A key is a position plus an offset for the attribute, which keeps attributes further apart than any value is long.  Both
    arrays are padded with keys out of reach.
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
        """Return the cells below the threshold, and the separators without a good cell."""
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
        """Return begins and ends that are close enough to each other, and how many ends lie between the two."""
        numbers = np.add.outer(self._first_ends, np.arange(ENDS))
        lengths = self._ends[numbers] - self._begins[ENDS:-ENDS, None]
        near = (lengths <= self.values.most[self.begins.attributes, None]).ravel().nonzero()[0]
        begin, passed = np.divmod(near, ENDS)
        return begin, numbers.ravel()[near] - ENDS, passed

    def _lonely(self, begin: Symbols, end: Symbols, foreign: Foreign) -> Lonely:
        """Return all strong separators except the begins and ends of good cells."""
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
        """Return the number of lexemes from begins to the next end, and from ends back to the previous begin.

        None reaches over more than a few separators of its own kind, which bounds the total by a multiple of the page's size.
        """
        begins, ends = self._begins[begin + ENDS], self._ends[end + ENDS]
        next_end = np.minimum(self._ends[self._first_ends[begin]], self._begins[begin + 2 * ENDS])
        last_begin = np.searchsorted(self._begins, ends - self.values.fewest[self.ends.attributes[end]], "right") - 1
        return np.concatenate((next_end - begins, ends - np.maximum(self._begins[last_begin], self._ends[end]))) - 1


def candidates(
    strong: Strong, values: Values, foreign: Foreign, strange: Strangeness, errors: Errors, size: int
) -> Cells:
    """Return the cells below the threshold, from the strong separators of a page and the errors at other positions.

    A begin is paired with the strong ends that follow it.  If none makes a good cell, it is paired with the best position
    before the first of them, because its own end may be damaged.  Ends without a good cell are paired backwards in the same
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
    """Return the cells between lonely separators and the best position for each one's counterpart."""
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
    """Return the positions within reach of each separator, and the index of the separator for each of them."""
    counts = np.maximum(lonely.room - fewest + 1, 0)
    starts = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(counts)), counts)
    lengths = np.arange(len(owner)) - (starts - fewest)[owner]
    return owner, lonely.side.positions[owner] + lonely.direction[owner] * lengths
