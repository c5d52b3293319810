"""Where units are read: a child process with limits, a pool of them on this machine, or a Dask cluster.

.. code-block:: text

    pool.Pool         N threads ──┐
                                  ├──▶ supervisor.Supervisor ──pipes──▶ child (limits, watch) ──▶ bulk.reading.UnitReader
    cluster.Cluster   N workers ──┘

A page that takes too much time or memory, or that kills the process, costs that page alone: the unit is read again without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.model import Job, Outcome, Tally, Unit

READER: Final = "wrapture.bulk.reading:UnitReader"
"""What reads a unit in a child process: the name of a module, and of what in it is called with a job."""


class Engine(Protocol):
    """Reads the units of a run, several at a time."""

    @property
    def workers(self) -> int:
        """How many units are read at a time."""

    def run(self, job: Job, units: Iterator[Unit]) -> Generator[Outcome, None, None]:
        """Yield what comes of each unit, in any order; closing the iterator ends all that is going on."""

    def progress(self) -> Tally:
        """Return what has come so far of units that are not done; units may begin anew, and then it is less again."""
