"""Local paths, and the addresses that fsspec knows (``s3://…``, ``memory://…``), behind one interface.

Every failure is an `OSError`.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wrapture.archive.byte_source import within
from wrapture.bulk.inputs import remote
from wrapture.bulk.inputs.chunks import Held, InputFile

if TYPE_CHECKING:
    from io import RawIOBase
    from typing import Self

    from wrapture.bulk.inputs.chunks import Data


class FolderEntry(NamedTuple):
    """An entry of a folder: a sub-folder, or a file."""

    name: str
    is_folder: bool


class Opened:
    """An open file that is read at any offset."""

    def __init__(self, file: InputFile, stream: RawIOBase) -> None:
        self.file = file
        self._stream = stream

    @property
    def size(self) -> int:
        """Its size in bytes when the input was listed."""
        return self.file.size

    def read_at(self, start: int, size: int) -> bytes:
        """Return up to `size` bytes at an offset; fewer only at the end, none outside."""
        size = within(start, size, self.size)
        if not size:
            return b""
        self._stream.seek(start)
        data = self._stream.read(size) or b""
        while len(data) < size and (more := self._stream.read(size - len(data))):
            data += more
        return data

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_remote(address: str) -> bool:
    """Return whether a name is an address, not a local path."""
    return "://" in address


def is_folder(address: str) -> bool:
    """Return whether a folder exists."""
    return remote.is_folder(address) if is_remote(address) else os.path.isdir(address)  # noqa: PTH112 - a Path is slower


def is_there(address: str) -> bool:
    """Return whether a file or folder exists."""
    try:
        return remote.is_there(address) if is_remote(address) else Path(address).exists()
    except (OSError, ValueError):
        return False


def file_at(address: str) -> InputFile:
    """Return the file at an address; raises `OSError` if there is none."""
    if is_remote(address):
        return remote.file_at(address)
    about = os.stat(address)  # noqa: PTH116 - once per page: a Path costs as much as the call itself
    if not stat.S_ISREG(about.st_mode):
        raise OSError(f"{address}: not a file")
    return InputFile(address, about.st_size, str(about.st_mtime_ns))


def open_file(file: InputFile) -> Opened:
    """Open a file; raises `OSError` if it has changed since it was listed."""
    now = file_at(file.address)
    if now.size != file.size or (not is_remote(file.address) and now.stamp != file.stamp):
        raise ChangedError
    return Opened(file, opened_stream(file.address))


def opened_stream(address: str) -> RawIOBase:
    """Open a file as an unbuffered stream of bytes."""
    if is_remote(address):
        return remote.RemoteStream(address)
    return open(address, "rb", buffering=0)  # noqa: PTH123 - once per page: a Path costs as much as the opening


class ChangedError(OSError):
    """A file has changed since it was listed."""

    def __init__(self) -> None:
        super().__init__("was changed while it was read")
        self.strerror = "was changed while it was read"


def entries(folder: str) -> list[FolderEntry]:
    """Return the entries of a folder, sorted by name; links to folders are left out, because they may form cycles."""
    if is_remote(folder):
        return sorted(FolderEntry(*one) for one in remote.entries(folder))
    with os.scandir(folder or ".") as found:
        return sorted(FolderEntry(one.name, one.is_dir()) for one in found if not (one.is_symlink() and one.is_dir()))


def below(folder: str, name: str) -> str:
    """Return the address of an entry of a folder.

    >>> below("pages", "a.html"), below("memory://x/", "a.html"), below("zip://::file://a.zip", "a.html")
    ('pages/a.html', 'memory://x/a.html', 'zip://a.html::file://a.zip')
    """
    if not is_remote(folder):
        return os.path.join(folder, name)  # noqa: PTH118 - once per page: a Path costs ten times as much
    first, chained, rest = folder.partition("::")
    return f"{first}{'' if first.endswith('/') else '/'}{name}{chained}{rest}"


def file_of(data: Data) -> InputFile:
    """Return the file that data comes from."""
    return data.file if isinstance(data, Held) else data
