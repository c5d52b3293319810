"""Parsing the text of a cell by the type of its column; a text that does not parse gives None and is kept as text."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.values.dates import read_date
from wrapture.values.money import Price, read_price
from wrapture.values.numbers import SHAPE, Number, read_number
from wrapture.values.ratings import Rating, read_rating
from wrapture.values.trimming import once
from wrapture.values.units import same_unit, split_unit

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from wrapture.values.value_type import ValueType

Value: TypeAlias = int | float | str | Price | Rating | date | datetime
"""A parsed value: a number (or percentage), an amount of money, a rating, a date or time, or a link's address."""

MAX_LENGTH: Final = 100  # characters; a longer text is prose and is not parsed
_WORDS: Final = """
free | gratis | kostenlos | gratuit | poa | price on request | on request | auf anfrage | call for price | sold out
ausverkauft | til salgs | sold | verkauft | price on application | prix sur demande
"""
PLACEHOLDERS: Final = frozenset(
    ["", "-", "–", "—", "--", "---", "n/a", "na", "?", "none", "null", "tba", "tbd", "…", "..."]
    + [word.strip() for line in _WORDS.split("\n") for word in line.split("|")]
)
"""Texts of cells without a value."""

MARKS: Final = "|•·:;,*»~–—-"
"""Separators that may be left at the edges of a value; at its start only before a space, since ``-5`` is negative."""

_LEADING: Final = re.compile(r"(?:[|•·:;,*»~–—-]+ )+")
_BRACKETS: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_PERCENT: Final = re.compile(rf"([+\-−–]?) ?({SHAPE}) ?(?:%|percent|per cent|pct\.?|prozent)(?: (\D{{1,30}}))?", re.I)
LINK: Final = re.compile(r"https?://\S+", re.I)


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
    """Return a text with single spaces, without separators and brackets around it, and once if it is a number said twice.

    >>> tidy(" - 38k"), tidy("(299 ratings)"), tidy("- 5"), tidy("-5"), tidy("12 |")
    ('38k', '299 ratings', '5', '-5', '12')
    >>> tidy("1,500 1,500"), tidy("5 5 5"), tidy("New York New York")
    ('1,500', '5 5 5', 'New York New York')
    """
    text = once(" ".join(text.split()))
    if text[:1] in MARKS and (leading := _LEADING.match(text)):
        text = text[leading.end() :]
    if text[-1:] in MARKS:
        text = text.rstrip(MARKS + " ")
    if text[:1] not in "([":
        return text
    inside = _BRACKETS.fullmatch(text)
    return (inside[1] or inside[2] or "").strip() if inside else text


def count_of(text: str, kind: ValueType) -> Number | None:
    """Return the number in a text, with the unit if the type has one: ``12 comments``, ``(3)``, ``#4``, ``5.``."""
    counted = split_unit(text)
    if counted is None or bool(kind.unit) != bool(counted[1]) or not same_unit(kind.unit, counted[1]):
        return None
    return read_number(counted[0], kind.decimal, spaced=kind.spaced)


def percentage_of(text: str, kind: ValueType) -> Number | None:
    """Return the percentage in a text as a number: 45 for ``45 %``."""
    found = _PERCENT.fullmatch(text)
    if found is None or bool(kind.unit) != bool(found[3]) or not same_unit(kind.unit, found[3] or ""):
        return None
    digits = found[2].lstrip("0") or "0" if found[2].isdigit() else found[2]
    return read_number(found[1] + digits, kind.decimal, spaced=kind.spaced)


def percent_unit(text: str) -> str:
    """Return the words after the percent sign."""
    found = _PERCENT.fullmatch(text)
    return (found[3] or "") if found else ""


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


def _price(kind: ValueType, text: str) -> Price | None:
    if kind.unit and text.endswith(kind.unit):
        text = text.removesuffix(kind.unit).rstrip()
    return read_price(text, kind.decimal, spaced=kind.spaced)


_READERS: Final[dict[str, Callable[[ValueType, str], Value | None]]] = {
    "number": lambda kind, text: count_of(text, kind),
    "price": _price,
    "date": lambda kind, text: read_date(text, kind.order),
    "percentage": lambda kind, text: percentage_of(text, kind),
    "rating": _rating,
    "link": lambda _, text: text if LINK.fullmatch(text) else None,
}
