"""How a piece is cut out of a text: by the marks or words before and after it."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from wrapture.model import Span
from wrapture.reading.pointing import shown_in
from wrapture.reading.reader import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Cut, Place
    from wrapture.reading.pointing import Shown, TextPlace

MAX_DELIMITERS: Final = 8  # before a piece: a text with more of them is prose
MAX_SEPARATOR: Final = 40  # characters
_BEFORE: Final = re.compile(r"(\w*)(\W*)\Z")
_AFTER: Final = re.compile(r"(\W*)(\w*)")
_WORD: Final = re.compile(r"[^\W\d_]{2}|\d\d")  # two characters that no value begins or ends between


def cuts_like(page: Page, whole: TextPlace, piece: TextPlace, others: Sequence[str]) -> list[Cut]:
    """Return the cuts that give a piece of a text, best first: those whose pieces of other texts are formed most like it."""
    shown = shown_in(page, [Span(whole.first_node, whole.last_node + 1)])
    outer, inner = _characters(shown, whole), _characters(shown, piece)
    if outer is None or inner is None:
        return []
    text = shown.text[slice(*outer)]
    start, stop = inner[0] - outer[0], inner[1] - outer[0]
    shape = shape_of(text[start:stop])
    found = dict.fromkeys(_cuts(text, start, stop))

    def likeness(one: Cut) -> int:
        pieces = [cut(other, one[0])[one[1]] for other in others]
        return sum(1 + (shape_of(each) == shape) for each in pieces if each)

    return sorted(found, key=likeness, reverse=True)


def _characters(shown: Shown, place: TextPlace) -> Place | None:
    """Return the characters of a displayed text that are at a place, without surrounding white space."""
    inside = [
        at
        for at, (character, origin) in enumerate(zip(shown.text, shown.origins, strict=True))
        if not character.isspace() and place[:2] <= origin < place[2:]
    ]
    return (inside[0], inside[-1] + 1) if inside else None


def shape_of(text: str) -> str:
    """Return the form of a text: its marks, a letter for each word and a digit for each number.

    >>> shape_of("$12.99 each")
    '$9.9 a'
    """
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", text))


def _cuts(text: str, start: int, stop: int) -> Iterator[Cut]:
    """Yield the cuts of a text that give the piece from ``start`` to ``stop``; none if it begins or ends inside a word.

    >>> list(_cuts("$12.99 each", 1, 6))
    [(('$', ' each'), 1), (('$', ' '), 1)]
    """
    before, value, after = text[:start], text[start:stop], text[stop:]
    if _WORD.match(text[start - 1 : start + 1]) or _WORD.match(text[stop - 1 : stop + 1]):
        return
    for left, right in product(_lefts(before), _rights(after)):
        count = before.count(left) if left else 0
        separators = (*([left] * count), *([right] if right else []))
        if separators and count <= MAX_DELIMITERS and cut(text, separators)[count] == value:
            yield separators, count


def _lefts(before: str) -> Iterator[str]:
    """Yield what may stand before a value: a word with marks, marks, one mark; with the white space after them and without."""
    found = _BEFORE.search(before) if before.strip() else None
    if found is None:
        yield ""
        return
    word, marks = found[1], found[2]
    whole = word + marks if word.isalpha() else marks
    one = marks.rstrip()[-1:] + marks[len(marks.rstrip()) :]
    yield from _short([whole, whole.strip() if marks.strip() else "", marks, marks.strip(), one, one.strip()])


def _rights(after: str) -> Iterator[str]:
    """Yield what may stand after a value: marks with a word, marks, one mark."""
    found = _AFTER.match(after) if after.strip() else None
    if found is None:
        yield ""
        return
    marks, word = found[1], found[2]
    whole = marks + word if word.isalpha() else marks
    yield from _short([whole.strip() if marks.strip() else whole, marks.strip(), marks.strip()[:1], marks])


def _short(texts: Iterable[str]) -> Iterator[str]:
    return (text for text in dict.fromkeys(texts) if 0 < len(text) <= MAX_SEPARATOR)
