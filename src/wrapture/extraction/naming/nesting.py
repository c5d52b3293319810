"""Columns that hold others: a line beside the values in it, a text beside the pieces that it was cut into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.extraction.naming.seen import Seen

LOOKED_AT: Final = 3  # records

Nesting = list[list[int]]
"""For each column the columns whose values stand inside its own, in order."""


def nesting_of(values: Sequence[Sequence[Seen]]) -> Nesting:
    """Return which text columns hold which others, by some records in which both have a value."""
    by_record: dict[tuple[int, int], list[tuple[int, Seen]]] = {}
    for number, column in enumerate(values):
        for seen in column:
            if seen.is_text:
                by_record.setdefault((id(seen.page), seen.record[0].start), []).append((number, seen))
    fullest = sorted(by_record.values(), key=len, reverse=True)[:LOOKED_AT]
    found: dict[tuple[int, int], bool] = {}
    for record in fullest:
        for outer, one in record:
            for inner, other in record:
                if outer != inner and found.get((outer, inner), True):
                    found[outer, inner] = holds(one, other)
    return [[inner for inner in range(len(values)) if found.get((outer, inner))] for outer in range(len(values))]


def holds(one: Seen, other: Seen) -> bool:
    """Return whether a value holds another of the same record and something more."""
    return (
        one.span.start <= other.span.start
        and other.span.stop <= one.span.stop
        and len(other.text) < len(one.text)
        and other.text in one.text
    )
