"""Amounts of money: a number with the sign or the code of a currency before or after it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from wrapture.values.numbers import SHAPE, digits_of

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
_BEFORE: Final = re.compile(rf"(-|−|–)?({_SIGN})\s*(-|−|–)?({SHAPE})(?:,?[-–—]+)?(?:\s*({_SIGN}))?")
_AFTER: Final = re.compile(rf"(-|−|–)?({SHAPE})(?:,?[-–—]+)?\s*({_SIGN})")


class Price(NamedTuple):
    """An amount of money and its currency: a code such as ``EUR``, a sign that several countries use, or None if unknown."""

    amount: Decimal
    currency: str | None


def read_price(text: str, decimal: str) -> Price | None:
    """Return the amount of money in a text; None if it is not one.

    >>> read_price("$1,299.00", ".")
    Price(amount=Decimal('1299.00'), currency='$')
    >>> read_price("12,50 €", ","), read_price("12 apples", ".")
    (Price(amount=Decimal('12.50'), currency='EUR'), None)
    """
    before = _BEFORE.fullmatch(text)
    if before is not None:
        minus, sign, inner, number, also = before.groups()
        if also is not None and currency_of(also) is None:
            return None
        return _price(number, _closer(currency_of(sign), also), decimal, negative=bool(minus or inner))
    after = _AFTER.fullmatch(text)
    return None if after is None else _price(after[2], currency_of(after[3]), decimal, negative=bool(after[1]))


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


def _price(number: str, currency: str | None, decimal: str, *, negative: bool) -> Price | None:
    digits = digits_of(number.rstrip(".,"), decimal) if currency else None
    return None if digits is None else Price(Decimal(f"-{digits}" if negative else digits), currency)
