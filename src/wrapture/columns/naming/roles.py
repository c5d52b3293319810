"""Names from a value's element and type, for values that the page does not name."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.naming.name_words import slug
from wrapture.html.elements import STRUCK
from wrapture.html.node_kinds import FORMER

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, ValueType

ROLES: Final = {"time": "date", "address": "address", "blockquote": "quote", "code": "code"}
UNITS: Final = {
    "size": "b|kb|mb|gb|kib|mib|byte|bytes|k|ko|mo|кб|мб",
    "distance": "mi|km|m|miles|mile|ft|mi away|miles away|km away",
    "power": "ps|hp|kw|cv|ch",
    "area": "m²|m2|sqm|sqft|sq ft|sq. ft|ft²|acres|hectares|ha",
    "weight": "kg|g|lb|lbs|oz",
    "calories": "kcal|cal|calories",
    "beds": "bd|bds|br|bed|beds|bedroom|bedrooms",
    "baths": "ba|bas|bath|baths|bathroom|bathrooms|bth",
}
MEASURES: Final = {unit: name for name, units in UNITS.items() for unit in units.split("|")}
"""What units measure."""
SCHEMES: Final = {"mailto:": "email", "tel:": "phone"}
OLD: Final = re.compile(
    r"(?:^|(?<!with)(?<!has)[-_])(?:old|was|before|original|regular|retail|list|rrp|msrp|strike|struck|crossed|compare)(?:$|[-_]|(?-i:[A-Z]))",
    re.I,
)
"""Words in the classes of former prices."""
_BEFORE_AMOUNTS: Final = """
from now only just ab nur jetzt von à_partir_de dès desde por a_partir_de da starting_at starting_from as_low_as vanaf fra från
od от за
"""
INTRODUCED: Final = {
    "price": frozenset(_BEFORE_AMOUNTS.split()),
    "date": frozenset(["on", "le", "du", "am", "vom", "den", "der", "el", "il", "the", "op", "dnia", "dne", "em"]),
}
"""Words before amounts and dates that say no more than the type does."""
YEARS: Final = range(1800, 2101)
MOSTLY: Final = 0.6  # share of the ratings that must have a decimal
BEST: Final = 10
_FRACTION: Final = re.compile(r"0?\.\d+|1(?:\.0+)?")
_POINTS: Final = re.compile(r"(?:\d|10)[.,]\d")
_RATED: Final = re.compile(r"out of (?:5|five|10)\b|\bstars?\b|(?:^|[-_ ])rat(?:ing|ed)|von 5|sur 5|de 5", re.I)
"""What elements that draw a rating are called."""
_VALUE: Final = re.compile(r"\d+(?:[.,]\d+)?")


def role_of(seen: Sequence[SeenValue], agreement: float) -> str:
    """Return the role of the values by their elements, empty if these give none."""
    found = list(filter(None, map(_role, seen)))
    role, votes = commonest(found) if found else ("", 0)
    return role if votes >= agreement * len(seen) else ""


def _role(seen: SeenValue) -> str:
    for node in seen.own:
        tag = seen.page.tags[node]
        if tag in ROLES:
            return ROLES[tag]
        address = seen.page.attribute(node, "href") or "" if tag == "a" else ""
        for scheme, name in SCHEMES.items():
            if address.startswith(scheme):
                return name
    return ""


def is_old(seen: Sequence[tuple[SeenValue, Sequence[int]]], agreement: float) -> bool:
    """Return whether most prices are struck out, or called the old, former or list price; with the nodes of the others."""
    return sum(any(_is_struck(one, node, others) for node in one.around) for one, others in seen) >= max(
        1, agreement * len(seen)
    )


def _is_struck(seen: SeenValue, node: int, others: Sequence[int]) -> bool:
    """Return whether an element strikes out a price, alone or with its label."""
    classes = seen.page.classes(node)
    if node in seen.own and (seen.page.tags[node] in STRUCK or any(map(OLD.search, classes))):
        return True
    return any(map(FORMER.search, classes)) and not any(node <= other < seen.page.stops[node] for other in others)


def name_by_type(kind: ValueType, seen: Sequence[SeenValue]) -> str:
    """Return the name of values by their type: what they count, what precedes them, or the type; empty if it says nothing."""
    if kind.prefix and (said := slug(kind.prefix)):
        if said in INTRODUCED.get(kind.name, ()):
            return kind.name
        return "year" if _are_years(seen) and kind.name == "number" and said == "published" else said
    match kind.name:
        case "link":
            return "url"
        case "number":
            return _number_name(kind, seen)
        case "text":
            return ""
        case _:
            return kind.name


def _number_name(kind: ValueType, seen: Sequence[SeenValue]) -> str:
    unit = kind.unit.lower()
    if unit:
        return MEASURES.get(unit) or slug(unit)
    if are_ranks(seen):
        return "rank"
    if _are_scores(seen):
        return "score"
    return "year" if _are_years(seen) else "rating" if are_ratings(seen) else ""


def _are_scores(seen: Sequence[SeenValue]) -> bool:
    """Return whether the values are fractions of one by which the records are sorted, best first."""
    found = [_FRACTION.fullmatch(one.text.strip("[]() ")) for one in seen]
    scores = [float(one[0]) for one in found if one]
    return len(scores) == len(seen) > 2 and scores[0] > scores[-1] and scores == sorted(scores, reverse=True)


def are_ranks(seen: Sequence[SeenValue]) -> bool:
    """Return whether the values number the records."""
    numbers = _whole(seen)
    steps = [b - a for a, b in pairwise(numbers)]
    return len(numbers) == len(seen) > 2 and min(steps) >= 1 and numbers[0] <= 1 + 10 * max(steps) and _is_even(steps)


def _is_even(steps: Sequence[int]) -> bool:
    """Return whether the steps are nearly equal, as in an evenly spaced sample."""
    return max(steps) - min(steps) <= 1


def _are_years(seen: Sequence[SeenValue]) -> bool:
    numbers = _whole(seen)
    return len(numbers) == len(seen) > 1 and all(number in YEARS for number in numbers)


def are_ratings(seen: Sequence[SeenValue]) -> bool:
    """Return whether the values are points on a scale of 5 or 10, most with one decimal."""
    exact = sum(_POINTS.fullmatch(one.text.strip("() ")) is not None for one in seen)
    values = [float(found[0].replace(",", ".")) for one in seen if (found := _VALUE.search(one.text))]
    return exact >= max(3, MOSTLY * len(seen)) and max(values) <= BEST


def are_beside_stars(seen: Sequence[SeenValue]) -> bool:
    """Return whether most values stand in or right inside elements that draw a rating: ``★★★★☆ (212)``."""
    rated = 0
    for one in seen:
        given = [one.page.attributes(node) for node in (*one.own, *one.shared[:1])]
        rated += any(_RATED.search(of.get(name) or "") for of in given for name in ("aria-label", "title", "class"))
    return rated > len(seen) / 2


def _whole(seen: Sequence[SeenValue]) -> list[int]:
    """Return those of the values that are whole numbers."""
    digits = ["".join(c for c in one.text if c.isascii() and c.isdigit()) for one in seen]
    return [int(text) for text in digits if text and len(text) < 10]


def link_name(
    links: Sequence[SeenValue],
    columns: Sequence[Column],
    values: Sequence[Sequence[SeenValue]],
    names: Sequence[str],
    hidden: Container[int],
) -> str:
    """Return the name of a link column: that of the text or image inside the links or around them, plus ``_link``.

    Shown columns come before hidden ones, texts before images.
    """
    for scheme, name in SCHEMES.items():
        if links and all(one.text.startswith(scheme) for one in links):
            return name if name not in names else f"{name}_link"
    others = [i for i, column in enumerate(columns) if column.kind != "link" and names[i]]
    for i in sorted(others, key=lambda i: (i in hidden, columns[i].kind == "image")):
        places = {(id(one.page), one.record): one for one in values[i]}
        together = sum(_belongs(link, places.get((id(link.page), link.record))) for link in links)
        if together > len(links) / 2:
            return f"{names[i]}_link"
    return "link"


def leads_to(links: Sequence[SeenValue], titles: Sequence[SeenValue]) -> bool:
    """Return whether the titles of most records stand in a link to the same address: that of the picture, say."""
    places = {(id(one.page), one.record): one for one in titles}
    same = 0
    for link in links:
        title = places.get((id(link.page), link.record))
        around = () if title is None else title.around
        same += any(link.page.tags[n] == "a" and link.page.address(n, "href") == link.text for n in around)
    return same > len(links) / 2


def _belongs(link: SeenValue, other: SeenValue | None) -> bool:
    """Return whether a value begins inside a link, or contains it."""
    if other is None:
        return False
    first, stop = link.span.start, link.page.stops[link.span.start]
    return first <= other.span.start < stop or (other.span.start <= first and stop <= other.span.stop)
