"""Deciding the type of a column from its texts.

A column has a type only if nearly all of its values parse as a whole by a strict grammar: lenient parsers find amounts in most
dates and dates in most numbers.  What a single value leaves open (the decimal mark, the order of a date) is decided from all of
them; if they leave it open too, the column stays text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import tally
from wrapture.values.cell import (
    MAX_LENGTH,
    PLACEHOLDERS,
    percent_unit,
    read_tidy,
    tidy,
    whole,
)
from wrapture.values.dates import ORDERS, date_order
from wrapture.values.identifiers import are_identifiers
from wrapture.values.money import Price, groups_by_point
from wrapture.values.numbers import decimal_mark, is_spaced
from wrapture.values.ratings import read_rating
from wrapture.values.units import relates_to_now, same_unit, split_unit
from wrapture.values.value_type import TEXT, ValueType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.values.numbers import Mark
    from wrapture.values.value_type import TypeName

AGREEMENT: Final = 0.9  # share of the values that must parse
EXAMINED: Final = 50  # values of a column that are examined
ENOUGH: Final = 2  # values that must parse
MAX_PREFIX: Final = 4  # words before every value
MARKS: Final[tuple[Mark, ...]] = (".", ",")
_MAY_BE_TYPED: Final = re.compile(r"[0-9★☆⭐]|https?://", re.I)
_YEAR: Final = re.compile(r"(?:1[5-9]|20)[0-9]{2}")
_WORDS: Final = re.compile(r"[^\s:]+:? ?")
_WORD: Final = re.compile(r"[^\W\d_][^\d\s$€£]*:? ?")


def type_of(values: Iterable[str | tuple[str, ...] | None]) -> ValueType:
    """Return the type of a column with these values.

    >>> type_of(["12,50 €", "1.299,00 €", "n/a"])
    ValueType(name='price', decimal=',', currency='EUR', order='', scale=None, prefix='', unit='', spaced=False, time=True)
    >>> type_of(["3/4/2021", "5/6/2021"]).name, type_of(["3/4/2021", "5/26/2021"]).order
    ('text', 'mdy')
    >>> type_of(["Decided 4 May 2012", "Decided 17 May 2012"]).prefix
    'Decided'
    >>> type_of(["240.000 EUR Preis", "95.000 EUR Preis"]).unit
    'Preis'
    """
    texts = list(islice(_texts(values), EXAMINED))
    able = [text for text in texts if _MAY_BE_TYPED.search(text, 0, MAX_LENGTH) and _is_short(text)]
    if len(able) < max(ENOUGH, AGREEMENT * len(texts)):  # true for most columns, which need no closer look
        return TEXT
    able = list(map(tidy, able))
    for prefix in ("", *_prefixes(able)):
        bare = [tidy(text[len(prefix) :]) for text in able] if prefix else able
        for kind in _drafts(bare, prefix):
            if _fits(kind, bare, len(texts)):
                return _timed(kind, bare)
    return next(_prices_with_words(able, len(texts)), TEXT)


def type_as(name: TypeName, values: Iterable[str | tuple[str, ...] | None]) -> ValueType | None:
    """Return the type of this name that parses most of these values, for a person who says they are of it.

    None if it parses no value.  What the values leave open is set to the most common choice: ``3/4/2021`` is a day in April.

    >>> type_as("number", ["12 comments", "1 comment", "none yet"]).unit, type_as("date", ["soon"])
    ('comments', None)
    >>> type_as("date", ["3/4/2021"]).order
    'dmy'
    """
    if name == "text":
        return TEXT
    texts = list(map(tidy, filter(_is_short, islice(_texts(values), EXAMINED))))
    best, most = None, 0
    for prefix in ("", *_prefixes(texts)):
        bare = [tidy(text[len(prefix) :]) for text in texts] if prefix else texts
        for kind in _drafts_of(name, bare, prefix):
            read = sum(read_tidy(kind, text) is not None for text in bare)
            if read > most:
                best, most = _timed(kind, bare), read
    return best


def _timed(kind: ValueType, texts: Sequence[str]) -> ValueType:
    """Return a type of dates with whether any of its values has a time of day."""
    if kind.name != "date":
        return kind
    return replace(kind, time=any(isinstance(read_tidy(kind, text), datetime) for text in texts))


def _drafts_of(name: TypeName, texts: Sequence[str], prefix: str) -> Iterator[ValueType]:
    """Yield the types of this name as the texts decide, and every alternative for what they leave open."""
    decided = decimal_mark(texts)
    decimals: Sequence[Mark] = MARKS if decided is None else (decided,)
    numbers = [ValueType(name, one, prefix=prefix, spaced=is_spaced(texts)) for one in decimals]
    match name:
        case "date":
            order = date_order(texts)
            yield from (ValueType(name, order=one, prefix=prefix) for one in (ORDERS if order is None else (order,)))
        case "percentage":
            yield from (replace(one, unit=_unit(map(percent_unit, texts))) for one in numbers)
        case "price":
            yield from (kind for one in numbers for kind in _prices(texts, one))
        case "number":
            yield from (replace(one, unit=_counted_unit(texts)) for one in numbers)
        case "rating":
            scales = Counter(
                rating.scale for text in texts if (rating := read_rating(text)) is not None and rating.scale
            )
            yield ValueType(name, scale=whole(scales.most_common(1)[0][0]) if scales else None, prefix=prefix)
        case "link":
            yield ValueType(name, prefix=prefix)
        case _:
            return


def _is_short(text: str) -> bool:
    return len(text) <= MAX_LENGTH or text.startswith(("http://", "https://"))


def _texts(values: Iterable[str | tuple[str, ...] | None]) -> Iterator[str]:
    """Yield the texts that are values, without placeholders such as ``n/a``."""
    for value in values:
        for text in (value,) if isinstance(value, str) else value or ():
            if text.strip().casefold() not in PLACEHOLDERS:
                yield text


def _prefixes(texts: Sequence[str]) -> Iterator[str]:
    """Yield the words that all texts begin with, fewer each time: the last may be a month they all share."""
    words = [[word[0] for word in islice(_WORDS.finditer(text), MAX_PREFIX)] for text in texts]
    shared = [same[0] for same in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))]
    count = next((n for n, word in enumerate(shared) if not _WORD.fullmatch(word)), len(shared))
    yield from ("".join(shared[:n]).rstrip() for n in range(count, 0, -1))


def _prices_with_words(texts: Sequence[str], count: int) -> Iterator[ValueType]:
    """Yield the type of prices that all end in the same words: ``240.000 EUR Preis``, ``$0.25/oz``."""
    for end in _ends(texts):
        bare = [text.removesuffix(end) for text in texts]
        decimal = decimal_mark(bare) or ("," if groups_by_point(bare) else None)
        for kind in _prices(bare, ValueType("price", decimal)) if decimal else ():
            ended = replace(kind, unit=end.strip())
            if _fits(ended, texts, count):
                yield ended


def _ends(texts: Sequence[str]) -> Iterator[str]:
    """Yield the words that all texts end in, most first, each with the space or slash before it."""
    same = takewhile(lambda characters: len(set(characters)) == 1, zip(*(text[::-1] for text in texts), strict=False))
    shared = "".join([characters[0] for characters in same])[::-1]
    for number, character in enumerate(shared):
        rest = shared[number:]
        if character in " /" and not any(map(str.isdigit, rest)) and any(map(str.isalpha, rest)):
            yield rest


def _drafts(texts: Sequence[str], prefix: str) -> Iterator[ValueType]:
    """Yield the types that the texts could have, with what they decide."""
    if not prefix:
        yield from _ratings(texts)
    decimal, spaced = decimal_mark(texts), is_spaced(texts)
    if decimal is not None:
        if any("%" in text or "p" in text for text in texts):
            unit = _unit(map(percent_unit, texts))
            yield ValueType("percentage", decimal, prefix=prefix, unit=unit, spaced=spaced)
        yield from _prices(texts, ValueType("price", decimal, prefix=prefix, spaced=spaced))
    elif groups_by_point(texts):
        yield from _prices(texts, ValueType("price", ",", prefix=prefix))
    order = date_order(texts)
    if order is not None:
        yield ValueType("date", order=order, prefix=prefix)
    if decimal is not None and not are_identifiers(texts):
        unit = _counted_unit(texts)
        if _counts(texts, prefix, unit):
            yield ValueType("number", decimal, prefix=prefix, unit=unit, spaced=spaced)
    if not prefix:
        yield ValueType("link")


def _counts(texts: Sequence[str], prefix: str, unit: str) -> bool:
    """Return whether numbers with words around them count something; ``Chapter 5`` and ``1st Dept`` are names with a number."""
    if not prefix and not unit:
        return True
    if relates_to_now(prefix):
        return False
    labelled = not prefix or bool(unit) or prefix.endswith(":") or all(map(_YEAR.fullmatch, texts))
    return labelled and len(set(texts)) > 1


def _ratings(texts: Sequence[str]) -> Iterator[ValueType]:
    """Yield the type of ratings if they share a scale; consecutive ones are page numbers."""
    found = [value for text in texts if (value := read_rating(text)) is not None]
    scales = {rating.scale for rating in found if rating.scale is not None}
    counting = len(found) > ENOUGH and [rating.value for rating in found] == list(range(1, len(found) + 1))
    if found and len(scales) <= 1 and len(set(texts)) > 1 and not counting:  # one value for all: a rating button
        yield ValueType("rating", scale=whole(next(iter(scales), None)))


def _prices(texts: Sequence[str], draft: ValueType) -> Iterator[ValueType]:
    found = [value for text in texts if isinstance(value := read_tidy(draft, text), Price)]
    currencies = Counter(price.currency for price in found if price.currency)
    if currencies:
        yield replace(draft, currency=currencies.most_common(1)[0][0])


def _counted_unit(texts: Iterable[str]) -> str:
    return _unit(found[1] for text in texts if (found := split_unit(text)) is not None)


def _unit(units: Iterable[str]) -> str:
    """Return the unit of most numbers, in its most common form."""
    counts = tally(units)
    if not counts:
        return ""
    likes = {
        unit: sum(n for other, n in counts.items() if bool(other) == bool(unit) and same_unit(unit, other))
        for unit in counts
    }
    return max(counts, key=lambda unit: (likes[unit], counts[unit]))


def _fits(kind: ValueType, texts: Sequence[str], count: int) -> bool:
    """Return whether enough of the values parse as a type; stops at the first that makes it impossible."""
    misfits = len(texts) - max(ENOUGH, AGREEMENT * count)
    for text in texts:
        misfits -= read_tidy(kind, text) is None
        if misfits < 0:
            return False
    return True
