"""Units in, outcomes out: no more units are taken than the workers need to stay busy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.jobs import Outcome, Unit


class Crew(Protocol):
    """Workers that read units."""

    def capacity(self) -> int:
        """Return how many units may be in flight: waiting, being read, or done and not yet taken."""

    def submit(self, unit: Unit) -> None:
        """Queue a unit."""

    def is_ready(self) -> bool:
        """Return whether an outcome is ready."""

    def take(self) -> Outcome:
        """Wait for the next outcome and return it; raises what went wrong."""


def flow(units: Iterator[Unit], crew: Crew) -> Generator[Outcome, None, None]:
    """Yield the outcome of each unit, in the order of completion.

    Outcomes that are ready come first, then units are taken one by one; so memory does not grow with the input, and an input
    that is slow to list delays no outcome.
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
