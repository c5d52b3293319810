"""Rows as Arrow tables and Parquet files, with typed columns and list columns; dead letters are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.kinds import LIST
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from wrapture.rows.result_rows import ResultRows

GROUP_ROWS: Final = 1 << 16  # per row group; one group per page would be tiny
DICTIONARIES: Final = ["page"]
"""Columns with many repeated values; dictionaries for all columns would double the time and the size of the file."""
COMPRESSION: Final = "zstd"


def require_pyarrow() -> tuple[Any, Any]:
    """Return the modules ``pyarrow`` and ``pyarrow.parquet``, or raise `MissingExtraError`."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
        import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("writing Parquet files", "parquet") from missing
    return pa, pq


def write_parquet(rows: ResultRows, path: Path) -> None:
    """Write rows to a Parquet file."""
    pa, _ = require_pyarrow()
    if rows.arrow is not None:
        reader = pa.RecordBatchReader.from_stream(rows.arrow)
        _write_tables(path, reader.schema, (pa.Table.from_batches([batch]) for batch in reader))
    else:
        _write_tables(path, arrow_schema(rows.schema.names, rows.schema.kinds), _groups(rows))


def _write_tables(path: Path, schema: Any, tables: Iterable[Any]) -> None:
    pa, _ = require_pyarrow()
    try:
        with parquet_writer(path, schema) as writer:
            for table in tables:
                writer.write_table(table)
    except pa.ArrowNotImplementedError as error:  # SQL has types that Parquet lacks, such as INTERVAL
        what = f"Parquet can't hold one of the types ({error}); cast the column to VARCHAR, or try .csv or .duckdb"
        raise OutputError(str(path), what) from error


def parquet_writer(file: Path | BinaryIO, schema: Any) -> Any:
    """Return a writer for tables of a schema to a Parquet file."""
    _, pq = require_pyarrow()
    return pq.ParquetWriter(file, schema, compression=COMPRESSION, use_dictionary=DICTIONARIES)


def _groups(rows: ResultRows) -> Iterator[Any]:
    """Yield tables with enough rows for one row group each."""
    pa, _ = require_pyarrow()
    schema = arrow_schema(rows.schema.names, rows.schema.kinds)
    held: list[Any] = []
    for batch in rows.filled():
        held.append(to_arrow(schema, batch))
        if sum(map(len, held)) >= GROUP_ROWS:
            yield pa.concat_tables(held).combine_chunks()
            held.clear()
    if held:
        yield pa.concat_tables(held).combine_chunks()


def arrow_schema(names: Sequence[str], kinds: Sequence[str]) -> Any:
    """Return the Arrow schema of columns."""
    pa, _ = require_pyarrow()
    return pa.schema([(name, _type(pa, kind)) for name, kind in zip(names, kinds, strict=True)])


def to_arrow(schema: Any, columns: Sequence[Sequence[Any]]) -> Any:
    """Return columns as an Arrow table."""
    pa, _ = require_pyarrow()
    arrays = [_array(pa, held, field) for held, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _type(pa: Any, kind: str) -> Any:
    if kind.endswith(LIST):
        return pa.list_(_type(pa, kind.removesuffix(LIST)))
    types: dict[str, Callable[[], Any]] = {"integer": pa.int64, "number": pa.float64, "date": pa.date32}
    return pa.timestamp("us") if kind == "moment" else types.get(kind, pa.string)()


def _array(pa: Any, values: Sequence[Any], field: Any) -> Any:
    """Return values as an Arrow array; values that Arrow refuses (lone surrogates, integers beyond 2⁵³) are converted."""
    try:
        return pa.array(values, field.type)
    except (UnicodeEncodeError, pa.ArrowException):
        return pa.array([_mended(value) for value in values], field.type)


def _mended(value: Any) -> Any:
    match value:
        case list() | tuple():
            return [_mended(one) for one in value]
        case int():
            return float(value)
        case str():
            return encodable(value)
        case _:
            return value
