"""Row templates: the fine tokens that rows have in common, and how similar other rows are (sections 3 and 4 of [1]_).

A template is written as its tokens, with numbers between them for how many tokens of data usually come there.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from operator import sub
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.algo.subsequence import aligned, common_length, folded
from wrapture.html.fine_tokens import fine_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record, RowTemplate, Span

SIMILAR: Final = 0.7  # similarity of records above which a page belongs to the template's site [1]_
AGREED: Final = 0.8  # share of the rows that must have a token
SHARED: Final = 0.5  # share of the common subsequence that a row must have in order not to be skipped
SAMPLE: Final = 4  # records of a page that are compared with a template: the first, the last, and some in between
LONGEST: Final = 400  # tokens kept of a template, with at most as many numbers
MOST: Final = 24  # records that a template is induced from
_OTHER: Final = "\x00"


class Template:
    """A parsed row template: its tokens, and the index of each in a typical row."""

    def __init__(self, written: RowTemplate) -> None:
        sizes = [token if isinstance(token, int) else 1 for token in written]
        places = accumulate(sizes, initial=0)
        self.tokens = [token for token in written if isinstance(token, str)]
        self.indexes = [place for place, token in zip(places, written, strict=False) if isinstance(token, str)]
        self.length = sum(sizes)

    @cached_property
    def _codes(self) -> dict[str, str]:
        """A character for each token."""
        return {token: chr(code) for code, token in enumerate(dict.fromkeys(self.tokens), start=1)}

    @cached_property
    def _symbols(self) -> str:
        return "".join([self._codes[token] for token in self.tokens])

    def offset(self, places: Sequence[int]) -> float:
        """Return how far tokens are out of place (formula 4.3 of [1]_), given the index of each in its row, or -1.

        >>> template = Template(("<b>", 1, "</b>", "</a>", "</td>", "<td align=right>"))
        >>> round(template.offset([0, 2, -1, 3, -1]), 3), round(template.offset([0, 2, -1, 3, 4]), 3)
        (0.167, 0.333)
        """
        found = [(token, place, 1) for token, place in enumerate(places) if place >= 0]
        return self.offset_of(found)

    def offset_of(self, blocks: Iterable[tuple[int, int, int]]) -> float:
        """Return the same for runs of tokens: the first token of each, its index in the row, and the length of the run.

        >>> Template(("<b>", 1, "</b>", "</a>", "</td>", "<td align=right>")).offset_of([(0, 0, 1), (1, 2, 1), (3, 3, 2)])
        0.3333333333333333
        """
        shifts, indexes = 0, self.indexes
        for first, place, size in blocks:
            if size == 1:  # as most
                shifts += abs(indexes[first] - place)
                continue
            usual = indexes[first : first + size]
            shifts += sum(map(abs, map(sub, usual, range(place, place + size))))
        return shifts / self.length

    def similarity(self, row: Iterable[str]) -> float:
        """Return the share of the template's tokens that a row has in the same order.

        >>> Template(("<b>", 1, "</b>", "<br>")).similarity(["<b>", "MOTEL 6", "</b>", "<hr>"])
        0.6666666666666666
        """
        get = self._codes.get
        string = "".join([get(token, _OTHER) for token in row])
        return common_length(self._symbols, string) / len(self.tokens) if self.tokens else 0.0


@lru_cache(maxsize=1024)
def read_template(written: RowTemplate) -> Template:
    """Return a parsed template."""
    return Template(written)


def common_template(rows: Sequence[str], unknown: str) -> tuple[str, str]:
    """Return the template of rows that are strings of one character per token, and the row of middle length.

    Tokens that fewer than four in five rows have are ignored, and a row that shares less than half of the subsequence found so
    far is skipped, so that one odd row does not spoil the template of the others.  ``unknown`` is a character that stands for
    different tokens and is never part of a template.
    """
    rows = evenly(rows, MOST)
    model = sorted(rows, key=len)[len(rows) // 2]
    counts = Counter(chain.from_iterable(map(set, rows)))
    least = max(min(2, len(rows)), AGREED * len(rows))
    agreed = [character for character in model if character != unknown and counts[character] >= least]
    return folded(["".join(agreed), *rows], SHARED), model


def written(template: str, model: str, names: Mapping[str, str]) -> list[str | int]:
    """Return a template in its stored form: its tokens, with the number of others between them in the row of middle length."""
    found: list[str | int] = []
    before = -1
    for place in aligned(template, model):
        if place < 0:
            continue  # the row of middle length was itself skipped
        if place - before > 1:
            found.append(place - before - 1)
        found.append(names[model[place]])
        before = place
    return found


def merged(one: RowTemplate, other: RowTemplate) -> RowTemplate:
    """Return the template that rows of both templates match: their common subsequence, with the gaps of the first.

    >>> merged(("<li>", "<a href>", 1, "</a>", "<b>", 1, "</b>", "</li>"), ("<li>", 2, "<b>", 1, "</b>", "</li>"))
    ('<li>', 3, '<b>', 1, '</b>', '</li>')
    """
    first, second = read_template(one), read_template(other)
    codes = {token: chr(code) for code, token in enumerate(dict.fromkeys(first.tokens + second.tokens), start=1)}
    mine, theirs = ("".join([codes[token] for token in parts.tokens]) for parts in (first, second))
    found: list[str | int] = []
    stop = 0
    for place, index in zip(aligned(mine, theirs), first.indexes, strict=True):
        if place < 0:
            continue
        if index > stop:
            found.append(index - stop)
        found.append(second.tokens[place])
        stop = index + 1
    return tuple(found)


def template_of_records(pages: Iterable[tuple[Page, Sequence[Record]]]) -> RowTemplate:
    """Return the template of records, whatever locator found them."""
    found = [(page, record) for page, records in pages for record in records]
    rows = [record_tokens(page, record) for page, record in evenly(found, MOST)]
    counts = Counter(token for row in rows for token in set(row))
    common = [token for token, count in counts.items() if count >= min(2, len(rows))]
    codes = {token: chr(code) for code, token in enumerate(common, start=1)}
    strings = ["".join([codes.get(token, _OTHER) for token in row]) for row in rows]
    if not strings:
        return ()
    template, model = common_template(strings, _OTHER)
    return tuple(written(template[:LONGEST], model, {code: token for token, code in codes.items()}))


def record_tokens(page: Page, record: Record) -> list[str]:
    """Return the fine tokens of a record."""
    return [token for span in record for token in _span_tokens(page, span)]


def _span_tokens(page: Page, span: Span) -> list[str]:
    """Return the fine tokens of a span: a slice of the page's if these are known and the span is a run of siblings."""
    known = page.fine_tokens.slice(span) if page.fine_tokens is not None else None
    if page.fine_tokens is None or known is None:
        return fine_tokens(page, span).texts
    return page.fine_tokens.texts[known[0] : known[1]]


def likeness(template: RowTemplate, page: Page, records: Sequence[Record]) -> float:
    """Return the similarity of a page's records to a template: the mean over a sample of them, 0 if there are none."""
    if not records or not template:
        return 0.0
    parts = read_template(template)
    chosen = evenly(records, SAMPLE)
    return sum(parts.similarity(record_tokens(page, record)) for record in chosen) / len(chosen)


T = TypeVar("T")


def evenly(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most ``most`` items, evenly spaced, including the first and the last.

    >>> evenly("abcdefghij", 4), evenly("abc", 4)
    (['a', 'd', 'g', 'j'], 'abc')
    """
    if len(items) <= most:
        return items
    last = len(items) - 1
    return [items[last * n // (most - 1)] for n in range(most)]
