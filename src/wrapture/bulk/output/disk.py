"""Durable writes: files and folders that are complete after a power cut, or not there."""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.error_lines import ALREADY_THERE, output_errors
from wrapture.errors import OutputError
from wrapture.files import flush_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

NOT_OURS: Final = "contains files that are not results of a run; choose another place, or move it away"
NOT_A_FOLDER: Final = "is a file, but the result is a folder; choose another place, or remove it"


@contextmanager
def lasting(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file; it is flushed to the disk when the block succeeds."""
    with path.open("xb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def remove_tree(path: Path) -> None:
    """Remove a file or a folder with its content, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path, *, force: bool, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield an empty folder that becomes `path` when the block succeeds, and is removed otherwise.

    An existing folder is replaced only with `force`, and only if everything in it ``is_ours``.  A process that is killed
    between the two renames leaves the old one beside it, as ``.wrapture-….old``.
    """
    with output_errors(path):
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
    """Rename the old folder away and the new one to its name; if that fails, nothing changes."""
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
    """Return the temporary names of a folder: of the new one while it is incomplete, and of the one it replaces.

    They are always the same, so that the next run removes what a killed one left.
    """
    target = Path(os.path.realpath(path))
    own = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]
    return target.with_name(f".wrapture-{own}.new"), target.with_name(f".wrapture-{own}.old")


def refuse_folder(path: Path, *, force: bool, is_ours: Callable[[Path], bool]) -> None:
    """Raise `OutputError` if a folder must not be written or replaced."""
    if not path.exists():
        return
    if not path.is_dir():
        raise OutputError(str(path), NOT_A_FOLDER)
    if not force:
        raise OutputError(str(path), ALREADY_THERE)
    if not all(is_ours(one) for one in path.iterdir()):
        raise OutputError(str(path), NOT_OURS)
