"""The Dask engine: each worker reads units in child processes of its own, like the `pool`.

Units and outcomes travel by value, so the machines need no shared disk; but every worker must find the input (and the library,
if there is one) at the same address, and have this version of Wrapture.  Dask gives the unit of a lost worker to another one.
Without a scheduler's address, a cluster of processes is started on this machine.
"""

from __future__ import annotations

import logging
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from wrapture import __version__
from wrapture.bulk.engines import READER
from wrapture.bulk.engines.flow import flow
from wrapture.bulk.engines.pool import cores
from wrapture.bulk.engines.supervisor import StoppedError
from wrapture.bulk.jobs import Tally
from wrapture.error_lines import reason_of
from wrapture.errors import BulkError, MissingExtraError, WraptureError

try:
    import dask
    import distributed
    from distributed import KilledWorker

    from wrapture.bulk.engines.station import Readers, read_there
except ImportError as missing:
    raise MissingExtraError("a run on a Dask cluster", "dask") from missing

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wrapture.bulk.jobs import Job, Outcome, Unit

UNTYPED: Final[Any] = distributed
"""The library, for its untyped names."""
PER_THREAD: Final = 2
"""Units per thread of a worker, with the one it reads, so that no thread waits."""
TRIES: Final = 3
"""How often a unit is submitted; each time Dask itself tries several workers."""
CONNECT_S: Final = 10.0
WORKERLESS_S: Final = 300.0
"""How long to wait while there is no worker, such as while machines restart."""
CLOSE_S: Final = 10.0
POLL_S: Final = 0.5
ANY_PORT: Final = "127.0.0.1:0"
"""For the web server that Dask starts even without a dashboard: it warns when its usual port is taken."""
RESUME: Final = "rerun the command to resume"
SETTINGS: Final = {"distributed.admin.large-graph-warning-threshold": "1 GB"}
"""Pages of archives without random access are sent by value: megabytes, and no reason for a warning."""


class Cluster:
    """The workers of a Dask scheduler; without its address, processes on this machine (0: one per core)."""

    def __init__(self, scheduler: str = "", workers: int = 0, reader: str = READER) -> None:
        self._scheduler = scheduler
        self._reader = reader
        self.workers = workers or cores()

    def run(self, job: Job, units: Iterator[Unit]) -> Generator[Outcome, None, None]:
        """Yield the outcome of each unit, in any order; closing the iterator stops its work on the cluster."""
        with dask.config.set(SETTINGS), _silence(), ExitStack() as stack:
            client = stack.enter_context(self._connected())
            self.workers = sum(client.nthreads().values())
            name = stack.enter_context(_readers(client, job, self._reader))
            crew = _Workers(client, name)
            stack.callback(crew.cancel)
            yield from flow(units, crew)

    def progress(self) -> Tally:
        """Return nothing: the progress of workers within a unit is unknown."""
        return Tally()

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        with ExitStack() as stack:
            address: Any = self._scheduler or stack.enter_context(_local_cluster(self.workers))
            try:
                self._scheduler.encode()  # Dask tells of one that is not Unicode in a traceback of its own, after 20 s
                client = UNTYPED.Client(address, timeout=CONNECT_S, set_as_default=False)
            except (OSError, ValueError) as error:
                raise BulkError(
                    f"{address}: no Dask scheduler answers there; check its address, or start one"
                ) from error
            stack.callback(_close, client)
            _wait_for_workers(client, address)
            yield client


@contextmanager
def _local_cluster(workers: int) -> Iterator[object]:
    """Yield a cluster of processes on this machine, without a dashboard or memory limits: pages have their own."""
    with (
        TemporaryDirectory(prefix="wrapture-dask-", ignore_cleanup_errors=True) as folder,
        dask.config.set({"temporary-directory": folder}),
        UNTYPED.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=ANY_PORT,
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,
            host="127.0.0.1",
            local_directory=folder,
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


def _wait_for_workers(client: Any, address: object) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError as error:
        raise BulkError(f"{address}: this Dask scheduler has no workers; start some: dask worker ADDRESS") from error


@contextmanager
def _readers(client: Any, job: Job, reader: str) -> Iterator[str]:
    """Yield the name under which all workers, present and future, have readers for a job."""
    name = f"wrapture-{token_hex(8)}"
    try:
        client.register_plugin(Readers(job, reader), name=name)
    except Exception as error:
        raise BulkError(f"the workers of the Dask cluster can't read pages: {reason_of(error)}; {_SAME}") from error
    try:
        yield name
    finally:
        if _is_there(client):
            _quietly(client.unregister_worker_plugin, name)


_SAME: Final = f"install wrapture {__version__} on all of them"


class _Workers:
    """The workers, seen from here: units are submitted as tasks, and come back as futures."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._units: dict[str, tuple[Any, Unit]] = {}
        self._tries: Counter[int] = Counter()
        self._threads = 0
        self._counted_at = -CONNECT_S
        self._seen_at = monotonic()

    def capacity(self) -> int:
        if monotonic() - self._counted_at > POLL_S:
            self._count()
        return max(1, self._threads * PER_THREAD)

    def _count(self) -> None:
        """Count the threads of all workers, which come and go; raises `BulkError` if there were none for long."""
        try:
            self._threads = sum(self._client.nthreads().values())
        except Exception as error:
            raise _lost(error) from error
        self._counted_at = monotonic()
        if self._threads:
            self._seen_at = self._counted_at
        elif self._counted_at - self._seen_at > WORKERLESS_S:
            raise BulkError(f"the Dask cluster has had no worker for {WORKERLESS_S:g} s; start some, then {RESUME}")

    def submit(self, unit: Unit) -> None:
        self._tries[unit.number] += 1
        key = f"{self._name}-{unit.number}-{self._tries[unit.number]}"
        try:
            future = self._client.submit(read_there, self._name, __version__, unit, key=key, pure=False)
        except Exception as error:
            raise _lost(error) from error
        self._units[key] = (future, unit)
        future.add_done_callback(self._done.put)

    def is_ready(self) -> bool:
        return not self._done.empty()

    def take(self) -> Outcome:
        while True:
            with suppress(Empty):
                outcome = self._taken(self._done.get(timeout=POLL_S))
                if outcome is not None:
                    return outcome
            self._count()

    def _taken(self, future: Any) -> Outcome | None:
        """Return the result of a task, None if its unit must be read again."""
        _, unit = self._units.pop(future.key)
        try:
            outcome: Outcome = future.result()
        except WraptureError:
            raise
        except (KilledWorker, StoppedError) as error:
            self._retry(unit, error)
            return None
        except BaseException as error:
            raise _lost(error) from error
        finally:
            future.release()
        del self._tries[unit.number]
        return outcome

    def _retry(self, unit: Unit, error: Exception) -> None:
        if self._tries[unit.number] >= TRIES:
            where = f"{unit.source}, unit {unit.number}"
            raise BulkError(f"{where}: the Dask cluster keeps losing the workers that read it") from error
        self.submit(unit)

    def cancel(self) -> None:
        """Cancel all tasks."""
        if _is_there(self._client):
            _quietly(self._client.cancel, [future for future, _ in self._units.values()], force=True)


def _close(client: Any) -> None:
    _quietly(client.close, CLOSE_S if _is_there(client) else 0.1)


def _is_there(client: Any) -> bool:
    """Return whether the scheduler is connected; calls to a lost one only time out."""
    return bool(client.status == "running")


def _lost(error: BaseException) -> BaseException:
    """Return the error for a failure of the cluster."""
    if not isinstance(error, Exception) and "Cancelled" not in type(error).__name__:
        return error  # Ctrl-C
    return BulkError(
        f"the connection to the Dask cluster is lost: {reason_of(error)}; when it is available again, {RESUME}"
    )


def _quietly(close: Any, *arguments: object, **options: object) -> None:
    """Call a clean-up function and ignore its errors."""
    with suppress(Exception):
        close(*arguments, **options)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from printing to the terminal; what matters is raised."""
    handlers = logging.getLogger("distributed").handlers
    levels = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for handler, level in zip(handlers, levels, strict=True):
            handler.setLevel(level)
