"""Helpers of column edits: look up columns, read their values, and build the changed wrapper."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.errors import ColumnError
from wrapture.library.layout_json import in_order
from wrapture.library.profile import DIGITS, all_columns
from wrapture.model import DataLocator, MaskLocator, PageLocator
from wrapture.model.wrapper import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, Layout, Wrapper
    from wrapture.model.table import Cell

MAX_COLUMNS: Final = 2_000  # as allowed in a wrapper file

Ref: TypeAlias = "int | str"
"""A column: its number, counted from 0, or its name."""

Filled: TypeAlias = "tuple[Column, float]"
"""A column, and the share of records that have a value."""


def number_of(wrapper: Wrapper, column: Ref) -> int:
    """Return the number of a column; raises `ColumnError` if there is no such column."""
    columns = wrapper.layout.columns
    names = [one.name for one in columns]
    if isinstance(column, str) and column in names:
        return names.index(column)
    if isinstance(column, int) and 0 <= column < len(columns):
        return column
    raise ColumnError(f"{column}", f"no such column; the wrapper has {', '.join(names) or 'none'}")


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with a number appended if a column has it already; case is ignored.

    >>> free_name("price", ["Price", "price_2"]), free_name("date", ["price"])
    ('price_3', 'date')
    """
    used = {one.casefold() for one in taken}
    numbered = (f"{name[: MAX_NAME - 5]}_{n}" for n in count(2))
    return next(one for one in chain([name], numbered) if one.casefold() not in used)


def rows_of(wrapper: Wrapper, pages: Iterable[Page]) -> list[tuple[Cell, ...]]:
    """Return the cells of all records of the pages, for all columns, hidden ones included."""
    return [row.cells for page in pages for row in all_columns(wrapper, page).rows]


def looked_at(wrapper: Wrapper, pages: Iterable[Page], column: str) -> list[tuple[Cell, ...]]:
    """Return `rows_of` the pages; raises `ColumnError` for `column` if they have no records to decide by."""
    rows = rows_of(wrapper, pages)
    if not rows:
        raise ColumnError(column, "the pages have no records; give a page that the wrapper reads")
    return rows


def share(values: Sequence[Cell]) -> float:
    """Return the share of nonempty values, rounded as in a profile."""
    return round(sum(map(bool, values)) / max(len(values), 1), DIGITS)


def filled(wrapper: Wrapper) -> list[Filled]:
    """Return the columns of a wrapper with their fill rates."""
    return list(zip(wrapper.layout.columns, wrapper.profile.fill, strict=True))


def with_columns(wrapper: Wrapper, columns: Sequence[Filled], layout: Layout | None = None) -> Wrapper:
    """Return a wrapper with other columns, and with the layout they refer to if that has changed."""
    if len(columns) > MAX_COLUMNS:
        raise ColumnError(columns[-1][0].name, f"would be more than {MAX_COLUMNS} columns; leave it as it is")
    changed = replace(layout or wrapper.layout, columns=tuple(column for column, _ in columns))
    if not isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator):
        changed = in_order(changed)
    profile = replace(wrapper.profile, fill=tuple(fill for _, fill in columns))
    return replace(wrapper, layout=changed, profile=profile)


def with_column(wrapper: Wrapper, number: int, column: Column) -> Wrapper:
    """Return a wrapper with one column replaced; its fill rate stays."""
    columns = filled(wrapper)
    columns[number] = (column, columns[number][1])
    return with_columns(wrapper, columns)
