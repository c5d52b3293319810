"""Answers in one WARC file, each appended at once; what is in it is found by offsets that are kept in memory.

Several programs may write to one file: who appends has its lock, and first looks at what others have appended.
"""

from __future__ import annotations

import gzip
import os
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from wrapture.errors import OutputError, SourceError
from wrapture.files import REASONS
from wrapture.web.messages import Request
from wrapture.web.store.keys import kept, key_of
from wrapture.web.store.warcindex import NO_REQUEST, Index, Note
from wrapture.web.store.warclib import ArchiveIterator, WarcRecordType
from wrapture.web.store.warcrecords import (
    MAX_HEAD,
    answer_of,
    answer_records,
    hops_of,
    info_record,
    request_of,
    target_of,
)
from wrapture.web.store.warctail import Tail, whole_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO, Self

    from wrapture.web.messages import Answer
    from wrapture.web.store.warcindex import Place
    from wrapture.web.store.warclib import WarcRecord

CLOSED: Final = -1
LEVEL: Final = 6
"""Of compression."""
WANTED: Final = WarcRecordType.request | WarcRecordType.response
UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, StopIteration)
"""What comes of a record that holds something else than it says."""
WEB: Final = ("http://", "https://")


class WarcStore:
    """Answers in a WARC file; ``*.gz`` is compressed record by record."""

    def __init__(self, path: Path, *, say: Callable[[str], None]) -> None:
        self.path = path
        self._say = say
        self._zipped = path.name.lower().endswith(".gz")
        self._index = Index()
        self._end = 0
        self._guard = threading.RLock()
        with self._told():
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            with self._alone():
                if self._end == 0:
                    self._append(info_record())
        except BaseException:
            self.close()
            raise

    def find(self, request: Request) -> Answer | None:
        """Return the newest answer to a request, as stored, or ``None``."""
        with self._alone():
            place = self._index.newest.get(key_of(request))
            return None if place is None else self._read(place)

    def keep(self, answer: Answer) -> None:
        """Append an answer, at once and whole, without its secrets."""
        records = answer_records(kept(answer))
        with self._alone():
            self._append(*records)
            self._catch_up()

    def __iter__(self) -> Iterator[Answer]:
        """Yield every answer of the file, in the order in which they came."""
        with self._alone():
            places = list(self._index.places)
        for place in places:
            with self._alone():
                answer = self._read(place)
            if answer is not None:
                yield answer

    def close(self) -> None:
        """Let go of the file."""
        with self._guard, suppress(OSError):
            os.close(self._handle)
            self._handle = CLOSED

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and programs from the file while the block runs, and know all that they have appended."""
        from fcntl import LOCK_EX, LOCK_UN, flock

        with self._guard, self._told():
            flock(self._handle, LOCK_EX)
            try:
                self._catch_up()
                yield
            finally:
                flock(self._handle, LOCK_UN)

    def _catch_up(self) -> None:
        """Look at what was appended since the last look; a torn end is cut off."""
        size = os.fstat(self._handle).st_size
        if size == self._end or (size > self._end and self._look(size) is Tail.NOTHING):
            return
        self._index, self._end = Index(), 0  # perhaps somebody has written it anew: nothing is cut before all was seen
        tail = self._look(size)
        if tail is Tail.BROKEN:
            what = f"is no WARC file from byte {self._end:,} on; mend it or choose another file"
            raise SourceError(str(self.path), what)
        if tail is Tail.TORN:
            os.ftruncate(self._handle, self._end)
            cut = size - self._end
            self._say(f"{self.path}: cut off its last {cut:,} bytes, a record that was not written to its end")

    def _look(self, size: int) -> Tail:
        """Take what is whole behind the known end into the index, and return what follows."""
        with self._file() as file:
            notes = list(_notes(file, self._end))
            self._end, tail = whole_end(file, notes[-1].start if notes else self._end, size, zipped=self._zipped)
        for note in notes:
            if note.start < self._end:
                self._index.add(note)
        return tail

    def _file(self) -> BinaryIO:
        """Return the file for reading, to be closed; its name may by now be that of another file."""
        return os.fdopen(os.dup(self._handle), "rb")

    def _append(self, *records: bytes) -> None:
        """Write records behind the others, and see them on the disk; if that fails, nothing is left of them."""
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

    def _read(self, place: Place) -> Answer | None:
        """Return the answer at a place, ``None`` if it holds something else than it says."""
        with suppress(*UNREADABLE), self._file() as file:
            if place.request == NO_REQUEST:
                response = _record_at(file, place.response)
                return answer_of(response, Request(target_of(response)), ())
            asked = _record_at(file, place.request)
            request, hops = request_of(asked), hops_of(asked)
            return answer_of(_record_at(file, place.response), request, hops)
        return None

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the system's errors into one line that says what to do."""
        try:
            yield
        except OSError as error:
            what = REASONS.get(error.errno or 0, f"can't be used ({error.strerror or error}); choose another file")
            raise OutputError(str(self.path), what) from error


def _notes(file: BinaryIO, start: int) -> Iterator[Note]:
    """Yield what the index must know of the records from `start` on, as far as they read."""
    file.seek(start)
    with suppress(OSError):  # where it does not read on, the caller looks why
        records = ArchiveIterator(file, WANTED, parse_http=False, max_header_len=MAX_HEAD)
        yield from filter(None, map(_note, records))


def _record_at(file: BinaryIO, start: int) -> WarcRecord:
    file.seek(start)
    return next(iter(ArchiveIterator(file, parse_http=False, max_header_len=MAX_HEAD)))


def _note(record: WarcRecord) -> Note | None:
    """Return what the index must know of a record, ``None`` if it is nothing that was asked of the web."""
    with suppress(*UNREADABLE):
        is_request = record.record_type == WarcRecordType.request
        request = request_of(record) if is_request else Request(target_of(record))
        if request.url.lower().startswith(WEB):
            partner = record.headers.get("WARC-Concurrent-To") or ""
            return Note(record.stream_pos, key_of(request), str(record.record_id), partner, is_request)
    return None
