"""Searching the selector of the records: the fewest conditions that hold for all their elements and for no others.

All conditions that hold for every record's element are collected with a cost.  Each excludes some of the other elements of the
same name; the cheapest few that together exclude all of them are the selector.  So this is a set cover problem, and nothing
depends on how one page is built.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.conditions import Condition, conditions_of
from wrapture.export.element_features import is_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.export.conditions import Slot
    from wrapture.export.plan import Language
    from wrapture.export.trees import Element

CHEAPEST: Final = 60  # conditions that are tried first
TRIED: Final = 400  # … if those are not enough
PAIRED: Final = 160  # conditions of which all pairs are tried
TRIPLED: Final = 40  # … all triples
BARE: Final = 2.5
"""The extra cost of a name alone: it says little about the element, and others on the next page may have it."""
MOST: Final = 6  # conditions of a selector


class FoundSelector(NamedTuple):
    """A selector with its cost, and the number of other elements it selects besides the records."""

    selector: str
    cost: float
    extra: int


def find_rows(
    roots: Sequence[Element], anchors: Sequence[Sequence[Element]], language: Language
) -> FoundSelector | None:
    """Return the cheapest selector of these elements in each tree, with as few others as possible."""
    wanted = [element for page in anchors for element in page]
    if not wanted or not all(map(is_named, wanted)):
        return None
    tags = sorted({element.tag for element in wanted})
    found = [_find(roots, wanted, [one for one in wanted if one.tag == tag], tag, language) for tag in tags]
    joint = " | " if language == "xpath" else ", "
    return FoundSelector(
        joint.join(one.selector for one in found), sum(one.cost for one in found), sum(one.extra for one in found)
    )


def _find(
    roots: Sequence[Element], wanted: list[Element], own: list[Element], tag: str, language: Language
) -> FoundSelector:
    """Return the selector of the records whose element has this name."""
    known = set(wanted)
    others = [element for root in roots for element in root.iter(tag) if element not in known]
    conditions = sorted(_unique(conditions_of(own, others, tag, language)), key=lambda one: one.cost)
    best = FoundSelector("", 0.0, len(others) + 1)
    for first in (CHEAPEST, TRIED):
        if best.extra and (first == CHEAPEST or len(conditions) > CHEAPEST):
            best = _chosen(conditions[:first], roots, others, tag, language)
    return best


def _chosen(
    conditions: list[Condition], roots: Sequence[Element], others: list[Element], tag: str, language: Language
) -> FoundSelector:
    """Return the selector with the cheapest of some conditions."""
    masks = [_excluded(one, roots, tag, others) for one in conditions]
    excluding = [(one, mask) for one, mask in zip(conditions, masks, strict=True) if mask or not others]
    left = (1 << len(others)) - 1
    chosen = _cover(excluding, left, language)
    for _, mask in chosen:
        left &= ~mask
    parts = [one for one, _ in chosen]
    return FoundSelector(written(tag, parts, language), 1.0 + sum(one.cost for one in parts), left.bit_count())


def _unique(conditions: Iterable[Condition]) -> list[Condition]:
    return list({(one.slot, one.predicate): one for one in conditions}.values())


def _excluded(condition: Condition, roots: Sequence[Element], tag: str, others: Sequence[Element]) -> int:
    """Return which of the other elements a condition excludes, as bits."""
    kept = {element for root in roots for element in root.xpath(f"//{tag}{condition.predicate}")}
    return sum(1 << number for number, element in enumerate(others) if element not in kept)


# --- choosing ---


def _cover(excluding: list[tuple[Condition, int]], all_bits: int, language: Language) -> list[tuple[Condition, int]]:
    """Return the cheapest conditions that together exclude all others; if none do, those that exclude the most."""
    best: tuple[float, list[tuple[Condition, int]]] | None = None if all_bits else (BARE, [])
    for size, first in ((1, len(excluding)), (2, PAIRED), (3, TRIPLED)):
        for some in combinations(excluding[:first], size):
            cost = sum(one.cost for one, _ in some)
            if best is not None and cost >= best[0]:
                continue
            bits = 0
            for _, mask in some:
                bits |= mask
            if bits == all_bits and is_expressible([one for one, _ in some], language):
                best = cost, list(some)
        if best is not None and size < 3 and best[0] <= size * 2.0:
            break
    return best[1] if best is not None else _greedy(excluding, all_bits, language)


def _greedy(excluding: list[tuple[Condition, int]], left: int, language: Language) -> list[tuple[Condition, int]]:
    chosen: list[tuple[Condition, int]] = []
    while left and len(chosen) < MOST:
        fitting = [pair for pair in excluding if is_expressible([one for one, _ in [*chosen, pair]], language)]
        best = max(fitting, key=lambda pair: (pair[1] & left).bit_count() / (1 + pair[0].cost), default=None)
        if best is None or not best[1] & left:
            break
        chosen.append(best)
        left &= ~best[1]
    return chosen


def is_expressible(conditions: Sequence[Condition], language: Language) -> bool:
    """Return whether one selector can combine these conditions: CSS has one ancestor and one sibling to test."""
    if language == "xpath":
        return True
    slots = [one.slot for one in conditions]
    tags = {one.tag for one in conditions if one.slot == "parent" and one.tag != "*"}
    return slots.count("ancestor") <= 1 and slots.count("before") <= 1 and len(tags) <= 1


def written(tag: str, conditions: Sequence[Condition], language: Language) -> str:
    """Return the selector with these conditions."""
    by_slot: dict[Slot, list[Condition]] = {"self": [], "parent": [], "ancestor": [], "before": []}
    for one in sorted(conditions, key=lambda one: not (one.test is not None and one.test.xpath.isdigit())):
        by_slot[one.slot].append(one)
    return (_css if language == "css" else _xpath)(tag, by_slot)


def _css(tag: str, by_slot: dict[Slot, list[Condition]]) -> str:
    own = _css_compound(tag, by_slot["self"])
    before = "".join(f"{_css_compound(one.tag, [one])} ~ " for one in by_slot["before"])
    parent = f"{_css_compound('*', by_slot['parent'])} > " if by_slot["parent"] else ""
    ancestor = "".join(f"{_css_compound(one.tag, [one])} " for one in by_slot["ancestor"])
    return f"{ancestor}{parent}{before}{own}"


def _css_compound(tag: str, conditions: Sequence[Condition]) -> str:
    named = next((one.tag for one in conditions if one.slot != "self" and one.tag != "*"), tag)
    tests = "".join(one.test.css or "" for one in conditions if one.test is not None)
    return tests if named == "*" and tests else f"{named}{tests}"


def _xpath(tag: str, by_slot: dict[Slot, list[Condition]]) -> str:
    own = "".join(one.predicate for one in (*by_slot["self"], *by_slot["before"], *by_slot["ancestor"][1:]))
    parents = by_slot["parent"]
    named = next((one.tag for one in parents if one.tag != "*"), "*")
    tests = "".join(f"[{one.test.xpath}]" for one in parents if one.test is not None)
    parent = f"//{named}{tests}/" if parents else "//"
    above = by_slot["ancestor"][:1]
    ancestor = "".join(f"//{one.tag}" + (f"[{one.test.xpath}]" if one.test is not None else "") for one in above)
    return f"{ancestor}{parent}{tag}{own}"
