"""A table: what comes out of a page, and its ways into other tools."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from wrapture.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.model import Fit, Record

Cell: TypeAlias = "str | tuple[str, ...] | None"
"""One value: its text or address, several of them, or nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record: all its text, its cells in the order of the table's columns, and its place on the page.

    ``confidences`` say from 0 to 1 how sure each cell is, where what read it can tell (None for a missing one).
    """

    text: str
    cells: tuple[Cell, ...]
    record: Record = ()
    confidences: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The records of one page; every row has one cell per column.

    ``fit`` says how well the page fits the wrapper that read it, and ``wrapper`` which one that was, where this was asked for.
    """

    page: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    fit: Fit | None = None
    wrapper: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        return iter(self.to_dicts())

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Return one dictionary per record, keyed by column name."""
        return [dict(zip(self.columns, row.cells, strict=True)) for row in self.rows]

    def to_pandas(self) -> Any:
        """Return a pandas ``DataFrame`` with the table's columns."""
        try:
            import pandas as pd
        except ImportError as missing:
            raise MissingExtraError("Table.to_pandas", "pandas") from missing
        return pd.DataFrame([list(row.cells) for row in self.rows], columns=list(self.columns), dtype=object)

    def to_arrow(self) -> Any:
        """Return a pyarrow ``Table``: columns of strings, or of lists of strings where a cell holds several."""
        try:
            import pyarrow as pa
        except ImportError as missing:
            raise MissingExtraError("Table.to_arrow", "parquet") from missing
        return pa.table(
            {name: _arrow_column(pa, [row.cells[i] for row in self.rows]) for i, name in enumerate(self.columns)}
        )

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join(f"<tr>{''.join(_html_cell(cell) for cell in row.cells)}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that could not be read, and why; it stands where its table would."""

    page: str
    error: str


def _arrow_column(pa: Any, cells: list[Cell]) -> Any:
    if any(isinstance(cell, tuple) for cell in cells):
        lists = [None if cell is None else [cell] if isinstance(cell, str) else list(cell) for cell in cells]
        return pa.array(lists, type=pa.list_(pa.string()))
    return pa.array(cells, type=pa.string())


def _html_cell(cell: Cell) -> str:
    text = "" if cell is None else cell if isinstance(cell, str) else ", ".join(cell)
    return f"<td>{html.escape(text)}</td>"
