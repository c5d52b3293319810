"""Fetched pages on the disk, with addresses and times: in a folder, or in a WARC file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from wrapture.errors import MissingExtraError
from wrapture.web.store.expiry import expire
from wrapture.web.store.folder import FolderStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from wrapture.web.messages import Answer, Request

__all__ = ["Store", "default_store_path", "open_store"]

WARC_SUFFIXES: Final = (".warc", ".warc.gz")
HOME_VARIABLE: Final = "WRAPTURE_HOME"
CACHE_VARIABLE: Final = "XDG_CACHE_HOME"


class Store(Protocol):
    """Where answers are kept; several threads may use it at once."""

    def find(self, request: Request) -> Answer | None:
        """Return the newest answer to a request, as stored, or ``None``."""

    def keep(self, answer: Answer) -> None:
        """Put an answer on the disk, at once and whole, without its secrets."""

    def __iter__(self) -> Iterator[Answer]:
        """Yield every answer that was kept."""

    def close(self) -> None:
        """Let go of the files."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_store(path: Path, *, say: Callable[[str], None] | None = None) -> Store:
    """Return the store at a path: a WARC file if it is called ``*.warc`` or ``*.warc.gz``, else a folder.

    It is made if it is not there; `say` is told what was mended.  The page cache is rid of what is old.
    """
    if path.name.lower().endswith(WARC_SUFFIXES):
        return _open_warc(path, say or _silent)
    if path == default_store_path():
        path.mkdir(mode=0o700, parents=True, exist_ok=True)  # pages that were read are nobody else's business
        expire(path)
    return FolderStore(path)


def default_store_path() -> Path:
    """Return the folder of the page cache."""
    named = os.environ.get(HOME_VARIABLE)
    if named:
        return Path(named) / "pages"
    cache = os.environ.get(CACHE_VARIABLE)
    return (Path(cache) if cache else Path.home() / ".cache") / "wrapture" / "pages"


def _open_warc(path: Path, say: Callable[[str], None]) -> Store:
    try:
        from wrapture.web.store.warc import WarcStore
    except ImportError as error:
        raise MissingExtraError(f"{path}: a WARC file", "warc") from error
    return WarcStore(path, say=say)


def _silent(line: str) -> None:
    """Say nothing."""
