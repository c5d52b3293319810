"""Tables as other tools hold them: pandas, Arrow, polars.  None of these libraries is loaded before it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError
from wrapture.extraction.values.flat import flat_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.extraction.table import Table

PANDAS_TYPES: Final = {"integer": "Int64", "number": "Float64", "date": "datetime64[s]", "moment": "datetime64[s]"}


def pandas_frame(table: Table, *, typed: bool) -> Any:
    """Return a table as a pandas ``DataFrame``."""
    try:
        import pandas as pd
    except ImportError as missing:
        raise MissingExtraError("Table.to_pandas", "pandas") from missing
    if not typed:
        return pd.DataFrame([list(row.cells) for row in table.rows], columns=list(table.columns), dtype=object)
    found = flat_columns(table)
    return pd.DataFrame({one.name: pd.Series(one.values, dtype=PANDAS_TYPES.get(one.kind, "object")) for one in found})


def arrow_table(table: Table, *, typed: bool) -> Any:
    """Return a table as a pyarrow ``Table``."""
    try:
        import pyarrow as pa
    except ImportError as missing:
        raise MissingExtraError("Table.to_arrow", "parquet") from missing
    types = {"integer": pa.int64(), "number": pa.float64(), "date": pa.date32(), "moment": pa.timestamp("us")}
    return pa.table({name: _arrow_column(pa, values, types.get(kind)) for name, kind, values in _columns(table, typed)})


def polars_frame(table: Table, *, typed: bool) -> Any:
    """Return a table as a polars ``DataFrame``."""
    try:
        import polars as pl
    except ImportError as missing:
        raise MissingExtraError("Table.to_polars", "polars") from missing
    types = {"integer": pl.Int64(), "number": pl.Float64(), "date": pl.Date(), "moment": pl.Datetime("us")}
    return pl.DataFrame(
        [_polars_column(pl, name, values, types.get(kind)) for name, kind, values in _columns(table, typed)]
    )


def _columns(table: Table, typed: bool) -> list[tuple[str, str, list[Any]]]:
    """Return the columns of a table: name, kind and values."""
    if typed:
        return [(one.name, one.kind, one.values) for one in flat_columns(table)]
    return [(name, "string", [row.cells[i] for row in table.rows]) for i, name in enumerate(table.columns)]


def _arrow_column(pa: Any, values: Sequence[Any], kind: Any) -> Any:
    if kind is not None:
        return pa.array(values, kind)
    several = _several(values)
    return pa.array(values, pa.string()) if several is None else pa.array(several, pa.list_(pa.string()))


def _polars_column(pl: Any, name: str, values: Sequence[Any], kind: Any) -> Any:
    if kind is not None:
        return pl.Series(name, values, kind)
    several = _several(values)
    return pl.Series(name, values, pl.String) if several is None else pl.Series(name, several, pl.List(pl.String))


def _several(cells: Sequence[Any]) -> list[list[str] | None] | None:
    """Return cells as lists where one of them holds several texts, else None."""
    if not any(isinstance(cell, tuple) for cell in cells):
        return None
    return [None if cell is None else [cell] if isinstance(cell, str) else list(cell) for cell in cells]
