"""Columns that contain others: a line beside the values in it, a text beside the pieces it was cut into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.seen import SeenValue

EXAMINED: Final = 3  # records

Nesting = list[list[int]]
"""For each column, the columns whose values lie inside its own, in order."""


def nesting_of(values: Sequence[Sequence[SeenValue]]) -> Nesting:
    """Return which text columns contain which others, judged by a few records in which both have a value."""
    by_record: dict[tuple[int, int], list[tuple[int, SeenValue]]] = {}
    for number, column in enumerate(values):
        for seen in column:
            if seen.is_text:
                by_record.setdefault((id(seen.page), seen.record[0].start), []).append((number, seen))
    fullest = sorted(by_record.values(), key=len, reverse=True)[:EXAMINED]
    found: dict[tuple[int, int], bool] = {}
    for record in fullest:
        for outer, one in record:
            for inner, other in record:
                if outer != inner and found.get((outer, inner), True):
                    found[outer, inner] = holds(one, other)
    return [[inner for inner in range(len(values)) if found.get((outer, inner))] for outer in range(len(values))]


def holds(one: SeenValue, other: SeenValue) -> bool:
    """Return whether a value contains another of the same record, and more."""
    return (
        one.span.start <= other.span.start
        and other.span.stop <= one.span.stop
        and len(other.text) < len(one.text)
        and other.text in one.text
    )
