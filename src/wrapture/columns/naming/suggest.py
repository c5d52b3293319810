"""A name for every column, from the most trusted source that has one.

In this order: a table header, a label before the value, microdata and RDFa, attributes that name fields, JSON-LD, class names,
the role of the element (a heading is a title), and the type.  A source is used if most of the examined values agree on it.  A
column that contains others is named after them (``title_line``), and one inside another after that (``court_part``), if nothing
better is known.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.contained import nesting_of
from wrapture.columns.naming.headers import Headers
from wrapture.columns.naming.jsonld import key, properties_of
from wrapture.columns.naming.markup_names import class_names, field_of, named, property_of
from wrapture.columns.naming.name_words import MAX_NAME, is_field, slug
from wrapture.columns.naming.roles import TITLES, link_name, name_by_type, role_of, title_column
from wrapture.columns.naming.seen import pages_of
from wrapture.columns.naming.value_labels import begins_with_label, label_before, label_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Set

    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column

AGREEMENT: Final = 0.6  # share of the values that must agree on a name
MOST: Final = 2  # columns of a record that may share a class; a more common class carries no meaning
UNNAMED: Final = frozenset(["text", "description"])
"""The names of texts about which nothing is known."""

COUNTED: Final = frozenset(["rank", "number"])

NAMING_TYPES: Final = frozenset(["price", "date", "percentage", "rating", "link"])
"""Types that name a value better than a class does, unless the class is that of a known field."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name for a column, and its source."""

    name: str
    source: str


Suggestions = list[Suggestion | None]


def suggest_names(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]]) -> list[Suggestion]:
    """Return a distinct name for each column; `values` are sample values of each, `columns` have types and constants."""
    nesting = nesting_of(values)
    found = _explicit(columns, values, nesting)
    _drop_echoes(found, nesting, values)
    _add_classes(columns, values, found)
    _add_roles(columns, values, found, nesting)
    _add_links(columns, values, found)
    return _distinct([one or Suggestion("text", "kind") for one in found])


def _explicit(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], nesting: Nesting) -> Suggestions:
    """Return the names that the page itself gives its columns; a constant column is named after its text."""
    properties = {id(page): properties_of(page) for page in pages_of(values)}
    ways: list[tuple[str, Callable[[SeenValue], str]]] = [
        ("label", lambda one: slug(label_before(one)) if one.is_text else ""),
        ("itemprop", lambda one: named(property_of(one))),
        ("attribute", lambda one: named(field_of(one))),
    ]
    if any(properties.values()):
        ways.append(("json-ld", lambda one: named(properties[id(one.page)].get(key(one.text), ""))))
    found = _headings(columns, values, nesting)
    for i, seen in enumerate(values):
        said = (one for source, way in ways if (one := _agreed(source, map(way, seen), len(seen))))
        found[i] = found[i] or _labelled(seen) or next(said, None)
    labels = {one.name for one in found if one is not None and one.source == "label"}
    for i, seen in enumerate(values):
        if columns[i].constant and found[i] is None:
            found[i] = _constant(seen, labels)
    return found


def _labelled(seen: Sequence[SeenValue]) -> Suggestion | None:
    """Return the name before every value, followed by a colon."""
    labels = {slug(label_inside(one)) if one.is_text else "" for one in seen}
    return Suggestion(labels.pop(), "label") if len(labels) == 1 and "" not in labels else None


def _headings(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], nesting: Nesting) -> Suggestions:
    """Return the names from table headers; of several columns in one cell, only one gets the name.

    That is the column that contains the others or, if there are buttons and the like among them, the first that is not one.
    """
    headers = {id(page): Headers(page) for page in pages_of(values)}
    below: dict[tuple[int, str], list[int]] = {}
    for i, seen in enumerate(values):
        if columns[i].kind == "text":
            over = [place for one in seen if (place := headers[id(one.page)].heading(one)) is not None]
            said = _agreed("header", (slug(text) for _, text in over), len(seen))
            if said is not None:
                below.setdefault((over[0][0], said.name), []).append(i)
    found: Suggestions = [None] * len(columns)
    for (_, name), members in below.items():
        real = [i for i in members if not columns[i].constant] or members
        whole = [
            i for i in real if len(nesting[i]) == len(members) - 1 and not any(columns[n].constant for n in nesting[i])
        ]
        found[(whole or real)[0]] = Suggestion(name, "header")
    return found


def _agreed(source: str, names: Iterable[str], total: int) -> Suggestion | None:
    """Return the name that most values have from a source, None if they don't agree."""
    counts = Counter(filter(None, names))
    if not counts:
        return None
    name, votes = counts.most_common(1)[0]
    return Suggestion(name, source) if votes >= AGREEMENT * total else None


def _constant(seen: Sequence[SeenValue], labels: Set[str]) -> Suggestion | None:
    """Return the name of a constant column: its text, with ``_label`` if it is a label."""
    text = seen[0].text if seen and seen[0].is_text else ""
    name = slug(text)
    if not name:
        return None
    is_label = name in labels or text.rstrip().endswith((":", "：")) or f"{text}:" in seen[0].whole
    return Suggestion(f"{name[: MAX_NAME - 6]}_label" if is_label else name, "constant")


def _drop_echoes(found: Suggestions, nesting: Nesting, values: Sequence[Sequence[SeenValue]]) -> None:
    """Drop one of two equal names if one column contains the other: the outer if it includes the label, else the inner."""
    for outer, inside in enumerate(nesting):
        for inner in inside:
            one = found[outer]
            if one is not None and one == found[inner] and one.source != "constant":
                labelled = any(begins_with_label(seen) for seen in values[outer])
                found[outer if labelled else inner] = None


def _add_classes(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], found: Suggestions) -> None:
    """Add the names from classes of the elements that show a value and little else.

    A class shared by many columns of a record is for styling, and is ignored.
    """
    own = [[] if name else _candidates(seen, shared=False) for seen, name in zip(values, found, strict=True)]
    wide = [
        [] if name or close else _candidates(seen, shared=True)
        for seen, name, close in zip(values, found, own, strict=True)
    ]
    uses = Counter(name for names in own for name in names)
    wide_uses = Counter(name for names in wide for name in names)
    for i, column in enumerate(columns):
        name = next((name for name in own[i] if uses[name] <= MOST), "")
        name = name or next((name for name in wide[i] if wide_uses[name] <= MOST and not uses[name]), "")
        speaks = column.type.name in NAMING_TYPES or column.type.unit
        if name and (is_field(name) or not speaks) and column.kind != "link":
            found[i] = Suggestion(name, "class")


def _candidates(seen: Sequence[SeenValue], *, shared: bool) -> list[str]:
    """Return the class names that most values of a column agree on, most useful first."""
    counts: Counter[str] = Counter()
    for one in seen:
        for name in dict.fromkeys(class_names(one, shared=shared)):
            counts[name] += 1
    return [name for name, votes in counts.items() if votes >= AGREEMENT * len(seen)]


def _add_roles(
    columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], found: Suggestions, nesting: Nesting
) -> None:
    """Add the missing names of texts and images, based on their elements and values."""
    has_title = any(one is not None and TITLES.intersection(one.name.split("_")) for one in found)
    title = None if has_title else title_column(columns, values, [one is not None for one in found])
    if title is not None:
        found[title] = Suggestion("title", "role")
    unknown: list[int] = []
    for i, column in enumerate(columns):
        if found[i] is not None or column.kind == "link":
            continue
        role = "image" if column.kind == "image" else role_of(values[i], AGREEMENT)
        found[i] = Suggestion(role, "role") if role else Suggestion(name_by_type(column.type, values[i]), "type")
        if not role and (column.type.name == "text" or column.type.prefix):
            unknown.append(i)
    _name_by_others(unknown, found, nesting, columns)


def _name_by_others(unknown: Sequence[int], found: Suggestions, nesting: Nesting, columns: Sequence[Column]) -> None:
    """Name unknown columns after those they contain, then after the one that contains them."""
    known = [
        None if one is None or i in unknown or one.name in UNNAMED or one.source == "constant" else one.name
        for i, one in enumerate(found)
    ]
    for outer in sorted(unknown, key=lambda i: len(nesting[i])):
        names = [name for n in nesting[outer] if (name := known[n])]
        name = next((name for name in names if name not in COUNTED), next(iter(names), ""))
        if name and (not columns[outer].type.prefix or slug(columns[outer].type.prefix) in names):
            found[outer] = Suggestion(f"{name.removesuffix('_line')[: MAX_NAME - 5]}_line", "nesting")
    for inner in unknown:
        around = [outer for outer, inside in enumerate(nesting) if inner in inside and known[outer]]
        closest = min(around, key=lambda outer: len(nesting[outer]), default=None)
        one = found[inner]
        if closest is not None and one is not None and one.name in UNNAMED:
            found[inner] = Suggestion(f"{(known[closest] or '')[: MAX_NAME - 5]}_part", "nesting")


def _add_links(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], found: Suggestions) -> None:
    """Add the names of links, after what they show; properties and classes name only links that show nothing."""
    names = [one.name if one else "" for one in found]
    for i, column in enumerate(columns):
        if column.kind != "link":
            continue
        name = link_name(values[i], columns, values, names)
        if name != "link":
            found[i] = Suggestion(name[:MAX_NAME], "role")
        elif found[i] is None:
            classes = _candidates(values[i], shared=False)
            found[i] = Suggestion(f"{classes[0]}_link"[:MAX_NAME], "class") if classes else Suggestion(name, "kind")


def _distinct(found: Sequence[Suggestion]) -> list[Suggestion]:
    """Return the suggestions with numbers appended to names used before, ignoring case.

    >>> [one.name for one in _distinct([Suggestion("a", ""), Suggestion("a_2", ""), Suggestion("a", "")])]
    ['a', 'a_2', 'a_3']
    """
    wanted = {one.name.casefold() for one in found}
    used: set[str] = set()
    result = []
    for one in found:
        name = one.name
        if name.casefold() in used:
            free = (f"{one.name}_{n}" for n in count(2))
            name = next(other for other in free if other.casefold() not in used | wanted)
        used.add(name.casefold())
        result.append(Suggestion(name, one.source))
    return result
