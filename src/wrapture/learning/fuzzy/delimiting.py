"""Parts of texts that are delimited alike: given one example, what is between the same delimiters in the other texts."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Place

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_GAP: Final = re.compile(r"\s+")


class _Edge(NamedTuple):
    """The delimiter that a piece begins after or ends before: the ``nth`` ``mark``, counted from the end if negative.

    The mark None is white space, and number 0 is the beginning or end of the text.
    """

    mark: str | None = None
    nth: int = 0


def delimited_alike(texts: Sequence[str], number: int, piece: Place) -> list[Place | None]:
    """Return the piece of each text between the same delimiters as one piece of the text of this number.

    The delimiters are the nearest word, punctuation mark or white space on each side, counted from the left or from the right:
    the choice for which most texts have a piece, and most pieces are formed like the example.

    >>> delimited_alike(["$12.99 each", "$7 each", "sold"], 0, (1, 6))
    [(1, 6), (1, 2), None]
    """
    text = texts[number]
    shape = _shape(text[slice(*piece)])
    best, most = [piece if one == number else None for one in range(len(texts))], 0
    for left, right in product(_left_edges(text, piece[0]), _right_edges(text, piece)):
        found = [_between(one, left, right) for one in texts]
        likeness = sum(1 + (_shape(one[slice(*at)]) == shape) for one, at in zip(texts, found, strict=True) if at)
        if found[number] == piece and likeness > most:
            best, most = found, likeness
    return best


def _shape(text: str) -> str:
    """Return the form of a text: its punctuation, a letter for each word and a digit for each number."""
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", text))


def _left_edges(text: str, start: int) -> list[_Edge]:
    before = text[:start]
    if not before.strip():
        return [_Edge()]
    mark = _TOKEN.findall(before)[-1:]
    edges = [_Edge(one, len(_marks(before, one))) for one in mark]
    edges += [_Edge(one, -1 - len(_marks(text[start:], one))) for one in mark]
    if before[-1].isspace():
        edges += [_Edge(None, len(_marks(before, None))), _Edge(None, -1 - len(_marks(text[start:], None)))]
    return edges


def _right_edges(text: str, piece: Place) -> list[_Edge]:
    """Return the delimiters that a piece may end at; those counted from the left are counted from its beginning."""
    inside, after = text[slice(*piece)], text[piece[1] :]
    if not after.strip():
        return [_Edge()]
    mark = _TOKEN.findall(after)[:1]
    edges = [_Edge(one, 1 + len(_marks(inside, one))) for one in mark]
    edges += [_Edge(one, -len(_marks(after, one))) for one in mark]
    if after[0].isspace():
        edges += [_Edge(None, 1 + len(_marks(inside, None))), _Edge(None, -len(_marks(after, None)))]
    return edges


def _marks(text: str, mark: str | None) -> list[Place]:
    """Return the places of a mark in a text, as a whole word or sign."""
    if mark is None:
        return [found.span() for found in _GAP.finditer(text)]
    return [found.span() for found in _TOKEN.finditer(text) if found[0] == mark]


def _between(text: str, left: _Edge, right: _Edge) -> Place | None:
    """Return the piece of a text between two delimiters, without surrounding white space; None if there is none."""
    before = _nth(_marks(text, left.mark), left.nth) if left.nth else (0, 0)
    if before is None:
        return None
    start = len(text) - len(text[before[1] :].lstrip())
    marks = [mark for mark in _marks(text, right.mark) if mark[0] >= start]
    after = _nth(marks, right.nth) if right.nth else (len(text), len(text))
    end = start + len(text[start : after[0]].rstrip()) if after is not None else start
    return (start, end) if end > start else None


def _nth(marks: Sequence[Place], nth: int) -> Place | None:
    """Return a mark by its number: 1, 2 … from the left, -1, -2 … from the right."""
    index = nth - 1 if nth > 0 else nth
    return marks[index] if -len(marks) <= index < len(marks) else None
