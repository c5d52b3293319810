"""Entries of an input, gathered into units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_ENTRIES, UNIT_PAGES, Draft, Held, Member, Passed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.bulk.inputs.chunks import Chunk, File

E = TypeVar("E")


class Sheaf(Generic[E]):
    """Entries that will be a unit; ``end`` is how far into its input the last of them reaches."""

    def __init__(self, source: str, bind: Callable[[tuple[E, ...]], Chunk], start: int = 0) -> None:
        self.source = source
        self._bind = bind
        self._entries: list[E] = []
        self._pages = 0
        self._bytes = 0
        self._start = self.end = start

    def room_for(self, size: int) -> Iterator[Draft]:
        """Yield the unit that is full, if it is, before a page of `size` bytes is added."""
        many = self._pages >= UNIT_PAGES or len(self._entries) >= UNIT_ENTRIES
        if many or (self._bytes and self._bytes + size > UNIT_BYTES):
            yield from self.rest()

    def add(self, entry: E, size: int, end: int) -> None:
        """Add an entry; `end` is how far into the input it reaches."""
        self._entries.append(entry)
        self._pages += not isinstance(entry, Passed)
        self._bytes += size
        self.end = end

    def rest(self, end: int | None = None) -> Iterator[Draft]:
        """Yield the unit of what is left, if anything is."""
        self.end = self.end if end is None else end
        if self._entries:
            chunk = self._bind(tuple(self._entries))
            weight, self._start = self.end - self._start, self.end
            self._entries, self._pages, self._bytes = [], 0, 0
            yield Draft(self.source, chunk, weight)


class Hoard:
    """The bytes that the next unit will hold."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._data = bytearray()
        self._given = 0

    def keep(self, name: str, body: bytes) -> Member:
        """Return where bytes are kept."""
        start = len(self._data)
        self._data += body
        return Member(name, start, len(body))

    def give(self) -> Held:
        """Return all that was kept since the last time."""
        held = Held(self._file, self._given, bytes(self._data))
        self._given += len(self._data)
        self._data = bytearray()
        return held
