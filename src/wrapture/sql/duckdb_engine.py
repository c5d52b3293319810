"""An in-memory DuckDB database that, once locked, can read only the files it was opened for.

Verified with DuckDB 2.0:

* With ``enable_external_access`` off, files are opened only if they are in ``allowed_paths``; symbolic links and ``..`` are
  resolved first, globs are refused.  DuckDB itself allows its temporary folder, so that is a new folder with a random name,
  which is deleted with the engine.
* An allowed file can also be *written*, which `wrapture.sql.statement_gate` prevents.
* ``lock_configuration`` keeps a query from changing any of this.  Extensions are neither loaded nor installed: those for
  Parquet, JSON and time zones are built in.
* ``python_enable_replacements`` is off, so that a query can't see the program's variables.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Final

from wrapture.rows.sql_names import literal, quoted
from wrapture.sql.query_errors import duckdb_library, explain_data_errors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_MEMORY_BYTES: Final = 4 << 30
MEMORY_SHARE: Final = 0.5  # of the machine's memory, if that is less
MOST_THREADS: Final = 8
MOST_TEMPORARY: Final = "32GiB"  # on disk, for data that does not fit into memory


class DuckdbEngine:
    """A restricted connection to DuckDB (see the module's docstring)."""

    def __init__(
        self, paths: Sequence[str] = (), databases: Mapping[str, str] | None = None, *, parses_only: bool = False
    ) -> None:
        duckdb = duckdb_library()
        # A parser needs no space on disk, and outlives a process that ends at once: nothing would remove its folder.
        folder = "" if parses_only else tempfile.mkdtemp(prefix="wrapture-sql-")
        self.connection = duckdb.connect(":memory:", config=_settings(folder))
        self._folder = folder
        self._end = weakref.finalize(self, _end, self.connection, folder)
        self.run("SET GLOBAL TimeZone = 'UTC'")  # a timestamp without a zone means the same on every machine
        for name, path in (databases or {}).items():
            with explain_data_errors(path):
                self.run(f"ATTACH {literal(path)} AS {quoted(name)} (READ_ONLY)")
        self.run(f"SET allowed_paths = [{', '.join(map(literal, paths))}]")
        self.run("SET enable_external_access = false")

    def lock(self) -> None:
        """Lock the settings."""
        self.run("SET lock_configuration = true")

    def run(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a trusted statement."""
        return list(self.connection.execute(sql, list(values)).fetchall())

    def cursor(self) -> Any:
        """Return a separate connection to the same database, with a result set of its own."""
        return self.connection.cursor()

    def abandon(self) -> None:
        """Give up an engine that can't be interrupted: closing it would wait for its query."""
        self._end.detach()
        _remove(self._folder)


def _settings(folder: str) -> dict[str, str | int]:
    return {
        "allow_community_extensions": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_persistent_secrets": "false",
        "errors_as_json": "true",
        "max_temp_directory_size": MOST_TEMPORARY,
        "memory_limit": f"{memory_bytes() >> 20}MiB",
        "python_enable_replacements": "false",
        "temp_directory": folder,
        "threads": min(os.cpu_count() or 1, MOST_THREADS),
    }


def memory_bytes() -> int:
    """Return how much memory DuckDB may use for data; single values are not counted by it."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not available on this system
        return MOST_MEMORY_BYTES
    return min(MOST_MEMORY_BYTES, int(machine * MEMORY_SHARE))


def _end(connection: Any, folder: str) -> None:
    connection.close()
    _remove(folder)


def _remove(folder: str) -> None:
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
