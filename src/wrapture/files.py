"""Atomic file writes: a file is complete, or it does not exist.

The data goes to a temporary file beside the target, which is flushed to disk and then renamed to the target in one step, so
a crash, a full disk or Ctrl-C leaves the previous file untouched.
"""

from __future__ import annotations

import errno
import os
import stat
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wrapture.error_lines import output_errors
from wrapture.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def atomic_writer(path: str | os.PathLike[str], *, force: bool) -> Iterator[Path]:
    """Yield an empty temporary file that becomes `path` when the block succeeds, and is removed otherwise.

    An existing file is replaced only with `force`; it keeps its permissions, and a symbolic link to it stays a link.
    """
    with _output_errors(path), _beside(path, force=force) as temporary:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        target = Path(os.path.realpath(path))
        _replace(temporary, target) if force else _take_name(temporary, target)
        flush_folder(target.parent)


def check_target(path: str | os.PathLike[str], *, force: bool) -> None:
    """Raise `OutputError` if `path` can't be written now; call it before hours of work."""
    with _output_errors(path), _beside(path, force=force):
        pass


def sweep_beside(path: str | os.PathLike[str]) -> None:
    """Remove the temporary files of killed processes that were writing `path`; only for the one process that writes it now."""
    target = Path(os.path.realpath(path))
    with _output_errors(path):
        for left in target.parent.glob(f"{_prefix(target)}*.tmp"):
            left.unlink(missing_ok=True)


def _prefix(target: Path) -> str:
    """Return what the names of a file's temporary files begin with: short, as its own may be as long as names can be."""
    return f".wrapture-{zlib.crc32(os.fsencode(target.name)):08x}-"


@contextmanager
def _output_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn errors of the system into an `OutputError`; a name with a NUL is rejected at once."""
    name = os.fspath(path)
    if "\0" in name:
        raise OutputError(name.replace("\0", "\\0"), "not the name of a file; choose another one")
    with output_errors(name):
        yield


@contextmanager
def _beside(path: str | os.PathLike[str], *, force: bool) -> Iterator[Path]:
    """Yield a new empty file in the folder of `path`, with permissions by the umask; it is removed afterwards."""
    _refuse_unless_replaceable(Path(path), force=force)
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f"{_prefix(target)}{os.urandom(4).hex()}.tmp")
    temporary.touch(exist_ok=False)
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _refuse_unless_replaceable(path: Path, *, force: bool) -> None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):  # renaming over /dev/null would break the machine
        raise OutputError(str(path), "is a device or pipe, not a file; print to standard output instead")
    if not force:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _replace(temporary: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    temporary.replace(target)


def _take_name(temporary: Path, target: Path) -> None:
    """Rename a file to a name that is free; if another process has taken the name meanwhile, its file stays.

    A hard link does so in one step.  On file systems without hard links (memory sticks, some network drives) the name is
    created first: a process killed at that moment leaves an empty file.
    """
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        _replace_new(temporary, target)


def _replace_new(temporary: Path, target: Path) -> None:
    target.touch(exist_ok=False)
    try:
        temporary.replace(target)
    except BaseException:
        target.unlink()
        raise


def make_folder(folder: Path) -> None:
    """Create a folder with its parents if it does not exist; raises `OutputError`.

    If a part of the path is a file, writing into the folder reports it.
    """
    with output_errors(folder), suppress(FileExistsError, NotADirectoryError):
        folder.mkdir(parents=True, exist_ok=True)


def flush_folder(folder: Path) -> None:
    """Flush the entries of a folder to disk, so that they survive a power cut, if the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
