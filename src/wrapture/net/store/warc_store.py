"""Responses in one WARC file, each appended at once, and found by an index of offsets in memory.

Several programs may write to one file: each takes its lock to append, and first indexes what others have appended.
"""

from __future__ import annotations

import gzip
import os
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import CodecError
from wrapture.archive.warc_file import Tail, complete_records, record_at
from wrapture.archive.warc_headers import MAX_HEAD
from wrapture.error_lines import output_errors
from wrapture.errors import SourceError
from wrapture.locks import locked_descriptor
from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.http_messages import Request
from wrapture.net.store.request_keys import kept, key_of
from wrapture.net.store.warc_index import NO_REQUEST, Note, WarcIndex
from wrapture.net.store.warc_records import (
    MAX_BODY,
    answer_of,
    answer_records,
    hops_of,
    info_record,
    record_in,
    request_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO, Self

    from wrapture.archive.warc_file import CompleteRecord
    from wrapture.net.http_messages import Response
    from wrapture.net.store.warc_index import RecordOffset
    from wrapture.net.store.warc_records import StoredRecord

CLOSED: Final = -1
LEVEL: Final = 6
"""Of gzip."""
WANTED: Final = frozenset({"request", "response"})
MAX_RECORD: Final = MAX_HEAD + MAX_BODY
UNREADABLE: Final = (OSError, ValueError, CodecError, AnswerError)
"""Raised for a record that does not hold what it claims."""
WEB: Final = ("http://", "https://")


class WarcStore:
    """Responses in a WARC file; ``*.gz`` is compressed record by record."""

    def __init__(self, path: Path, *, say: Callable[[str], None]) -> None:
        self.path = path
        self._say = say
        self._zipped = path.name.lower().endswith(".gz")
        self._index = WarcIndex()
        self._end = 0
        self._guard = threading.RLock()
        with output_errors(self.path, "used", "choose another file"):
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            with self._alone():
                if self._end == 0:
                    self._append(info_record())
        except BaseException:
            self.close()
            raise

    def find(self, request: Request) -> Response | None:
        """Return the newest stored response to a request, or ``None``."""
        with self._alone():
            place = self._index.newest.get(key_of(request))
            return None if place is None else self._read(place)

    def keep(self, answer: Response) -> None:
        """Append a response at once, completely or not at all, without its secrets."""
        records = answer_records(kept(answer))
        with self._alone():
            self._append(*records)
            self._catch_up()

    def __iter__(self) -> Iterator[Response]:
        """Yield every response of the file, in order."""
        with self._alone():
            places = list(self._index.places)
        for place in places:
            with self._alone():
                answer = self._read(place)
            if answer is not None:
                yield answer

    def close(self) -> None:
        """Close the file."""
        with self._guard, suppress(OSError):
            os.close(self._handle)
            self._handle = CLOSED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the file against other threads and programs, and index what they have appended."""
        with self._guard, output_errors(self.path, "used", "choose another file"), locked_descriptor(self._handle):
            self._catch_up()
            yield

    def _catch_up(self) -> None:
        """Index what was appended since the last call; a torn record at the end is removed."""
        size = os.fstat(self._handle).st_size
        if size == self._end or (size > self._end and self._look(size) is Tail.NOTHING):
            return
        # the file may have been replaced: nothing is removed before all of it was read
        self._index, self._end = WarcIndex(), 0
        tail = self._look(size)
        if tail is Tail.BROKEN:
            what = f"is not a WARC file from byte {self._end:,} on; repair it or choose another file"
            raise SourceError(str(self.path), what)
        if tail is Tail.TORN:
            os.ftruncate(self._handle, self._end)
            cut = size - self._end
            self._say(f"{self.path}: removed its last {cut:,} bytes, an incomplete record")

    def _look(self, size: int) -> Tail:
        """Add the complete records after the known end to the index, and return what follows them."""
        with self._file() as file:
            for found in complete_records(_reader(file), self._end, size, zipped=self._zipped):
                if isinstance(found, Tail):
                    return found
                self._end = found.stop
                note = self._note(file, found)
                if note is not None:
                    self._index.add(note)
        return Tail.NOTHING

    def _note(self, file: BinaryIO, found: CompleteRecord) -> Note | None:
        """Return what the index must know of a record, ``None`` if it is neither a request nor a response of the web."""
        with suppress(*UNREADABLE):
            record = record_in(found.data)
            kind = record.field("warc-type").lower()
            if kind not in WANTED or not record.target.lower().startswith(WEB):
                return None
            request = request_of(self._record(file, found.start)) if kind == "request" else Request(record.target)
            names = record.field("warc-record-id"), record.field("warc-concurrent-to")
            return Note(found.start, key_of(request), *names, is_request=kind == "request")
        return None

    def _record(self, file: BinaryIO, start: int) -> StoredRecord:
        return record_in(record_at(_reader(file), start, zipped=self._zipped, max_bytes=MAX_RECORD))

    def _file(self) -> BinaryIO:
        """Return the file for reading, to be closed; its name may by now be that of another file."""
        return os.fdopen(os.dup(self._handle), "rb")

    def _append(self, *records: bytes) -> None:
        """Append records and flush them to the disk; if that fails, nothing of them remains."""
        data = (
            b"".join(gzip.compress(record, LEVEL, mtime=0) for record in records) if self._zipped else b"".join(records)
        )
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except BaseException:
            os.ftruncate(self._handle, self._end)
            raise

    def _read(self, place: RecordOffset) -> Response | None:
        """Return the response at an offset, ``None`` if its records are invalid."""
        with suppress(*UNREADABLE), self._file() as file:
            response = self._record(file, place.response)
            if place.request == NO_REQUEST:
                return answer_of(response, Request(response.target), ())
            asked = self._record(file, place.request)
            return answer_of(response, request_of(asked), hops_of(asked))
        return None


def _reader(file: BinaryIO) -> Callable[[int, int], bytes]:
    """Return what reads bytes of a file at an offset."""

    def read_at(start: int, size: int) -> bytes:
        file.seek(start)
        return file.read(size)

    return read_at
