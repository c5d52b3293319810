"""Lines of an element that mean different things in different records: an address with and without a second line.

Lines are aligned from the first on.  If telephone numbers stand in the third line of some records and in the fourth of others,
no column of lines is right, and the element is one value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST: Final = 3  # lines; two can't be mixed up with what stands between them
SOME: Final = 0.05  # share of the texts of a line that look like something
NEARLY_ALL: Final = 0.9
LOOKS: Final = (
    lazy_regex(r"\+?\(?\d[\d ().–-]{6,}\d"),
    lazy_regex(r"[^\W\d_][\w .'’-]+, ?[A-Z][A-Za-z]+\.?,? \d{5}(?:-\d{4})?"),
    lazy_regex(r"\d{4,5} [^\W\d_][\w .'’-]+"),
    lazy_regex(r"\S+@\S+\.\w+"),
    lazy_regex(r"(?:https?://|www\.)\S+"),
)
"""Telephone numbers, towns with postal codes, addresses of mail and of pages."""


def are_mixed(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether texts of one look stand in different lines of different records.

    >>> address, town = ["1 Elm St", "2 Oak St", "3 Ash St"], ["Derby, CT 06418", "Suite 7", "Derby, CT 06418"]
    >>> are_mixed([address, town, ["203 555 0101", "Derby, CT 06418", "203 555 0102"]]), are_mixed([address, town])
    (True, False)
    """
    if len(lines) < FEWEST:
        return False
    for look in LOOKS:
        shares = [
            sum(look.fullmatch(text.strip(" ,")) is not None for text in line) / max(1, len(line)) for line in lines
        ]
        if sum(share >= SOME for share in shares) > 1 and min(share for share in shares if share >= SOME) < NEARLY_ALL:
            return True
    return False
