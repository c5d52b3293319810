"""Spans and records: pieces of a page, by the numbers of its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """Nodes ``start <= n < stop`` of one page, in document order."""

    start: int
    stop: int

    def __init__(self, start: int, stop: int) -> None:
        _set_start(self, start)  # there are thousands a page: this takes half the time of what `dataclass` would write
        _set_stop(self, stop)

    def __len__(self) -> int:
        return self.stop - self.start

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.start, self.stop))

    def __contains__(self, node: int) -> bool:
        return self.start <= node < self.stop


_set_start: Final[Callable[[Span, int], None]] = vars(Span)["start"].__set__
_set_stop: Final[Callable[[Span, int], None]] = vars(Span)["stop"].__set__

Record: TypeAlias = tuple[Span, ...]
"""One record: its spans in order, without overlaps."""


def edges_of(records: Sequence[Record]) -> tuple[int, int]:
    """Return the first node of some records in page order, and the node after the last.

    >>> edges_of([(Span(3, 5), Span(6, 8)), (Span(9, 12),)])
    (3, 12)
    """
    return records[0][0].start, records[-1][-1].stop
