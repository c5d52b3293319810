"""Secrets replaced by ``***``, however an address, a form or a page spells them.

Each character may appear as it is, percent-encoded, as an HTML entity or escaped as in JSON, all of them mixed in one word.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Final

MASK: Final = "***"
CHARSETS: Final = ("utf-8", "latin-1", "cp1252")
"""Of forms and pages, beside the one that a response names."""


def masked(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text without the secrets.

    >>> masked("/login?key=a%2Fb+c", ("a/b c",))
    '/login?key=***'
    """
    if not secrets:
        return text
    raw = text.encode("utf-8", "surrogatepass")
    return masker(secrets).sub(MASK.encode(), raw).decode("utf-8", "surrogatepass")


def holds(text: str, secrets: tuple[str, ...]) -> bool:
    """Return whether a text contains a secret."""
    return bool(secrets) and masker(secrets).search(text.encode("utf-8", "surrogatepass")) is not None


@lru_cache(maxsize=16)
def masker(secrets: tuple[str, ...], *charsets: str) -> re.Pattern[bytes]:
    """Return a pattern for any spelling of any secret, the longest secret first."""
    ways = (*CHARSETS, *charsets)
    whole = [b"".join(_spellings(char, ways) for char in secret) for secret in sorted(secrets, key=len, reverse=True)]
    return re.compile(b"|".join(filter(None, whole)) or rb"(?!)")


def _spellings(char: str, charsets: tuple[str, ...]) -> bytes:
    """Return a pattern for one character in any of its spellings."""
    raw = set(filter(None, (_encoded(char, charset) for charset in charsets)))
    percent = {b"".join(b"%%(?i:%02x)" % byte for byte in way) for way in raw}
    number = ord(char)
    others = {
        re.escape(escape(char).encode("utf-8", "surrogatepass")),
        b"&#0{0,6}%d;?" % number,
        b"&#(?i:x0{0,6}%x);?" % number,
        rb"\\(?i:u%04x)" % number,
        *([rb"\+"] if char == " " else []),
        *([rb"\\" + re.escape(char.encode())] if char in '"\\/' else []),
    }
    ways: list[bytes] = [*map(re.escape, raw), *percent, *others]
    ways.sort(key=len, reverse=True)
    return b"(?:" + b"|".join(ways) + b")"


def _encoded(char: str, charset: str) -> bytes:
    """Return the bytes of a character, none if the encoding lacks it or is unknown."""
    try:
        return char.encode(charset)
    except (UnicodeError, LookupError):
        return b""
