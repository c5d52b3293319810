"""Columns of digits that name things: postal codes, article, case and telephone numbers, ISBN.

Nobody adds them up, and a leading zero or a space in them counts, so they stay texts.  One value can't tell: ``80331`` may be a
number of people or a place in Munich.  But counts differ in length, and are rounded or have their thousands marked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_DIGITS: Final = 5  # fewer: years, and counts of everything
MIN_VALUES: Final = 3  # fewer counts may have the same length by chance …
LONG: Final = 9  # … unless they are as long as telephone numbers, ISBN and EAN
ROUND: Final = 0.5  # share of round values from which on they are amounts
_DIGITS: Final = re.compile(r"#?[0-9]{2,}(?: [0-9]{2,})*")


def are_identifiers(texts: Sequence[str]) -> bool:
    """Return whether texts of digits alone are identifiers rather than numbers: all of one length, and long.

    >>> are_identifiers(["80331", "10115", "20095"]), are_identifiers(["9783161484100", "9780306406157"])
    (True, True)
    >>> are_identifiers(["1999", "2003", "2011"]), are_identifiers(["80331", "9115", "104"])
    (False, False)
    >>> are_identifiers(["52000", "61500", "48000"])
    False
    """
    if not texts or not all(map(_DIGITS.fullmatch, texts)):
        return False
    bare = [re.sub("[# ]", "", text) for text in texts]
    length = len(bare[0])
    if length < MIN_DIGITS or any(len(digits) != length for digits in bare) or len(set(bare)) == 1:
        return False
    if sum(digits.endswith("00") for digits in bare) > ROUND * len(bare):
        return False
    return len(bare) >= MIN_VALUES or length >= LONG
