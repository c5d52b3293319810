"""Compare the columns of a page with their profiles: whether each still holds what it held, nothing, or something else.

Most columns of most pages are as they were, so the work is done in the order of its cost.  If enough values stayed, nothing
else is looked at; the other columns are looked through only for values that are missing from their own.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from wrapture.algo.spread import spread
from wrapture.drift.checks import ColumnCheck
from wrapture.model.table import joined
from wrapture.values.column_profile import profile_looks
from wrapture.values.profile_likeness import likeness, likeness_by_stayed, share_stayed
from wrapture.values.text_hashes import hashes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Column, Wrapper
    from wrapture.model.table import Cell, Table
    from wrapture.values.column_profile import ColumnProfile

COMPARED: Final = 40  # records of a page whose values are compared, evenly spaced
LEAST: Final = 3  # values that a column needs, then and now, to be compared
OTHER: Final = 0.1  # likeness of a column that holds something else; 1 % of the columns of good pages have less
DOUBTFUL: Final = 0.3  # likeness below which a column is looked for elsewhere
THERE: Final = 0.6  # likeness of the column in which it is found
FILLED: Final = 0.5  # share of records that had a value in a column whose emptiness is a problem
ENOUGH: Final = 5  # records on the page from which on an empty column is one
FULL: Final = 0.9  # share of records that had a value in a column that was nearly always filled
SPARSE: Final = 0.75  # share of records below which such a column is sparse


class PageColumn:
    """A column of the wrapper, its values on the page, and how much they look like those that it had."""

    def __init__(self, column: Column, cells: Sequence[Cell]) -> None:
        self.column = column
        self.values = [text for cell in cells if (text := cell if isinstance(cell, str) else joined([cell]))]
        self.own_likeness = self.likeness_to(column)

    @cached_property
    def first_hashes(self) -> set[str]:
        """The hashes of the first half of the values."""
        return hashes_of(self.values[: len(self.values) // 2])

    @cached_property
    def hashes(self) -> set[str]:
        """The hashes of all values."""
        return self.first_hashes | hashes_of(self.values[len(self.values) // 2 :])

    @cached_property
    def looks(self) -> ColumnProfile:
        """What the values look like."""
        return profile_looks(self.values, address=self.column.kind != "text")

    def likeness_to(self, column: Column) -> float | None:
        """Return how much the values look like those that a column had, None if there are too few values to tell."""
        old = column.profile
        if old is None or old.count < LEAST or len(self.values) < LEAST:
            return None
        if self._half_stayed(old):
            return 1.0
        stayed = share_stayed(old.hashes, self.hashes)
        known = likeness_by_stayed(stayed)
        return known if known >= 1.0 else round(min(likeness(old, self.looks, stayed).value, 1.0), 3)

    def _half_stayed(self, old: ColumnProfile) -> bool:
        """Return whether half of the values suffice to know that the column is the same, as on a page that stayed."""
        known = len(self.first_hashes.intersection(old.hashes))
        return likeness_by_stayed(known / max(min(len(old.hashes), len(self.values)), 1)) >= 1.0


def check_columns(wrapper: Wrapper, table: Table) -> tuple[ColumnCheck, ...]:
    """Return how the shown columns of a table compare with the profiles of the wrapper's columns."""
    rows = spread(table.rows, COMPARED)
    places = {name: number for number, name in enumerate(table.columns)}
    shown = [
        (PageColumn(column, [row.cells[places[column.name]] for row in rows]), fill)
        for column, fill in zip(wrapper.layout.columns, wrapper.profile.fill, strict=True)
        if column.is_shown and column.profile is not None
    ]
    others = [one for one, _ in shown]
    return tuple([_checked(one, fill, others, len(table)) for one, fill in shown])


def _checked(own: PageColumn, was_filled: float, others: Sequence[PageColumn], records: int) -> ColumnCheck:
    name, alike, count = own.column.name, own.own_likeness, len(own.values)
    fill = round(count / max(min(records, COMPARED), 1), 3)
    elsewhere = _elsewhere(own.column, others) if alike is None or alike < DOUBTFUL else ""
    if elsewhere:
        return ColumnCheck(name, was_filled, fill, alike, "moved", elsewhere)
    if was_filled >= FILLED and not count and records >= ENOUGH:
        return ColumnCheck(name, was_filled, fill, alike, "empty")
    changed = alike is not None and alike < OTHER and count >= ENOUGH
    return ColumnCheck(name, was_filled, fill, alike, "changed" if changed else "")


def with_sparse(columns: Sequence[ColumnCheck], records: int) -> tuple[ColumnCheck, ...]:
    """Return the checks of columns in rows of another markup, where a column that has become sparse is a problem.

    If a row without a badge is read one column too far, its last columns are empty, and the values of the other rows stay.
    """
    few = records < ENOUGH
    return tuple([one._replace(problem="sparse") if not few and _is_sparse(one) else one for one in columns])


def _is_sparse(column: ColumnCheck) -> bool:
    return not column.problem and column.was_filled >= FULL and column.fill < SPARSE


def _elsewhere(column: Column, others: Sequence[PageColumn]) -> str:
    """Return the name of another column of the same kind that has the values of a column and not its own, "" if none has."""
    for other in others:
        if other.column.name == column.name or other.column.kind != column.kind:
            continue
        if other.own_likeness is not None and other.own_likeness >= DOUBTFUL:
            continue
        there = other.likeness_to(column)
        if there is not None and there >= THERE:
            return other.column.name
    return ""


def mean_likeness(columns: Sequence[ColumnCheck]) -> float | None:
    """Return the mean likeness of the columns, weighted by how many records had a value; None if none can be compared.

    A column that had values in most records and has none now counts as unlike.
    """
    gone = [(0.0, column.was_filled) for column in columns if column.problem == "empty"]
    told = [(column.likeness, column.was_filled) for column in columns if column.likeness is not None]
    weight = sum([share for _, share in (*told, *gone)])
    return round(sum([value * share for value, share in (*told, *gone)]) / weight, 3) if weight and told else None
