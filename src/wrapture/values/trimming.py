"""Separators, bullets and brackets that are left at the edges of a text when a record is divided."""

from __future__ import annotations

import re
from typing import Final

SEPARATORS: Final = frozenset(",;|·•‣▪●")
"""Marks that belong to no value, wherever they stand at its edge."""
SPACED: Final = frozenset("-–—*")
"""Marks that separate only where a space is between them and the value: ``-5`` is negative."""
BRACKETS: Final = {"(": ")", "[": "]"}
CLOSING: Final = {closing: opening for opening, closing in BRACKETS.items()}
_AMOUNT: Final = re.compile(r"[$€£]?[0-9]{1,3}(?:[,.'’][0-9]{3})+(?:[.,][0-9]{2})?|[$€£]?[0-9]+[.,][0-9]{2}")
"""What is an amount also where it stands twice without a space between: ``1.21.2`` is a version."""
_EDGES: Final = SEPARATORS | SPACED | BRACKETS.keys() | CLOSING.keys() | {":"}


def trimmed(text: str) -> str:
    """Return a text without dangling separators, bullets and unmatched brackets; one of marks alone stays as it is.

    >>> trimmed(", 120999"), trimmed("| Berlin"), trimmed("by Ann Lee -"), trimmed("(12)"), trimmed("(12"), trimmed("-5")
    ('120999', 'Berlin', 'by Ann Lee', '(12)', '12', '-5')
    >>> trimmed("—"), trimmed("C++"), trimmed("Price:"), trimmed(": 12")
    ('—', 'C++', 'Price:', '12')
    >>> trimmed("1,500 1,500"), trimmed("1,5001,500"), trimmed("New York New York"), trimmed("1212")
    ('1,500', '1,500', 'New York New York', '1212')
    """
    text = once(text)
    if not text or (text[0] not in _EDGES and text[-1] not in _EDGES):  # most texts
        return text
    start, stop = 0, len(text)
    while start < stop and _dangles_before(text, start, stop):
        start += 1
    while start < stop and _dangles_after(text, start, stop):
        stop -= 1
    piece = text[start:stop]
    return text if _EDGES.issuperset(piece) else piece


def once(text: str) -> str:
    """Return a text with digits once that says the same twice: once to be seen, once for screen readers.

    >>> once("$5.99 $5.99"), once("1,5001,500"), once("12 12"), once("5 5 5"), once("1.21.2")
    ('$5.99', '1,500', '12', '5 5 5', '1.21.2')
    """
    half = len(text) // 2
    if not half or text[0] != text[half + len(text) % 2]:  # most texts
        return text
    if len(text) % 2:
        return text[:half] if text[half] == " " and text[:half] == text[half + 1 :] and _counts(text) else text
    return text[:half] if text[:half] == text[half:] and _AMOUNT.fullmatch(text[:half]) else text


def _counts(text: str) -> bool:
    return any(map(str.isdigit, text))


def trimmed_cell(cell: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    """Return the trimmed text of a cell, or its texts."""
    if cell is None or isinstance(cell, str):
        return cell and trimmed(cell)
    return tuple(map(trimmed, cell))


def _dangles_before(text: str, start: int, stop: int) -> bool:
    """Return whether the first character of ``text[start:stop]`` belongs to no value."""
    first = text[start]
    if first in SEPARATORS or first.isspace():
        return True
    if first in SPACED or first == ":":
        return start + 1 < stop and text[start + 1].isspace()
    return first in BRACKETS and BRACKETS[first] not in text


def _dangles_after(text: str, start: int, stop: int) -> bool:
    """Return whether the last character of ``text[start:stop]`` belongs to no value."""
    last = text[stop - 1]
    if last in SEPARATORS or last.isspace():
        return True
    if last in SPACED:
        return stop - 2 >= start and text[stop - 2].isspace()
    return last in CLOSING and CLOSING[last] not in text
