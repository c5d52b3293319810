"""Results as a Parquet file: the rows of `wrapture.sinks.sqliteout`'s table ``records``; failures are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.errors import MissingExtraError
from wrapture.sinks.rows import Result, flat_rows, header, lead_of, union

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LEAD = ("page", "record")


def write_parquet(results: Sequence[Result], path: Path) -> None:
    """Write the records of `results` to a Parquet file."""
    pa, pq = require_pyarrow()
    columns = union(results)
    rows = list(flat_rows(results, columns))
    cells = [pa.array([row.cells[i] for row in rows], pa.string()) for i in range(len(columns))]
    names = lead_of(results, LEAD)
    lead = [
        pa.array([getattr(row, name) for row in rows], pa.int64() if name == "record" else pa.string())
        for name in names
    ]
    pq.write_table(pa.table([*lead, *cells], names=list(header(columns, names))), path)


def require_pyarrow() -> tuple[Any, Any]:
    """Return the modules ``pyarrow`` and ``pyarrow.parquet``, or raise `MissingExtraError`."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
        import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("writing Parquet files", "parquet") from missing
    return pa, pq
