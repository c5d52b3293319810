"""Where a list ends: records at either end that are no records, and look-alikes beside it that were left out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.learning.page_facts import PageFacts

LONGEST: Final = 200  # nodes of a record that are compared
EXAMINED: Final = 20  # records that are compared with the first
FEWEST: Final = 4  # records that tell what is usual


def measure_ends(facts: PageFacts, edges: Sequence[tuple[int, int]], shapes: Sequence[str]) -> dict[str, float]:
    """Return the evidence that the ends of a list give; ``shapes`` are those of some records, the first and last among them."""
    usual = Counter(shapes).most_common(1)[0][0][:LONGEST]
    first, last = (_likeness(shape[:LONGEST], usual) for shape in (shapes[0], shapes[-1]))
    enough = len(edges) >= FEWEST
    return {
        "odd first": 1 - first if enough else 0.0,
        "odd last": 1 - last if enough else 0.0,
        "alike before": _likeness(_before(facts, edges[0][0]), usual),
        "alike after": _likeness(_after(facts, edges[-1][1], edges[-1][0]), usual),
        "head row": float(_heads(facts, edges)),
    }


def _heads(facts: PageFacts, edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether the first record is a header: header cells only, or the only one of several without a digit."""
    if _is_head(facts, *edges[0]):
        return not _is_head(facts, *edges[1])
    counted = [facts.digits[stop] > facts.digits[start] for start, stop in edges[:EXAMINED]]
    return not counted[0] and all(counted[1:])


def _likeness(one: str, other: str) -> float:
    return 1.0 if one == other and one else Levenshtein.normalized_similarity(one, other) if one and other else 0.0


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
