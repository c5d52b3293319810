"""Pages in JSON Lines: an object per line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.archive.unpacking import Unpacked, stream_of
from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_PAGES, Held, Lines, UnitDraft, Unreadable, refused
from wrapture.bulk.inputs.input_flaws import empty, truncated
from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.page_tables import choose_columns, page_of_cells
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.codecs import Packing
    from wrapture.archive.unpacking import Stream
    from wrapture.bulk.inputs.chunks import Data, InputFile
    from wrapture.bulk.jobs import Columns, Flaw
    from wrapture.model import Capture

BLOCK: Final = 1024 * 1024
MAX_LINE: Final = 2 * MAX_PAGE_BYTES
"""Of a line; escaped characters take more room."""
LOOKED_AT: Final = 4 * 1024 * 1024
"""Bytes searched for the first rows, which decide the columns."""
FIRST_LINES: Final = 50
MOST: Final = UNIT_BYTES + MAX_LINE
"""Of a unit, whose last line may be long.  A longer line is no page, so the rest of it is not needed."""
LINE_BREAK: Final = 10
MAX_BLANK: Final = 64 * 1024
"""Bytes of a line that are checked for content."""
BLANK: Final = b" \t\r"
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def columns_of_lines(file: InputFile, packing: Packing, columns: Columns) -> Columns | None:
    """Return the columns of a file, None if it has no rows; raises `SourceError` if they are not clear."""
    with open_file(file) as opened:
        head = stream_of(opened, packing).peek(LOOKED_AT)
    if head.startswith(UTF_16):
        raise SourceError(file.address, "is in UTF-16; save it as UTF-8")
    lines = head.removeprefix(BYTE_ORDER_MARK).split(b"\n", FIRST_LINES)[:FIRST_LINES]
    rows = [row for row in map(parsed, lines) if isinstance(row, dict)]
    if not rows and head.strip():
        raise SourceError(
            file.address, "none of its first lines is a JSON object; give JSON Lines, with a page on each line"
        )
    names = dict.fromkeys(key for row in rows for key, value in row.items() if isinstance(value, str))
    return choose_columns(file.address, list(names), columns) if rows else None


def list_lines(file: InputFile, packing: Packing, columns: Columns) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a file of lines."""
    if packing and not file.size:
        yield empty(file)
        return
    chosen = columns_of_lines(file, packing, columns)
    with open_file(file) as opened:
        stream = stream_of(opened, packing)
        if chosen is not None:
            yield from _units(file, stream, chosen)
        if not stream.peek(1) and stream.broken:
            yield truncated(file, stream.raw, stream.broken)


def _units(file: InputFile, stream: Stream, columns: Columns) -> Iterator[UnitDraft]:
    """Yield the units of a stream: by their offsets, or with their bytes if it is compressed."""
    held = bytearray() if isinstance(stream, Unpacked) else None
    start = raw = count = 0
    first = 1
    for piece in _pieces(stream):
        count += piece.breaks
        if held is not None and len(held) <= MOST:
            held += piece.data
        if piece.is_last:
            data: Data = file if held is None else Held(file, start, bytes(held))
            stop = stream.tell() - piece.behind
            span = (start, stop) if held is None else (0, len(held))
            chunk = Lines(data, *span, first, count, columns.html, columns.url)
            yield UnitDraft(file.address, chunk, stream.raw - raw)
            start, raw, first, count = stop, stream.raw, first + count, 0
            held = None if held is None else bytearray()


class LinePiece(NamedTuple):
    """Some bytes of a stream, the line breaks in them, whether they end a unit, and how many more were read."""

    data: bytes
    breaks: int
    is_last: bool
    behind: int


def _pieces(stream: Stream) -> Iterator[LinePiece]:
    """Yield the bytes of a stream, split where units end; a last line without a line break counts, too."""
    size = lines = 0
    block, at = stream.read(BLOCK), 0
    while block:
        stop, found = _unit_end(block, at, UNIT_PAGES - lines, UNIT_BYTES - size)
        size, lines = size + stop - at, lines + found
        is_line = block[stop - 1] == LINE_BREAK
        more = block if stop < len(block) else stream.read(BLOCK)
        is_last = not more or (is_line and (lines >= UNIT_PAGES or size >= UNIT_BYTES))
        behind = len(block) - stop if more is block else len(more)
        yield LinePiece(block[at:stop], found + (not more and not is_line), is_last, behind)
        if is_last:
            size = lines = 0
        block, at = more, stop if more is block else 0


def _unit_end(block: bytes, start: int, lines: int, size: int) -> tuple[int, int]:
    """Return where a unit ends in a block, after so many lines or bytes or at the end, and the lines up to there."""
    found = block.count(b"\n", start)
    if found < lines and len(block) - start < size:
        return len(block), found
    at = start
    for count in range(1, found + 1):
        at = block.index(b"\n", at) + 1
        if count >= lines or at - start >= size:
            return at, count
    return len(block), found


def lines_of(chunk: Lines, data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a unit with their numbers, without blank ones."""
    if chunk.first == 1 and data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    at = 0
    for number in range(chunk.first, chunk.first + chunk.count):
        stop = data.find(b"\n", at)
        stop = stop if stop >= 0 else len(data)
        if data[at : min(stop, at + MAX_BLANK)].strip(BLANK):
            yield number, data[at:stop]
        at = stop + 1


def read_line(place: str, line: bytes, html: str, url: str) -> Capture | Unreadable:
    """Return the page of a line."""
    if len(line) > MAX_LINE:
        return refused(place)
    row = parsed(line)
    if isinstance(row, dict):
        return page_of_cells(place, row.get(html), row.get(url) if url else None)
    return Unreadable(place, "is not a JSON object; it may be truncated or damaged")


def parsed(line: bytes) -> object:
    """Return the value of a line, ``None`` if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
