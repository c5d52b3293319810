"""Pages in a Parquet file: one per row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_PAGES, ParquetRows, UnitDraft
from wrapture.bulk.inputs.locations import is_remote, open_file
from wrapture.bulk.inputs.page_tables import choose_columns
from wrapture.bulk.inputs.remote import RemoteStream
from wrapture.bulk.jobs import Flaw
from wrapture.error_lines import one_line
from wrapture.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.chunks import InputFile
    from wrapture.bulk.jobs import Columns

BUFFER_BYTES: Final = 1024 * 1024
"""Read at a time; otherwise pyarrow reads the whole column of a row group."""

TEXT: Final = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


def list_parquet(file: InputFile, columns: Columns) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a Parquet file; a truncated one has none."""
    try:
        names, groups = _described(file)
    except ValueError as error:
        yield Flaw(
            file.address,
            f"is not a complete Parquet file ({one_line(error, 100)}); its pages are missing; get the file again",
        )
        return
    chosen = choose_columns(file.address, names, columns)
    total = sum(group.size for group in groups)
    first = 1
    for number, group in enumerate(groups):
        for start, stop in _ranges(group):
            chunk = ParquetRows(file, number, start, stop, first + start, chosen.html, chosen.url)
            share = group.size * (stop - start) / group.rows / total
            yield UnitDraft(file.address, chunk, int(file.size * share))
        first += group.rows


class _Group(NamedTuple):
    """A row group; ``size`` is its uncompressed size."""

    rows: int
    size: int


def _described(file: InputFile) -> tuple[list[str], list[_Group]]:
    """Return the text columns and the row groups of a file; raises ValueError if it is damaged."""
    with open_table(file) as table:
        try:
            about = [table.metadata.row_group(number) for number in range(table.metadata.num_row_groups)]
            groups = [_Group(max(0, group.num_rows), max(1, group.total_byte_size)) for group in about]
            return text_columns(table.schema_arrow), groups
        except Exception as error:  # a damaged file may raise any of pyarrow's errors
            raise ValueError(str(error)) from error


def columns_of_parquet(file: InputFile, columns: Columns) -> Columns | None:
    """Return the columns of a file, None if it does not open; raises `SourceError` if they are not clear."""
    try:
        names, _ = _described(file)
    except ValueError:
        return None
    return choose_columns(file.address, names, columns)


def open_table(file: InputFile) -> Any:
    """Open a Parquet file; raises ValueError if it is none, `OSError` if it can't be read."""
    pq = _pyarrow()
    open_file(file).close()  # it exists and has not changed
    source = RemoteStream(file.address) if is_remote(file.address) else file.address
    try:
        return pq.ParquetFile(source, buffer_size=BUFFER_BYTES, pre_buffer=False)
    except Exception as error:  # a damaged file may raise any of pyarrow's errors
        raise ValueError(str(error)) from error


def text_columns(schema: Any) -> list[str]:
    """Return the names of columns with text or bytes."""
    return [field.name for field in schema if _is_text(field.type)]


def _is_text(kind: Any) -> bool:
    if str(kind).startswith("dictionary"):
        kind = kind.value_type
    return str(kind) in TEXT


def _ranges(group: _Group) -> Iterator[tuple[int, int]]:
    """Yield the row range of each unit of a row group, all of about the same size."""
    units = min(group.rows, max(-(-group.rows // UNIT_PAGES), -(-group.size // UNIT_BYTES)))
    for unit in range(units):
        yield group.rows * unit // units, group.rows * (unit + 1) // units


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("reading Parquet files", "parquet") from missing
    return pq
