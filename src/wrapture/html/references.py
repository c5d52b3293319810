"""What a piece of source reads as: character references and line ends, piece by piece, as the parser reads them."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.markup import DROPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

_ODD: Final = re.compile(
    r"&(?:\#(?:([0-9]+)|[xX]([0-9a-fA-F]+));?|([a-zA-Z][a-zA-Z0-9]{1,31};?))|\r\n?|" + f"[{DROPPED}]+"
)
_IN_WORDS: Final = re.compile(
    "[=a-zA-Z0-9]"
)  # ``&copy=1`` and ``&copyright`` are no references in an attribute's value
_LONGEST_NUMBER: Final = 8  # digits; more are no character
_REPLACED: Final = "\ufffd"


class Piece(NamedTuple):
    """What a piece of source reads as: the same, or (where the lengths may differ) a character reference or a line end."""

    text: str
    start: int
    end: int


def decoded(source: str, start: int, end: int, *, in_value: bool = False) -> Iterator[Piece]:
    """Yield the pieces of a source text in order, as the parser reads them."""
    done = start
    for odd in _ODD.finditer(source, start, end):
        piece = _read_odd(odd, in_value)
        if piece is not None:
            yield Piece(source[done : piece.start], done, piece.start)
            yield piece
            done = piece.end
    yield Piece(source[done:end], done, end)


def _read_odd(odd: re.Match[str], in_value: bool) -> Piece | None:
    """Return what a reference, a line end or a character that is dropped reads as, None where it is no reference."""
    decimal, hexadecimal, name = odd.groups()
    if decimal or hexadecimal:
        return Piece(_numbered(decimal or hexadecimal, 10 if decimal else 16), *odd.span())
    if not name:
        return Piece("\n" if odd[0][0] == "\r" else "", *odd.span())
    known = next((name[:size] for size in range(len(name), 1, -1) if name[:size] in html5), "")
    stop = odd.start() + 1 + len(known)
    if not known or (in_value and known[-1] != ";" and _IN_WORDS.match(odd.string, stop)):
        return None
    return Piece(html5[known], odd.start(), stop)


def _numbered(digits: str, base: int) -> str:
    """Return the character of a number; those of Windows' characters are what the standard takes them for."""
    digits = digits.lstrip("0")
    code = int(digits, base) if 0 < len(digits) <= _LONGEST_NUMBER else 0
    if 0x80 <= code < 0xA0:
        return bytes([code]).decode("cp1252", "ignore") or chr(code)
    return _REPLACED if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)
