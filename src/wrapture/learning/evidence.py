"""Named evidence for and against a list of records, measured the same way for every learner."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import log2, sqrt
from operator import mul
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.algo.span_totals import span_totals
from wrapture.algo.tallies import commonest, tally
from wrapture.html.boxes import hull
from wrapture.learning.list_ends import measure_ends
from wrapture.learning.list_kinds import is_calendar
from wrapture.learning.record_contents import measure_contents
from wrapture.learning.surroundings import MOST_NAMES
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.boxes import Boxes
    from wrapture.learning.page_facts import PageFacts
    from wrapture.model import Record

COMPARED: Final = 16  # records examined closely: enough to recognize a regular list of any length
LONGEST: Final = 400  # nodes of a record that are compared
LONG_HALF: Final = 10  # nodes of half a record at which its likeness to the other half counts in full
MOST_HEADS: Final = 3.0  # eight or more beginnings are as many as any
HEAD: Final = 5  # nodes that characterize the beginning of a record
SHORT: Final = 4  # characters; shorter texts carry no information
DAYS: Final = 0.75  # share of digits in the days of a month
ASKED: Final = 8  # records that are searched for words of the query
SEEN: Final = 40  # nodes of a record whose texts distinguish it from others


def measure(facts: PageFacts, records: Sequence[Record]) -> dict[str, float]:
    """Return the evidence that the records of one page (at least two) give by themselves, by name."""
    characters = facts.characters
    edges = [(record[0].start, record[-1].stop) for record in records]
    count = len(edges)
    sizes = [characters[stop] - characters[start] for start, stop in edges]
    total = sum(sizes)
    first, last = edges[0][0], edges[-1][1]
    some = [edges[i] for i in _chosen(count)]
    shapes = [facts.shapes.of(start, stop, LONGEST) for start, stop in some]
    likeness = _mean([1.0 if a == b else Levenshtein.normalized_similarity(a, b) for a, b in pairwise(shapes)])
    region = facts.region(first, last)
    within, outside = _heads(facts, edges, shapes, region)
    area, centre = _place(facts.page.boxes, edges) if facts.page.boxes is not None else (0.0, 0.0)
    (links, linked), (texts, _), (_, figures), (digits, _) = span_totals(
        (facts.links, facts.texts, facts.figures, facts.digits), edges
    )
    (words, _), *contents = span_totals((facts.words, *facts.contents.counted), some)
    digital = digits / max(1, total)
    return {
        "text": total / facts.total,
        "text × likeness": total / facts.total * likeness,
        "count": log2(count),
        "size": log2(1 + sorted(sizes)[count // 2]),
        "words": log2(1 + words / len(some)),
        "texts": log2(1 + texts / count),
        "evenness": _evenness(sizes),
        "shapes": len(set(shapes)) / len(shapes),
        "halves": sum([_likeness_of_halves(shape) * times for shape, times in tally(shapes).items()]) / len(shapes),
        "heads within": within,
        "heads outside": outside,
        "gaps": _parted(facts, edges) / count,
        "region": total / max(1, characters[facts.page.stops[region]] - characters[region]),
        "start": characters[first] / max(1, characters[-1]),
        "links": linked / count,
        "links each": log2(1 + links / count),
        "figures": figures / count,
        "digits": digital,
        "different": _different([tuple(facts.page.texts[start : min(stop, start + SEEN)]) for start, stop in some]),
        "different beginnings": _different([facts.first_text(start, stop) for start, stop in some]),
        "tiny": sum([size < SHORT for size in sizes]) / count,
        "choices": sum([facts.in_choice[start] for start, _ in edges]) / count,
        "landmark": sum([facts.in_landmark[start] for start, _ in edges]) / count,
        "area": area,
        "centre": centre,
        "prose outside": facts.contents.prose_outside(first, last) / facts.total,
        "one thing": facts.about_one_thing,
        "listed": facts.listed.share(edges),
        "query": _answering(facts, some[:ASKED]),
        "calendar": float(digital >= DAYS and is_calendar([facts.page.text(Span(*one)) for one in edges])),
        **_measure_surroundings(facts, edges, total / facts.total * likeness),
        **measure_contents(facts, some, contents),
        **measure_ends(facts, edges, some, shapes, total),
    }


def _measure_surroundings(facts: PageFacts, edges: Sequence[tuple[int, int]], text: float) -> dict[str, float]:
    """Return the evidence that the elements around the first, the middle and the last record give."""
    around = [facts.surroundings(edges[i][0]) for i in (0, len(edges) // 2, -1)]
    hidden = _mean([one.hidden for one in around])
    return {
        "names": _mean([one.names for one in around]) / MOST_NAMES,
        "names against": _mean([one.other_names for one in around]) / MOST_NAMES,
        "names of pickers": _mean([one.picker_names for one in around]) / MOST_NAMES,
        "main": _mean([one.main for one in around]),
        "other roles": _mean([one.other_role for one in around]),
        "dialog": _mean([one.dialog for one in around]),
        "hidden": hidden,
        "text shown": text * (1 - hidden),
    }


def _answering(facts: PageFacts, some: Sequence[tuple[int, int]]) -> float:
    """Return the share of some records that have a word of the page's query."""
    before = facts.answering
    if before is None:
        return 0.0
    return _mean([before[min(stop, start + LONGEST)] > before[start] for start, stop in some])


def _chosen(count: int) -> list[int]:
    """Return the indices of evenly spaced records, including the first and the last."""
    return sorted({*range(0, count, max(1, count // COMPARED)), 1, count - 2, count - 1})


def _evenness(sizes: Sequence[int]) -> float:
    """Return 1 - σ / mean of the sizes, at least 0."""
    mean = sum(sizes) / len(sizes)
    square = sum(map(mul, sizes, sizes)) / len(sizes) - mean * mean
    return max(0.0, 1 - sqrt(max(0.0, square)) / mean) if mean else 0.0


@lru_cache(maxsize=1024)  # variants of a list have the same shapes
def _likeness_of_halves(shape: str) -> float:
    """Return the likeness of a record's halves, discounted for short records: the cells of a plain table are alike too."""
    half = len(shape) // 2
    return Levenshtein.normalized_similarity(shape[:half], shape[half:]) * min(1.0, half / LONG_HALF) if half else 0.0


def _heads(
    facts: PageFacts, edges: Sequence[tuple[int, int]], shapes: Sequence[str], region: int
) -> tuple[float, float]:
    """Return how often the typical beginning of a record occurs inside a record, and in the region but not as a beginning."""
    head, _ = commonest([shape[:HEAD] for shape in shapes])
    begun = facts.shapes.count_begun([start for start, _ in edges], head)
    around = facts.shapes.of(region, facts.page.stops[region]).count(head) if head else 0
    within = _mean([shape.count(head) if head else 0 for shape in shapes])
    return min(MOST_HEADS, log2(1 + within)), min(MOST_HEADS, log2((1 + around) / (1 + begun)))


def _parted(facts: PageFacts, edges: Sequence[tuple[int, int]]) -> int:
    """Return between how many neighbouring records other text stands."""
    characters = facts.characters
    gaps = [(stop, start) for (_, stop), (start, _) in pairwise(edges) if characters[stop] != characters[start]]
    return sum([_is_parted(facts, stop, start) for stop, start in gaps])


def _is_parted(facts: PageFacts, stop: int, start: int) -> bool:
    """Return whether text between two records is other than siblings of their name that were left out."""
    tags, stops = facts.page.tags, facts.page.stops
    while stop < start:
        if tags[stop] == tags[start]:
            return False
        stop = stops[stop]
    return True


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _different(values: Sequence[object]) -> float:
    return len(set(values)) / len(values)


def _place(boxes: Boxes, edges: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the share of the page that the records cover, and how close they are to its middle (1 if they contain it)."""
    drawn = [box for start, stop in edges for box in boxes.nodes[start:stop] if box is not None and box.width > 0]
    if not drawn:
        return 0.0, 0.0
    around = hull(drawn)
    width, height = max(1.0, boxes.width), max(1.0, boxes.height)
    right = abs(around.x + around.width / 2 - width / 2) / width
    down = abs(around.y + around.height / 2 - height / 2) / height
    return min(1.0, around.width * around.height / (width * height)), max(0.0, 1 - right - down)
