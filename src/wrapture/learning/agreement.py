"""How far learners agree on an answer: the strongest single indicator of a right one."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

SET: Final = ord("1")


def agreement(answers: Sequence[Sequence[Sequence[Hashable]]], found_by: Sequence[Sequence[str]]) -> list[float]:
    """Return for each answer the sum, over the learners, of its best Jaccard index with any answer of that learner.

    An answer is a sequence of parts for each page; ``found_by`` names the learners that gave it.

    >>> agreement([["abc"], ["abc"], ["abcdef"], ["xyz"]], [["one"], ["two"], ["two"], ["two"]])
    [2.0, 2.0, 1.5, 1.0]
    """
    masks = _masks(answers)
    sizes = [mask.bit_count() for mask in masks]
    best: list[dict[str, float]] = [dict.fromkeys(names, 1.0) for names in found_by]
    for one, mask in enumerate(masks):
        for other in range(one):
            shared = (mask & masks[other]).bit_count()
            if shared:
                likeness = shared / (sizes[one] + sizes[other] - shared)
                _take(best[one], found_by[other], likeness)
                _take(best[other], found_by[one], likeness)
    return [sum(found.values()) for found in best]


def _take(best: dict[str, float], learners: Sequence[str], likeness: float) -> None:
    """Raise the best likeness of these learners' answers to at least `likeness`."""
    for learner in learners:
        if likeness > best.get(learner, 0.0):
            best[learner] = likeness


def _masks(answers: Sequence[Sequence[Sequence[Hashable]]]) -> list[int]:
    """Return each answer as an int with a bit for each part, so that intersecting two is one operation."""
    following = count()
    numbers: list[defaultdict[Hashable, int]] = [
        defaultdict(following.__next__) for _ in max(answers, key=len, default=())
    ]
    held = [
        [number for known, page in zip(numbers, answer, strict=True) for number in map(known.__getitem__, page)]
        for answer in answers
    ]
    parts = next(following)
    return [_mask(bits, parts) for bits in held]


def _mask(bits: Sequence[int], parts: int) -> int:
    """Return the int in which these of so many bits are set."""
    digits = bytearray(b"0") * (parts + 1)
    for bit in bits:
        digits[bit] = SET
    return int(digits, 2)
