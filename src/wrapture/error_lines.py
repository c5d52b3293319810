"""Errors as one line for a person: what is wrong, and what to do about it.

Every module that turns an exception into a message does it here, so that the same problem reads the same everywhere.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wrapture.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_CHARS: Final = 200
ALREADY_THERE: Final = "already there; use `force=True` to replace it"
DISK_FULL: Final = "the disk is full; free some space or choose another place"
WRITE_REASONS: Final = {
    errno.EEXIST: ALREADY_THERE,
    errno.EISDIR: "is a folder; give the name of a file in it",
    errno.ENOENT: "there is no such folder; make it first",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.EACCES: "no permission to write there; choose another place",
    errno.EPERM: "no permission to write there; choose another place",
    errno.EROFS: "that disk is read-only; choose another place",
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: "your disk quota is used up; free some space or choose another place",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
}
READ_REASONS: Final = {
    errno.ENOENT: "no such file or folder; check the name",
    errno.EISDIR: "is a folder, not a file; check the name",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.EACCES: "no permission to read it; change its permissions",
    errno.EPERM: "no permission to read it; change its permissions",
    errno.ENAMETOOLONG: "the name is too long; check it",
}
_NUMBERS: Final[dict[type[OSError], int]] = {
    FileNotFoundError: errno.ENOENT,
    PermissionError: errno.EACCES,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
}
"""For errors of libraries, which raise these without a number."""


def one_line(said: object, most: int = MAX_CHARS) -> str:
    r"""Return a text on one line, shortened if it is too long.

    >>> one_line("no such table:\n  books"), one_line("abcdef", 3)
    ('no such table: books', 'abc…')
    """
    line = " ".join(str(said).split())
    return line if len(line) <= most else f"{line[:most]}…"


def reason_of(error: BaseException) -> str:
    """Return what an error says without its type, or its type if it says nothing.

    >>> reason_of(OSError(5, "Input/output error")), reason_of(EOFError())
    ('Input/output error', 'EOFError')
    """
    return one_line(getattr(error, "strerror", None) or error) or type(error).__name__


def described(error: BaseException) -> str:
    """Return an unexpected error with its type, for a report.

    >>> described(ZeroDivisionError("division by zero")), described(EOFError())
    ('ZeroDivisionError: division by zero', 'EOFError')
    """
    return one_line(f"{type(error).__name__}: {error}").removesuffix(":")


def read_problem(error: Exception, special: Mapping[int, str] | None = None, advice: str = "check the file") -> str:
    """Return why a file could not be read and what to do; `special` replaces some of `READ_REASONS`."""
    if not isinstance(error, OSError):  # a NUL in the name, or a character that no file system encodes
        return f"not the name of a file ({one_line(error)}); check the name"
    known = {**READ_REASONS, **(special or {})}.get(_number(error))
    return known or f"can't be read ({reason_of(error)}); {advice}"


def write_problem(error: OSError, verb: str = "written", advice: str = "choose another place") -> str:
    """Return why something could not be written and what to do."""
    return WRITE_REASONS.get(_number(error)) or f"can't be {verb} ({reason_of(error)}); {advice}"


@contextmanager
def output_errors(
    path: str | os.PathLike[str], verb: str = "written", advice: str = "choose another place"
) -> Iterator[None]:
    """Turn an `OSError` of the block into an `OutputError` about `path`."""
    try:
        yield
    except OSError as error:
        raise OutputError(os.fspath(path), write_problem(error, verb, advice)) from error


def _number(error: OSError) -> int:
    return error.errno or next((number for kind, number in _NUMBERS.items() if isinstance(error, kind)), 0)
