"""Writing that lasts: errors of the disk in one line, files and folders that are there after a power cut."""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.errors import OutputError
from wrapture.files import ALREADY_THERE, REASONS, flush_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

NOT_OURS: Final = "holds other files than results of a run; choose another place, or move it away"
NOT_A_FOLDER: Final = "is a file, and the result is a folder; choose another place, or remove it"


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's errors into one line about `path` that says what to do."""
    try:
        yield
    except OSError as error:
        other = f"can't be written ({error.strerror or error}); choose another place"
        raise OutputError(str(path), REASONS.get(error.errno or 0, other)) from error


@contextmanager
def lasting(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file to write to; when the block ends well it is on the disk."""
    with path.open("xb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def remove_tree(path: Path) -> None:
    """Remove a folder with all in it, or a file; nothing happens where there is none."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path, *, force: bool, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield an empty folder that becomes `path` when the block ends well, and vanishes otherwise.

    A folder that is there is replaced only with `force`, and only where all that is in it ``is_ours``.  Who is killed between
    the two steps of this leaves the old one beside, under the name ``.wrapture-….old``.
    """
    with told(path):
        refuse_folder(path, force=force, is_ours=is_ours)
        target = Path(os.path.realpath(path))
        new, old = temporary_folders(path)
        remove_tree(new)
        new.mkdir()
        try:
            yield new
            flush_folder(new)
            _exchange(new, target, old)
            flush_folder(target.parent)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        remove_tree(old)


def _exchange(new: Path, target: Path, old: Path) -> None:
    """Give a new folder its name, and the one that has it another; where that fails, all stays as it was."""
    if not target.exists():
        new.rename(target)
        return
    remove_tree(old)
    target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        old.rename(target)
        raise


def temporary_folders(path: Path) -> tuple[Path, Path]:
    """Return the names beside a folder that is written: of the new one while it is not whole, and of the one it replaces.

    They are always the same, so that what a killed run leaves is taken away by the next.
    """
    target = Path(os.path.realpath(path))
    own = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]
    return target.with_name(f".wrapture-{own}.new"), target.with_name(f".wrapture-{own}.old")


def refuse_folder(path: Path, *, force: bool, is_ours: Callable[[Path], bool]) -> None:
    """Raise `OutputError` where a folder must not be written or replaced."""
    if not path.exists():
        return
    if not path.is_dir():
        raise OutputError(str(path), NOT_A_FOLDER)
    if not force:
        raise OutputError(str(path), ALREADY_THERE)
    if not all(is_ours(one) for one in path.iterdir()):
        raise OutputError(str(path), NOT_OURS)
