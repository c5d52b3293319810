"""Where bytes lie: paths of this machine, and the addresses that fsspec knows (``s3://…``, ``memory://…``).

Whatever goes wrong out there is an `OSError`.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wrapture.bulk.inputs import remote
from wrapture.bulk.inputs.chunks import File, Held

if TYPE_CHECKING:
    from io import RawIOBase
    from types import TracebackType
    from typing import Self

    from wrapture.bulk.inputs.chunks import Data


class Found(NamedTuple):
    """What a folder holds: a sub-folder, or a file."""

    name: str
    is_folder: bool


class Opened:
    """A file that is read at any place."""

    def __init__(self, file: File, stream: RawIOBase) -> None:
        self.file = file
        self._stream = stream

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to `size` bytes from a place on: fewer only at the end."""
        self._stream.seek(start)
        data = self._stream.read(size) or b""
        while len(data) < size and (more := self._stream.read(size - len(data))):
            data += more
        return data

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_remote(address: str) -> bool:
    """Return whether a name is an address, not a path."""
    return "://" in address


def is_folder(address: str) -> bool:
    """Return whether a folder is there."""
    return remote.is_folder(address) if is_remote(address) else os.path.isdir(address)  # noqa: PTH112 - a Path is slower


def is_there(address: str) -> bool:
    """Return whether anything is there."""
    try:
        return remote.is_there(address) if is_remote(address) else Path(address).exists()
    except (OSError, ValueError):
        return False


def file_at(address: str) -> File:
    """Return the file at an address; raises `OSError` where there is none."""
    if is_remote(address):
        return remote.file_at(address)
    about = os.stat(address)  # noqa: PTH116 - once per page: a Path costs as much as the question itself
    if not stat.S_ISREG(about.st_mode):
        raise OSError(f"{address}: not a file")
    return File(address, about.st_size, str(about.st_mtime_ns))


def open_file(file: File) -> Opened:
    """Return a file, opened; raises `OSError` where it is not the one that was listed."""
    now = file_at(file.address)
    if now.size != file.size or (not is_remote(file.address) and now.stamp != file.stamp):
        raise ChangedError
    return Opened(file, opened_stream(file.address))


def opened_stream(address: str) -> RawIOBase:
    """Return a file that is there as a stream of bytes, without a buffer."""
    if is_remote(address):
        return remote.Stream(address)
    return open(address, "rb", buffering=0)  # noqa: PTH123 - once per page: a Path costs as much as the opening


class ChangedError(OSError):
    """A file is not the one that was listed."""

    def __init__(self) -> None:
        super().__init__("was changed while it was read")
        self.strerror = "was changed while it was read"


def entries(folder: str) -> list[Found]:
    """Return what lies in a folder, sorted by name; links to folders are left out, as they may lead in circles."""
    if is_remote(folder):
        return sorted(Found(*one) for one in remote.entries(folder))
    with os.scandir(folder or ".") as found:
        return sorted(Found(one.name, one.is_dir()) for one in found if not (one.is_symlink() and one.is_dir()))


def below(folder: str, name: str) -> str:
    """Return the name of something in a folder.

    >>> below("pages", "a.html"), below("memory://x/", "a.html"), below("zip://::file://a.zip", "a.html")
    ('pages/a.html', 'memory://x/a.html', 'zip://a.html::file://a.zip')
    """
    if not is_remote(folder):
        return os.path.join(folder, name)  # noqa: PTH118 - once per page: a Path costs ten times as much
    first, chained, rest = folder.partition("::")
    return f"{first}{'' if first.endswith('/') else '/'}{name}{chained}{rest}"


def file_of(data: Data) -> File:
    """Return the file that data come from."""
    return data.file if isinstance(data, Held) else data


def why(error: Exception) -> str:
    """Return why something could not be read and what to do, on one line."""
    match error:
        case FileNotFoundError():
            return "no such file or folder; check the name"
        case PermissionError():
            return "no permission to read it; change its permissions"
        case IsADirectoryError():
            return "is a folder, not a file; check the name"
        case OSError():
            return f"can't be read ({_one_line(error.strerror or error)}); check the file"
        case _:
            return f"not the name of a file ({_one_line(error)}); check the name"


def _one_line(said: object) -> str:
    return " ".join(str(said).split())[:200]
