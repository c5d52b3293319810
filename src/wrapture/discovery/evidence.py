"""Named evidence for and against a list of records, measured the same way whichever learner proposed it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from itertools import accumulate, pairwise
from math import log2, sqrt
from operator import lt, mul
from statistics import fmean, median
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.html.tokens import ALL_TAG, tokens_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

LANDMARKS: Final = frozenset(["nav", "aside", "header", "footer"])
COMPARED: Final = (
    16  # records compared with their neighbours at most: enough to tell a regular list, whatever its length
)

TITLES: Final = frozenset(["a", "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "dt", "th", "summary"])
"""Elements that titles stand in."""
FIGURE: Final = re.compile(
    r"[0-9$€£¥]"  # one set of characters to look for comes first: five times faster than a choice of beginnings
    r"(?:(?<=[$€£¥])[ \xa0]?[0-9]|(?<=[0-9])[.,][0-9]{2}\b"
    r"|(?<=\b1)9[0-9]{2}\b|(?<=\b2)0[0-9]{2}\b"
    r"|(?<=[0-9])[0-9]?[/.-][0-9]{1,2}[/.-][0-9]{2,4})"
)
"""A price, a year or a date."""

LONG_HALF: Final = 20  # tokens of half a record from which on its likeness to the other half counts in full

MEANINGS: Final = {
    "text": "share of the page's text that stands in the records",
    "text × likeness": "the same, times how alike neighbouring records are in their tags",
    "count": "number of records (log₂)",
    "size": "characters of the middle record (log₂)",
    "evenness": "1 where all records have the same amount of text",
    "contiguity": "share of records in the text from the first record to the last",
    "links": "share of records that hold a link",
    "title": "share of records that begin with a link, a heading or bold text",
    "figures": "share of records with a price, a year or a date",
    "landmark": "share of records inside nav, aside, header or footer",
    "siblings": "largest share of records under one parent",
    "halves": "likeness of the two halves of a record: high where two records are taken for one",
    "start": "where on the page the list begins (0 top, 1 bottom)",
    "votes": "proposals that give exactly these records (log₂)",
    "encodings": "learners that propose them, beyond the first",
}
"""What each piece of evidence says, in words."""


class PageFacts:
    """What the evidence needs to know of a page, gathered once: sums over its nodes up to each node."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.characters = page.offsets
        self.links = list(accumulate([tag == "a" for tag in page.tags], initial=0))
        self.texts = list(accumulate(map(lt, self.characters, self.characters[1:]), initial=0))
        self.in_landmark = [node >= 0 for node in _innermost(page, LANDMARKS)]
        self.title = _innermost(page, TITLES)
        self.figures = list(accumulate(_figures(page), initial=0))
        self.total = max(1, self.characters[page.body.stop] - self.characters[page.body.start])
        self._tokens = tokens_of(page, ALL_TAG)

    def shape(self, record: Record) -> str:
        """Return the tokens of a record's nodes as a symbol string.

        An end tag stands with the node after it, so those of the record before come first and its own are left out.  Cutting
        the string at the record's own tags instead cost half a point of page F1 (91.2 against 91.7, cross-validated): short
        fragments, whose likeness this lowers, then passed for records.
        """
        start, _ = self._tokens.slice(record[0])
        _, stop = self._tokens.slice(record[-1])
        return self._tokens.symbols[start:stop]

    def begins_with_title(self, start: int, stop: int) -> bool:
        """Return whether the first text of a record stands in an element for titles that is part of the record."""
        shown = bisect_right(self.texts, self.texts[start]) - 1  # the last node that has as many texts before it
        return shown < stop and self.title[shown] >= start

    def texts_of(self, records: Sequence[Record]) -> tuple[tuple[int, int], ...]:
        """Return which of the page's texts each record holds, as (first, stop): equal answers have equal texts."""
        return tuple((self.texts[record[0].start], self.texts[record[-1].stop]) for record in records)


def measure(facts: PageFacts, records: Sequence[Record]) -> dict[str, float]:
    """Return the evidence that the records of one page give by themselves, by name; there are at least two of them."""
    characters = facts.characters
    edges = [(record[0].start, record[-1].stop) for record in records]
    sizes = [characters[stop] - characters[start] for start, stop in edges]
    total = sum(sizes)
    parents = Counter([facts.page.parents[start] for start, _ in edges])
    shapes = _some_shapes(facts, records)
    likeness = fmean(Levenshtein.normalized_similarity(a, b) for a, b in pairwise(shapes))
    return {
        "text": total / facts.total,
        "text × likeness": total / facts.total * likeness,
        "count": log2(len(records)),
        "size": log2(1 + median(sizes)),
        "evenness": _evenness(sizes),
        "contiguity": total / max(1, characters[edges[-1][1]] - characters[edges[0][0]]),
        "links": sum([facts.links[stop] > facts.links[start] for start, stop in edges]) / len(edges),
        "title": sum([facts.begins_with_title(start, stop) for start, stop in edges]) / len(edges),
        "figures": sum([facts.figures[stop] > facts.figures[start] for start, stop in edges]) / len(edges),
        "landmark": sum([facts.in_landmark[start] for start, _ in edges]) / len(edges),
        "siblings": max(parents.values()) / len(edges),
        "halves": fmean(map(_likeness_of_halves, shapes)),
        "start": characters[edges[0][0]] / max(1, characters[-1]),
    }


def _some_shapes(facts: PageFacts, records: Sequence[Record]) -> list[str]:
    """Return the shapes of evenly chosen records, the first and the last among them."""
    step = max(1, len(records) // COMPARED)
    chosen = sorted({*range(0, len(records), step), 1, len(records) - 2, len(records) - 1})
    return [facts.shape(records[i]) for i in chosen]


def _evenness(sizes: Sequence[int]) -> float:
    """Return 1 - σ / mean of the sizes, not below 0."""
    mean = sum(sizes) / len(sizes)
    square = sum(map(mul, sizes, sizes)) / len(sizes) - mean * mean
    return max(0.0, 1 - sqrt(max(0.0, square)) / mean) if mean else 0.0


def _likeness_of_halves(shape: str) -> float:
    """Return how alike the halves of a record are; short ones say little, since the cells of a plain table are alike too."""
    half = len(shape) // 2
    return Levenshtein.normalized_similarity(shape[:half], shape[half:]) * min(1.0, half / LONG_HALF) if half else 0.0


def _figures(page: Page) -> list[int]:
    """Return for each node how many figures its text holds; one search of all texts costs half of one for each."""
    found = [0] * len(page)
    starts = list(accumulate([len(text) + 1 for text in page.texts], initial=0))
    for figure in FIGURE.finditer("\n".join(page.texts)):
        found[bisect_right(starts, figure.start()) - 1] += 1
    return found


def _innermost(page: Page, names: Collection[str]) -> list[int]:
    """Return for each node the innermost element of one of the names that it is, or is inside of; -1 where there is none."""
    found = [-1] * len(page)
    present = set(page.tags).intersection(names)
    for node in [node for node, tag in enumerate(page.tags) if tag in present] if present else ():
        found[node : page.stops[node]] = [node] * (page.stops[node] - node)
    return found
