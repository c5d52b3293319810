"""Columns that contain others: a line beside the values in it, a text beside the pieces it was cut into."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.columns.naming.seen import SeenValue

AGREEMENT: Final = 0.9  # share of the records in which a part must lie inside its whole
MORE: Final = 0.2  # share of the records in which a whole must be more than its part: further lines may be missing

Nesting = list[list[int]]
"""For each column, the columns whose values lie inside its own, in order."""


def nesting_of(values: Sequence[Sequence[SeenValue]]) -> Nesting:
    """Return which text columns contain which others, judged by the records in which both have a value."""
    found: Nesting = [[] for _ in values]
    for (outer, inner), (both, held, more) in sorted(_counts(_texts_by_record(values)).items()):
        if held >= AGREEMENT * both and more > MORE * held:
            found[outer].append(inner)
    return found


def _texts_by_record(values: Sequence[Sequence[SeenValue]]) -> Iterable[list[tuple[int, int, int, str]]]:
    """Return the texts of each record: the column, the first node and the stop of each, and the text."""
    by_record: dict[tuple[int, int], list[tuple[int, int, int, str]]] = {}
    for number, column in enumerate(values):
        for seen in column:
            if seen.is_text:
                place = number, seen.span.start, seen.span.stop, seen.text
                by_record.setdefault((id(seen.page), seen.record[0].start), []).append(place)
    return by_record.values()


def _counts(records: Iterable[list[tuple[int, int, int, str]]]) -> dict[tuple[int, int], list[int]]:
    """Return for two columns the records with both, those in which one contains the other, and those in which it is longer."""
    counts: dict[tuple[int, int], list[int]] = {}
    for record in records:
        for (outer, start, stop, text), (inner, first, last, part) in permutations(record, 2):
            if outer != inner:
                count = counts.setdefault((outer, inner), [0, 0, 0])
                count[0] += 1
                count[1] += start <= first and last <= stop and part in text
                count[2] += len(text) > len(part)
    return counts
