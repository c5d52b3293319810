"""From row starts to a row template and its locator (section 3 of [1]_).

The template is the longest common subsequence of the rows, as a fold.

Departures from [1]_
--------------------
* A row ends after as many siblings as its neighbours have, and its template with the last token that all rows have: anything
  between two rows is left out (the paper's Borders case), unless the last row too continues after its template.
* Unusual rows and rare tokens don't contribute to the template (`wrapture.reading.row_template`).
* Rows may begin with start tags of one name and different attributes, or with texts: then the template begins with ``<tr …>``
  or ``…``.
* If the template matches more rows than it was learned from, a second locator raises the required likeness to match just those,
  if there is such a bound.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.algo.averages import median_low
from wrapture.algo.subsequence import common_length
from wrapture.html.fine_tokens import UNIQUE, kind_of
from wrapture.html.page import TEXT
from wrapture.model import RowLocator
from wrapture.reading.row_matching import ANY, matches, sibling_ends
from wrapture.reading.row_template import common_template, read_template, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.fine_tokens import FineTokens

AGREED: Final = 0.8  # share of the rows that must have the same number of siblings
SLACK: Final = 2  # a row of another page may be this many times as long as the longest one seen
MAX_LENGTH: Final = 1_000  # tokens of a row that are examined; if half of the rows are longer, they are not rows
MAX_SIBLINGS: Final = 1_000  # of a row
MAX_TOKENS: Final = 400  # of a template: a longer one covers half a page, not a row


def induce(tokens: FineTokens, starts: Sequence[int]) -> Iterator[RowLocator]:
    """Yield locators for the rows that begin at these tokens: one with the usual likeness, one that finds just these rows."""
    first = common_first([tokens.texts[start] for start in starts])
    ends = row_ends(tokens, starts)
    stops = [min(row[-1], start + 1 + MAX_LENGTH) for start, row in zip(starts, ends, strict=True)]
    rows = [tokens.symbols[start + 1 : stop] for start, stop in zip(starts, stops, strict=True)]
    if first is None or median_low(map(len, rows)) == MAX_LENGTH:
        return
    template, model = common_template(rows, UNIQUE)
    if not 0 < len(template) <= MAX_TOKENS:
        return
    siblings, tail, longest = _extent(template, rows, starts, ends)
    if siblings > MAX_SIBLINGS:
        return
    locator = RowLocator(
        template=(first, *written(template, model, tokens.names)),
        siblings=siblings,
        longest=SLACK * min(longest, 1 + MAX_LENGTH),  # the template is that of rows cut there
        tail=tail,
        parent=_common_parent(tokens, starts),
    )
    yield locator
    yield from _stricter(locator, tokens, starts)


def common_first(firsts: Sequence[str]) -> str | None:
    """Return the token that all rows begin with, or its common part; None if there is none.

    >>> common_first(["<tr class=odd>", "<tr class=even>"]), common_first(["one", "two"]), common_first(["<p>", "one"])
    ('<tr …>', '…', None)
    """
    if len(set(firsts)) == 1:
        return firsts[0]
    kind, *others = set(map(kind_of, firsts))
    return None if others else ANY if kind == TEXT else f"<{kind} {ANY}>"


def row_ends(tokens: FineTokens, starts: Sequence[int]) -> list[list[int]]:
    """Return the ends of each row's siblings: as many as most rows have, or up to the next row if they differ too much."""
    ends = [_ends_until(tokens, start, limit) for start, limit in pairwise(starts)]
    counts = Counter(map(len, ends))
    ends.append(sibling_ends(tokens, starts[-1], max(counts)))
    siblings, agreed = counts.most_common(1)[0]
    most = siblings if agreed >= AGREED * (len(starts) - 1) else max(counts)
    return [found[:most] for found in ends]


def _ends_until(tokens: FineTokens, start: int, limit: int) -> list[int]:
    """Return the ends of the siblings from a token up to a limit, at least one."""
    last = min(limit, tokens.end_of(start))
    place = tokens.nexts[start]
    ends = [place]
    while place < last:
        place = tokens.nexts[place]
        ends.append(place)
    return ends


def _extent(
    template: str, rows: Sequence[str], starts: Sequence[int], ends: Sequence[Sequence[int]]
) -> tuple[int, int, int]:
    """Return the most siblings and tokens that contain the template in any row, and how many siblings may follow it.

    There may be unrelated content between two rows: siblings follow only if some follow the last row too.
    """
    if max(map(len, ends)) == 1:
        return 1, 0, 1 + max(map(len, rows))
    needed, tails, longest = 1, [], 1
    for row, start, stops in zip(rows, starts, ends, strict=True):
        used = _siblings_needed(template, row, [stop - start - 1 for stop in stops])
        needed, longest = max(needed, used), max(longest, stops[used - 1] - start)
        tails.append(len(stops) - used)
    return needed, max(tails) if tails[-1] else 0, longest


def _siblings_needed(template: str, row: str, stops: Sequence[int]) -> int:
    """Return how many siblings of a row contain as much of a template as all do, given where each ends in the row."""
    held = common_length(template, row)
    return 1 + bisect_left(stops, held, key=lambda stop: common_length(template, row[:stop]))


def _common_parent(tokens: FineTokens, starts: Sequence[int]) -> str:
    """Return the start tag of the element around every row, empty if it differs."""
    parents = {tokens.texts[owner] if (owner := tokens.owners[start]) >= 0 else "" for start in starts}
    return parents.pop() if len(parents) == 1 else ""


def _stricter(locator: RowLocator, tokens: FineTokens, starts: Sequence[int]) -> Iterator[RowLocator]:
    """Yield a locator whose required likeness excludes the rows that the template was not learned from."""
    found = matches(locator, tokens)
    known = set(starts)
    ours = [row.held for row in found if row.start in known]
    others = [row.held for row in found if row.start not in known]
    if ours and others and min(ours) > max(others):
        size = len(read_template(locator.template).tokens)
        yield replace(locator, similarity=round((min(ours) + max(others)) / 2 / size, 4))
