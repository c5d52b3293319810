"""Where the whole records of a WARC file end: one who is killed while writing leaves a torn record behind them.

fastwarc reads a torn record as if it were whole, or stops without a word, so the end is looked at here.  Only what may well be
the beginning of a record is called torn, for it will be cut off; anything else is called broken and stays as it is.
"""

from __future__ import annotations

import re
import zlib
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import BinaryIO

MAGIC: Final = b"WARC/"
GZIP: Final = 31
"""What zlib calls the format of gzip."""
CHUNK: Final = 64 * 1024
MAX_HEAD: Final = 1024 * 1024
HEAD_END: Final = b"\r\n\r\n"
RECORD_END: Final = 4
"""Two line breaks follow each record."""

_LENGTH: Final = re.compile(rb"^content-length:[ \t]*(\d{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


class Tail(Enum):
    """What follows the last whole record."""

    NOTHING = "nothing"
    TORN = "torn"
    BROKEN = "broken"


def whole_end(file: BinaryIO, start: int, size: int, *, zipped: bool) -> tuple[int, Tail]:
    """Return where the whole records from `start` on end, and what follows."""
    step = _zipped_step if zipped else _plain_step
    while start < size:
        end = step(file, start, size)
        if isinstance(end, Tail):
            return start, Tail.TORN if _is_zero(file, start) else end
        start = end
    return start, Tail.NOTHING


def _zipped_step(file: BinaryIO, start: int, _: int) -> int | Tail:
    """Return where a gzip member ends, or what it is if it does not; zlib looks at its check sum."""
    file.seek(start)
    unzip, head = zlib.decompressobj(GZIP), b""
    while not unzip.eof:
        chunk = unzip.unconsumed_tail or file.read(CHUNK)
        if not chunk:
            return Tail.TORN if _may_begin(head) else Tail.BROKEN
        try:
            out = unzip.decompress(chunk, CHUNK)
        except zlib.error:
            return Tail.BROKEN
        head = head or out[:CHUNK]
    return file.tell() - len(unzip.unused_data) if _may_begin(head) else Tail.BROKEN


def _plain_step(file: BinaryIO, start: int, size: int) -> int | Tail:
    """Return where a record ends, or what it is if it does not."""
    file.seek(start)
    head, found, _ = file.read(MAX_HEAD).partition(HEAD_END)
    if not _may_begin(head):
        return Tail.BROKEN
    length = _LENGTH.search(head)
    if not found:
        return Tail.TORN if start + MAX_HEAD > size else Tail.BROKEN
    if length is None:
        return Tail.BROKEN
    end = start + len(head) + len(HEAD_END) + int(length[1]) + RECORD_END
    return end if end <= size else Tail.TORN


def _may_begin(head: bytes) -> bool:
    """Return whether bytes may be the beginning of a record; none at all may."""
    return head.startswith(MAGIC) or MAGIC.startswith(head)


def _is_zero(file: BinaryIO, start: int) -> bool:
    """Return whether nothing but zeros follows: a power cut may leave them where something was to be written."""
    file.seek(start)
    while chunk := file.read(CHUNK):
        if chunk.strip(b"\0"):
            return False
    return True
