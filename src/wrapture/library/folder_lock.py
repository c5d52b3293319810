"""The lock of a wrapper library: one process or thread changes its files at a time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wrapture.error_lines import write_problem
from wrapture.errors import LibraryError
from wrapture.locks import LockedError, locked_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK: Final = ".lock"
PATIENCE_S: Final = 60.0
"""How long to wait for another process, which holds the lock while it writes one file."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes and threads from changing the files of a library while the block runs.

    An `OSError` in the block becomes a `LibraryError`.  Edits by hand don't take the lock.
    """
    try:
        with locked_file(folder / LOCK, timeout_s=PATIENCE_S):
            yield
    except LockedError as error:
        raise LibraryError(str(folder), f"locked by another program for {PATIENCE_S:g} s; try again later") from error
    except OSError as error:
        raise LibraryError(str(folder), write_problem(error, "changed", "use a copy of your own")) from error
