"""Post-supervised row templates [1]_: rows from the cycles of a page's automaton.

Finer tokens → automaton whose states merge → cycle sets → the numbers of rows that are worth a look → where rows begin →
row template → locator.  The judge ranks what comes out, and a person is shown the best five numbers of rows where the first is
not clearly ahead (`wrapture.discovery.choice`).

Departures from [1]_
--------------------
* A cycle set whose cycles differ too much is not dropped but cut at its large gaps: a list that goes on after an advert, or a
  token of the list that stands in the footer too, is otherwise lost.
* The number of rows is not sought by two filters, one after the other, but by one utility of all that they look at: how many
  sets have that number, how much text they reach over, how even they are, and L(N) / L(N + 1).  As published, the true
  number is among the five on 58 % of the development pages (``as_published``): half of the page, from the menu to the footer,
  repeats twice and holds the most tokens.
* A cycle begins anywhere in a row; a row begins with the sibling that the cycle's state stands in.
* Of the cycle sets with one number a few are tried, not the one with the most tokens alone: a menu may have as many entries
  as the list has rows.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from math import log
from typing import TYPE_CHECKING, Final

from wrapture.algo.cycles import CycleSet, Group, cycle_set, cycle_sets, finalists, grouped
from wrapture.algo.regularity import partitions
from wrapture.html.finetokens import UNIQUE, tokens_fine
from wrapture.learners.rows.starts import row_starts
from wrapture.learners.rows.templates import induce

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.finetokens import FineTokens
    from wrapture.html.page import Page
    from wrapture.model import RowLocator, Sample

MAX_DISPERSION: Final = 1.0  # of the lengths of a set's cycles [1]_
MIN_RUN: Final = 3  # visits of a part of a cycle set that was cut
COUNTS: Final = 8  # numbers of rows that are tried; 10 find no more, 7 the truth on 0.4 % fewer pages
VARIANTS: Final = 3  # different places at which rows of one number may begin; 2 cost 0.3 points of the best of five
WORTH: Final = 0.015  # share of the best utility that a number must have; 0.03 costs 0.3 points of the best of five
LABELS: Final = 4  # states beside a text that count for a number: the same figures stand in a large table by chance
RATIO_WEIGHT: Final = 0.25  # exponent of L(N) / L(N + 1) in the utility


@dataclass(frozen=True, slots=True)
class Rows:
    """Propose the row templates of the most promising numbers of rows."""

    max_dispersion: float = MAX_DISPERSION
    counts: int = COUNTS
    variants: int = VARIANTS
    as_published: bool = False  # choose five numbers by the filters of the paper

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""
        return "rows"

    def __call__(self, sample: Sample) -> Iterator[RowLocator]:
        """Yield the locators of each page, without repeating one."""
        seen: set[RowLocator] = set()
        for page in sample.pages:
            for locator in self._propose(page):
                if locator not in seen:
                    seen.add(locator)
                    yield locator

    def groups(self, page: Page) -> list[Group]:
        """Return the numbers of rows that are worth a look, the most promising first, with their cycle sets and L(N)."""
        tokens = tokens_fine(page)
        found = cycle_sets(tokens.symbols, unique=UNIQUE)
        if self.as_published:
            return finalists(grouped(one for one in found if one.dispersion <= self.max_dispersion))
        utility = Utility(page, tokens)
        groups = {group: utility.of_group(group) for group in grouped(self._regular(found))}
        least = WORTH * max(groups.values(), default=0.0)
        best = sorted(groups, key=lambda group: groups[group], reverse=True)[: self.counts]
        return [group for group in best if groups[group] > least]

    def _propose(self, page: Page) -> Iterator[RowLocator]:
        tokens = tokens_fine(page)
        utility = Utility(page, tokens)
        for group in self.groups(page):
            for starts in self._starts(tokens, sorted(group.sets, key=utility.of_set, reverse=True)):
                yield from induce(tokens, starts)

    def _regular(self, found: Iterable[CycleSet]) -> Iterator[CycleSet]:
        """Yield the cycle sets that are even enough, and the even runs of the others."""
        for one in found:
            if one.dispersion <= self.max_dispersion:
                yield one
            else:
                runs = partitions(one.visits, self.max_dispersion)
                yield from (cycle_set(run, one.overlap) for run in runs if len(run) >= MIN_RUN)

    def _starts(self, tokens: FineTokens, sets: Iterable[CycleSet]) -> Iterator[Sequence[int]]:
        """Yield the different places at which the rows of some cycle sets begin."""
        seen: set[Sequence[int]] = set()
        for one in sets:
            starts = row_starts(tokens, one.visits)
            if starts is not None and starts not in seen:
                seen.add(starts)
                yield starts
            if len(seen) >= self.variants:
                return


class Utility:
    """How promising cycle sets are on a page: they reach evenly over much text, and many of them agree on the number."""

    def __init__(self, page: Page, tokens: FineTokens) -> None:
        self._offsets = page.offsets
        self._firsts = tokens.firsts
        self._texts = tokens.texts

    def of_set(self, one: CycleSet) -> float:
        """Return how much text a cycle set reaches over, the less the more its cycles differ."""
        first, last = self._firsts[one.visits[0]], self._firsts[one.visits[-1]]
        return (self._offsets[last] - self._offsets[first]) * (1 - one.dispersion) ** 2

    def of_group(self, group: Group) -> float:
        """Return the utility of a number of rows."""
        between_tags, beside_texts = 0.0, []
        for one in group.sets:
            worth = self.of_set(one)
            if self._is_between_tags(one):
                between_tags += worth
            else:
                beside_texts.append(worth)
        reach = between_tags + sum(nlargest(LABELS, beside_texts))
        return reach * log(group.count) * float(group.ratio**RATIO_WEIGHT)

    def _is_between_tags(self, one: CycleSet) -> bool:
        """Return whether no text stands beside a cycle set's state."""
        before, after = self._texts[one.visits[0] - 1], self._texts[one.visits[0]]
        return before.startswith("<") and after.startswith("<")
