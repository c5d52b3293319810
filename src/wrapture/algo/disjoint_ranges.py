"""Ranges of a sequence that stand apart, so that finding one that meets another takes a binary search."""

from __future__ import annotations

from bisect import bisect_right


class DisjointRanges:
    """Ranges ``first <= n <= last``, none of which meets another.

    >>> some = DisjointRanges()
    >>> some.add(3, 5)
    >>> some.meet(5, 9), some.meet(6, 9)
    (True, False)
    """

    __slots__ = ("_firsts", "_lasts")

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def meet(self, first: int, last: int) -> bool:
        """Return whether a range has a place in common with one of these: with the last that begins in or before it."""
        place = bisect_right(self._firsts, last)
        return place > 0 and self._lasts[place - 1] >= first

    def add(self, first: int, last: int) -> None:
        """Add a range that meets none of these."""
        place = bisect_right(self._firsts, first)
        self._firsts.insert(place, first)
        self._lasts.insert(place, last)
