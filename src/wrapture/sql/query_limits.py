"""Limits of time and memory that hold, whatever a query does.

A query runs in a thread, because DuckDB does not react to signals reliably.  After the time limit it is interrupted; DuckDB
notices that between two steps, and some single steps take minutes (planning thousands of unions, padding a text to 2 GB).
Such a thread is left behind, and the caller goes on: the command line ends its process.
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.errors import QueryError
from wrapture.sql.duckdb_engine import memory_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.sql.duckdb_engine import DuckdbEngine

T = TypeVar("T")

PATIENCE_S: Final = 0.05  # between attempts to interrupt a query: an interrupt between two statements has no effect
STOP_S: Final = 1.0  # then a query that does not react is left behind
SPARE_BYTES: Final = 1 << 30  # for Python and its libraries, beside the memory that DuckDB counts
MEMORY: Final = "needs more memory than available; select less, or a part of it"

_left_behind: list[threading.Thread] = []


def within(timeout_s: float | None, work: Callable[[list[DuckdbEngine]], T]) -> T:
    """Return the result of some work; raises `QueryError` if it takes longer than the timeout.

    The work adds the engines that it uses to the list it is given, so that they can be interrupted.
    """
    outcome: Future[T] = Future()
    engines: list[DuckdbEngine] = []
    worker = threading.Thread(target=_settle, args=(outcome, work, engines), daemon=True)
    worker.start()
    try:
        return outcome.result(timeout_s)
    except FutureTimeout as error:
        _stop(worker, engines)
        what = f"took longer than {timeout_s:g} s; raise `timeout_s`, or select less"
        raise QueryError("query", what) from error
    except KeyboardInterrupt:
        _stop(worker, engines)
        raise


def is_left_behind() -> bool:
    """Return whether a query that did not react to its time limit is still running in this process."""
    return any(worker.is_alive() for worker in _left_behind)


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Bound the memory of this process while the block runs: DuckDB does not count single values, such as texts of 4 GB."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = _data_bytes() + memory_bytes() + SPARE_BYTES
    allowed = [limit for limit in (before, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([most, *allowed]), hard))
    try:
        yield
    except MemoryError as error:
        raise QueryError("query", MEMORY) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


def _data_bytes() -> int:
    """Return the size of the data of this process, as the limit counts it."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))


def _settle(outcome: Future[T], work: Callable[[list[DuckdbEngine]], T], engines: list[DuckdbEngine]) -> None:
    try:
        outcome.set_result(work(engines))
    except BaseException as error:
        outcome.set_exception(error)


def _stop(worker: threading.Thread, engines: list[DuckdbEngine]) -> None:
    end = time.monotonic() + STOP_S
    while worker.is_alive() and time.monotonic() < end:
        for engine in engines:
            engine.connection.interrupt()
        worker.join(PATIENCE_S)
    if worker.is_alive():
        _left_behind.append(worker)
        for engine in engines:
            engine.abandon()
