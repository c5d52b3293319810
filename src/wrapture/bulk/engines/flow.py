"""Units in, outcomes out: no more units are taken than are needed to keep everybody busy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.model import Outcome, Unit


class Crew(Protocol):
    """Those who read units."""

    def capacity(self) -> int:
        """Return how many units may be on their way at a time: read, waiting, or done and not yet taken."""

    def submit(self, unit: Unit) -> None:
        """Have a unit read, some time."""

    def is_ready(self) -> bool:
        """Return whether an outcome can be had at once."""

    def take(self) -> Outcome:
        """Return the next outcome, when there is one; raises what went wrong."""


def flow(units: Iterator[Unit], crew: Crew) -> Generator[Outcome, None, None]:
    """Yield what comes of each unit, in the order in which they are done.

    An outcome that is ready goes first, then units are taken, one by one; so memory does not grow with the input, and an input
    that is listed slowly keeps no outcome back.
    """
    under_way = 0
    rest = True
    while rest or under_way:
        if rest and under_way < crew.capacity() and not crew.is_ready():
            unit = next(units, None)
            if unit is None:
                rest = False
            else:
                crew.submit(unit)
                under_way += 1
        else:
            outcome = crew.take()
            under_way -= 1
            yield outcome
