"""Sums over spans of a sequence, from its running sums: what a list of records holds of several things at once."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from wrapture.algo.kernels import KERNELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SpanTotal: TypeAlias = tuple[int, int]
"""The sum over some spans, and how many of them hold any."""


def running_sums(values: Iterable[int]) -> array[int]:
    """Return the sums of all values before each one, and of all; an array, because a page may have a million nodes.

    >>> list(running_sums([1, 0, 2]))
    [0, 1, 1, 3]
    """
    return array("i", accumulate(values, initial=0))


def span_totals(columns: tuple[array[int], ...], spans: list[tuple[int, int]]) -> list[SpanTotal]:
    """Return for each column of running sums the sum over some spans, and how many of them hold any.

    >>> span_totals((running_sums([1, 0, 2]), running_sums([0, 0, 1])), [(0, 1), (1, 2), (1, 3)])
    [(3, 2), (1, 1)]
    """
    if KERNELS is not None:
        return KERNELS.span_totals(columns, spans)
    return [totals_of(column, spans) for column in columns]


def totals_of(column: Sequence[int], spans: Sequence[tuple[int, int]]) -> SpanTotal:
    """Return the sum of one column over the spans and how many hold any, without the kernel."""
    held = [column[stop] - column[start] for start, stop in spans]
    return sum(held), sum([one > 0 for one in held])
