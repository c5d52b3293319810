"""From the tables of a unit to parts: this happens in workers, and is the last that they do.

Cells are gathered column by column and made into a file once for the whole unit.  On 256 pages of 20 records and 6 columns
that takes 30 to 50 µs a page as Parquet and 80 to 100 µs as JSON, where prices and dates have been seen before; to read a new
one takes 7 µs.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

from wrapture.bulk.model import Part
from wrapture.bulk.output.columns import TEXT, out_columns
from wrapture.bulk.output.frames import to_frame
from wrapture.bulk.output.lines import to_lines
from wrapture.bulk.output.values import memory_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.bulk.model import Job
    from wrapture.bulk.output.columns import OutColumn
    from wrapture.bulk.output.values import Said
    from wrapture.extraction.table import Cell, Table
    from wrapture.model import Wrapper

ENCODERS: Final = {"parquet": to_frame, "rows": to_lines}


class Encoder:
    """Takes the tables that one wrapper reads in a unit, and gives them as a part."""

    def __init__(self, wrapper: Wrapper, name: str, job: Job) -> None:
        self._name = name
        self._format = job.part_format
        self._columns = out_columns(wrapper, job)
        self._expected = tuple(column.name for column in wrapper.layout.columns if column.keep)
        self._cells: dict[str, list[Cell]] = {column.origin.name: [] for column in self._columns}
        self._places = [(self._expected.index(name), cells) for name, cells in self._cells.items()]
        self._pages: list[tuple[str, float | None, int]] = []

    def add(self, table: Table) -> None:
        """Take the records of one page."""
        if table.columns != self._expected:
            raise ValueError(f"a table with columns {table.columns} is not one of {self._name}")
        if not table.rows:
            return
        columns = list(zip(*[row.cells for row in table.rows], strict=True))
        for place, cells in self._places:
            cells.extend(columns[place])
        self._pages.append((table.page, None if table.fit is None else table.fit.value, len(table.rows)))

    def part(self) -> Part:
        """Return all that was taken since the last part, and begin anew."""
        pages = [name for name, _, count in self._pages for _ in repeat(None, count)]
        records = list(chain.from_iterable(range(1, count + 1) for *_, count in self._pages))
        fits = [fit for _, fit, count in self._pages for _ in repeat(None, count)]
        read = self._read()
        body = ENCODERS[self._format](self._name, self._columns, (pages, records, fits), self._values(read))
        columns = tuple((column.name, column.kind) for column in self._columns)
        unread = tuple((name, count) for name, said in read.items() if (count := _unread(self._cells[name], said)))
        self._clear()
        return Part(self._name, body, len(records), columns, unread)

    def _read(self) -> dict[str, list[Said]]:
        """Return what the cells of columns with a type say."""
        typed = {column.origin.name: column for column in self._columns if column.facet != TEXT}
        return {name: _read(column, self._cells[name]) for name, column in typed.items()}

    def _values(self, read: Mapping[str, list[Said]]) -> list[Sequence[object]]:
        """Return the values of all columns, in order."""
        return [
            self._cells[column.origin.name]
            if column.facet == TEXT
            else [said[column.facet] for said in read[column.origin.name]]
            for column in self._columns
        ]

    def _clear(self) -> None:
        self._pages.clear()
        for cells in self._cells.values():
            cells.clear()


def _read(column: OutColumn, cells: Sequence[Cell]) -> list[Said]:
    """Return what cells say by the type of their column."""
    memory = memory_of(column.origin.type)
    if column.is_list:
        return [memory[(cell,) if isinstance(cell, str) else cell] for cell in cells]
    return [memory[cell] for cell in cells]


def _unread(cells: Sequence[Cell], read: Sequence[Said]) -> int:
    """Return how many cells have a text that does not say what its column is for."""
    return sum(
        cell is not None and (said[0] is None or (isinstance(said[0], list) and None in said[0]))
        for cell, said in zip(cells, read, strict=True)
    )
