"""The best sequence of cells: no overlaps, few repeated attributes in a record, many cells with small errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wrapture.reading.masks.mask_cells import THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from wrapture.reading.masks.gaps import Marks, Verdicts
    from wrapture.reading.masks.lexeme_view import Symbols
    from wrapture.reading.masks.mask_cells import Cells

REPEATED: Final = 0.05  # penalty for two cells of one attribute in a record, in addition to losing the worse one
UNSEEN: Final = 0.1  # penalty for two attributes in an order that no labelled record has
LOOK_BACK: Final = 6  # end positions before a cell that are searched for its predecessor; 12 change nothing
MOST_BACK: Final = 64  # … and cells in all, because cells of similar attributes end at the same position
LONG: Final = 512  # bytes of marks, two each: a longer gap ends a record; WIEN's pages have fewer than 100 in a gap


def best_cells(
    cells: Cells,
    verdicts: Verdicts,
    marks: Marks,
    followers: frozenset[tuple[int, int]],
    scattered: Container[int] = (),
) -> tuple[Cells, list[bool]]:
    """Return the cells of the best sequence, and whether each begins a record.

    ``scattered`` attributes may have several cells in a record.

    The worth of a cell is the threshold minus its error.  Dynamic programming over the cells in order of their ends: each cell
    considers the last few that end before it starts, and the best sequence that ends further back, after which a new record is
    assumed.  The loop is not split into functions because the calls would take as long as the work they do.
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
    held: list[dict[int, float]] = []  # the attributes of the record so far, with the worth of their cells
    leader, leading = [-1], 0.0  # leader[n]: the last cell of the best sequence among the first n cells
    for attribute, error, first, last, stop in zip(attributes, errors, firsts, lasts.tolist(), gap_stops, strict=True):
        own = THRESHOLD - error
        before, ends = leader[first], True
        best = worth[before] if before >= 0 else 0.0
        for other in range(last - 1, first - 1, -1):  # the nearest is usually the best, so the others are skipped early
            value = worth[other]
            if value <= best:
                continue
            start = gap_starts[other]
            is_end = stop - start > LONG or verdicts[kinds[start:stop]]
            if not is_end:
                rival = held[other].get(attribute)
                if rival is None:
                    value -= UNSEEN if (attributes[other], attribute) not in followers else 0.0
                elif attribute not in scattered:
                    value -= (own if own < rival else rival) + REPEATED
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
    """Return the first predecessor to consider for each cell, given the one past the last; equal ends count as one place."""
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
