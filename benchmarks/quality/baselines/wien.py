"""WIEN's LR and HLRT wrappers [1]_: constant strings left and right of each attribute; HLRT adds a head and a tail.

For each delimiter, the shortest candidate that is consistent with all labelled pages is taken.  Records that lack an attribute
are beyond these classes and are not learned from.  If no candidate is consistent, there is no wrapper.

.. [1] Kushmerick: Wrapper induction: efficiency and expressiveness. 2000.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from wrapture.html.source import lex_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.model import Labels
    from wrapture.model.labelled import LabelledPage

LONGEST: Final = 60  # characters of a delimiter
HEADS: Final = 400  # candidates for a head or a tail that are tried
WINDOW: Final = 4  # lexemes of a head or a tail


@dataclass(frozen=True, slots=True)
class Delimited:
    """Delimiters of each attribute; head and tail are empty for LR."""

    lefts: tuple[str, ...]
    rights: tuple[str, ...]
    head: str = ""
    tail: str = ""

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""
        place = text.find(self.head)
        place = place + len(self.head) if place >= 0 else len(text)
        records: list[Labels] = []
        while True:
            first = text.find(self.lefts[0], place)
            tail = text.find(self.tail, place) if self.tail else -1
            if first < 0 or 0 <= tail < first:
                return records
            record = []
            for left, right in zip(self.lefts, self.rights, strict=True):
                start = text.find(left, place)
                end = text.find(right, start + len(left))
                if start < 0 or end < 0:
                    return records
                record.append((start + len(left), end))
                place = end
            records.append(tuple(record))


@dataclass(frozen=True, slots=True)
class Seen:
    """The training data: for each attribute the texts before it and the values with what follows; heads and tails."""

    before: list[list[str]]
    values: list[list[tuple[str, str]]]
    heads: list[str]
    tails: list[str]


def _look(pages: Sequence[LabelledPage]) -> Seen:
    width = max(page.width for page in pages)
    seen = Seen([[] for _ in range(width)], [[] for _ in range(width)], [], [])
    for page in pages:
        place: int | None = None
        for record in page.records:
            cells = page.cells(record)
            if [number for _, number in cells] != list(range(width)):
                place = cells[-1][0][1]
                continue
            if place is None:
                seen.heads.append(page.text[: cells[0][0][0]])
            for (start, end), number in cells:
                if place is not None:
                    seen.before[number].append(page.text[place:start])
                seen.values[number].append((page.text[start:end], page.text[end : end + LONGEST]))
                place = end
        seen.tails.append(page.text[place or 0 :])
    return seen


def _common(texts: Sequence[str]) -> str:
    """Return the longest prefix that all texts have."""
    first, last = min(texts, default=""), max(texts, default="")
    length = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:length]


def _rights(values: Sequence[tuple[str, str]]) -> Iterator[str]:
    common = _common([after for _, after in values])
    for length in range(1, len(common) + 1):
        if all((value + after).find(common[:length]) == len(value) for value, after in values):
            yield common[:length]


def _lefts(before: Sequence[str]) -> Iterator[str]:
    common = _common([text[::-1][:LONGEST] for text in before])[::-1]
    for length in range(1, len(common) + 1):
        left = common[-length:]
        if all(text.find(left) == len(text) - length for text in before):
            yield left


def learn_lr(pages: Sequence[LabelledPage]) -> Delimited | None:
    """Return the LR wrapper of some pages, or None if there is none."""
    seen = _look(pages)
    firsts = [left for left in _lefts([*seen.heads, *seen.before[0]]) if all(left not in tail for tail in seen.tails)]
    return _wrapper(seen, firsts[:1], "", "")


def _wrapper(seen: Seen, firsts: Sequence[str], head: str, tail: str) -> Delimited | None:
    lefts = [list(firsts), *(list(_lefts(before))[:1] for before in seen.before[1:])]
    rights = [list(_rights(values))[:1] for values in seen.values]
    if not all(lefts) or not all(rights):
        return None
    return Delimited(tuple(left[0] for left in lefts), tuple(right[0] for right in rights), head, tail)


def learn_hlrt(pages: Sequence[LabelledPage]) -> Delimited | None:
    """Return the HLRT wrapper of some pages, or None if there is none."""
    seen = _look(pages)
    if not seen.heads:
        return None
    lefts = list(_lefts(seen.before[0])) if seen.before[0] else [seen.heads[0][-n:] for n in range(1, LONGEST)]
    heads = [h for h in _windows(seen.heads[0], last=True) if all(h in other for other in seen.heads)]
    tails = [t for t in _windows(seen.tails[0], last=False) if all(t in other for other in seen.tails)]
    for left in lefts:
        head = next((h for h in heads if all(_leads(text, h, left) for text in seen.heads)), None)
        tail = next((t for t in tails if _stops(seen, t, left)), None)
        if head is not None and tail is not None:
            return _wrapper(seen, [left], head, tail)
    return None


def _windows(text: str, *, last: bool) -> list[str]:
    """Return pieces of a text, a few lexemes each, nearest to its end first (or to its beginning)."""
    lexemes = lex_source(text).lexemes
    starts = range(len(lexemes) - 1, -1, -1) if last else range(len(lexemes))
    pairs = product(starts[: HEADS // WINDOW], range(1, WINDOW + 1))
    return list(dict.fromkeys("".join(lexemes[start : start + length]) for start, length in pairs))


def _leads(text: str, head: str, left: str) -> bool:
    """Return whether the first left delimiter after a page's head is that of the first record."""
    place = text.find(head) + len(head)
    return text.find(left, place) == len(text) - len(left) and text.endswith(left)


def _stops(seen: Seen, tail: str, left: str) -> bool:
    """Return whether the tail comes before any left delimiter after the last record, and after it between records."""
    for text in seen.tails:
        stop, more = text.find(tail), text.find(left)
        if stop < 0 or 0 <= more < stop:
            return False
    return all(not 0 <= text.find(tail) < text.find(left) for text in seen.before[0])
