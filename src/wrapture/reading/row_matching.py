"""From a row template and a page to rows (section 4 and appendix A of [1]_).

A row may begin at every occurrence of the template's first token.  It is accepted if enough of the template's tokens follow in
order; of two rows that overlap, the one with the larger offset is dropped.

Departures from [1]_
--------------------
* A row is a run of siblings: a match is rounded to whole nodes, and the search goes no further than the length of the rows that
  the template was learned from.  [1]_ ends a row where the next begins, and so includes everything between two rows.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

from wrapture.algo.subsequence import common_blocks, common_length
from wrapture.html.fine_tokens import fine_tokens_of, kind_of
from wrapture.reading.row_template import read_template

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.html.fine_tokens import FineTokens
    from wrapture.html.page import Page
    from wrapture.model import Record, RowLocator

ANY: Final = "…"
"""As a token it matches any text, at the end of a start tag any attributes."""
MISSING: Final = "\x01"
"""The character for a template's token that the page does not have."""
LAST: Final = 0x10FFFF
"""The last code point: codes are assigned downwards from here, because no page has enough tokens to reach them."""


class RowMatch(NamedTuple):
    """A row: its tokens ``start .. stop``, and how many of the template's tokens it holds."""

    start: int
    stop: int
    held: int


def find_rows(locator: RowLocator, page: Page) -> tuple[Record, ...]:
    """Return the rows of a page, in document order and without overlaps."""
    tokens = fine_tokens_of(page)
    return tuple((tokens.span(row.start, row.stop),) for row in matches(locator, tokens))


def matches(locator: RowLocator, tokens: FineTokens) -> list[RowMatch]:
    """Return the rows that a template finds in a token string, cached."""
    known = _FOUND.setdefault(tokens, {})
    found = known.get(locator)
    if found is None:
        found = known[locator] = RowFinder(locator, tokens).rows()
    return found


_FOUND: Final[WeakKeyDictionary[FineTokens, dict[RowLocator, list[RowMatch]]]] = WeakKeyDictionary()
"""The rows found so far: the learner needs them first, then the judge."""


class RowFinder:
    """Finds the rows of one locator in one token string."""

    def __init__(self, locator: RowLocator, tokens: FineTokens) -> None:
        self._locator = locator
        self._longest = locator.longest
        self._tokens = tokens
        self._template = read_template(locator.template)
        characters, self._symbols = _with_single(tokens, self._template.tokens[1:])
        self._rest = "".join([characters.get(token, MISSING) for token in self._template.tokens[1:]])
        self._offsets: dict[str, float] = {}
        self._least = int(
            locator.similarity * len(self._template.tokens)
        )  # of the tokens after the first: with that one, a row holds more than the share

    def rows(self) -> list[RowMatch]:
        """Return the rows, in order and without overlaps."""
        found = [row for start in self._starts() if (row := self._match(start)) is not None]
        return self._with_tails(self._settled(found))

    def _starts(self) -> list[int]:
        """Return the tokens at which a row may begin."""
        first, parent, tokens = self._template.tokens[0], self._locator.parent, self._tokens
        starts = _places_of(first, tokens)
        if not parent:
            return starts
        parents = set(_places_of(parent, tokens))
        return [start for start in starts if tokens.owners[start] in parents]

    def _match(self, start: int) -> RowMatch | None:
        """Return the row that begins at a token, or None if too few of the template's tokens follow."""
        if self._locator.siblings == 1:
            stop = self._tokens.nexts[start]
            held = self._held(start, stop, self._least) if stop - start > self._least else -1
            return RowMatch(start, stop, held + 1) if held >= self._least else None
        ends = sibling_ends(self._tokens, start, self._locator.siblings, start + max(self._longest, self._least + 1))
        if ends[-1] - start <= self._least:
            return None
        held = self._held(start, ends[-1], self._least)
        if held < self._least:
            return None
        low, high = 0, len(ends) - 1
        while low < high:  # find the first sibling's end up to which the row holds as many
            middle = (low + high) // 2
            if self._held(start, ends[middle], held) == held:
                high = middle
            else:
                low = middle + 1
        return RowMatch(start, ends[low], held + 1)

    def _held(self, start: int, stop: int, least: int) -> int:
        """Return how many of the template's tokens follow the first one in a row, 0 if fewer than `least`."""
        window = self._symbols[start + 1 : min(stop, start + self._longest)]
        return common_length(self._rest, window, least)

    def _settled(self, rows: list[RowMatch]) -> list[RowMatch]:
        """Return the rows without overlaps: of two that overlap, the one with the larger offset is dropped."""
        kept: list[RowMatch] = []
        for row in rows:
            while kept and kept[-1].stop > row.start and 0 < self._offset(kept[-1]) > self._offset(row):
                kept.pop()
            if not kept or kept[-1].stop <= row.start:
                kept.append(row)
        return kept

    def _offset(self, row: RowMatch) -> float:
        window = self._symbols[row.start + 1 : min(row.stop, row.start + self._longest)]
        offset = self._offsets.get(window)
        if offset is None:
            blocks = common_blocks(self._rest, window)  # without the first token, which is always in its place
            offset = self._template.offset_of([(first + 1, place + 1, size) for first, place, size in blocks])
            self._offsets[window] = offset
        return offset

    def _with_tails(self, rows: list[RowMatch]) -> list[RowMatch]:
        """Return the rows extended by the siblings that belong to each, at most up to the next row."""
        if not self._locator.tail:
            return rows
        limits = [*(row.start for row in rows[1:]), len(self._tokens)]
        return [self._with_tail(row, limit) for row, limit in zip(rows, limits, strict=False)]

    def _with_tail(self, row: RowMatch, limit: int) -> RowMatch:
        last, stop = min(limit, self._tokens.end_of(row.start)), row.stop
        for _ in range(self._locator.tail):
            if stop >= last or self._tokens.nexts[stop] > last:
                break
            stop = self._tokens.nexts[stop]
        return row._replace(stop=stop)


def is_open_ended(token: str) -> bool:
    """Return whether a token matches others, too: any text, or start tags with any other attributes.

    >>> [is_open_ended(token) for token in ("…", "<tr …>", "<ul class=hits …>", "<tr>", "More …")]
    [True, True, True, False, False]
    """
    return token == ANY or (token.startswith("<") and token.endswith(f" {ANY}>"))


def _places_of(token: str, tokens: FineTokens) -> list[int]:
    """Return the positions of the tokens that a token matches, in order."""
    if not is_open_ended(token):
        return tokens.places.get(token, [])
    found = tokens.kinds.get(kind_of(token), [])
    named = class_in(token)
    return [place for place in found if class_in(tokens.texts[place]) == named] if named else found


def class_in(token: str) -> str:
    """Return the class that a start tag names, "" if there is none.

    >>> class_in("<ul class=hits id …>"), class_in("<ul id>"), class_in("class=hits")
    ('hits', '', '')
    """
    words = token[1:-1].split(" ") if token.startswith("<") else []
    return next((word.removeprefix("class=") for word in words if word.startswith("class=")), "")


def _with_single(tokens: FineTokens, wanted: Sequence[str]) -> tuple[Mapping[str, str], str]:
    """Return the characters and the string of a page's tokens, with characters also for template tokens that occur once.

    Otherwise a page with a single row would not match.
    """
    single = [token for token in dict.fromkeys(wanted) if len(tokens.places.get(token, ())) == 1]
    if not single:
        return tokens.characters, tokens.symbols
    own = {token: chr(LAST - n) for n, token in enumerate(single)}
    symbols = list(tokens.symbols)
    for token, character in own.items():
        symbols[tokens.places[token][0]] = character
    return {**tokens.characters, **own}, "".join(symbols)


def sibling_ends(tokens: FineTokens, start: int, most: int, enough: int | None = None) -> list[int]:
    """Return the ends of the siblings that start at a token, at most ``most``, up to the first at or after ``enough``."""
    nexts = tokens.nexts
    place = nexts[start]
    ends = [place]
    if most == 1:
        return ends
    last = tokens.end_of(start)
    if enough is not None:
        last = min(last, enough)
    while place < last and len(ends) < most:
        place = nexts[place]
        ends.append(place)
    return ends
