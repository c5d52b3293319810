"""Stores of fetched pages with their addresses and times: a folder, or a WARC file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from wrapture.net.store.expiry import expire
from wrapture.net.store.folder_store import FolderStore
from wrapture.net.store.warc_store import WarcStore
from wrapture.user_folders import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Self

    from wrapture.net.http_messages import Request, Response

__all__ = ["Store", "default_store_path", "open_store"]

WARC_SUFFIXES: Final = (".warc", ".warc.gz")


class Store(Protocol):
    """Where responses are kept; threads may share it."""

    def find(self, request: Request) -> Response | None:
        """Return the newest stored response to a request, or ``None``."""

    def keep(self, answer: Response) -> None:
        """Write a response to the disk at once, atomically and without its secrets."""

    def __iter__(self) -> Iterator[Response]:
        """Yield every stored response."""

    def close(self) -> None:
        """Close the files."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def open_store(path: Path, *, say: Callable[[str], None] | None = None) -> Store:
    """Return the store at a path: a WARC file if it is called ``*.warc`` or ``*.warc.gz``, else a folder.

    A missing store is created; `say` gets a line about each repair.  Old pages are removed from the page cache.
    """
    if path.name.lower().endswith(WARC_SUFFIXES):
        return WarcStore(path, say=say or _silent)
    if path == default_store_path():
        path.mkdir(mode=0o700, parents=True, exist_ok=True)  # which pages a user reads is private
        expire(path)
    return FolderStore(path)


def default_store_path() -> Path:
    """Return the folder of the page cache."""
    return cache_folder() / "pages"


def _silent(line: str) -> None:
    """Ignore a message."""
