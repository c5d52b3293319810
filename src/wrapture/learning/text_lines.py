"""Lists in preformatted text: no record begins in the middle of a line, and a short paragraph is one record.

To the other learners the end of a line and the beginning of the next are one text, so they may cut lists there.  As with table
rows (`wrapture.learning.table_rows`), an answer that another one corrects is not weighed at all: records that begin inside
lines, if others begin with them; the lines of short paragraphs, if there is an answer with the paragraphs.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.columns.text_cutting import AGREEMENT
from wrapture.html.page import GAP
from wrapture.html.tokens import LINE_LEVEL, name_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.learning.table_rows import AnswerT

LONGEST: Final = 6  # lines of a paragraph that is a record: longer ones are sections of a list
FEWEST: Final = 3  # paragraphs


class _Begins(NamedTuple):
    """Where the lines and the paragraphs of a page's preformatted texts begin, in characters displayed before."""

    lines: frozenset[int]
    paragraphs: frozenset[int]


def whole_lines(pages: Sequence[Page], answers: Sequence[AnswerT]) -> list[AnswerT]:
    """Return the answers without those that cut lines or short paragraphs, if others don't."""
    if not any(page.lines for page in pages):
        return list(answers)
    begins = list(map(_begins, pages))
    starts = [_starts(pages, one) for one in answers]
    at_lines = [_all_at(own, [page.lines for page in begins]) for own in starts]
    at_paragraphs = [_all_at(own, [page.paragraphs for page in begins]) for own in starts]
    whole = max((_count(own) for own, good in zip(starts, at_lines, strict=True) if good), default=0)
    records = [own for own, good in zip(starts, at_paragraphs, strict=True) if good and _are_short(pages, begins, own)]
    return [
        one
        for one, own, good, best in zip(answers, starts, at_lines, at_paragraphs, strict=True)
        if not ((_is_cut(pages, own, begins) and _count(own) <= whole) or (whole >= FEWEST and _has_rule(pages, one)))
        and not (good and not best and any(_divides(own, other) for other in records))
    ]


def _begins(page: Page) -> _Begins:
    tokens = tokens_of(page, LINE_LEVEL)
    names = [name_of(character) for character in tokens.symbols]
    lines = [n for n, name in enumerate(names) if name == "LINE"]
    places = [page.offsets[first] for first in tokens.firsts]
    paragraphs = frozenset(places[n] for n in lines if names[n - 1] == "P")
    return _Begins(frozenset(places[n] for n in lines), paragraphs)


Starts = list[list[int]]
"""Where the records of each page begin, in characters displayed before."""


def _starts(pages: Sequence[Page], answer: AnswerT) -> Starts:
    return [
        [page.offsets[record[0].start] for record in found] for page, found in zip(pages, answer.records, strict=True)
    ]


def _count(starts: Starts) -> int:
    return sum(map(len, starts))


def _all_at(starts: Starts, places: Sequence[frozenset[int]]) -> bool:
    """Return whether all records begin at some places of their page."""
    return _count(starts) > 0 and all(known.issuperset(own) for own, known in zip(starts, places, strict=True))


def _is_cut(pages: Sequence[Page], starts: Starts, begins: Sequence[_Begins]) -> bool:
    """Return whether most records begin inside the lines of a preformatted text."""
    inside = 0
    for page, own, known in zip(pages, starts, begins, strict=True):
        texts = {page.offsets[node] for node in page.preformatted}
        inside += sum(start in texts and start not in known.lines for start in own)
    return inside > _count(starts) / 2


def _has_rule(pages: Sequence[Page], answer: AnswerT) -> bool:
    """Return whether a record of preformatted text is a line of dashes."""
    return any(
        record[0].start in page.lines and not any(map(str.isalnum, page.texts_of(record)))
        for page, found in zip(pages, answer.records, strict=True)
        for record in found
    )


def _are_short(pages: Sequence[Page], begins: Sequence[_Begins], starts: Starts) -> bool:
    """Return whether the paragraphs at some places are records: some lines each, which are no rows of a table."""
    sizes: list[int] = []
    for known, own in zip(begins, starts, strict=True):
        lines, after = sorted(known.lines), sorted(known.paragraphs)
        for start in own:
            stop = next((place for place in after if place > start), lines[-1] + 1)
            sizes.append(sum(start <= line < stop for line in lines))
    several = sum(1 < size <= LONGEST for size in sizes) >= AGREEMENT * len(sizes)
    return len(sizes) >= FEWEST and several and not any(map(_is_table, pages))


def _is_table(page: Page) -> bool:
    """Return whether the lines of a page have the same number of gaps."""
    texts = [page.texts[line].strip() for line in page.lines]
    gaps = Counter(text.replace("\t", GAP).count(GAP) for text in texts if text)
    times, count = gaps.most_common(1)[0]
    return times > 0 and count >= AGREEMENT * gaps.total()


def _divides(starts: Starts, paragraphs: Starts) -> bool:
    """Return whether records begin with each of some paragraphs, and elsewhere too."""
    pairs = list(zip(starts, paragraphs, strict=True))
    return all(set(own).issuperset(other) for own, other in pairs) and _count(starts) > _count(paragraphs)
