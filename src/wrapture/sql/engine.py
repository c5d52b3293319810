"""A database in memory that can read the files it was opened for, and nothing else once it is locked.

What holds, tried with DuckDB 2.0:

* With ``enable_external_access`` off, files are opened only if they are in ``allowed_paths``; symbolic links and ``..`` are
  resolved first, globs are refused.  The folder for what does not fit into memory is allowed by DuckDB itself, so it is a new
  one with a name that nobody knows, and it is gone with the engine.
* An allowed file may be *written*, too: that is what `wrapture.sql.gate` is for.
* ``lock_configuration`` keeps a query from changing any of this.  Extensions are neither loaded nor installed: those for
  Parquet, JSON and time zones are part of the library.
* ``python_enable_replacements`` is off: a query does not see the variables of the program.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wrapture.errors import QueryError
from wrapture.sql.names import literal, quoted
from wrapture.sql.trouble import duckdb_library, told_of_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")

MOST_MEMORY_BYTES: Final = 4 << 30
MEMORY_SHARE: Final = 0.5  # of the machine's memory, where that is less
MOST_THREADS: Final = 8
MOST_TEMPORARY: Final = "32GiB"  # on the disk, for what does not fit into memory
PATIENCE_S: Final = 0.05  # between two tries to stop a query: one that comes between two statements is lost


class Engine:
    """A connection to DuckDB; see the module."""

    def __init__(self, paths: Sequence[str] = (), databases: Mapping[str, str] | None = None) -> None:
        duckdb = duckdb_library()
        folder = tempfile.mkdtemp(prefix="wrapture-sql-")
        self.connection = duckdb.connect(":memory:", config=_settings(folder))
        weakref.finalize(self, _end, self.connection, folder)
        self.run("SET GLOBAL TimeZone = 'UTC'")  # a moment without a zone means the same on every machine
        for name, path in (databases or {}).items():
            with told_of_data(path):
                self.run(f"ATTACH {literal(path)} AS {quoted(name)} (READ_ONLY)")
        self.run(f"SET allowed_paths = [{', '.join(map(literal, paths))}]")
        self.run("SET enable_external_access = false")

    def lock(self) -> None:
        """Let nothing change the settings any more."""
        self.run("SET lock_configuration = true")

    def run(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement of our own."""
        return list(self.connection.execute(sql, list(values)).fetchall())

    def cursor(self) -> Any:
        """Return a connection of its own to the same database: what is read by it does not disturb others."""
        return self.connection.cursor()

    def within(self, timeout_s: float | None, work: Callable[[], T]) -> T:
        """Return what some work with the engine gives; raise `QueryError` where it takes longer than it may.

        The work is done by a thread of its own, so that Ctrl-C and the time can stop it: DuckDB does not hear signals reliably.
        """
        outcome: Future[T] = Future()
        worker = threading.Thread(target=_settle, args=(outcome, work), daemon=True)
        worker.start()
        try:
            return outcome.result(timeout_s)
        except FutureTimeout as error:
            self._stop(worker)
            what = f"took longer than {timeout_s:g} s; give it more time with --timeout, or ask for less"
            raise QueryError("query", what) from error
        except KeyboardInterrupt:
            self._stop(worker)
            raise

    def _stop(self, worker: threading.Thread) -> None:
        while worker.is_alive():
            self.connection.interrupt()
            worker.join(PATIENCE_S)


def _settings(folder: str) -> dict[str, str | int]:
    return {
        "allow_community_extensions": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_persistent_secrets": "false",
        "errors_as_json": "true",
        "max_temp_directory_size": MOST_TEMPORARY,
        "memory_limit": f"{_memory_bytes() >> 20}MiB",
        "python_enable_replacements": "false",
        "temp_directory": folder,
        "threads": min(os.cpu_count() or 1, MOST_THREADS),
    }


def _memory_bytes() -> int:
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on this system
        return MOST_MEMORY_BYTES
    return min(MOST_MEMORY_BYTES, int(machine * MEMORY_SHARE))


def _settle(outcome: Future[T], work: Callable[[], T]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:
        outcome.set_exception(error)


def _end(connection: Any, folder: str) -> None:
    connection.close()
    shutil.rmtree(folder, ignore_errors=True)
