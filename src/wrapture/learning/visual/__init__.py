"""Wrappers from the look of a page [1]_: lines that people see as alike, recognized by their tags.

The content lines of a page (`wrapture.html.content_lines`) are cut into blocks by repeating line patterns; neighbouring blocks
that look alike are records; the first line of each leads to a place in the tag tree, and what the places have in common is the
wrapper.  Layout boxes are used if the page was rendered and are not required.

Departures from [1]_
--------------------
* Separators are also sought among the tag paths of the lines, not only among their types and positions: unrendered lines all
  begin at position 0, and where a title and a price are both links nothing else distinguishes them.
* A record may be recognized by its beginning (``dt`` …) if nothing ends it, and by the classes that the first nodes of all
  records share.  Records may have several parents (the cells of a grid).
* The learner proposes, the judge decides: the four weights only choose which locators the judge sees.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import CELLS, LineType, lines_of, shown_text
from wrapture.learning.visual.forests import Forests
from wrapture.learning.visual.line_blocks import Blocks, head_ends, separator_ends
from wrapture.learning.visual.looks import LookLikeness, Looks
from wrapture.learning.visual.refining import Refiner
from wrapture.learning.visual.selection import SelectionWeights, combined, measure
from wrapture.learning.visual.tag_paths import tag_paths
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.learning.visual.looks import Alike
    from wrapture.model import ForestLocator, Record, Sample
    from wrapture.model.time_budget import TimeBudget

MIN_RECORDS: Final = 2
SMALLEST: Final = 0.02
"""Share of the page's text that a group must span: the list is larger on 99.8 % of the development pages."""
MAX_BLOCKS: Final = 60_000
"""Maximum number of blocks of a page.  The largest page of the corpus has 26,000; lines in random order give millions."""


@dataclass(frozen=True, slots=True)
class Visual:
    """Propose the forests whose records look alike, best first by the four weights."""

    alike: LookLikeness = field(default_factory=LookLikeness)
    weights: SelectionWeights = field(default_factory=SelectionWeights)
    sub_group: int = 3
    """Consecutive records that a wrapper is built from."""
    limit: int = 60
    """Maximum number of locators proposed for a page; 1 is the paper's own choice."""
    as_published: bool = False
    """Whether separators are sought among the types and positions of lines only [1]_."""

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""
        return "visual"

    def __call__(self, sample: Sample) -> Iterator[ForestLocator]:
        """Yield locators for each page of the sample; lines that are also on its no-result page belong to no record."""
        known = _shown_lines(sample.no_result) if sample.no_result is not None else frozenset()
        found = (locator for page in sample.pages for locator in self._propose(page, known, sample.budget))
        yield from dict.fromkeys(found)

    def _propose(self, page: Page, known: frozenset[tuple[int, str]], budget: TimeBudget) -> list[ForestLocator]:
        lines = lines_of(page)
        if known:
            lines = [line for line in lines if (line.type, shown_text(page, line)) not in known]
        refined = dict(takewhile(lambda _: not budget.is_over(), self._refined(page, lines, budget)))
        scores = combined([measure(page, records) for records in refined.values()], self.weights)
        ranked = sorted(zip(scores, refined, strict=True), key=lambda scored: -scored[0])
        return [locator for _, locator in ranked[: self.limit]]

    def _refined(
        self, page: Page, lines: Sequence[Line], budget: TimeBudget
    ) -> Iterator[tuple[ForestLocator, Sequence[Record]]]:
        looks, paths, alike = Looks(lines), tag_paths(page), cache(self.alike)
        forests, refine = Forests(page, self.sub_group, paths), Refiner(page, lines, looks, alike)
        likenesses = (alike, cache(self.alike.loosened))
        found = (
            locator for firsts in self._firsts(page, lines, looks, paths, likenesses) for locator in forests(firsts)
        )
        for locator in dict.fromkeys(takewhile(lambda _: not budget.is_over(), found)):
            records = find_records(locator, page)
            if len(records) >= MIN_RECORDS:
                yield from refine(locator, records)

    def _firsts(
        self, page: Page, lines: Sequence[Line], looks: Looks, paths: Sequence[int], likenesses: Sequence[Alike]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the first nodes of the records of each group."""
        blocks = Blocks(lines, looks)
        places = _places(page, lines, paths)
        tagged = [] if self.as_published else [*separator_ends(places), *head_ends(places)]
        separators = dict.fromkeys([*_seen_ends(lines), *tagged])
        least = SMALLEST * (page.offsets[page.body.stop] - page.offsets[page.body.start])
        groups = (
            group
            for ends in _affordable(separators)
            for group in blocks.groups(ends, likenesses, self.sub_group)
            if _text_between(page, lines[group[0][0]], lines[group[-1][1] - 1]) >= least
        )
        yield from dict.fromkeys(nodes for group in dict.fromkeys(groups) for nodes in blocks.first_nodes(group))


def _text_between(page: Page, first: Line, last: Line) -> int:
    """Return the amount of text from one line to another."""
    return page.offsets[last.stop] - page.offsets[first.start]


def _seen_ends(lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """Return the ends of separators that are visible: by line types and positions, and by types alone.

    Indented records share no position; on an unrendered page all positions are equal.
    """
    typed = separator_ends([line.type for line in lines])
    rendered = any(line.position for line in lines)
    return [*separator_ends([(line.type, line.position) for line in lines]), *typed] if rendered else typed


def _affordable(separators: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield separators, most frequent first, until the blocks they cut exceed the limit."""
    blocks = 0
    for ends in sorted(separators, key=len, reverse=True):
        blocks += len(ends)
        if blocks > MAX_BLOCKS:
            break
        yield ends


def _shown_lines(page: Page) -> frozenset[tuple[int, str]]:
    """Return the types and texts of a page's lines."""
    return frozenset((line.type, text) for line in lines_of(page) if (text := shown_text(page, line)))


def _places(page: Page, lines: Sequence[Line], paths: Sequence[int]) -> list[Hashable]:
    """Return the place of each line in the tag tree: the cells on it, and the tag path of its first node."""
    tags = page.tags
    return [
        None
        if line.type == LineType.BLANK
        else (paths[line.start], *[tag for tag in tags[line.start : line.stop] if tag in CELLS])
        for line in lines
    ]
