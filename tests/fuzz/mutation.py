"""Mutations of a target's seeds by number: the same number is the same bytes on every machine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from tests.torture.mutants import cut_piece, flip_bytes, insert_nasty, repeat_piece, truncate

if TYPE_CHECKING:
    from tests.fuzz.targets import FuzzTarget

WAYS: Final = (cut_piece, flip_bytes, insert_nasty, repeat_piece, truncate)
MOST_BYTES: Final = 100_000


def mutated(target: FuzzTarget, number: int) -> bytes:
    """Return the bytes of a number: one seed, or a piece of each of two, changed one to four times."""
    random, known = Random(f"{target.name} {number}"), target.seeds()
    body = random.choice(known)
    if random.random() < 0.2:
        body = (
            body[: random.randrange(len(body) + 1)]
            + (other := random.choice(known))[random.randrange(len(other) + 1) :]
        )
    for _ in range(random.randint(1, 4)):
        body = random.choice(WAYS)(random, body)[:MOST_BYTES]
    return body
