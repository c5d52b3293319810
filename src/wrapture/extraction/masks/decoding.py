"""The best sequence of cells: apart from each other, few repeated in a record, with the least error for the most cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wrapture.extraction.masks.cells import THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.extraction.masks.cells import Cells
    from wrapture.extraction.masks.gaps import Marks, Verdicts
    from wrapture.extraction.masks.views import Symbols

REPEATED: Final = (
    0.05  # what it costs that a record has two cells of one attribute, besides that only the better counts
)
UNSEEN: Final = 0.1  # what it costs that one attribute follows another as in no labelled record
LOOK_BACK: Final = 6  # at how many places the cells before one may be its neighbours; 12 change nothing
MOST_BACK: Final = 64  # … and how many cells that may be in all: those of attributes that look alike end at one place
LONG: Final = 512  # bytes of marks, two each: a gap of more ends a record; none on WIEN's pages has a hundred


def best_cells(
    cells: Cells, verdicts: Verdicts, marks: Marks, followers: frozenset[tuple[int, int]]
) -> tuple[Cells, list[bool]]:
    """Return the cells of the best sequence, and whether each begins a record.

    A cell is worth what its error is below the threshold.  One pass over the cells by their ends: each looks back at the last
    few that end before it begins, and at the best sequence of those further back, with which a record is taken to end.  The
    loop is one piece: calls would take as long as what they do.
    """
    order = np.lexsort((cells.starts, cells.stops))
    cells = cells.only(order)
    lasts = np.minimum(np.searchsorted(cells.stops, cells.starts, "right"), np.arange(len(order)))
    firsts = _firsts(cells.stops, lasts)
    gap_starts, gap_stops = marks.before[cells.stops].tolist(), marks.before[cells.starts].tolist()
    attributes, errors = cells.attributes.tolist(), cells.errors.tolist()
    kinds = marks.kinds
    worth: list[float] = []
    back: list[int] = []  # the cell before
    begins: list[bool] = []  # whether a record ends between the two
    held: list[dict[int, float]] = []  # the attributes of the record so far, and what the cell of each is worth
    leader, leading = [-1], 0.0  # for each number of cells, the best sequence among the first so many
    for attribute, error, first, last, stop in zip(attributes, errors, firsts, lasts.tolist(), gap_stops, strict=True):
        own = THRESHOLD - error
        before, ends = leader[first], True
        best = worth[before] if before >= 0 else 0.0
        for other in range(last - 1, first - 1, -1):  # mostly the nearest is the best, and the others are passed over
            value = worth[other]
            if value <= best:
                continue
            start = gap_starts[other]
            is_end = stop - start > LONG or verdicts[kinds[start:stop]]
            if not is_end:
                rival = held[other].get(attribute)
                if rival is not None:
                    value -= (own if own < rival else rival) + REPEATED
                elif (attributes[other], attribute) not in followers:
                    value -= UNSEEN
            if value > best:
                best, before, ends = value, other, is_end
        record = {} if ends else held[before].copy()
        if record.get(attribute, 0.0) < own:
            record[attribute] = own
        best += own
        leader.append(len(worth) if best > leading else leader[-1])
        leading = best if best > leading else leading
        worth.append(best)
        back.append(before)
        begins.append(ends)
        held.append(record)
    path = _path(back, leader[-1])
    return cells.only(np.array(path, dtype=np.intp)), [begins[number] for number in path]


def _firsts(stops: Symbols, lasts: Symbols) -> list[int]:
    """Return the first neighbour of each cell, given the one past its last: cells that end at the same place count as one."""
    places = np.cumsum(np.diff(stops, prepend=-1) > 0)
    before = places[np.maximum(lasts - 1, 0)] - LOOK_BACK if len(places) else places
    firsts: list[int] = np.maximum(np.searchsorted(places, before, "right"), lasts - MOST_BACK).tolist()
    return firsts


def _path(back: Sequence[int], last: int) -> list[int]:
    path = []
    while last >= 0:
        path.append(last)
        last = back[last]
    return path[::-1]
