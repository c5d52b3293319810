"""Offsets of the responses in a WARC file, by the keys of their requests."""

from __future__ import annotations

from typing import Final, NamedTuple

NO_REQUEST: Final = -1


class RecordOffset(NamedTuple):
    """Where the records of a response begin."""

    request: int
    response: int


class Note(NamedTuple):
    """What the index needs of a record; ``partner`` is the record that it refers to."""

    start: int
    key: str
    record_id: str
    partner: str
    is_request: bool


class WarcIndex:
    """The offsets of all responses in order, and of the newest response to each request."""

    def __init__(self) -> None:
        self.places: list[RecordOffset] = []
        self.newest: dict[str, RecordOffset] = {}
        self._last: Note | None = None

    def add(self, note: Note) -> None:
        """Add a record; a request stands right before its response, or right after it in files of some programs."""
        last, self._last = self._last, note
        partner = last if last is not None and _belong(last, note) else None
        if note.is_request and partner is not None:
            self.places.pop()  # it was taken for the response to a plain request
            if self.newest.get(partner.key) == RecordOffset(NO_REQUEST, partner.start):
                del self.newest[partner.key]
            self._put(note.key, RecordOffset(note.start, partner.start))
        elif partner is not None:
            self._put(partner.key, RecordOffset(partner.start, note.start))
        elif not note.is_request:
            self._put(note.key, RecordOffset(NO_REQUEST, note.start))

    def _put(self, key: str, place: RecordOffset) -> None:
        self.places.append(place)
        self.newest[key] = place


def _belong(one: Note, other: Note) -> bool:
    """Return whether two records are a request and its response."""
    named = one.partner == other.record_id or other.partner == one.record_id
    return named and one.is_request != other.is_request
