"""Encode texts in EUC-JP, ISO-2022-JP and Big5 as the Encoding Standard defines them [1]_, unlike Python's own codecs.

The two for Japanese use the character table of Shift_JIS; Python's codecs use other tables under the same names, in which
``～`` is another character and rare characters have codes that browsers don't use.  The repertoire of Big5 lies between two
of Python's codecs.

.. [1] https://encoding.spec.whatwg.org/#legacy-multi-byte-japanese-encodings
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

SIDE: Final = 94  # rows, and cells of a row
TO_ASCII, TO_JIS = b"\x1b(B", b"\x1b$B"
HALF: Final = ("\uff61", "\uff9f")  # katakana of half the width
BIG5_FIRST: Final = 0xA1  # the first lead byte for encoding; decoders accept more
INSTEAD: Final = {"\u2212": "\uff0d"}  # a minus sign


def encode_euc(text: str) -> bytes:
    r"""Return a text in EUC-JP, with character references for unsupported characters.

    >>> encode_euc("日～ｱ€")
    b'\xc6\xfc\xa1\xc1\x8e\xb1&#8364;'
    """
    return b"".join(map(_euc, text))


def _euc(character: str) -> bytes:
    if character.isascii():
        return character.encode("ascii")
    if HALF[0] <= character <= HALF[1]:
        return bytes([0x8E, ord(character) - ord(HALF[0]) + 0xA1])
    place = _place(character)
    if place is not None:
        return bytes([0xA1 + place[0], 0xA1 + place[1]])
    return {"¥": b"\\", "‾": b"~"}.get(character) or reference(character)


def encode_iso_2022(text: str) -> bytes:
    r"""Return a text in ISO-2022-JP, which begins and ends in ASCII.

    >>> encode_iso_2022("a日")
    b'a\x1b$BF|\x1b(B'
    """
    pieces: list[bytes] = []
    shifted = False
    for character in text:
        half = HALF[0] <= character <= HALF[1]
        place = None if character.isascii() else _place(unicodedata.normalize("NFKC", character) if half else character)
        if shifted != (place is not None):
            pieces.append(TO_ASCII if shifted else TO_JIS)
            shifted = not shifted
        if place is not None:
            pieces.append(bytes([0x21 + place[0], 0x21 + place[1]]))
        else:
            pieces.append(character.encode("ascii") if character.isascii() else reference(character))
    return b"".join([*pieces, TO_ASCII if shifted else b""])


def encode_big5(text: str) -> bytes:
    r"""Return a text in Big5, with character references for unsupported characters.

    >>> encode_big5("中Ж€ä")
    b'\xa4\xa4\xc7\xfa\xa3\xe1&#228;'
    """
    return b"".join(character.encode("ascii") if character.isascii() else _big5(character) for character in text)


def _big5(character: str) -> bytes:
    written = (character.encode(codec, "ignore") for codec in ("big5hkscs", "cp950"))
    return next((two for two in written if len(two) == 2 and two[0] >= BIG5_FIRST), None) or reference(character)


def reference(character: str) -> bytes:
    """Return the character reference of a character, that of U+FFFD for a lone surrogate."""
    code = ord(character)
    return b"&#%d;" % (0xFFFD if 0xD800 <= code < 0xE000 else code)


def _place(character: str) -> tuple[int, int] | None:
    """Return the row and cell of a character, counted from 0, or None if it has none."""
    return _places().get(INSTEAD.get(character, character))


@cache
def _places() -> dict[str, tuple[int, int]]:
    """Return the first row and cell of each character in the table, derived from Shift_JIS."""
    found: dict[str, tuple[int, int]] = {}
    for row in range(SIDE):
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        for cell in range(SIDE):
            trail = cell + 0x9F if row % 2 else cell + 0x40 + (cell >= 63)
            character = bytes([lead, trail]).decode("cp932", "ignore")
            if len(character) == 1:
                found.setdefault(character, (row, cell))
    return found
