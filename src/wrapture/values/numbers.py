"""Numbers as people write them: groups of three digits, a decimal point or a decimal comma, thousands as ``k``.

The decimal mark can't be read from ``1.234`` alone, so it is decided from all values of a column and then stored (see
`decimal_mark`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Mark: TypeAlias = Literal[".", ","]
Number: TypeAlias = int | float

MAX_DIGITS: Final = 15  # a longer one is an identifier, and a float could not hold it
APOSTROPHES: Final = "'’"
SPACES: Final = " \u00a0\u2009\u202f"
"""Characters that may separate groups of digits, besides the mark that is not the decimal one."""

SHAPE: Final = r"[0-9][0-9.,'’\u00a0\u2009\u202f]*(?: [0-9]{3}(?![0-9])[0-9.,]*)*"
"""Everything that can look like a number, for use in the grammars of prices and the like."""

MULTIPLIERS: Final = {"": 1, "k": 1_000, "K": 1_000, "M": 1_000_000}
_WHOLE: Final = re.compile(r"([+\-−–]?)([0-9][0-9.,'’ \u00a0\u2009\u202f]*)([kKM]?)")
_GROUPS: Final = {
    (mark, spaced): re.compile(
        rf"(?:[0-9]{{1,3}}(?:[{other}][0-9]{{2,3}})*[{other}][0-9]{{3}}|[0-9]{{1,3}}(?:[{APOSTROPHES}][0-9]{{3}})+"
        rf"|[0-9]{{1,{3 if spaced else 2}}}(?:[{SPACES}][0-9]{{3}})+|[0-9]+)(?:[{mark}]([0-9]+))?"
    )
    for mark, other in ((".", ","), (",", "."))
    for spaced in (False, True)
}
_SPACED: Final = re.compile(rf"(?<![0-9.,])(?:[0-9]{{1,2}}(?:[{SPACES}][0-9]{{3}})+|[0-9]{{3}}[{SPACES}]000)(?![0-9])")
_MARKED: Final = re.compile(r"[0-9][0-9.,]*")


def read_number(text: str, decimal: str, *, spaced: bool = False) -> Number | None:
    """Return the number in a text, read with this decimal mark; None if it is not one.

    Numbers with leading zeros (``01234``) and very long ones are identifiers, not numbers.  ``spaced`` is whether spaces are
    known to separate groups of digits (see `is_spaced`).

    >>> read_number("1,234.5", "."), read_number("1.234,5", ","), read_number("−3", "."), read_number("1.2k", ".")
    (1234.5, 1234.5, -3, 1200)
    >>> read_number("007", "."), read_number("1.2.3", "."), read_number("12 345", ","), read_number("1,23", ".")
    (None, None, 12345, None)
    >>> read_number("299 199", "."), read_number("299 199", ".", spaced=True)
    (None, 299199)
    """
    found = _WHOLE.fullmatch(text)
    digits = digits_of(found[2], decimal, spaced=spaced) if found else None
    if found is None or digits is None:
        return None
    number = _scaled(digits, MULTIPLIERS[found[3]])
    return -number if found[1] not in ("", "+") else number


def digits_of(text: str, decimal: str, *, spaced: bool = False) -> str | None:
    """Return an unsigned number as plain digits with a decimal point, None if it is not one.

    >>> digits_of("1.299,00", ","), digits_of("1.299,00", ".")
    ('1299.00', None)
    """
    found = _GROUPS["," if decimal == "," else ".", spaced].fullmatch(text)
    if found is None:
        return None
    fraction = found[1]
    whole = re.sub(r"[^0-9]", "", text[: found.start(1)] if fraction is not None else text)
    if len(whole) + len(fraction or "") > MAX_DIGITS or (whole[0] == "0" and len(whole) > 1):
        return None
    return whole if fraction is None else f"{whole}.{fraction}"


def _scaled(digits: str, factor: int) -> Number:
    number = float(digits) * factor if "." in digits else int(digits) * factor
    return int(number) if factor > 1 and number == int(number) else number


def is_spaced(texts: Iterable[str]) -> bool:
    """Return whether spaces separate groups of digits in these texts: ``350 000`` beside ``90 000``.

    Three digits before a space say nothing: ``299 199`` may be an old price and a new one.

    >>> is_spaced(["349 500", "1 200 000"]), is_spaced(["350 000"]), is_spaced(["299 199", "120"])
    (True, True, False)
    """
    return any(map(_SPACED.search, texts))


def decimal_mark(texts: Iterable[str]) -> Mark | None:
    """Return the decimal mark of the numbers in these texts; None if it is ambiguous.

    A point before three digits may be either; it separates groups if no larger number is written without one.  A comma before
    three digits separates groups unless something else contradicts it.

    >>> decimal_mark(["$1,299.00", "$5"]), decimal_mark(["12,50 €"]), decimal_mark(["1,234"]), decimal_mark(["12"])
    ('.', ',', '.', '.')
    >>> decimal_mark(["1.234"]), decimal_mark(["1.234", "845", "12"]), decimal_mark(["1.234", "1500"])
    (None, ',', '.')
    """
    numbers = [number.rstrip(".,") for text in texts for number in _MARKED.findall(text)]
    votes = [mark for mark in map(_mark_shown, numbers) if mark is not None]
    if votes:
        return "," if votes.count(",") > votes.count(".") else "."
    if not any("." in number for number in numbers):
        return "."
    return _by_size([number for number in numbers if "." not in number])


def _by_size(plain: Sequence[str]) -> Mark | None:
    """Return the role of a point before three digits, judged by the numbers of the column that have none."""
    if any(len(number) > 3 for number in plain):
        return "."
    return "," if plain else None


def _mark_shown(number: str) -> Mark | None:
    """Return the decimal mark that one number shows, None if it shows none."""
    point, comma = number.rfind("."), number.rfind(",")
    if point >= 0 and comma >= 0:
        return "." if point > comma else ","
    last = max(point, comma)
    if last < 0:
        return None
    mark: Mark = "." if point >= 0 else ","
    other: Mark = "," if mark == "." else "."
    if number.count(mark) > 1:
        return other
    grouped = len(number) - last - 1 == 3 and 1 <= last <= 3 and number[0] != "0"
    return None if grouped else mark
