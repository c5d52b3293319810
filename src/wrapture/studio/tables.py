"""Tables as the bytes of a file, in the formats that people download."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.errors import StudioError
from wrapture.sinks import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.extraction.table import Failure, Table

CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
}


def tables_as(tables: Sequence[Table | Failure], kind: str) -> bytes:
    """Return tables as a file; raises `StudioError` for a format that there is none of."""
    if kind not in CONTENT_TYPES:
        raise StudioError(f"format: there is no {kind[:40]!r}; use one of {', '.join(CONTENT_TYPES)}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"tables.{kind}"
        write(list(tables), path, format=kind)
        return path.read_bytes()
