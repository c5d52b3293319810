"""What may be wrong with an input, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.bulk.model import Flaw

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import File


def breaks_off(file: File, at: int, why: str = "") -> Flaw:
    """Return the flaw of a file that ends before it should."""
    because = f" ({why})" if why else ""
    return Flaw(file.address, f"breaks off at byte {at:,}{because}; pages after that are missing")


def damaged(file: File, start: int, stop: int) -> Flaw:
    """Return the flaw of a file that can't be read in its middle."""
    return Flaw(file.address, f"is damaged at byte {start:,}; pages up to byte {stop:,} may be missing")


def empty(file: File) -> Flaw:
    """Return the flaw of an archive without a byte."""
    return Flaw(file.address, "is empty; get the file again")
