"""One at a time: a lock on the folder of a library, which the system takes back from a process that is killed."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from wrapture.errors import LibraryError
from wrapture.files import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK: Final = ".lock"
PATIENCE_S: Final = 60.0  # how long to wait for another process; it keeps the lock for one file
PAUSE_S: Final = 0.005  # before the next look


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes and threads from changing the files of a library while the block runs.

    What the system refuses in the block becomes a `LibraryError`.  Who edits files by hand does not ask for the lock.
    """
    from fcntl import LOCK_UN, flock

    with _told(folder):
        handle = _taken(folder / LOCK)
        try:
            yield
        finally:
            flock(handle, LOCK_UN)  # a process that was forked meanwhile has it too, and would keep it
            os.close(handle)


def _taken(path: Path) -> int:
    """Return the handle of a lock file that is locked now."""
    until = time.monotonic() + PATIENCE_S
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if _is_mine(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if time.monotonic() > until:
            raise LibraryError(str(path.parent), f"another program has kept it for {PATIENCE_S:g} s; try again later")
        time.sleep(PAUSE_S)


def _is_mine(handle: int, path: Path) -> bool:
    """Return whether a lock file could be locked, and is still the one of that name: somebody may have deleted it."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    with suppress(BlockingIOError, FileNotFoundError):
        flock(handle, LOCK_EX | LOCK_NB)
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turn the system's errors into one line that says what to do."""
    try:
        yield
    except OSError as error:
        other = f"can't be changed ({error.strerror or error}); use a copy of your own"
        raise LibraryError(str(folder), REASONS.get(error.errno or 0, other)) from error
