"""Whether the texts of neighbouring elements run together or stand apart where no white space separates them.

Block boundaries separate texts.  Between inline elements a page may say nothing: what keeps the texts of
``<span>New</span><span>York</span>`` apart is a margin in a style sheet, but ``<b>W</b>rapture`` is one word.  So words stay
together where an element begins or ends inside them, and where it only emphasizes; the words of two boxes side by side get a
space.  Digits never run together across a tag: the cents of ``$19<sup>97</sup>`` are no hundreds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.html.elements import LOGICAL, PHYSICAL, STRUCK

if TYPE_CHECKING:
    from collections.abc import Sequence

Seam: TypeAlias = Literal[0, 1, 2, 3]
"""What separates a text from the one before it; the native extension knows the same numbers."""
GLUED: Final = 0
APART: Final = 1
DIGITS_APART: Final = 2
WORDS_APART: Final = 3

EMPHASIS: Final = (PHYSICAL | LOGICAL | {"font"}) - STRUCK - {"small", "big", "ins", "cite", "data", "time"}
"""Elements that mark up parts of words; of the others, two side by side are two things."""


def seam_between(tags: Sequence[str], parents: Sequence[int], stops: Sequence[int], before: int, after: int) -> Seam:
    """Return the seam between two texts that follow each other without a block boundary between them."""
    one, other = parents[before], parents[after]
    if one == other:
        return GLUED
    left = right = False  # whether a box ends, and whether one begins
    while one >= 0 and stops[one] <= after:
        left = left or tags[one] not in EMPHASIS
        one = parents[one]
    while other > before:
        right = right or tags[other] not in EMPHASIS
        other = parents[other]
    return WORDS_APART if left and right else DIGITS_APART


def needs_space(seam: Seam, before: str, after: str) -> bool:
    """Return whether a space belongs between two texts, given the last and the first character.

    >>> needs_space(WORDS_APART, "W", "T"), needs_space(WORDS_APART, "W", ","), needs_space(DIGITS_APART, "9", "9")
    (True, False, True)
    >>> needs_space(DIGITS_APART, "m", "2"), needs_space(GLUED, "9", "9"), needs_space(APART, "W", ",")
    (False, False, True)
    """
    if seam == WORDS_APART:
        return _is_in_word(before) and _is_in_word(after)
    if seam == DIGITS_APART:
        return before.isascii() and before.isdigit() and after.isascii() and after.isdigit()
    return seam == APART


def _is_in_word(character: str) -> bool:
    """Return whether a character belongs to a word of a script that puts spaces between words, as far as the first 2,048 do."""
    return character.isalnum() if character.isascii() else "\u00c0" <= character <= "\u07ff"
