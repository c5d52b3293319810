"""What a supervisor and its child say to each other: pickled values, each with its length before it."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final

from wrapture.bulk.model import DeadKind

if TYPE_CHECKING:
    from wrapture.bulk.model import Job, Outcome, Unit
    from wrapture.errors import WraptureError

LENGTH: Final = struct.Struct("<Q")

Dead = Mapping[int, tuple[DeadKind, str]]
"""The pages of a unit that are given up: their places, with why."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to read: a unit of a job, but for the pages that are given up, with why."""

    unit: Unit
    dead: Dead


@dataclass(frozen=True, slots=True)
class Start:
    """What the child is for; ``reader`` names what reads units (see `wrapture.bulk.engines.READER`)."""

    job: Job
    reader: str


@dataclass(frozen=True, slots=True)
class Done:
    """A unit was read."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A unit could not be read because of one of its pages: it must be read again without it."""

    place: int
    kind: DeadKind
    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """No unit can be read: an error for the person who has started the run."""

    error: WraptureError


Answer = Done | GivenUp | Refused


def framed(message: object) -> bytes:
    """Return a message as it goes through a pipe."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def is_whole(frame: bytearray) -> bool:
    """Return whether all of a message is there."""
    return len(frame) >= LENGTH.size and len(frame) >= LENGTH.size + LENGTH.unpack_from(frame)[0]


def unframed(frame: bytearray) -> object:
    """Return the message of a whole frame."""
    with memoryview(frame) as whole:
        return pickle.loads(whole[LENGTH.size :])  # noqa: S301 - of a process of our own, through a pipe that nobody else has


def received(pipe: BinaryIO) -> object:
    """Return the next message of a pipe, when it is there; raises ``EOFError`` when there is none to come."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))  # noqa: S301 - as above
