"""Names from a value's element and type, for values that the page does not name."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.name_words import slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, ValueType

TITLES: Final = frozenset(["title", "name", "headline", "subject", "heading"])
"""Words in column names that mark a record's title."""

HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
PROMINENT: Final = (HEADINGS, frozenset(["a", "b", "strong", "dt", "th"]))
"""Elements that contain the title of a record, most reliable first."""

ROLES: Final = {"time": "date", "address": "address", "blockquote": "quote", "code": "code"}
SIZES: Final = frozenset(["b", "kb", "mb", "gb", "kib", "mib", "byte", "bytes", "k", "ko", "mo", "кб", "мб"])
DISTANCES: Final = frozenset(["mi", "km", "m", "miles", "mile", "ft", "mi away", "miles away", "km away"])
SCHEMES: Final = {"mailto:": "email", "tel:": "phone"}
MIN_TITLE: Final = 4  # mean length of titles in characters: "more" and "edit" are not titles
PROSE: Final = 60  # mean length of descriptions in characters
YEARS: Final = range(1800, 2101)


def title_column(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], named: Sequence[bool]) -> int | None:
    """Return the column with the records' titles: the first whose values are in a heading, a link or bold text."""
    most = max((len(seen) for seen in values), default=0)
    texts = [
        i
        for i, column in enumerate(columns)
        if column.type_name == "text" and not column.constant and not named[i] and len(values[i]) > most / 2
    ]
    for tags in PROMINENT:
        for i in texts:
            seen = values[i]
            inside = sum(_is_inside(one, tags) for one in seen)
            if inside > len(seen) / 2 and fmean(len(one.text) for one in seen) >= MIN_TITLE:
                return i
    return None


def _is_inside(seen: SeenValue, tags: frozenset[str]) -> bool:
    """Return whether a value is the whole text of an element with one of these names, or stands first in a heading."""
    around = seen.around if tags is HEADINGS else seen.own
    return any(seen.page.tags[node] in tags for node in around)


def role_of(seen: Sequence[SeenValue], agreement: float) -> str:
    """Return the role of the values by their elements, empty if these give none."""
    found = Counter(role for one in seen for role in [_role(one)] if role)
    role, votes = found.most_common(1)[0] if found else ("", 0)
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


def name_by_type(kind: ValueType, seen: Sequence[SeenValue]) -> str:
    """Return the name of values by their type: what they count, what precedes them, or the name of the type."""
    if kind.prefix and (said := slug(kind.prefix)):
        return "year" if _are_years(seen) and kind.name == "number" and said == "published" else said
    if kind.name == "link":
        return "url"
    if kind.name == "number":
        return _number_name(kind, seen)
    if kind.name != "text":
        return kind.name
    if seen and sum(one.text.endswith((":", "：")) for one in seen) > len(seen) / 2:
        return "label"
    return "description" if seen and fmean(len(one.text) for one in seen) >= PROSE else "text"


def _number_name(kind: ValueType, seen: Sequence[SeenValue]) -> str:
    unit = kind.unit.lower()
    if unit:
        return "size" if unit in SIZES else "distance" if unit in DISTANCES else slug(unit) or "number"
    if _are_ranks(seen):
        return "rank"
    return "year" if _are_years(seen) else "number"


def _are_ranks(seen: Sequence[SeenValue]) -> bool:
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


def _whole(seen: Sequence[SeenValue]) -> list[int]:
    """Return those of the values that are whole numbers."""
    digits = ["".join(c for c in one.text if c.isascii() and c.isdigit()) for one in seen]
    return [int(text) for text in digits if text and len(text) < 10]


def link_name(
    links: Sequence[SeenValue], columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], names: Sequence[str]
) -> str:
    """Return the name of a link column: that of the first text or image inside the links, plus ``_link``."""
    inside: Counter[str] = Counter()
    for i, column in enumerate(columns):
        if column.kind == "link" or not names[i]:
            continue
        places = {(id(one.page), one.record): one.span.start for one in values[i]}
        holding = sum(_holds(link, places.get((id(link.page), link.record))) for link in links)
        if holding > len(links) / 2:
            inside[names[i]] += 1
            break
    for scheme, name in SCHEMES.items():
        if links and all(one.text.startswith(scheme) for one in links):
            return name
    return f"{next(iter(inside))}_link" if inside else "link"


def _holds(link: SeenValue, node: int | None) -> bool:
    return node is not None and link.span.start <= node < link.page.stops[link.span.start]
