"""Tables as files to download."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.api import write_results as write
from wrapture.errors import StudioError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model.table import Failure, Table

CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
    "duckdb": "application/octet-stream",  # DuckDB has registered none
}


def tables_as(tables: Sequence[Table | Failure], kind: str) -> bytes:
    """Return the bytes of a file with tables; raises `StudioError` for an unknown format."""
    if kind not in CONTENT_TYPES:
        raise StudioError(f"format: unknown format {kind[:40]!r}; use one of {', '.join(CONTENT_TYPES)}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"tables.{kind}"
        write(list(tables), path, format=kind)
        return path.read_bytes()
