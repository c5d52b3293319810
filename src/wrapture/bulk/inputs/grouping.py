"""Entries of an input, grouped into units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_ENTRIES, UNIT_PAGES, Held, Member, Passed, UnitDraft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.bulk.inputs.chunks import Chunk, InputFile

E = TypeVar("E")


class UnitBuilder(Generic[E]):
    """Collects entries into units; ``end`` is the offset after the last entry."""

    def __init__(self, source: str, bind: Callable[[tuple[E, ...]], Chunk], start: int = 0) -> None:
        self.source = source
        self._bind = bind
        self._entries: list[E] = []
        self._pages = 0
        self._bytes = 0
        self._start = self.end = start

    def room_for(self, size: int) -> Iterator[UnitDraft]:
        """Yield a unit if it is too full for another page of `size` bytes."""
        many = self._pages >= UNIT_PAGES or len(self._entries) >= UNIT_ENTRIES
        if many or (self._bytes and self._bytes + size > UNIT_BYTES):
            yield from self.rest()

    def add(self, entry: E, size: int, end: int) -> None:
        """Add an entry; `end` is the offset after it."""
        self._entries.append(entry)
        self._pages += not isinstance(entry, Passed)
        self._bytes += size
        self.end = end

    def rest(self, end: int | None = None) -> Iterator[UnitDraft]:
        """Yield the unit of the remaining entries, if any."""
        self.end = self.end if end is None else end
        if self._entries:
            chunk = self._bind(tuple(self._entries))
            weight, self._start = self.end - self._start, self.end
            self._entries, self._pages, self._bytes = [], 0, 0
            yield UnitDraft(self.source, chunk, weight)


class HeldBuilder:
    """Collects the bytes that the next unit holds."""

    def __init__(self, file: InputFile) -> None:
        self._file = file
        self._data = bytearray()
        self._given = 0

    def keep(self, name: str, body: bytes) -> Member:
        """Add bytes and return their range."""
        start = len(self._data)
        self._data += body
        return Member(name, start, len(body))

    def give(self) -> Held:
        """Return the bytes added since the last call."""
        held = Held(self._file, self._given, bytes(self._data))
        self._given += len(self._data)
        self._data = bytearray()
        return held
