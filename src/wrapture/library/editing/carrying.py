"""Apply the column edits of an old wrapper to one that was learned again.

Columns of two wrappers are matched by their values on a page, not by their places, since each wrapper divides records in its
own way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.library.editing.wrapper_draft import filled, free_name, rows_of, share, with_columns
from wrapture.model.table import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

    from wrapture.html.page import Page
    from wrapture.library.editing.wrapper_draft import Filled
    from wrapture.model import Column, Wrapper
    from wrapture.model.table import Cell

SAME: Final = 0.8  # share of the values that two columns must have in common: either wrapper may miss records


def carry_columns(old: Wrapper, new: Wrapper, page: Page) -> Wrapper:
    """Return a new wrapper with the names, types, order, visibility and merges of an old one's columns.

    Only columns with the same values on the page are changed.  Columns that the old wrapper does not have come last.
    """
    before, after = _Values(old, page), _Values(new, page)
    carried: list[Filled] = []
    taken: set[int] = set()
    for column, numbers in _matched(old, before, after):
        carried.append(_carried(column, [filled(new)[number] for number in numbers], after.rows, numbers))
        taken |= set(numbers[:1]) if len(numbers) == 1 else set()
    return with_columns(new, _shown([*carried, *_renamed(filled(new), taken, [column.name for column, _ in carried])]))


def _matched(old: Wrapper, before: _Values, after: _Values) -> list[tuple[Column, list[int]]]:
    """Return the old columns that the new wrapper also has, with their numbers there: one, or several for a merged column.

    If a merge can't be repeated, the columns that were merged are shown.
    """
    found: list[tuple[Column, list[int]]] = []
    taken: set[int] = set()
    orphans: set[tuple[int, ...]] = set()
    for column in old.layout.columns:
        number = after.like(column, before.of(column), taken)
        members = [] if number is not None else after.members(column, before)
        if number is not None:
            taken.add(number)
            found.append((column, [number]))
        elif members:
            found.append((column, members))
        else:
            orphans.update(column.places if column.keep and column.more else ())
    return [(replace(one, keep=one.keep or one.place in orphans), numbers) for one, numbers in found]


class _Values:
    """The values of a wrapper's columns on a page."""

    def __init__(self, wrapper: Wrapper, page: Page) -> None:
        self._columns = wrapper.layout.columns
        places = dict.fromkeys((one.kind, place) for one in self._columns for place in one.places)
        single = [replace(self._columns[0], kind=kind, place=place, more=(), clean=()) for kind, place in places]
        flat = replace(wrapper, layout=replace(wrapper.layout, columns=tuple(single)))
        rows = rows_of(flat, [page])
        self._held = {key: [row[i] for row in rows] for i, key in enumerate(places)}
        self.rows = [[self.of(column)[n] for column in self._columns] for n in range(len(rows))]

    def of(self, column: Column) -> list[Cell]:
        """Return the values of a column, one for each row."""
        members = [self._held[column.kind, place] for place in column.places]
        return [joined(row, column.joined_by) for row in zip(*members, strict=True)] if column.more else members[0]

    def members(self, column: Column, before: _Values) -> list[int]:
        """Return the columns that correspond to the members of another wrapper's merged column; none if one is missing."""
        single = [replace(column, place=place, more=()) for place in column.places]
        numbers: list[int] = []
        for one in single if column.more else ():
            number = self.like(one, before.of(one), set(numbers))
            numbers += [] if number is None or self._columns[number].more else [number]
        return numbers if column.more and len(numbers) == len(single) else []

    def like(self, column: Column, values: Sequence[Cell], taken: Set[int]) -> int | None:
        """Return the free column with the values of another wrapper's column, preferably of the same name."""
        wanted = _counted(values)
        found = [
            (_common(wanted, self.of(one)), one.name == column.name, -number)
            for number, one in enumerate(self._columns)
            if number not in taken and one.kind == column.kind
        ]
        likeness, _, number = max(found, default=(0.0, False, 0))
        return -number if likeness >= SAME else None


def _common(wanted: Counter[Cell], values: Iterable[Cell]) -> float:
    """Return the share of values that two columns have in common."""
    own = _counted(values)
    return (own & wanted).total() / max(own.total(), wanted.total(), 1)


def _counted(values: Iterable[Cell]) -> Counter[Cell]:
    return Counter(value for value in values if value)


def _carried(column: Column, found: Sequence[Filled], rows: Sequence[Sequence[Cell]], numbers: Sequence[int]) -> Filled:
    """Return a column of the new wrapper, or several merged, as the old one was."""
    (own, fill), *others = found
    places = [place for other, _ in others for place in other.places]
    changed = replace(
        own,
        name=column.name,
        keep=column.keep,
        type=column.type,
        constant=column.constant,
        hidden=column.hidden,
        more=(*own.more, *places),
        clean=column.clean,
        joined_by=column.joined_by,
    )
    return changed, share([joined([row[i] for i in numbers]) for row in rows]) if others else fill


def _renamed(columns: Sequence[Filled], taken: Set[int], names: Iterable[str]) -> list[Filled]:
    """Return the columns that are not taken, renamed if their names are taken."""
    used = list(names)
    rest: list[Filled] = []
    for number, (column, fill) in enumerate(columns):
        if number not in taken:
            used.append(free_name(column.name, used))
            rest.append((replace(column, name=used[-1]), fill))
    return rest


def _shown(columns: Sequence[Filled]) -> list[Filled]:
    """Return the columns with at least one of them shown."""
    if any(column.is_shown for column, _ in columns) or not columns:
        return list(columns)
    (first, fill), *others = columns
    return [(replace(first, keep=True, hidden=""), fill), *others]
