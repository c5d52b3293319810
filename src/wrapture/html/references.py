"""Decoding a piece of source as the parser does: character references and line ends, piece by piece."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.source_tags import DROPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

_ODD: Final = re.compile(
    r"&(?:\#(?:([0-9]+)|[xX]([0-9a-fA-F]+));?|([a-zA-Z][a-zA-Z0-9]{1,31};?))|\r\n?|" + f"[{DROPPED}]+"
)
_IN_WORDS: Final = re.compile(
    "[=a-zA-Z0-9]"
)  # ``&copy=1`` and ``&copyright`` are not references in an attribute's value
_LONGEST_NUMBER: Final = 8  # digits; a longer number is not a character
_REPLACED: Final = "\ufffd"


class SourcePiece(NamedTuple):
    """A piece of source and its text: the same, or (where the lengths may differ) a character reference or a line end."""

    text: str
    start: int
    end: int


def decoded(source: str, start: int, end: int, *, in_value: bool = False) -> Iterator[SourcePiece]:
    """Yield the pieces of a source text in order, as the parser reads them."""
    done = start
    for odd in _ODD.finditer(source, start, end):
        piece = _read_odd(odd, in_value)
        if piece is not None:
            yield SourcePiece(source[done : piece.start], done, piece.start)
            yield piece
            done = piece.end
    yield SourcePiece(source[done:end], done, end)


def _read_odd(odd: re.Match[str], in_value: bool) -> SourcePiece | None:
    """Return the text of a reference, line end or dropped character, None if it is not a reference."""
    decimal, hexadecimal, name = odd.groups()
    if decimal or hexadecimal:
        return SourcePiece(_numbered(decimal or hexadecimal, 10 if decimal else 16), *odd.span())
    if not name:
        return SourcePiece("\n" if odd[0][0] == "\r" else "", *odd.span())
    known = next((name[:size] for size in range(len(name), 1, -1) if name[:size] in html5), "")
    stop = odd.start() + 1 + len(known)
    if not known or (in_value and known[-1] != ";" and _IN_WORDS.match(odd.string, stop)):
        return None
    return SourcePiece(html5[known], odd.start(), stop)


def _numbered(digits: str, base: int) -> str:
    """Return the character with this number; numbers of Windows-1252 are mapped as the standard says."""
    digits = digits.lstrip("0")
    code = int(digits, base) if 0 < len(digits) <= _LONGEST_NUMBER else 0
    if 0x80 <= code < 0xA0:
        return bytes([code]).decode("cp1252", "ignore") or chr(code)
    return _REPLACED if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)
