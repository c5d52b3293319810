"""Versions of the wrapper file format, and migrations from older ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.errors import WrapperFileError
from wrapture.library.json_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable

Data: TypeAlias = dict[str, Any]
"""The JSON object of a wrapper file, not yet validated."""

MARK: Final = "wrapture"
FORMAT: Final = 2


def _unchanged(data: Data) -> Data:
    """Return data that the next version reads as it is: version 2 adds the optional fields ``spares`` and ``context``."""
    return data


MIGRATIONS: Final[dict[int, Callable[[Data], Data]]] = {1: _unchanged}
"""The migration from each older version to the next.  Its input is not validated; it must leave alone what it can't read."""


def upgraded(data: object, path: str) -> Data:
    """Return the data of a wrapper file in the current format; raises `WrapperFileError` if it is not a wrapper file."""
    if not isinstance(data, dict) or data.get("format") != MARK:
        raise WrapperFileError(path, "", f'not a wrapper file (no "format": "{MARK}"); make one with wrapture learn')
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise WrapperFileError(path, "version", f"expected a whole number up to {FORMAT}, found {shown(version)}")
    if version > FORMAT:
        newer = f"written by a newer Wrapture (format {shown(version)}, this version reads up to {FORMAT})"
        raise WrapperFileError(path, "version", f"{newer}; upgrade wrapture")
    for step in range(version, FORMAT):
        if step not in MIGRATIONS:
            unknown = f"unknown format {shown(version)} (this version reads up to {FORMAT}); learn the wrapper again"
            raise WrapperFileError(path, "version", unknown)
        data = {**MIGRATIONS[step](data), "version": step + 1}
    return data
