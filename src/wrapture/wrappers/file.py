"""Wrapper files: validated, versioned JSON.

A file from anywhere is safe to load: it is data, its size and depth are bounded, and whatever is wrong with it is told
in one line with the field at fault.  pydantic, which checks it, is imported with the first file and not before: it
takes a tenth of a second, and ``wrapture --help`` has no file to check.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.errors import WrapperFileError
from wrapture.files import atomic_writer
from wrapture.wrappers.convert import data_of, wrapper_of
from wrapture.wrappers.jsontext import plain, read_json, write_json
from wrapture.wrappers.versions import upgraded

if TYPE_CHECKING:
    from wrapture.model import Wrapper
    from wrapture.wrappers.format import WrapperForm
    from wrapture.wrappers.versions import Data

MAX_BYTES: Final = 16 << 20
REASONS: Final = {
    errno.ENOENT: "no such file; check the name",
    errno.EISDIR: "is a folder; give the name of a wrapper file in it",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.EACCES: "no permission to read it",
    errno.ENAMETOOLONG: "the name is too long; check it",
}


def load(path: str | os.PathLike[str]) -> Wrapper:
    """Return the wrapper in a file."""
    name = plain(os.fspath(path))
    body = _read(path, name)
    if len(body) > MAX_BYTES:
        raise WrapperFileError(name, "", f"larger than {MAX_BYTES >> 20} MiB, which no wrapper is; check the name")
    try:
        return loads(body.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise WrapperFileError(name, "", f"byte {error.start} is not UTF-8; a wrapper file is text") from error


def loads(text: str, path: str = "wrapper") -> Wrapper:
    """Return the wrapper in a JSON text; `path` names it in errors."""
    return wrapper_of(_checked(upgraded(read_json(text, path), path), path))


def dumps(wrapper: Wrapper, path: str = "wrapper") -> str:
    """Return a wrapper as the text of its file, always the same for equal wrappers.

    A wrapper that `loads` would refuse is refused here, so that no such file is written; `path` names it in errors.
    """
    data = data_of(wrapper, path)
    _checked(data, path)
    return f"{write_json(data)}\n"


def save(wrapper: Wrapper, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a wrapper to a file, whole or not at all; one that is there is replaced only with `force`."""
    text = dumps(wrapper, plain(os.fspath(path)))
    with atomic_writer(path, force=force) as temporary:
        temporary.write_bytes(text.encode())


def _read(path: str | os.PathLike[str], name: str) -> bytes:
    """Return the bytes of a file, or of a larger one so many that this can be told."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        what = REASONS.get(error.errno or 0, f"can't be read ({error.strerror or error})")
        raise WrapperFileError(name, "", what) from error
    except ValueError as error:  # a NUL in the name
        raise WrapperFileError(name, "", "not the name of a file; check it") from error


def _checked(data: Data, path: str) -> WrapperForm:
    from pydantic import ValidationError

    from wrapture.wrappers.complaints import complaint
    from wrapture.wrappers.format import WrapperForm

    try:
        return WrapperForm.model_validate(data)
    except ValidationError as error:
        raise complaint(error, path) from error
