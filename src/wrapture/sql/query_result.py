"""The result of a query: its rows, and conversions for other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError
from wrapture.rows.sql_names import quoted
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.sql.duckdb_engine import DuckdbEngine

SCHEMA: Final = '"the answer"'
TABLE: Final = f'{SCHEMA}."rows"'
"""The table with the rows, in a schema of its own, so that a query that lists the tables does not show it."""
BATCH: Final = 10_000  # rows fetched at a time
ZONED: Final = "TIMESTAMP WITH TIME ZONE"


class QueryResult:
    """The rows of a query, in order; DuckDB keeps them, on disk if they are many.

    ``columns`` are the unique names of the columns, ``types`` DuckDB's names for their types.
    """

    def __init__(self, engine: DuckdbEngine) -> None:
        self._engine = engine
        described = engine.run(f"DESCRIBE {TABLE}")
        self.columns: tuple[str, ...] = tuple(name for name, *_ in described)
        self.types: tuple[str, ...] = tuple(type_name for _, type_name, *_ in described)
        self._length = int(engine.run(f"SELECT count(*) FROM {TABLE}")[0][0])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.tuples())

    def __repr__(self) -> str:
        return f"<QueryResult: {counted(len(self), 'row')} of {', '.join(self.columns)}>"

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """All rows, as tuples in the order of the columns."""
        return list(self.tuples())

    def tuples(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows as tuples, with one batch in memory at a time."""
        found = self._engine.cursor().execute(f"SELECT {', '.join(map(_read, self.columns, self.types))} FROM {TABLE}")
        while batch := found.fetchmany(BATCH):
            yield from batch

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per row, keyed by column name."""
        return list(self)

    def to_pandas(self) -> Any:
        """Return a pandas ``DataFrame``."""
        try:
            import pandas as pd  # noqa: F401 - DuckDB imports it by itself, but its error names no extra
        except ImportError as missing:
            raise MissingExtraError("QueryResult.to_pandas", "pandas") from missing
        return self._found().df()

    def to_arrow(self) -> Any:
        """Return a pyarrow ``Table``."""
        try:
            import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]  # noqa: F401 - as above
        except ImportError as missing:
            raise MissingExtraError("QueryResult.to_arrow", "parquet") from missing
        return self._relation().to_arrow_table()

    def to_polars(self) -> Any:
        """Return a polars ``DataFrame``."""
        try:
            import polars as pl
        except ImportError as missing:
            raise MissingExtraError("QueryResult.to_polars", "polars") from missing
        return pl.DataFrame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Return the rows as an Arrow stream, which pyarrow, polars, pandas and DuckDB accept; none of them is needed here."""
        return self._relation().__arrow_c_stream__(requested_schema)

    def _found(self) -> Any:
        return self._engine.cursor().execute(f"FROM {TABLE}")

    def _relation(self) -> Any:
        return self._engine.cursor().sql(f"FROM {TABLE}")


def _read(name: str, type_name: str) -> str:
    """Return the expression that reads a column: times with a zone in UTC, since DuckDB needs pytz to make them in Python."""
    return f"make_timestamp(epoch_us({quoted(name)}))" if type_name == ZONED else quoted(name)
