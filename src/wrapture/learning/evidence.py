"""Named evidence for and against a list of records, measured the same way for every learner."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log2, sqrt
from operator import mul
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.html.boxes import hull

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.boxes import Boxes
    from wrapture.learning.page_facts import PageFacts
    from wrapture.model import Record

COMPARED: Final = 16  # records examined closely: enough to recognize a regular list of any length
LONGEST: Final = 400  # nodes of a record that are compared
LONG_HALF: Final = 10  # nodes of half a record at which its likeness to the other half counts in full
HEAD: Final = 5  # nodes that characterize the beginning of a record
SHORT: Final = 4  # characters; shorter texts carry no information
SEEN: Final = 40  # nodes of a record whose texts distinguish it from others

MEANINGS: Final = {
    "text": "share of the page's text that is in the records",
    "text × likeness": "the same, times how alike neighbouring records are",
    "count": "number of records (log₂)",
    "size": "characters of the median record (log₂)",
    "words": "words per record (log₂)",
    "texts": "separate texts per record (log₂)",
    "evenness": "1 if all records have the same amount of text",
    "shapes": "number of different shapes per record: 1 if no two records are built alike",
    "halves": "likeness of the two halves of a record: high if two records are taken for one",
    "heads within": "how often the beginning of a record also occurs inside records (log₂)",
    "heads outside": "how often the beginning of a record also occurs around the list (log₂)",
    "gaps": "share of the records with something else between them and the next",
    "region": "share of the text of the element around the list that is in the records",
    "start": "where on the page the list begins (0 top, 1 bottom)",
    "links": "share of records with a link",
    "links each": "links per record (log₂)",
    "figures": "share of records with a price, a year or a date",
    "digits": "share of digits among the characters",
    "different": "share of distinct records",
    "different beginnings": "share of distinct first texts",
    "tiny": "share of records of a few characters, as in calendars and page numbers",
    "choices": "share of records that are form options",
    "landmark": "share of records inside nav, aside, header or footer",
    "names": "elements around the records with names such as list, results or item (1 for three or more)",
    "area": "share of the page that the list covers, if the page was rendered",
    "centre": "how close the list is to the middle of the page, if it was rendered",
    "votes": "proposals with exactly these records (log₂)",
    "agreement": "how many learners propose these records, fully or in part",
    "agreement on starts": "the same, comparing only the beginnings of records",
}
"""The meaning of each piece of evidence."""


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
    return {
        "text": total / facts.total,
        "text × likeness": total / facts.total * likeness,
        "count": log2(count),
        "size": log2(1 + sorted(sizes)[count // 2]),
        "words": log2(1 + _mean([facts.words[stop] - facts.words[start] for start, stop in some])),
        "texts": log2(1 + _mean([facts.texts[stop] - facts.texts[start] for start, stop in edges])),
        "evenness": _evenness(sizes),
        "shapes": len(set(shapes)) / len(shapes),
        "halves": sum([_likeness_of_halves(shape) * times for shape, times in Counter(shapes).items()]) / len(shapes),
        "heads within": within,
        "heads outside": outside,
        "gaps": sum([_is_parted(facts, stop, start) for (_, stop), (start, _) in pairwise(edges)]) / count,
        "region": total / max(1, characters[facts.page.stops[region]] - characters[region]),
        "start": characters[first] / max(1, characters[-1]),
        "links": sum([facts.links[stop] > facts.links[start] for start, stop in edges]) / count,
        "links each": log2(1 + _mean([facts.links[stop] - facts.links[start] for start, stop in edges])),
        "figures": sum([facts.figures[stop] > facts.figures[start] for start, stop in edges]) / count,
        "digits": sum([facts.digits[stop] - facts.digits[start] for start, stop in edges]) / max(1, total),
        "different": _different([tuple(facts.page.texts[start : min(stop, start + SEEN)]) for start, stop in some]),
        "different beginnings": _different([facts.first_text(start, stop) for start, stop in some]),
        "tiny": sum([size < SHORT for size in sizes]) / count,
        "choices": sum([facts.in_choice[start] for start, _ in edges]) / count,
        "landmark": sum([facts.in_landmark[start] for start, _ in edges]) / count,
        "names": _mean([facts.named(start) for start, _ in some[:3]]) / 3,
        "area": area,
        "centre": centre,
    }


def _chosen(count: int) -> list[int]:
    """Return the indices of evenly spaced records, including the first and the last."""
    return sorted({*range(0, count, max(1, count // COMPARED)), 1, count - 2, count - 1})


def _evenness(sizes: Sequence[int]) -> float:
    """Return 1 - σ / mean of the sizes, at least 0."""
    mean = sum(sizes) / len(sizes)
    square = sum(map(mul, sizes, sizes)) / len(sizes) - mean * mean
    return max(0.0, 1 - sqrt(max(0.0, square)) / mean) if mean else 0.0


def _likeness_of_halves(shape: str) -> float:
    """Return the likeness of a record's halves, discounted for short records: the cells of a plain table are alike too."""
    half = len(shape) // 2
    return Levenshtein.normalized_similarity(shape[:half], shape[half:]) * min(1.0, half / LONG_HALF) if half else 0.0


def _heads(
    facts: PageFacts, edges: Sequence[tuple[int, int]], shapes: Sequence[str], region: int
) -> tuple[float, float]:
    """Return how often the typical beginning of a record occurs inside a record, and in the region but not as a beginning."""
    head, _ = Counter([shape[:HEAD] for shape in shapes]).most_common(1)[0]
    begun = sum([facts.shapes.begins(start, head) for start, _ in edges])
    around = facts.shapes.of(region, facts.page.stops[region]).count(head) if head else 0
    within = _mean([shape.count(head) if head else 0 for shape in shapes])
    return log2(1 + within), min(3.0, log2((1 + around) / (1 + begun)))


def _is_parted(facts: PageFacts, stop: int, start: int) -> bool:
    """Return whether other text stands between two records, except for siblings of their name that were left out."""
    if facts.characters[stop] == facts.characters[start]:
        return False
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
