"""Files that are there whole or not at all.

The result goes to a temporary file beside the target, is flushed to the disk and then takes the target's name in one
step, so a crash, a full disk or Ctrl-C leaves whatever was there before.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from wrapture.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

ALREADY_THERE = "already there; use --force to replace it"
REASONS = {
    errno.EEXIST: ALREADY_THERE,
    errno.EISDIR: "is a folder; give the name of a file in it",
    errno.ENOENT: "there is no such folder; make it first",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.EACCES: "no permission to write there; choose another place",
    errno.EPERM: "no permission to write there; choose another place",
    errno.EROFS: "that disk is read-only; choose another place",
    errno.ENOSPC: "the disk is full; free some space or choose another place",
    errno.EDQUOT: "your share of the disk is full; free some space or choose another place",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
}


@contextmanager
def atomic_writer(path: str | os.PathLike[str], *, force: bool) -> Iterator[Path]:
    """Yield the path of an empty temporary file that becomes `path` when the block ends well, and vanishes otherwise.

    An existing file is replaced only with `force`; its permissions stay, and a symbolic link goes on pointing to it.
    """
    with _told(path), _beside(path, force=force) as temporary:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        target = Path(os.path.realpath(path))
        _replace(temporary, target) if force else _take_name(temporary, target)
        flush_folder(target.parent)


def check_target(path: str | os.PathLike[str], *, force: bool) -> None:
    """Raise `OutputError` when `path` can't be written as things stand: worth asking before hours of work."""
    with _told(path), _beside(path, force=force):
        pass


@contextmanager
def _told(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn the system's errors into one line that says what to do."""
    name = os.fspath(path)
    if "\0" in name:
        raise OutputError(name.replace("\0", "\\0"), "not the name of a file; choose another one")
    try:
        yield
    except OSError as error:
        other = f"can't be written ({error.strerror or error}); choose another place"
        raise OutputError(name, REASONS.get(error.errno or 0, other)) from error


@contextmanager
def _beside(path: str | os.PathLike[str], *, force: bool) -> Iterator[Path]:
    """Yield a new empty file in the folder of `path`, with the permissions the umask gives; it is gone afterwards."""
    _refuse_unless_replaceable(Path(path), force=force)
    # a name of its own: the target's may be as long as the file system allows
    temporary = Path(os.path.realpath(path)).with_name(f".wrapture-{token_hex(8)}.tmp")
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
    """Give a file a name that nobody has; one who took it in the meantime keeps it.

    A hard link does so in one step.  Where there are none (memory sticks, some network drives) the name is made first: one who
    is killed just then leaves an empty file.
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


def flush_folder(folder: Path) -> None:
    """Make the names in a folder last through a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
