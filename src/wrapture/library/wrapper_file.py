"""Wrapper files: validated, versioned JSON.

A file from anywhere is safe to load: it is data, its size and depth are bounded, and an error names the field at fault in
one line.  pydantic, which validates it, is imported with the first file only: it takes a tenth of a second, and
``wrapture --help`` has no file to validate.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.error_lines import read_problem
from wrapture.errors import NotAWrapperError, WrapperFileError
from wrapture.files import atomic_writer
from wrapture.library.convert import data_of, wrapper_of
from wrapture.library.file_versions import upgraded
from wrapture.library.json_text import plain, read_json, write_json
from wrapture.wording import shown_input

if TYPE_CHECKING:
    from wrapture.library.file_format import WrapperModel
    from wrapture.library.file_versions import Data
    from wrapture.model import Wrapper

MAX_BYTES: Final = 16 << 20
IS_FOLDER: Final = "is a folder; give the name of a wrapper file in it"


def load(path: str | os.PathLike[str]) -> Wrapper:
    """Return the wrapper in a file."""
    if not isinstance(path, str | os.PathLike):
        what = f"is of type {type(path).__name__}; give a Wrapper or the path of a wrapper file"
        raise NotAWrapperError(shown_input(path), "", what)
    name = plain(os.fspath(path))
    body = _read(path, name)
    if len(body) > MAX_BYTES:
        raise WrapperFileError(name, "", f"larger than {MAX_BYTES >> 20} MiB, too large for a wrapper; check the name")
    try:
        return loads(body.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise WrapperFileError(name, "", f"byte {error.start} is not UTF-8; a wrapper file is text") from error


def loads(text: str, path: str = "wrapper") -> Wrapper:
    """Return the wrapper in a JSON text; `path` names it in errors."""
    return wrapper_of(_checked(upgraded(read_json(text, path), path), path))


def dumps(wrapper: Wrapper, path: str = "wrapper") -> str:
    """Return the text of a wrapper's file, the same for equal wrappers.

    Raises `WrapperFileError` for a wrapper that `loads` would reject, so that no such file is written; `path` names it in
    errors.
    """
    data = data_of(wrapper, path)
    _checked(data, path)
    return f"{write_json(data)}\n"


def save(wrapper: Wrapper, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a wrapper to a file atomically; an existing file is replaced only with `force`."""
    text = dumps(wrapper, plain(os.fspath(path)))
    with atomic_writer(path, force=force) as temporary:
        temporary.write_bytes(text.encode())


def _read(path: str | os.PathLike[str], name: str) -> bytes:
    """Return the bytes of a file, at most one more than allowed."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise WrapperFileError(name, "", read_problem(error, {errno.EISDIR: IS_FOLDER})) from error
    except ValueError as error:  # a NUL in the name
        raise WrapperFileError(name, "", "not the name of a file; check it") from error


def _checked(data: Data, path: str) -> WrapperModel:
    from pydantic import ValidationError

    from wrapture.library.file_format import WrapperModel
    from wrapture.library.validation_errors import complaint

    try:
        return WrapperModel.model_validate(data)
    except ValidationError as error:
        raise complaint(error, path) from error
