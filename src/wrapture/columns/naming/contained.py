"""Columns that contain others: a line beside the values in it, a text beside the pieces it was cut into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.seen import SeenValue

AGREEMENT: Final = 0.9  # share of the records in which a part must lie inside its whole
MORE: Final = 0.2  # share of the records in which a whole must be more than its part: further lines may be missing

Nesting = list[list[int]]
"""For each column, the columns whose values lie inside its own, in order."""


def nesting_of(values: Sequence[Sequence[SeenValue]]) -> Nesting:
    """Return which text columns contain which others, judged by the records in which both have a value."""
    by_record: dict[tuple[int, int], list[tuple[int, SeenValue]]] = {}
    for number, column in enumerate(values):
        for seen in column:
            if seen.is_text:
                by_record.setdefault((id(seen.page), seen.record[0].start), []).append((number, seen))
    both: dict[tuple[int, int], int] = {}
    held: dict[tuple[int, int], int] = {}
    more: dict[tuple[int, int], int] = {}
    for record in by_record.values():
        for outer, one in record:
            for inner, other in record:
                if outer != inner:
                    both[outer, inner] = both.get((outer, inner), 0) + 1
                    held[outer, inner] = held.get((outer, inner), 0) + holds(one, other)
                    more[outer, inner] = more.get((outer, inner), 0) + (len(one.text) > len(other.text))
    found: Nesting = [[] for _ in values]
    for (outer, inner), times in sorted(held.items()):
        if times >= AGREEMENT * both[outer, inner] and more[outer, inner] > MORE * times:
            found[outer].append(inner)
    return found


def holds(one: SeenValue, other: SeenValue) -> bool:
    """Return whether a value contains another of the same record, and perhaps more."""
    return one.span.start <= other.span.start and other.span.stop <= one.span.stop and other.text in one.text
