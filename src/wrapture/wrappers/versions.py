"""The versions of the wrapper file, and the way from an older one to today's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.errors import WrapperFileError
from wrapture.wrappers.jsontext import shown

if TYPE_CHECKING:
    from collections.abc import Callable

Data: TypeAlias = dict[str, Any]
"""The JSON object of a wrapper file, not yet validated."""

MARK: Final = "wrapture"
FORMAT: Final = 1
MIGRATIONS: Final[dict[int, Callable[[Data], Data]]] = {}
"""For each older version the step to the next.  A step may find anything in its data: what it can't read it leaves."""


def upgraded(data: object, path: str) -> Data:
    """Return the data of a wrapper file as today's version has it; anything else than a wrapper file is an error."""
    if not isinstance(data, dict) or data.get("format") != MARK:
        raise WrapperFileError(path, "", f'not a wrapper file (no "format": "{MARK}"); make one with wrapture learn')
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise WrapperFileError(path, "version", f"expected a whole number up to {FORMAT}, found {shown(version)}")
    if version > FORMAT:
        newer = f"written by a newer Wrapture (format {shown(version)}, this one reads up to {FORMAT})"
        raise WrapperFileError(path, "version", f"{newer}: upgrade wrapture")
    for step in range(version, FORMAT):
        if step not in MIGRATIONS:
            unknown = f"there is no format {shown(version)} (this one reads up to {FORMAT}): learn the wrapper again"
            raise WrapperFileError(path, "version", unknown)
        data = {**MIGRATIONS[step](data), "version": step + 1}
    return data
