"""What the page itself calls its values: table headers, labels, microdata, attributes that name fields, JSON-LD.

A source names a column if most of the examined values agree on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.naming.headers import Headers
from wrapture.columns.naming.jsonld import key, properties_of
from wrapture.columns.naming.markup_names import field_of, named, property_of
from wrapture.columns.naming.name_words import slug
from wrapture.columns.naming.seen import pages_of
from wrapture.columns.naming.value_labels import begins_with_label, label_before, label_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wrapture.columns.hiding import Hiding
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column

AGREEMENT: Final = 0.6  # share of the values that must agree on a name


MARKED_UP: Final = frozenset(["header", "itemprop", "attribute"])
"""Sources that name a cell or an element, and so whatever of it is shown."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name for a column, and its source."""

    name: str
    source: str


Suggestions = list[Suggestion | None]


def said_names(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]], nesting: Nesting) -> Suggestions:
    """Return the names that the page gives its columns, None for a column that it does not name."""
    properties = {id(page): properties_of(page) for page in pages_of(values)}
    ways: list[tuple[str, Callable[[SeenValue], str]]] = [
        ("label", lambda one: slug(label_before(one)) if one.is_text else ""),
        ("itemprop", lambda one: named(property_of(one))),
        ("attribute", lambda one: named(field_of(one))),
    ]
    if any(properties.values()):
        ways.append(("json-ld", lambda one: named(properties[id(one.page)].get(key(one.text), ""))))
    found = _headings(columns, values, nesting)
    plain = _plain_texts(columns, values)
    for i, seen in enumerate(values):
        said = (
            one
            for source, way in ways
            if (one := agreed(source, map(way, seen), len(seen))) and not (source == "label" and one.name in plain)
        )
        found[i] = found[i] or _labelled(seen) or next(said, None)
    _drop_echoes(found, nesting, values)
    return found


def _plain_texts(columns: Sequence[Column], values: Sequence[Sequence[SeenValue]]) -> set[str]:
    """Return as names the texts of columns that have several: *Very good* before 8.1 and *Good* before 7.2 are no labels."""
    found: set[str] = set()
    for column, seen in zip(columns, values, strict=True):
        if column.kind == "text" and len(column.place) == len(("block", "part")):
            texts = {slug(one.text) for one in seen if not one.text.rstrip().endswith((":", "："))}
            found |= texts if len(texts) > 1 else set()
    return found


def agreed(source: str, names: Iterable[str], total: int) -> Suggestion | None:
    """Return the name that most values have from a source, None if they don't agree."""
    given = list(filter(None, names))
    if not given:
        return None
    name, votes = commonest(given)
    return Suggestion(name, source) if votes >= AGREEMENT * total else None


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
            said = agreed("header", (slug(text) for _, text in over), len(seen))
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


def _drop_echoes(found: Suggestions, nesting: Nesting, values: Sequence[Sequence[SeenValue]]) -> None:
    """Drop one of two equal names if one column contains the other: the outer if it includes the label, else the inner."""
    for outer, inside in enumerate(nesting):
        for inner in inside:
            one = found[outer]
            if one is not None and one == found[inner]:
                labelled = any(begins_with_label(seen) for seen in values[outer])
                found[outer if labelled else inner] = None


def passed_on(said: Suggestions, hidden: Mapping[int, Hiding], values: Sequence[Sequence[SeenValue]]) -> Suggestions:
    """Return the names with those of hidden columns passed on to the columns that show the same, if these have none."""
    found = list(said)
    for number, reason in hidden.items():
        name = said[number]
        if name is None or name.source not in MARKED_UP or reason.why not in ("part", "joins", "repeats"):
            continue
        main = max(reason.shown_by, key=lambda other: sum(len(one.text) for one in values[other]))
        if found[main] is None and main not in hidden:
            found[main] = name
    return found
