"""Messages between a supervisor and its child: pickled values, each prefixed by its length."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final

from wrapture.bulk.jobs import DeadKind

if TYPE_CHECKING:
    from wrapture.bulk.jobs import Job, Outcome, Unit
    from wrapture.errors import WraptureError

LENGTH: Final = struct.Struct("<Q")

Dead = Mapping[int, tuple[DeadKind, str]]
"""The pages of a unit that were given up: their places, and why."""


@dataclass(frozen=True, slots=True)
class UnitOrder:
    """An order to read a unit without its ``dead`` pages."""

    unit: Unit
    dead: Dead


@dataclass(frozen=True, slots=True)
class Start:
    """The job of a child; ``reader`` names what reads units (see `wrapture.bulk.engines.READER`)."""

    job: Job
    reader: str


@dataclass(frozen=True, slots=True)
class Done:
    """A unit was read."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A unit failed because of one of its pages: it must be read again without that page."""

    place: int
    kind: DeadKind
    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """No unit can be read: an error for the user."""

    error: WraptureError


Answer = Done | GivenUp | Refused


def framed(message: object) -> bytes:
    """Return the bytes of a message."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def is_whole(frame: bytearray) -> bool:
    """Return whether a message is complete."""
    return len(frame) >= LENGTH.size and len(frame) >= LENGTH.size + LENGTH.unpack_from(frame)[0]


def unframed(frame: bytearray) -> object:
    """Return the message in a complete frame."""
    with memoryview(frame) as whole:
        return pickle.loads(whole[LENGTH.size :])  # noqa: S301 - from our own process, through a private pipe


def received(pipe: BinaryIO) -> object:
    """Wait for the next message of a pipe and return it; raises ``EOFError`` at the end."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))  # noqa: S301 - as above
