"""The Dask plugin of a run: child processes on each worker for as long as the run lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from distributed import WorkerPlugin, get_worker

from wrapture import __version__
from wrapture.bulk.engines.supervisor import StoppedError
from wrapture.bulk.engines.supply import Supply
from wrapture.errors import BulkError

if TYPE_CHECKING:
    from wrapture.bulk.jobs import Job, Outcome, Unit


class Readers(WorkerPlugin):
    """The child processes of one worker for one job."""

    def __init__(self, job: Job, reader: str) -> None:
        self._job = job
        self._reader = reader
        self._supply: Supply | None = None

    def setup(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """Start on a worker."""
        self._supply = Supply(self._job, self._reader)

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """Kill all processes of the job."""
        if self._supply is not None:
            self._supply.close()

    def read(self, unit: Unit) -> Outcome:
        """Return the outcome of a unit, read in a process of its own."""
        if self._supply is None:
            raise StoppedError
        return self._supply.read(unit)


def read_there(name: str, version: str, unit: Unit) -> Outcome:
    """Return the outcome of a unit; this is the task that Dask runs on a worker."""
    if version != __version__:
        raise BulkError(
            f"a worker of the Dask cluster has wrapture {__version__}; install wrapture {version} on all of them"
        )
    readers = get_worker().plugins.get(name)
    if not isinstance(readers, Readers):  # the worker is just starting, or ending
        raise StoppedError
    return readers.read(unit)
