"""From the tables of a unit to parts; this is the last step of a worker.

Cells are collected column by column and written to a file once per unit.  On 256 pages of 20 records and 6 columns that
takes 30 to 50 µs per page as Parquet and 80 to 100 µs as JSON if prices and dates were seen before; parsing a new one takes 7
µs.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from wrapture.bulk.jobs import UnitPart
from wrapture.bulk.output.parquet_parts import to_frame
from wrapture.rows.cell_values import read_columns
from wrapture.rows.json_lines import to_lines
from wrapture.rows.row_schema import KINDS_OF_PROVENANCE, PROVENANCE, RowOptions, out_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.bulk.jobs import Job
    from wrapture.model import Column, Layout, Wrapper
    from wrapture.model.table import Cell, Table
    from wrapture.rows.row_schema import OutColumn


class Encoder:
    """Collects the tables that one wrapper reads in a unit into a part."""

    def __init__(self, wrapper: Wrapper, name: str, job: Job) -> None:
        self._name = name
        self._format = job.part_format
        self._columns = wrapper_columns(wrapper, job)
        self._expected = tuple(column.name for column in wrapper.table_columns)
        self._cells: dict[str, list[Cell]] = {column.origin.name: [] for column in self._columns}
        self._places = [(self._expected.index(name), cells) for name, cells in self._cells.items()]
        self._pages: list[tuple[str, float | None, int]] = []

    def add(self, table: Table) -> None:
        """Add the records of one page."""
        if table.columns != self._expected:
            raise ValueError(f"a table with columns {table.columns} is not one of {self._name}")
        if not table.rows:
            return
        columns = list(zip(*[row.cells for row in table.rows], strict=True))
        for place, cells in self._places:
            cells.extend(columns[place])
        self._pages.append((table.page, None if table.fit is None else table.fit.value, len(table.rows)))

    def part(self) -> UnitPart:
        """Return a part with all records since the last one."""
        pages = [name for name, _, count in self._pages for _ in repeat(None, count)]
        records = list(chain.from_iterable(range(1, count + 1) for *_, count in self._pages))
        fits = [fit for _, fit, count in self._pages for _ in repeat(None, count)]
        read = read_columns(self._columns, self._cells)
        described = tuple((column.name, kind) for column, kind in zip(self._columns, read.kinds, strict=True))
        body = self._encoded(described, (pages, records, fits), read.values)
        self._clear()
        return UnitPart(self._name, body, len(records), described, read.unread)

    def _encoded(
        self, described: Sequence[tuple[str, str]], provenance: Sequence[Sequence[Any]], values: Sequence[Sequence[Any]]
    ) -> bytes:
        if self._format == "parquet":
            return to_frame(described, (*values, *provenance))
        pages, records, fits = provenance
        names = [*(name for name, _ in described), *PROVENANCE]
        kinds = [*(kind for _, kind in described), *(KINDS_OF_PROVENANCE[name] for name in PROVENANCE)]
        return to_lines(names, kinds, [*values, pages, records, [self._name] * len(pages), fits])

    def _clear(self) -> None:
        self._pages.clear()
        for cells in self._cells.values():
            cells.clear()


def wrapper_columns(wrapper: Wrapper, job: Job) -> tuple[OutColumn, ...]:
    """Return the output columns without those of provenance, in order."""
    origins = chosen(wrapper, all_columns=job.all_columns)
    lists = [is_list(column, wrapper.layout) for column in origins]
    return out_columns(origins, lists, RowOptions(typed=job.typed, texts=job.texts))


def chosen(wrapper: Wrapper, *, all_columns: bool) -> list[Column]:
    """Return the output columns of a wrapper: those that are kept, without hidden ones unless there are no others."""
    kept = list(wrapper.table_columns)
    return kept if all_columns else [column for column in kept if column.is_shown] or kept


def is_list(column: Column, layout: Layout) -> bool:
    """Return whether the cells of a column are lists; those of a merged column are one text."""
    if not layout.blocks or not column.place or column.more:
        return False
    return layout.blocks[column.place[0]].parts[column.place[1]].every
