"""The profile of a wrapper: statistics of its training pages, by which pages that no longer fit are detected and repaired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.model import DataLocator, MaskLocator, PageLocator, Profile
from wrapture.model.table import joined
from wrapture.reading.frame import frame_of
from wrapture.reading.reader import extract_page
from wrapture.reading.row_template import template_of_records
from wrapture.reading.site_marks import site_marks
from wrapture.values.column_profile import profile_values, without_samples

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, Layout, RowTemplate, SiteMarks, Wrapper
    from wrapture.model.table import Cell, Table
    from wrapture.values.column_profile import ColumnProfile

DIGITS: Final = 4  # of a fill rate: a hundredth of a percent is precise enough


def profile_of(
    layout: Layout,
    tables: Sequence[Sequence[tuple[Cell, ...]]],
    template: RowTemplate = (),
    frame: tuple[str, ...] = (),
    site: SiteMarks | None = None,
) -> Profile:
    """Return the profile of pages, given the cells of each page's records in the order of the layout's columns.

    ``template`` is what the records have in common, ``frame`` the tokens around them, ``site`` what tells the site.
    """
    counts = [len(rows) for rows in tables]
    filled = [sum(bool(row[i]) for rows in tables for row in rows) for i in range(len(layout.columns))]
    shares = tuple(round(count / max(sum(counts), 1), DIGITS) for count in filled)
    return Profile(len(counts), min(counts, default=0), max(counts, default=0), shares, template, frame, site)


def profiled(
    layout: Layout, tables: Iterable[Sequence[tuple[Cell, ...]]], labels: Sequence[str] | None = None
) -> Layout:
    """Return a layout whose columns have profiles, given the cells of each page; ``labels`` are what the pages call them."""
    rows = [row for table in tables for row in table]
    named = labels or [column.profile.label if column.profile else column.name for column in layout.columns]
    columns = [
        with_profile(column, [row[i] for row in rows], label)
        for i, (column, label) in enumerate(zip(layout.columns, named, strict=True))
    ]
    return replace(layout, columns=tuple(columns))


def with_profile(column: Column, cells: Sequence[Cell], label: str = "") -> Column:
    """Return a column with the profile of some cells."""
    return replace(column, profile=profile_cells(cells, address=column.kind != "text", label=label or column.name))


def profile_cells(cells: Iterable[Cell], *, address: bool = False, label: str = "") -> ColumnProfile:
    """Return the profile of the cells of a column; several values of a cell are taken as one text."""
    return profile_values([joined([cell]) or "" for cell in cells], address=address, label=label)


def refresh(wrapper: Wrapper, pages: Sequence[Page], *, samples: bool = True) -> Wrapper:
    """Return a wrapper that remembers these pages instead of those it was learned from: their counts, columns and frame."""
    tables = [all_columns(wrapper, page) for page in pages]
    cells = [[row.cells for row in table.rows] for table in tables]
    layout = profiled(wrapper.layout, cells)
    found = [(page, [row.record for row in table.rows]) for page, table in zip(pages, tables, strict=True)]
    placed = not isinstance(wrapper.locator, DataLocator | MaskLocator | PageLocator)
    template = template_of_records(found) if placed else wrapper.profile.template
    frame = frame_of(found) if placed else wrapper.profile.frame
    fresh = replace(wrapper, layout=layout, profile=profile_of(layout, cells, template, frame, site_marks(pages)))
    return fresh if samples else forget_samples(fresh)


def remember_columns(wrapper: Wrapper, pages: Sequence[Page]) -> Wrapper:
    """Return a wrapper with profiles of its columns and the marks of its site; its counts and frame stay."""
    layout = profiled(wrapper.layout, [[row.cells for row in all_columns(wrapper, page).rows] for page in pages])
    return replace(wrapper, layout=layout, profile=replace(wrapper.profile, site=site_marks(pages)))


def forget_samples(wrapper: Wrapper) -> Wrapper:
    """Return a wrapper whose file holds no values of its pages, only hashes and statistics."""
    columns = [
        replace(column, profile=without_samples(column.profile)) if column.profile else column
        for column in wrapper.layout.columns
    ]
    return replace(wrapper, layout=replace(wrapper.layout, columns=tuple(columns)))


def all_columns(wrapper: Wrapper, page: Page) -> Table:
    """Return what a wrapper reads from a page, with the columns that it leaves out of the table."""
    columns = tuple(replace(column, keep=True) for column in wrapper.layout.columns)
    return extract_page(replace(wrapper, layout=replace(wrapper.layout, columns=columns)), page)
