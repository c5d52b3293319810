"""Messages about damaged inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.bulk.jobs import Flaw

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import InputFile


def truncated(file: InputFile, at: int, why: str = "") -> Flaw:
    """Return the flaw of a truncated file."""
    because = f" ({why})" if why else ""
    return Flaw(file.address, f"is truncated at byte {at:,}{because}; pages after that are missing")


def damaged(file: InputFile, start: int, stop: int) -> Flaw:
    """Return the flaw of a file with a damaged range."""
    return Flaw(file.address, f"is damaged at byte {start:,}; pages up to byte {stop:,} may be missing")


def empty(file: InputFile) -> Flaw:
    """Return the flaw of an empty archive."""
    return Flaw(file.address, "is empty; get the file again")
