"""Parts of a run with Parquet output.

A part with enough rows is a Parquet file, which becomes a file of the result unchanged.  A smaller one is merged with others
later, so it is an Arrow stream, compressed as a whole: 20 records take 0.2 to 0.4 ms, as a Parquet file 0.9 to 1.7 ms.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from zstandard import ZstdDecompressor

from wrapture.rows.parquet_file import COMPRESSION, arrow_schema, parquet_writer, require_pyarrow, to_arrow
from wrapture.rows.row_schema import KINDS_OF_PROVENANCE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

LARGE: Final = 4096  # rows of a part that becomes a file as it is
PROVENANCE: Final = ("page", "record", "fit")
"""Where a record comes from, the last columns; ``wrapper`` is the name of the folder."""
PARQUET_MAGIC: Final = b"PAR1"
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"


def to_frame(described: Sequence[tuple[str, str]], columns: Sequence[Sequence[Any]]) -> bytes:
    """Return rows as a Parquet file or, where they are few, as a compressed Arrow stream.

    The columns of provenance are not described.
    """
    pa, _ = require_pyarrow()
    table = to_arrow(schema_of(described), columns)
    if len(table) < LARGE:
        return _stream(pa, table)
    file = io.BytesIO()
    write_group([table], file)
    return file.getvalue()


def read_frame(body: bytes) -> Any:
    """Return the Arrow table of a part."""
    pa, pq = require_pyarrow()
    if body.startswith(PARQUET_MAGIC):
        return pq.ParquetFile(pa.BufferReader(body)).read(use_threads=False)
    return pa.ipc.open_stream(ZstdDecompressor().decompressobj().decompress(body)).read_all()


def write_group(tables: Sequence[Any], file: BinaryIO) -> None:
    """Write tables of one schema to a Parquet file, as one row group."""
    pa, _ = require_pyarrow()
    table = pa.concat_tables(tables).combine_chunks()
    with parquet_writer(file, table.schema) as writer:
        writer.write_table(table, row_group_size=max(1, len(table)))


def schema_of(described: Sequence[tuple[str, str]]) -> Any:
    """Return the Arrow schema of the described columns and those of provenance."""
    kinds = [KINDS_OF_PROVENANCE[name] for name in PROVENANCE]
    return arrow_schema([*(name for name, _ in described), *PROVENANCE], [*(kind for _, kind in described), *kinds])


def _stream(pa: Any, table: Any) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, COMPRESSION) as packed, pa.ipc.new_stream(packed, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue().to_pybytes())
