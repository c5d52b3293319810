"""Pages in a Parquet file: a row each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_PAGES, Draft, Rows
from wrapture.bulk.inputs.places import is_remote, open_file
from wrapture.bulk.inputs.remote import Stream
from wrapture.bulk.inputs.tables import told_columns
from wrapture.bulk.model import Flaw
from wrapture.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.chunks import File
    from wrapture.bulk.model import Columns

BUFFER_BYTES: Final = 1024 * 1024
"""Read at a time: else pyarrow reads a row group's whole column."""

TEXT: Final = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


def list_parquet(file: File, columns: Columns) -> Iterator[Draft | Flaw]:
    """Yield the units of a Parquet file; one whose end is missing has none."""
    try:
        names, groups = _described(file)
    except ValueError as error:
        yield Flaw(
            file.address, f"is no whole Parquet file ({short(error)}); its pages are missing; get the file again"
        )
        return
    told = told_columns(file.address, names, columns)
    total = sum(group.size for group in groups)
    first = 1
    for number, group in enumerate(groups):
        for start, stop in _ranges(group):
            chunk = Rows(file, number, start, stop, first + start, told.html, told.url)
            share = group.size * (stop - start) / group.rows / total
            yield Draft(file.address, chunk, int(file.size * share))
        first += group.rows


class _Group(NamedTuple):
    """A row group; ``size`` is that of its rows before they were compressed."""

    rows: int
    size: int


def _described(file: File) -> tuple[list[str], list[_Group]]:
    """Return the columns of text and the row groups of a file; raises ValueError where it does not say them."""
    with open_table(file) as table:
        try:
            about = [table.metadata.row_group(number) for number in range(table.metadata.num_row_groups)]
            groups = [_Group(max(0, group.num_rows), max(1, group.total_byte_size)) for group in about]
            return text_columns(table.schema_arrow), groups
        except Exception as error:  # of pyarrow's own, of which a damaged file may raise any
            raise ValueError(str(error)) from error


def columns_of_parquet(file: File, columns: Columns) -> Columns | None:
    """Return the columns of a file, None where it does not open; raises `SourceError` where they can't be told."""
    try:
        names, _ = _described(file)
    except ValueError:
        return None
    return told_columns(file.address, names, columns)


def open_table(file: File) -> Any:
    """Return a Parquet file, opened; raises ValueError where it is none, `OSError` where it can't be had."""
    pq = _pyarrow()
    open_file(file).close()  # it is there, and the one that was listed
    source = Stream(file.address) if is_remote(file.address) else file.address
    try:
        return pq.ParquetFile(source, buffer_size=BUFFER_BYTES, pre_buffer=False)
    except Exception as error:  # of pyarrow's own, of which a damaged file may raise any
        raise ValueError(str(error)) from error


def text_columns(schema: Any) -> list[str]:
    """Return the names of columns that hold text or bytes."""
    return [field.name for field in schema if _is_text(field.type)]


def short(error: Exception) -> str:
    """Return what an error says, on one short line."""
    return " ".join(str(error).split())[:100]


def _is_text(kind: Any) -> bool:
    if str(kind).startswith("dictionary"):
        kind = kind.value_type
    return str(kind) in TEXT


def _ranges(group: _Group) -> Iterator[tuple[int, int]]:
    """Yield the rows of each unit of a row group, all about as many."""
    units = min(group.rows, max(-(-group.rows // UNIT_PAGES), -(-group.size // UNIT_BYTES)))
    for unit in range(units):
        yield group.rows * unit // units, group.rows * (unit + 1) // units


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("reading Parquet files", "parquet") from missing
    return pq
