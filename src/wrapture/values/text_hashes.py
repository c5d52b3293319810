"""Short hashes of texts, by which values are recognised without being kept."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, cast

from wrapture.algo.kernels import KERNELS

if TYPE_CHECKING:
    from collections.abc import Iterable

HASH_DIGITS: Final = 10  # hexadecimal: two of a million values are equal by chance once in two


def hash_of(text: str) -> str:
    """Return a short hash of a text; case and white space don't count.

    >>> hash_of("Lee v.  Kerr") == hash_of(" LEE v. Kerr")
    True
    """
    normal = " ".join(text.casefold().split()).encode("utf-8", "replace")
    return hashlib.sha256(normal).hexdigest()[:HASH_DIGITS]


def hashes_of(texts: Iterable[str]) -> set[str]:
    """Return the hashes of some texts."""
    different = list(dict.fromkeys(texts))
    if KERNELS is None:
        return set(map(hash_of, different))
    found = KERNELS.hash_texts(different)
    if None in found:
        return {one or hash_of(text) for one, text in zip(found, different, strict=True)}
    return set(cast("list[str]", found))
