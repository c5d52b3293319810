"""The profile of a wrapper: statistics of its training pages, by which pages that no longer fit are detected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.model import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Layout, RowTemplate
    from wrapture.model.table import Cell

DIGITS: Final = 4  # of a fill rate: a hundredth of a percent is precise enough


def profile_of(
    layout: Layout,
    tables: Sequence[Sequence[tuple[Cell, ...]]],
    template: RowTemplate = (),
    frame: tuple[str, ...] = (),
) -> Profile:
    """Return the profile of pages, given the cells of each page's records in the order of the layout's columns.

    ``template`` is what the records have in common, ``frame`` the tokens around them.
    """
    counts = [len(rows) for rows in tables]
    filled = [sum(bool(row[i]) for rows in tables for row in rows) for i in range(len(layout.columns))]
    shares = tuple(round(count / max(sum(counts), 1), DIGITS) for count in filled)
    return Profile(len(counts), min(counts, default=0), max(counts, default=0), shares, template, frame)
