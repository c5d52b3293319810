"""Expiry of the page cache: old pages are removed, and the oldest if the cache is too large."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.net.store.folder_store import request_folders
from wrapture.net.store.store_names import ANSWER_FILE, PAGE_FILE

if TYPE_CHECKING:
    from pathlib import Path

MAX_AGE_S: Final = 30 * 24 * 3600.0
MAX_BYTES: Final = 1024 * 1024 * 1024
"""Of all pages in total."""
LEFT_BEHIND: Final = ".wrapture-*.tmp"
"""Left by a process that was killed while writing."""


class _Held(NamedTuple):
    """A request's folder: when something was last written in it, and how much it holds."""

    changed: float
    size: int
    place: Path


def expire(folder: Path, *, max_age_s: float = MAX_AGE_S, max_bytes: int = MAX_BYTES) -> None:
    """Remove the responses to requests that were last sent long ago, and the oldest ones beyond the size limit."""
    total = 0
    for held in sorted(map(_held, request_folders(folder)), key=lambda held: held.changed, reverse=True):
        total += held.size
        if held.changed < time.time() - max_age_s or total > max_bytes:
            _remove(held.place)


def _held(place: Path) -> _Held:
    changed, size = 0.0, 0
    with suppress(OSError):
        for path in place.iterdir():
            with suppress(FileNotFoundError):
                found = path.stat()
                changed, size = max(changed, found.st_mtime), size + found.st_size
    return _Held(changed, size, place)


def _remove(place: Path) -> None:
    """Remove the files of a store, and the folders if they are empty then."""
    with suppress(OSError):
        for path in sorted(place.iterdir()):
            if ANSWER_FILE.fullmatch(path.name) or PAGE_FILE.fullmatch(path.name) or path.match(LEFT_BEHIND):
                path.unlink(missing_ok=True)
        place.rmdir()
        place.parent.rmdir()
