"""Engines that read units: in child processes with limits, on this machine or on a Dask cluster.

.. code-block:: text

    pool.Pool         N threads ──┐
                                  ├──▶ supervisor.Supervisor ──pipes──▶ child (limits, watch) ──▶ bulk.unit_reader.UnitReader
    cluster.Cluster   N workers ──┘

A page that takes too much time or memory, or crashes the process, costs only that page: the unit is read again without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.jobs import Job, Outcome, Tally, Unit

READER: Final = "wrapture.bulk.unit_reader:UnitReader"
"""What reads units in a child process: a module, and the name in it that is called with a job."""


class Engine(Protocol):
    """Reads the units of a run, several at a time."""

    @property
    def workers(self) -> int:
        """How many units are read at a time."""

    def run(self, job: Job, units: Iterator[Unit]) -> Generator[Outcome, None, None]:
        """Yield the outcome of each unit, in any order; closing the iterator stops all work."""

    def progress(self) -> Tally:
        """Return the results so far of units that are not done; they shrink if a unit starts over."""
