"""Learning separators for a piece of a text from examples: what comes before and after it in all of them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from wrapture.reading.reader import cut_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.model import Cut

LONGEST: Final = 30
"""Maximum length of a separator."""


def find_cut(pairs: Sequence[tuple[str, str]]) -> tuple[Cut, ...]:
    """Return the cut that is right for the most texts; none if the uncut texts are as good.

    >>> find_cut([("Price: 5 euro", "5"), ("Price: 12 euro", "12")])
    ((('Price:', 'euro'), 1),)
    """
    best: tuple[Cut, ...] = ()
    right = _right(best, pairs)
    for cut in _cuts([pair for pair in pairs if pair[1] in pair[0]]):
        own = _right((cut,), pairs)
        if own > right:
            best, right = (cut,), own
    return best


def _right(cuts: tuple[Cut, ...], pairs: Sequence[tuple[str, str]]) -> int:
    return sum(cut_out(whole, cuts) == piece for whole, piece in pairs)


def _cuts(pairs: Sequence[tuple[str, str]]) -> Iterator[Cut]:
    if not pairs:
        return
    parts = [whole.partition(piece) for whole, piece in pairs]
    before = _begin([head[::-1] for head, _, _ in parts])[::-1].strip()[-LONGEST:]
    after = _begin([tail for _, _, tail in parts]).strip()[:LONGEST]
    for first in _shorter(before, last=True):
        yield (first,), 1
        for second in _shorter(after, last=False):
            yield (first, second), 1
    for second in _shorter(after, last=False):
        yield (second,), 0


def _begin(texts: Sequence[str]) -> str:
    """Return the common beginning of some texts."""
    return "".join([one[0] for one in takewhile(lambda some: len(set(some)) == 1, zip(*texts, strict=False))])


def _shorter(separator: str, *, last: bool) -> list[str]:
    """Return the separator's word next to the piece, its character there, and all of it."""
    words = separator.split()
    if not words:
        return []
    word = words[-1 if last else 0]
    return list(dict.fromkeys([word, word[-1] if last else word[0], separator]))
