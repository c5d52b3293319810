"""The pages of a unit, read one at a time from any kind of chunk."""

from __future__ import annotations

import os
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from wrapture.bulk.inputs.chunks import (
    Files,
    Held,
    Lines,
    Members,
    PageFile,
    ParquetRows,
    Passed,
    Unreadable,
    WarcRecords,
    ZipMembers,
)
from wrapture.bulk.inputs.json_lines_pages import MOST, lines_of, read_line
from wrapture.bulk.inputs.locations import file_of, is_remote, opened_stream
from wrapture.bulk.inputs.member_names import is_page_name
from wrapture.bulk.inputs.open_files import borrowed, borrowed_group
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.bulk.inputs.page_tables import page_of_cells
from wrapture.bulk.inputs.warc_records_pages import read_record
from wrapture.bulk.inputs.zip_pages import read_zip_member
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.error_lines import one_line, read_problem
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator
    from typing import Literal, Self

    from wrapture.archive.zip_directory import ZipMember
    from wrapture.bulk.inputs.chunks import Chunk, Data, InputFile, Known, Member
    from wrapture.bulk.jobs import Unit
    from wrapture.model import Capture

Item: TypeAlias = "Capture | Unreadable | Passed"


class Later(NamedTuple):
    """A page that is read when it is needed."""

    name: str
    get: Callable[[], Item]


def read_unit(unit: Unit, without: Container[int] = ()) -> Pages:
    """Return the pages of a unit, always in the same order; skipped entries have a place among them, too.

    Pages at the places `without` are not read: they are returned as unreadable.
    """
    return Pages(unit.chunk, without)


class Pages:
    """The pages of a chunk.  After an exception, iteration can continue with the next page."""

    def __init__(self, chunk: Chunk, without: Container[int]) -> None:
        self._chunk = chunk
        self._without = without
        self._place = 0
        self._items: Iterator[Later | Known] | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Item:
        place, self._place = self._place, self._place + 1
        try:
            if self._items is None:
                self._items = islice(_items(self._chunk), place, None)
            item = next(self._items)
        except StopIteration:
            raise
        except BaseException:
            self._items = None  # the generator has ended: the next call starts another one, after this place
            raise
        if not isinstance(item, Later):
            return item
        return Unreadable(item.name, "is not read again", "died") if place in self._without else _had(item)


def _had(item: Later) -> Item:
    try:
        return item.get()
    except WraptureError as error:
        return Unreadable(item.name, str(error))
    except (OSError, ValueError) as error:
        return Unreadable(item.name, read_problem(error))


M = TypeVar("M", "Member", "ZipMember")


def _items(chunk: Chunk) -> Iterator[Later | Known]:
    """Return the entries of a chunk, with pages to be read later."""
    match chunk:
        case Files(entries):
            return (_later_file(one) if isinstance(one, PageFile) else one for one in entries)
        case Members(data, entries):
            return (_later(one, partial(_read_member, data)) for one in entries)
        case ZipMembers(file, entries):
            return (_later(one, partial(_read_zip, file)) for one in entries)
        case WarcRecords(data, packing, entries):
            return (_later(one, partial(_read_warc, data, packing)) for one in entries)
        case ParquetRows():
            return _rows(chunk)
        case Lines():
            return _lines(chunk)


def _later(entry: M | Known, get: Callable[[M], Item]) -> Later | Known:
    return entry if isinstance(entry, Passed | Unreadable) else Later(entry.name, partial(get, entry))


def _later_file(page: PageFile) -> Later:
    return Later(page.file.address, partial(_read_file, page))


def _read_file(page: PageFile) -> Item:
    """Return the page in a file, with its current content."""
    path = page.file.address
    folder = None if is_remote(path) else os.path.dirname(path) or "."  # noqa: PTH120 - a Path costs ten times as much
    with opened_stream(path) as stream:
        body = stream.read(min(page.file.size, MAX_PAGE_BYTES) + 1) or b""  # the buffer is allocated at once
        if len(body) > page.file.size:  # it has grown
            body += stream.read(MAX_PAGE_BYTES + 1 - len(body)) or b""
    return capture_of(path, body, named=page.named, folder=folder)


def _read_member(data: Data, member: Member) -> Item:
    body = read_data(data, member.start, member.size)
    if len(body) < member.size:
        return Unreadable(member.name, "is truncated: its archive was changed")
    return capture_of(member.name, body, named=is_page_name(member.name))


def _read_zip(file: InputFile, member: ZipMember) -> Item:
    with borrowed(file) as opened:
        return read_zip_member(opened, member)


def _read_warc(data: Data, packing: Literal["", "gzip"], member: Member) -> Item:
    if isinstance(data, Held):
        return read_record(partial(read_data, data), member, packing)
    with borrowed(data) as opened:
        return read_record(opened.read_at, member, packing)


def read_data(data: Data, start: int, size: int) -> bytes:
    """Return bytes of a file, or of held data."""
    if isinstance(data, Held):
        return data.data[start : start + size]
    with borrowed(data) as opened:
        return opened.read_at(start, size)


def _lines(chunk: Lines) -> Iterator[Later | Known]:
    address = file_of(chunk.data).address
    try:
        data = read_data(chunk.data, chunk.start, min(chunk.stop - chunk.start, MOST))
    except OSError as error:
        reason = read_problem(error)
        yield from (Unreadable(f"{address}#{chunk.first + i}", reason) for i in range(chunk.count))
        return
    for number, line in lines_of(chunk, data):
        place = f"{address}#{number}"
        yield Later(place, partial(read_line, place, line, chunk.html, chunk.url))


def _rows(chunk: ParquetRows) -> Iterator[Later | Known]:
    """Yield the rows of a chunk; after an error, the remaining ones are unreadable."""
    row = chunk.start
    try:
        with borrowed_group(chunk) as group:
            while row < chunk.stop:
                batch, at = group.at(row)
                place = _row_name(chunk, row)
                row += 1
                yield Later(place, partial(_row, place, batch, at, chunk.html, chunk.url))
    except MemoryError:
        raise
    except Exception as error:  # a damaged file may raise any of pyarrow's errors
        reason = f"its row group is damaged ({one_line(error, 100) or 'it is truncated'}); get the file again"
        yield from (Unreadable(_row_name(chunk, left), reason) for left in range(row, chunk.stop))


def _row_name(chunk: ParquetRows, row: int) -> str:
    return f"{chunk.file.address}#{chunk.first + row - chunk.start}"


def _row(place: str, batch: Any, at: int, html: str, url: str) -> Item:
    names = batch.schema.names  # in the order of the file
    body, is_text = _cell(batch.column(names.index(html))[at])
    address, _ = _cell(batch.column(names.index(url))[at]) if url else (None, False)
    return page_of_cells(place, body, address, "utf-8" if is_text else None)


def _cell(cell: Any) -> tuple[object, bool]:
    """Return the bytes of a cell, and whether they are text; a long text is not decoded just to be encoded again."""
    if str(cell.type).startswith("dictionary"):
        cell = cell.value
    if cell is None or not cell.is_valid:
        return None, False
    return cell.as_buffer().to_pybytes(), "string" in str(cell.type)
