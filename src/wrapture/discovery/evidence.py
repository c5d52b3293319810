"""Named evidence for and against a list of records, measured the same way whichever learner proposed it."""

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

    from wrapture.discovery.facts import PageFacts
    from wrapture.html.boxes import Boxes
    from wrapture.model import Record

COMPARED: Final = 16  # records that are looked at closely: enough to tell a regular list, whatever its length
LONGEST: Final = 400  # nodes of a record that are compared
LONG_HALF: Final = 10  # nodes of half a record from which on its likeness to the other half counts in full
HEAD: Final = 5  # nodes that tell how records begin
SHORT: Final = 4  # characters; fewer say nothing
SEEN: Final = 40  # nodes of a record whose texts tell it from others

MEANINGS: Final = {
    "text": "share of the page's text that stands in the records",
    "text × likeness": "the same, times how alike neighbouring records are",
    "count": "number of records (log₂)",
    "size": "characters of the middle record (log₂)",
    "words": "words of a record (log₂)",
    "texts": "separate texts of a record (log₂)",
    "evenness": "1 where all records have the same amount of text",
    "shapes": "different shapes among the records: 1 where no two are built alike",
    "halves": "likeness of the two halves of a record: high where two records are taken for one",
    "heads within": "how often what begins the records stands inside of them too (log₂)",
    "heads outside": "how often what begins the records stands around them too (log₂)",
    "gaps": "share of the records that something else stands between",
    "region": "share of the text of the element around the list that stands in the records",
    "start": "where on the page the list begins (0 top, 1 bottom)",
    "links": "share of records that hold a link",
    "links each": "links of a record (log₂)",
    "figures": "share of records with a price, a year or a date",
    "digits": "share of digits among the characters",
    "different": "share of the records that say something different",
    "different beginnings": "share of the records whose first text is different",
    "tiny": "share of records of a few characters, as in calendars and page numbers",
    "choices": "share of records that are options of a form",
    "landmark": "share of records inside nav, aside, header or footer",
    "names": "elements around the records that are called list, results, item … (1 for three and more)",
    "area": "share of the page that the list covers, where the page was rendered",
    "centre": "how near to the middle of the page the list is, where it was rendered",
    "votes": "proposals that give exactly these records (log₂)",
    "agreement": "learners that propose these records, or how much of them",
    "agreement on starts": "the same, where only the beginnings of records are compared",
}
"""What each piece of evidence says, in words."""


def measure(facts: PageFacts, records: Sequence[Record]) -> dict[str, float]:
    """Return the evidence that the records of one page give by themselves, by name; there are at least two of them."""
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
    """Return the numbers of evenly chosen records, the first and the last among them."""
    return sorted({*range(0, count, max(1, count // COMPARED)), 1, count - 2, count - 1})


def _evenness(sizes: Sequence[int]) -> float:
    """Return 1 - σ / mean of the sizes, not below 0."""
    mean = sum(sizes) / len(sizes)
    square = sum(map(mul, sizes, sizes)) / len(sizes) - mean * mean
    return max(0.0, 1 - sqrt(max(0.0, square)) / mean) if mean else 0.0


def _likeness_of_halves(shape: str) -> float:
    """Return how alike the halves of a record are; short ones say little, since the cells of a plain table are alike too."""
    half = len(shape) // 2
    return Levenshtein.normalized_similarity(shape[:half], shape[half:]) * min(1.0, half / LONG_HALF) if half else 0.0


def _heads(
    facts: PageFacts, edges: Sequence[tuple[int, int]], shapes: Sequence[str], region: int
) -> tuple[float, float]:
    """Return how often what begins most records stands in a record, and in the region without being a record's beginning."""
    head, _ = Counter([shape[:HEAD] for shape in shapes]).most_common(1)[0]
    begun = sum([facts.shapes.begins(start, head) for start, _ in edges])
    around = facts.shapes.of(region, facts.page.stops[region]).count(head) if head else 0
    within = _mean([shape.count(head) if head else 0 for shape in shapes])
    return log2(1 + within), min(3.0, log2((1 + around) / (1 + begun)))


def _is_parted(facts: PageFacts, stop: int, start: int) -> bool:
    """Return whether something else stands between two records: text, but no sibling of their name, which was left out."""
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
    """Return the share of the page that the records cover, and how near to its middle they are (1 where they hold it)."""
    drawn = [box for start, stop in edges for box in boxes.nodes[start:stop] if box is not None and box.width > 0]
    if not drawn:
        return 0.0, 0.0
    around = hull(drawn)
    width, height = max(1.0, boxes.width), max(1.0, boxes.height)
    right = abs(around.x + around.width / 2 - width / 2) / width
    down = abs(around.y + around.height / 2 - height / 2) / height
    return min(1.0, around.width * around.height / (width * height)), max(0.0, 1 - right - down)
