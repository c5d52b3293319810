"""Locks on files: one holder at a time among threads and processes; the system frees those of a process that is killed.

Every lock of the package is taken here.  filelock brings what differs between systems; where a file system has no locks at
all, taking one fails: a marker file instead would outlive a killed process.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POLL_S: Final = 0.005
"""Between two attempts: the holder keeps most locks for the time it takes to write one file."""


class LockedError(Exception):
    """Another thread or process holds the lock."""


@contextmanager
def locked_file(path: Path, *, timeout_s: float) -> Iterator[None]:
    """Hold the lock of a file, which is created in an existing folder; raises `LockedError` after `timeout_s`."""
    from filelock import FileLock, Timeout

    os.scandir(path.parent).close()  # filelock would create a missing folder
    lock = FileLock(path, timeout=timeout_s, poll_interval=POLL_S, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LockedError(str(path)) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def locked_descriptor(descriptor: int) -> Iterator[None]:
    """Hold the lock of an open file; waits for as long as it takes."""
    from filelock import lock_descriptor, unlock_descriptor

    lock_descriptor(descriptor, poll_interval=POLL_S)
    try:
        yield
    finally:
        unlock_descriptor(descriptor)
