"""Amounts of money: a number with the sign or the code of a currency before or after it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.values.numbers import SHAPE, digits_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODES: Final = """
AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HRK HUF IDR ILS INR ISK JOD JPY KES KRW KWD
KZT LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR
"""

CODES: Final = frozenset(_CODES.split())
"""ISO 4217 codes of the currencies that prices on the web are in."""

SIGNS: Final = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "฿": "THB",
    "₱": "PHP", "₦": "NGN", "₸": "KZT", "zł": "PLN", "kč": "CZK", "лв": "BGN", "руб": "RUB", "р": "RUB",
    "грн": "UAH", "us$": "USD", "us $": "USD", "u.s. $": "USD", "c$": "CAD", "ca$": "CAD", "cdn$": "CAD", "can$": "CAD",
    "a$": "AUD", "au$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "nt$": "TWD", "mx$": "MXN", "r$": "BRL", "rs": "INR",
    "元": "CNY", "円": "JPY", "원": "KRW", "euro": "EUR", "euros": "EUR", "eur": "EUR", "dollars": "$", "sfr": "CHF",
    "lei": "RON", "rm": "MYR", "rp": "IDR", "tl": "TRY", "₣": "CHF",
    "$": "$", "¥": "¥", "￥": "¥", "kr": "kr",
}  # fmt: skip
"""Currency signs as written, with their code, or the sign itself if several countries use it."""

_SIGN: Final = r"(?:[^\W\d_]{1,4}\.? ?(?:[^\W\d_]\. ?)?)?[$€£¥￥₹₽₩₺₴₪₫฿₱₦₸₣]|[^\W\d_]{1,7}\.?|元|円|원"
_AMOUNT: Final = rf"({SHAPE})(?: ([0-9]{{2}}))?(?:,?[-–—]+)?"  # cents in superscript are apart: ``$19 97``
_BEFORE: Final = re.compile(rf"(-|−|–)?({_SIGN})\s*(-|−|–)?{_AMOUNT}(?:\s*({_SIGN}))?")
_AFTER: Final = re.compile(rf"(-|−|–)?{_AMOUNT}\s*({_SIGN})")
_MILLS: Final = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])
"""Currencies with three decimals (ISO 4217)."""
TEN_THOUSAND: Final = 10_000  # two digits before the point: more than anybody pays for a litre


class Price(NamedTuple):
    """An amount of money and its currency: a code such as ``EUR``, a sign that several countries use, or None if unknown."""

    amount: Decimal
    currency: str | None


def read_price(text: str, decimal: str, *, spaced: bool = False) -> Price | None:
    """Return the amount of money in a text; None if it is not one.

    >>> read_price("$1,299.00", ".")
    Price(amount=Decimal('1299.00'), currency='$')
    >>> read_price("12,50 €", ","), read_price("12 apples", ".")
    (Price(amount=Decimal('12.50'), currency='EUR'), None)
    >>> read_price("$19 97", "."), read_price("$20 $15", "."), read_price("$10–20", ".")
    (Price(amount=Decimal('19.97'), currency='$'), None, None)
    """
    before = _BEFORE.fullmatch(text)
    if before is not None:
        minus, sign, inner, number, cents, also = before.groups()
        if also is not None and currency_of(also) is None:
            return None
        currency = _closer(currency_of(sign), also)
        negative = bool(minus or inner)
    else:
        after = _AFTER.fullmatch(text)
        if after is None:
            return None
        negative, number, cents, currency = bool(after[1]), after[2], after[3], currency_of(after[4])
    digits = _digits(number.rstrip(".,"), cents, decimal, spaced=spaced) if currency else None
    return None if digits is None else Price(Decimal(f"-{digits}" if negative else digits), currency)


def _digits(number: str, cents: str | None, decimal: str, *, spaced: bool) -> str | None:
    """Return an amount as plain digits; cents that stand apart belong to whole amounts only."""
    digits = digits_of(number, decimal, spaced=spaced)
    if cents is None or digits is None:
        return digits
    return None if "." in digits else f"{digits}.{cents}"


def groups_by_point(texts: Iterable[str]) -> bool:
    """Return whether a point before three digits separates thousands in these prices; other marks must not occur.

    No price has three decimals, but those of fuel (``1.459 €``) and of a few currencies.

    >>> groups_by_point(["240.000 EUR", "95.000 EUR"]), groups_by_point(["1.459 €", "1.389 €"]), groups_by_point(["12.500 KWD"])
    (True, False, False)
    """
    found = [price for text in texts if (price := read_price(text, ",")) is not None]
    return any(price.amount >= TEN_THOUSAND for price in found) and not any(price.currency in _MILLS for price in found)


def currency_of(sign: str) -> str | None:
    """Return the currency that a sign or code stands for, None for any other word.

    >>> currency_of("US $"), currency_of("chf"), currency_of("Rs."), currency_of("kg")
    ('USD', 'CHF', 'INR', None)
    """
    plain = sign.strip().rstrip(".").casefold()
    if plain in SIGNS:
        return SIGNS[plain]
    if plain.upper() in CODES:
        return plain.upper()
    return None


def _closer(currency: str | None, also: str | None) -> str | None:
    """Return the more specific of two currencies: ``$5 CAD`` is in Canadian dollars."""
    second = currency_of(also) if also else None
    return second if currency and second and second in CODES else currency
