"""A table: what comes out of a page, and its ways into other tools."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, overload

from wrapture.values.cell import read_cell
from wrapture.values.trimming import trimmed_cell
from wrapture.wording import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from wrapture.model import Column, Fit, Record
    from wrapture.values.cell import Value
    from wrapture.values.cleaning import CleanStep

Cell: TypeAlias = "str | tuple[str, ...] | None"
"""One value: its text or address, several of them, or nothing."""

SHOWN_COLUMNS: Final = 8  # in the short form of a table


@dataclass(frozen=True, slots=True)
class Row:
    """One record: all its text, its cells in the order of the table's columns, and its place on the page.

    ``confidence`` says from 0 to 1 how sure the record is, ``confidences`` how sure each cell is (None for a missing one), both
    where what read them can tell.
    """

    text: str
    cells: tuple[Cell, ...]
    record: Record = ()
    confidences: tuple[float | None, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The records of one page; every row has one cell per column.

    ``table[0]`` is a record, ``table[:5]`` a table of the first five, ``table["price"]`` a column.

    ``fit`` says how well the page fits the wrapper that read it, and ``wrapper`` which one that was, where this was asked for.
    ``confidence`` says from 0 to 1 how sure it is that this is the page's main list, where nobody told so; ``sure`` whether
    that is enough not to check, and ``note`` what a person should know: what else it may be, or why there are no records.
    ``heading`` and ``kind`` are those of the section that the list is, and ``main`` says whether it is the page's main list,
    where all lists of the page were asked for.
    ``described`` says of each column what it is; nothing where this is not known, and then all of them are texts.  Columns that
    repeat others or say the same everywhere are hidden: they are among ``columns`` and in ``table["name"]``, and left out
    elsewhere unless ``all_columns=True``.
    """

    page: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    fit: Fit | None = None
    wrapper: str = ""
    described: tuple[Column, ...] = ()
    confidence: float | None = None
    heading: str = ""
    kind: str = ""
    main: bool = False
    sure: bool | None = None
    note: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        return iter(self.to_dicts())

    def __repr__(self) -> str:
        """Return the table in short: ``<Table: 20 rows × 5 columns: title, link, price, author, year>``."""
        columns = self.shown().columns
        names = ", ".join(columns[:SHOWN_COLUMNS]) + (" …" if len(columns) > SHOWN_COLUMNS else "")
        size = f"{counted(len(self.rows), 'row')} × {counted(len(columns), 'column')}"
        return f"<Table: {size}{': ' if names else ''}{names}>"

    @overload
    def __getitem__(self, key: int) -> dict[str, Cell]: ...
    @overload
    def __getitem__(self, key: slice) -> Table: ...
    @overload
    def __getitem__(self, key: str) -> list[Cell]: ...
    def __getitem__(self, key: int | slice | str) -> dict[str, Cell] | Table | list[Cell]:
        """Return a record by its number, from 0; some of them as a table, by a slice; or a column, by its name."""
        match key:
            case str():
                return self._column(key)
            case slice():
                return replace(self, rows=self.rows[key])
            case _:
                return replace(self, rows=(self._row(key),)).to_dicts()[0]

    def _row(self, number: int) -> Row:
        try:
            return self.rows[number]
        except IndexError:
            raise IndexError(f"no record {number}: the table has {counted(len(self.rows), 'row')}") from None

    def _column(self, name: str) -> list[Cell]:
        if name not in self.columns:
            raise KeyError(f"no column {name!r}: the table has {', '.join(self.columns) or 'none'}")
        place = self.columns.index(name)
        return [row.cells[place] for row in self.rows]

    @property
    def types(self) -> dict[str, str]:
        """The type of each column, by its name: ``text``, ``number``, ``price``, ``date``, ``link``, ``image`` and so on."""
        known = {column.name: column.type_name for column in self.described}
        return {name: known.get(name, "text") for name in self.columns}

    @property
    def constants(self) -> tuple[str, ...]:
        """The names of the columns that say the same in every record, as labels and buttons do."""
        return tuple(column.name for column in self.described if column.constant)

    @property
    def hidden(self) -> dict[str, str]:
        """The names of the hidden columns, each with the reason."""
        return {one.name: one.hidden for one in self.described if one.hidden}

    def shown(self) -> Table:
        """Return the table without its hidden columns; a table of hidden columns only stays as it is."""
        hidden = self.hidden
        return self if not hidden or len(hidden) == len(self.columns) else self.without(list(hidden))

    def trimmed(self) -> Table:
        """Return the table with its texts as files have them, without dangling separators; addresses stay as they are."""
        addresses = {i for i, column in enumerate(self.described) if column.kind != "text"}
        rows = (
            tuple(cell if i in addresses else trimmed_cell(cell) for i, cell in enumerate(row.cells))
            for row in self.rows
        )
        return replace(self, rows=tuple(replace(row, cells=cells) for row, cells in zip(self.rows, rows, strict=True)))

    def to_dicts(self, *, typed: bool = False, all_columns: bool = False) -> list[dict[str, Any]]:
        """Return one dictionary per record, keyed by column name: texts or, where asked for, what they say.

        A text that does not fit the type of its column is then None.
        """
        table = self if all_columns else self.shown()
        rows = ((table.values(row) if typed else row.cells) for row in table.rows)
        return [dict(zip(table.columns, row, strict=True)) for row in rows]

    def values(self, row: Row) -> list[Cell | Value | list[Value | None]]:
        """Return what the cells of a row say: the text itself where its column has no other type."""
        if not self.described:
            return list(row.cells)
        return [
            cell if column.type.name == "text" else read_cell(column.type, cell)
            for column, cell in zip(self.described, row.cells, strict=True)
        ]

    def without(self, names: str | Sequence[str]) -> Table:
        """Return the table without some columns, given by one name or by several."""
        left_out = {names} if isinstance(names, str) else set(names)
        kept = [i for i, name in enumerate(self.columns) if name not in left_out]
        if len(kept) == len(self.columns):
            return self
        rows = [
            replace(
                row,
                cells=tuple(row.cells[i] for i in kept),
                confidences=tuple(row.confidences[i] for i in kept) if row.confidences else (),
            )
            for row in self.rows
        ]
        described = tuple(self.described[i] for i in kept) if self.described else ()
        return replace(self, columns=tuple(self.columns[i] for i in kept), rows=tuple(rows), described=described)

    def save(self, path: str | os.PathLike[str], *, force: bool = False, all_columns: bool = False) -> None:
        """Write the table to a file; its ending chooses the format, as in ``wrapture extract -o``.

        A ``postgresql://`` address writes to a database.  Raises `OutputError` if the file exists, unless ``force=True``.
        """
        from wrapture.rows.write import write_table

        write_table(self, path, force=force, all_columns=all_columns)

    def to_pandas(self, *, typed: bool = False, all_columns: bool = False) -> Any:
        """Return a pandas ``DataFrame`` with the table's columns: of texts or, where asked for, of their types.

        The currency of prices, the scale of ratings and the time of day of dates are then columns of their own.
        """
        from wrapture.rows.dataframes import pandas_frame

        return pandas_frame(self if all_columns else self.shown(), typed=typed)

    def to_arrow(self, *, typed: bool = False, all_columns: bool = False) -> Any:
        """Return a pyarrow ``Table``: columns of strings, or of lists of strings where a cell holds several.

        Where asked for, columns have their types; the currency of prices, the scale of ratings and the time of day of dates are
        columns of their own.
        """
        from wrapture.rows.dataframes import arrow_table

        return arrow_table(self if all_columns else self.shown(), typed=typed)

    def to_polars(self, *, typed: bool = False, all_columns: bool = False) -> Any:
        """Return a polars ``DataFrame`` with the columns that `to_arrow` has."""
        from wrapture.rows.dataframes import polars_frame

        return polars_frame(self if all_columns else self.shown(), typed=typed)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Return the table with its types as a stream that pyarrow, polars, pandas and DuckDB take: ``pa.table(table)``."""
        return self.to_arrow(typed=True).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from html import escape  # with all entities; only notebooks need it

        table = self.shown()
        head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
        rows = ("".join(f"<td>{escape(_shown(cell))}</td>" for cell in row.cells) for row in table.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that could not be read, and why; it stands where its table would.  ``kind`` is that of a dead letter."""

    page: str
    error: str
    kind: str = "unreadable"


def table_of(page: str, columns: Sequence[Column], rows: tuple[Row, ...]) -> Table:
    """Return the table of some rows as they were read, with columns that are described; values are cleaned."""
    return Table(page, tuple(column.name for column in columns), cleaned(columns, rows), described=tuple(columns))


def cleaned(columns: Sequence[Column], rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows whose values have gone through the cleaning steps of their columns."""
    steps = [(number, column.clean) for number, column in enumerate(columns) if column.clean]
    return tuple([replace(row, cells=_cleaned(row.cells, steps)) for row in rows]) if steps else rows


def _cleaned(cells: tuple[Cell, ...], steps: Sequence[tuple[int, Sequence[CleanStep]]]) -> tuple[Cell, ...]:
    from wrapture.values.cleaning import clean  # most wrappers clean nothing

    made = list(cells)
    for number, own in steps:
        cell = made[number]
        if isinstance(cell, str):
            made[number] = clean(cell, own)
        elif cell is not None:
            made[number] = tuple(filter(None, [clean(text, own) for text in cell])) or None
    return tuple(made)


def joined(cells: Sequence[Cell], by: str = " ") -> str | None:
    """Return some values as one text, by default with a space between; None where there is none.

    >>> joined(["Ann", None, ("Lee", "Kim")]), joined(["Lee", "Kim"], by=", "), joined([None])
    ('Ann Lee Kim', 'Lee, Kim', None)
    """
    texts = [cell if isinstance(cell, str) else " ".join(cell) for cell in cells if cell]
    return by.join(texts) or None


def _shown(cell: Cell) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else ", ".join(cell)
