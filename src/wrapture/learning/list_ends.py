"""Where a list and its records end: ends that are no records, look-alikes that were left out, records cut at the wrong place.

A list whose records are cut one line too late looks almost like the right one: each record begins with the end of the one
before it.  What gives it away is at its ends: the last record stops short, and what the others have at their end stands right
before the first.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.algo.span_totals import span_totals
from wrapture.algo.tallies import commonest
from wrapture.html.page import TEXT
from wrapture.learning.list_signs import FOUND, NUMBER, PAGINATION_WORDS, SORTING, TALLY
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.learning.page_facts import PageFacts

LONGEST: Final = 200  # nodes of a record that are compared
EXAMINED: Final = 20  # records that are compared with the first
FEWEST: Final = 4  # records that tell what is usual
ABOUT: Final = (
    150  # characters of a text about the list at most: it says what is shown, how many, or leads to another page
)
NEARLY_ALL: Final = 0.9  # share of the inner records that have what an end lacks
SAME: Final = 0.8  # likeness of what the last record lacks and what stands before the first
Edges = tuple[int, int]


def measure_ends(
    facts: PageFacts, edges: Sequence[Edges], some: list[Edges], shapes: Sequence[str], size: int
) -> dict[str, float]:
    """Return the evidence that the ends of a list give; ``shapes`` are those of ``some`` records, the ends among them.

    ``size`` is the number of characters of all records.
    """
    usual = commonest(shapes)[0][:LONGEST]
    first, last = (_likeness(shape[:LONGEST], usual) for shape in (shapes[0], shapes[-1]))
    enough = len(edges) >= FEWEST
    lacking = _lacking(facts, some) if enough else (0.0, 0.0)
    return {
        "odd first": 1 - first if enough else 0.0,
        "odd last": 1 - last if enough else 0.0,
        "first lacks": lacking[0],
        "last lacks": lacking[1],
        "alike before": _likeness(_before(facts, edges[0][0]), usual),
        "alike after": _likeness(_after(facts, edges[-1][1], edges[-1][0]), usual),
        "head row": float(_heads(facts, edges)),
        "about ends": _about_ends(facts, edges),
        "cut late": _cut_late(facts, edges[0][0], usual, shapes[-1][:LONGEST]),
        "skipped": _skipped(facts, edges, size),
        "heading last": sum([_ends_in_heading(facts, *one) for one in some]) / len(some),
    }


def _heads(facts: PageFacts, edges: Sequence[Edges]) -> bool:
    """Return whether the first record is a header: header cells only, or the only one of several without a digit."""
    if _is_head(facts, *edges[0]):
        return not _is_head(facts, *edges[1])
    counted = [facts.digits[stop] > facts.digits[start] for start, stop in edges[:EXAMINED]]
    return not counted[0] and all(counted[1:])


def _likeness(one: str, other: str) -> float:
    return 1.0 if one == other and one else Levenshtein.normalized_similarity(one, other) if one and other else 0.0


def _lacking(facts: PageFacts, some: list[Edges]) -> tuple[float, float]:
    """Return the share of what nearly all records between them have that the first and the last record lack."""
    inner = some[1:-1]
    kinds, enough = facts.kinds, NEARLY_ALL * len(inner)
    held = span_totals(kinds, inner)
    usual = [before for before, (_, holding) in zip(kinds, held, strict=True) if holding >= enough]
    ends = (some[0], some[-1])
    first, last = (sum([before[stop] == before[start] for before in usual]) for start, stop in ends)
    return first / len(kinds), last / len(kinds)


def _about_ends(facts: PageFacts, edges: Sequence[Edges]) -> float:
    """Return the share of the two ends that are about the list, as pagination and counts are, if the middle is not."""
    about = sum([_is_about(facts, *edge) for edge in (edges[0], edges[-1])])
    return about / 2 if about and not _is_about(facts, *edges[len(edges) // 2]) else 0.0


def _is_about(facts: PageFacts, start: int, stop: int) -> bool:
    """Return whether a record is about the list; asked once per record, since variants of a list share theirs."""
    if not 0 < facts.characters[stop] - facts.characters[start] <= ABOUT:
        return False
    found = facts.about_list.get((start, stop))
    if found is None:
        found = facts.about_list[start, stop] = is_about_list(facts.page.text(Span(start, stop)))
    return found


def is_about_list(text: str) -> bool:
    """Return whether a short text leads to other pages of a list, or says what is shown or how it is sorted.

    >>> [is_about_list(text) for text in ("1 2 3 4 Next »", "Results 1 - 10 of 42", "Sort by date", "12 7 31")]
    [True, True, True, False]
    """
    if TALLY.search(text) or FOUND.search(text) or SORTING.match(text):
        return True
    words = text.split()
    numbers = [int(found[1]) for word in words if (found := NUMBER.fullmatch(word))]
    turning = sum([PAGINATION_WORDS.fullmatch(word) is not None for word in words])
    rising = all(later > number for number, later in pairwise(numbers))
    even = sum([later - number == 1 for number, later in pairwise(numbers)]) >= len(numbers) / 2
    return rising and len(numbers) + turning == len(words) and bool(turning or (len(numbers) > 1 and even))


def _cut_late(facts: PageFacts, start: int, usual: str, last: str) -> float:
    """Return the share of a record that stands before the first and is missing in the last: the list begins too late."""
    missing = usual[len(last) :]
    if not missing or not last or not usual.startswith(last):
        return 0.0
    before = facts.shapes.until(start, len(missing))
    return len(missing) / len(usual) if _likeness(before, missing) >= SAME else 0.0


def _skipped(facts: PageFacts, edges: Sequence[Edges], size: int) -> float:
    """Return the share of the text between the beginning and the end of a list that is in none of its records."""
    characters = facts.characters
    whole = characters[edges[-1][1]] - characters[edges[0][0]]
    return 1 - size / whole if whole else 0.0


def _ends_in_heading(facts: PageFacts, start: int, stop: int) -> bool:
    """Return whether a record has text, and then a heading with nothing after it: the heading belongs to the next."""
    before, nodes = facts.contents.headings, facts.contents.heading_nodes
    if before[stop] == before[start]:
        return False
    heading = nodes[before[stop] - 1]
    characters = facts.characters
    return characters[start] < characters[heading] < characters[facts.page.stops[heading]] == characters[stop]


def _before(facts: PageFacts, start: int) -> str:
    """Return the shape of the sibling right before a node, empty if there is none or it has no text."""
    page = facts.page
    parent, node = page.parents[start], start - 1
    while node > parent and page.parents[node] != parent:
        node = page.parents[node]
    while node > parent and page.tags[node] == TEXT and not page.texts[node].strip():
        node -= 1
        while node > parent and page.parents[node] != parent:
            node = page.parents[node]
    return _shape(facts, node) if node > parent else ""


def _after(facts: PageFacts, stop: int, start: int) -> str:
    """Return the shape of the sibling right after a record, empty if there is none or it has no text."""
    page = facts.page
    end = page.stops[page.parents[start]]
    while stop < end and page.tags[stop] == TEXT and not page.texts[stop].strip():
        stop += 1
    return _shape(facts, stop) if stop < end else ""


def _shape(facts: PageFacts, node: int) -> str:
    page = facts.page
    if facts.characters[page.stops[node]] == facts.characters[node]:
        return ""
    return facts.shapes.of(node, page.stops[node], LONGEST)


def _is_head(facts: PageFacts, start: int, stop: int) -> bool:
    """Return whether a record has header cells and no others."""
    tags = facts.page.tags[start : min(stop, start + LONGEST)]
    return "th" in tags and "td" not in tags
