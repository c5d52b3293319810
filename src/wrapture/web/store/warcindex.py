"""Where the answers of a WARC file are, by the keys of their requests."""

from __future__ import annotations

from typing import Final, NamedTuple

NO_REQUEST: Final = -1


class Place(NamedTuple):
    """Where the records of an answer begin."""

    request: int
    response: int


class Note(NamedTuple):
    """What the index must know of a record; ``partner`` is the record that it says it belongs to."""

    start: int
    key: str
    record_id: str
    partner: str
    is_request: bool


class Index:
    """The places of all answers in order, and of the newest answer to each request."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.newest: dict[str, Place] = {}
        self._last: Note | None = None

    def add(self, note: Note) -> None:
        """Note a record; a request stands right before its response, or right after it in the files of some programs."""
        last, self._last = self._last, note
        partner = last if last is not None and _belong(last, note) else None
        if note.is_request and partner is not None:
            self.places.pop()  # it was taken for the answer to a plain request
            if self.newest.get(partner.key) == Place(NO_REQUEST, partner.start):
                del self.newest[partner.key]
            self._put(note.key, Place(note.start, partner.start))
        elif partner is not None:
            self._put(partner.key, Place(partner.start, note.start))
        elif not note.is_request:
            self._put(note.key, Place(NO_REQUEST, note.start))

    def _put(self, key: str, place: Place) -> None:
        self.places.append(place)
        self.newest[key] = place


def _belong(one: Note, other: Note) -> bool:
    """Return whether two records are a request and its response."""
    named = one.partner == other.record_id or other.partner == one.record_id
    return named and one.is_request != other.is_request
