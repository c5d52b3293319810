"""Parsing the text of a cell by the type of its column; a text that does not parse gives None and is kept as text."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.values.dates import read_date
from wrapture.values.money import Price, read_price
from wrapture.values.months import plain
from wrapture.values.numbers import SHAPE, Number, read_number
from wrapture.values.ratings import Rating, read_rating

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from wrapture.values.value_type import ValueType

Value: TypeAlias = int | float | str | Price | Rating | date | datetime
"""A parsed value: a number (or percentage), an amount of money, a rating, a date or time, or a link's address."""

MAX_LENGTH: Final = 100  # characters; a longer text is prose and is not parsed
PLACEHOLDERS: Final = frozenset(
    ["", "-", "–", "—", "--", "---", "n/a", "na", "?", "none", "null", "tba", "tbd", "…", "..."]
)
"""Texts of cells without a value."""

MARKS: Final = "|•·:;,*»~–—-"
"""Separators that may be left at the edges of a value; at its start only before a space, since ``-5`` is negative."""

_LEADING: Final = re.compile(r"(?:[|•·:;,*»~–—-]+ )+")
_BRACKETS: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_PERCENT: Final = re.compile(rf"([+\-−–]?) ?({SHAPE}) ?(?:%|percent|per cent|pct\.?|prozent)(?: (\D{{1,30}}))?", re.I)
_COUNT: Final = re.compile(rf"#? ?([+\-−–]?{SHAPE}[kKM]?(?![^\W\d_]))[.)+]?(?: ?([^\W\d_][^\d,;|]{{0,30}}))?")
_MEASURE: Final = re.compile(rf"([+\-−–]?{SHAPE}) ?([^\W\d_][^\d,;|]{{0,30}})")
LINK: Final = re.compile(r"(?:https?://|www\.)\S+|(?:[\w-]+\.)+[a-z]{2,12}/\S*", re.I)
MIN_STEM: Final = 3  # letters that two forms of a word must share at least; their endings may differ by as many


def read_cell(kind: ValueType, cell: str | tuple[str, ...] | None) -> Value | list[Value | None] | None:
    """Return the value of a cell by the type of its column: a list for several texts, None where it does not parse."""
    if cell is None or isinstance(cell, str):
        return None if cell is None else read_value(kind, cell)
    return [read_value(kind, text) for text in cell]


def read_value(kind: ValueType, text: str) -> Value | None:
    """Return the value of a text by the type of its column, None if it does not parse; never raises.

    >>> from wrapture.values.value_type import ValueType
    >>> read_value(ValueType("number", decimal="."), "1,234"), read_value(ValueType("number", decimal="."), "many")
    (1234, None)
    """
    if len(text) > MAX_LENGTH + len(kind.prefix):
        return text if kind.name == "link" and LINK.fullmatch(text) else None
    return read_tidy(kind, tidy(text))


def read_tidy(kind: ValueType, text: str) -> Value | None:
    """Return the value of a text that `tidy` has cleaned."""
    if kind.prefix and text.casefold().startswith(kind.prefix.casefold()):
        text = tidy(text[len(kind.prefix) :])
    return None if kind.name == "text" else _READERS[kind.name](kind, text)


def tidy(text: str) -> str:
    """Return a text with single spaces, without separators and brackets around it.

    >>> tidy(" - 38k"), tidy("(299 ratings)"), tidy("- 5"), tidy("-5"), tidy("12 |")
    ('38k', '299 ratings', '5', '-5', '12')
    """
    text = " ".join(text.split())
    if text[:1] in MARKS and (leading := _LEADING.match(text)):
        text = text[leading.end() :]
    if text[-1:] in MARKS:
        text = text.rstrip(MARKS + " ")
    if text[:1] not in "([":
        return text
    inside = _BRACKETS.fullmatch(text)
    return (inside[1] or inside[2] or "").strip() if inside else text


_SCALES: Final = frozenset(
    [
        "thousand",
        "million",
        "millions",
        "billion",
        "billions",
        "trillion",
        "mio",
        "mrd",
        "millionen",
        "milliarden",
        "tausend",
        "mille",
        "millones",
        "millions",
        "milliard",
        "milliards",
        "milioni",
        "miliardi",
        "milhões",
        "bilhões",
        "lakh",
        "lakhs",
        "crore",
        "crores",
        "mln",
        "mld",
        "tsd",
    ]
)
"""Words that scale a number: ``8.1 million`` is not 8.1, so it stays a text."""


def count_of(text: str, decimal: str, unit: str) -> Number | None:
    """Return the number in a text, with this unit if one is given: ``12 comments``, ``(3)``, ``#4``, ``5.``."""
    counted = split_unit(text)
    if counted is None or bool(unit) != bool(counted[1]) or not same_unit(unit, counted[1]):
        return None
    return read_number(counted[0], decimal)


def split_unit(text: str) -> tuple[str, str] | None:
    """Return the number that a text begins with, and its unit; None if it begins with no number.

    >>> split_unit("32,085 plays"), split_unit("4.3KB"), split_unit("26k"), split_unit("7)"), split_unit("iPhone 7")
    (('32,085', 'plays'), ('4.3', 'KB'), ('26k', ''), ('7', ''), None)
    """
    found = _COUNT.fullmatch(text) or _MEASURE.fullmatch(text)
    if found is None:
        return None
    unit = (found[2] or "").strip(" .,)(")
    return None if unit.split(" ")[0].casefold() in _SCALES else (found[1].rstrip(".,"), unit)


def percentage_of(text: str, decimal: str, unit: str = "") -> Number | None:
    """Return the percentage in a text as a number.

    >>> percentage_of("45 %", "."), percentage_of("20% off", ".", "off"), percentage_of("45", ".")
    (45, 20, None)
    """
    found = _PERCENT.fullmatch(text)
    if found is None or bool(unit) != bool(found[3]) or not same_unit(unit, found[3] or ""):
        return None
    return read_number(found[1] + (found[2].lstrip("0") or "0" if found[2].isdigit() else found[2]), decimal)


def percent_unit(text: str) -> str:
    """Return the words after the percent sign."""
    found = _PERCENT.fullmatch(text)
    return (found[3] or "") if found else ""


def same_unit(one: str, other: str) -> bool:
    """Return whether two units are the same word, perhaps one in the singular and one in the plural.

    >>> same_unit("review", "reviews"), same_unit("reply", "replies"), same_unit("KB", "MB"), same_unit("KB", "kB")
    (True, True, False, True)
    """
    one, other = plain(one), plain(other)
    if one == other:
        return True
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= max(MIN_STEM, max(len(one), len(other)) - MIN_STEM)


def whole(number: float | None) -> Number | None:
    """Return a number as an int if it is whole."""
    return int(number) if number is not None and number == int(number) else number


def as_json(value: Value | list[Value | None] | None) -> object:
    """Return a value in a form that JSON has: dates in ISO 8601, amounts and ratings as objects."""
    match value:
        case list():
            return [as_json(one) for one in value]
        case Price():
            return {"amount": plain_number(value.amount), "currency": value.currency}
        case Rating():
            return {"value": value.value, "scale": value.scale}
        case date():
            return value.isoformat()
        case _:
            return value


def plain_number(amount: Decimal) -> Number:
    """Return an amount as a JSON number."""
    return int(amount) if amount == int(amount) else float(amount)


def _rating(kind: ValueType, text: str) -> Rating | None:
    found = read_rating(text)
    return None if found is None else Rating(found.value, found.scale or whole(kind.scale))


_READERS: Final[dict[str, Callable[[ValueType, str], Value | None]]] = {
    "number": lambda kind, text: count_of(text, kind.decimal, kind.unit),
    "price": lambda kind, text: read_price(text, kind.decimal),
    "date": lambda kind, text: read_date(text, kind.order),
    "percentage": lambda kind, text: percentage_of(text, kind.decimal, kind.unit),
    "rating": _rating,
    "link": lambda _, text: text if LINK.fullmatch(text) else None,
}
