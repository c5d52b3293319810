"""Which of the records that a wrapper finds belong to its list (section 5.4 of the paper).

Departures from the paper
-------------------------
* The paper walks out from the middle record to the first that does not belong; besides that range, the range between the first
  and last record that belong is offered: an advert between two records must not end the list.
* Records without links are kept if the middle record has none either: court lists and price lists have no links.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.learning.visual.looks import Alike, Look, Looks
    from wrapture.model import ForestLocator, Record


class Refiner:
    """Finds the ranges of records that look alike on one page."""

    def __init__(self, page: Page, lines: Sequence[Line], looks: Looks, alike: Alike) -> None:
        self._starts = [line.start for line in lines]
        self._looks = looks
        self._alike = alike
        self._links = list(accumulate([tag == "a" for tag in page.tags], initial=0))

    def __call__(
        self, locator: ForestLocator, records: Sequence[Record]
    ) -> Iterator[tuple[ForestLocator, Sequence[Record]]]:
        """Yield a locator for each range of its records that may be the list, with these records."""
        belongs = self._belongs(records)
        for first, stop in dict.fromkeys([(0, len(records)), _from_middle(belongs), _from_ends(belongs)]):
            if stop - first > 1:
                yield replace(locator, first=first + 1, last=stop - len(records) - 1), records[first:stop]

    def _belongs(self, records: Sequence[Record]) -> list[bool]:
        """Return for each record whether it looks like the middle one, and has a link if that has one."""
        middle = len(records) // 2
        look, linked = self._look(records[middle]), self._linked(records[middle])
        return [(not linked or self._linked(record)) and self._is_like(self._look(record), look) for record in records]

    def _is_like(self, one: Look, other: Look) -> bool:
        return one is other or self._alike(one, other)  # equal looks are the same object

    def _look(self, record: Record) -> Look:
        start = bisect_left(self._starts, record[0].start)
        stop = bisect_left(self._starts, record[-1].stop)
        return self._looks.of(start, stop)

    def _linked(self, record: Record) -> bool:
        return any(self._links[span.stop] > self._links[span.start] for span in record)


def _from_middle(belongs: Sequence[bool]) -> tuple[int, int]:
    """Return the range around the middle record up to the first that does not belong, on either side.

    >>> _from_middle([False, True, True, True, False, True])
    (1, 4)
    """
    middle = len(belongs) // 2
    first = max((n + 1 for n in range(middle) if not belongs[n]), default=0)
    return first, min((n for n in range(middle, len(belongs)) if not belongs[n]), default=len(belongs))


def _from_ends(belongs: Sequence[bool]) -> tuple[int, int]:
    """Return the range from the first record that belongs to the last.

    >>> _from_ends([False, True, True, True, False, True])
    (1, 6)
    """
    found = [n for n, own in enumerate(belongs) if own]
    return found[0], found[-1] + 1
