"""Convert tables to pandas, Arrow and polars.  Each library is imported only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError
from wrapture.rows.kinds import LIST
from wrapture.rows.parquet_file import arrow_schema, to_arrow
from wrapture.rows.result_rows import table_columns
from wrapture.rows.row_schema import RowOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model.table import Table

PANDAS_TYPES: Final = {"integer": "Int64", "number": "Float64", "date": "datetime64[s]", "moment": "datetime64[s]"}


def typed_columns(table: Table, *, typed: bool = True) -> list[tuple[str, str, Sequence[Any]]]:
    """Return the name, kind and values of each column; text columns keep the names they have in the table."""
    found = table_columns(table, RowOptions(typed=typed))
    names = [name for name, _ in found.described] if typed else table.columns
    return list(zip(names, found.read.kinds, found.read.values, strict=True))


def pandas_frame(table: Table, *, typed: bool) -> Any:
    """Return a table as a pandas ``DataFrame``."""
    try:
        import pandas as pd
    except ImportError as missing:
        raise MissingExtraError("Table.to_pandas", "pandas") from missing
    if not typed:
        return pd.DataFrame([list(row.cells) for row in table.rows], columns=list(table.columns), dtype=object)
    return pd.DataFrame(
        {
            name: pd.Series(list(held), dtype=PANDAS_TYPES.get(kind, "object"))
            for name, kind, held in typed_columns(table)
        }
    )


def arrow_table(table: Table, *, typed: bool) -> Any:
    """Return a table as a pyarrow ``Table``."""
    try:
        import pyarrow as pa  # noqa: F401 - so that a missing pyarrow is reported for this method
    except ImportError as missing:
        raise MissingExtraError("Table.to_arrow", "parquet") from missing
    columns = typed_columns(table, typed=typed)
    schema = arrow_schema([name for name, *_ in columns], [kind for _, kind, _ in columns])
    return to_arrow(schema, [held for *_, held in columns])


def polars_frame(table: Table, *, typed: bool) -> Any:
    """Return a table as a polars ``DataFrame``."""
    try:
        import polars as pl
    except ImportError as missing:
        raise MissingExtraError("Table.to_polars", "polars") from missing
    types = {"integer": pl.Int64(), "number": pl.Float64(), "date": pl.Date(), "moment": pl.Datetime("us")}

    def type_of(kind: str) -> Any:
        base = types.get(kind.removesuffix(LIST), pl.String())
        return pl.List(base) if kind.endswith(LIST) else base

    return pl.DataFrame(
        [pl.Series(name, held, type_of(kind), strict=False) for name, kind, held in typed_columns(table, typed=typed)]
    )
