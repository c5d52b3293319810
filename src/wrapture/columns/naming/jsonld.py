"""Names from a page's data: the properties of its JSON-LD, or of its scripts' data, whose values match those of a column."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from wrapture.reading.data_reading import arrays_in, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

KIND: Final = "application/ld+json"
MAX_CHARACTERS: Final = 1_000_000  # total length of the scripts that are read
MAX_VALUES: Final = 20_000
MAX_DEPTH: Final = 30
MAX_OBJECTS: Final = 500  # of an array
PLAIN: Final = frozenset(["name", "url", "text", "@id", "@value"])
"""Properties named after their owner if that is not the record: the ``name`` of an ``author``."""

LISTED: Final = frozenset(["itemlistelement", "item", "@graph", "mainentity"])
_SCRIPT: Final = re.compile(r"<script\b[^>]*application/ld\+json[^>]*>", re.I)


def properties_of(page: Page) -> dict[str, str]:
    """Return the properties in a page's data, keyed by their values as `key` normalizes them; those of JSON-LD come first."""
    if "properties" not in page.cache:
        found = _linked_data(page)
        for value, name in _script_data(page):
            found.setdefault(value, name)
        page.cache["properties"] = found
    known: dict[str, str] = page.cache["properties"]
    return known


def _linked_data(page: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    if page.source is None or KIND not in page.source:
        return found
    for text in _scripts(page.source):
        try:
            data = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        for name, value in _leaves(data, "", 0):
            found.setdefault(key(value), name)
            if len(found) >= MAX_VALUES:
                return found
    return found


def _script_data(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the texts of the objects in a page's data with their properties, those of the richest objects first.

    The same texts may stand in menus and filters, whose objects have few values; numbers stand in too many places to tell.
    """
    lists = [[list(values_of(one)) for one in array.objects[:MAX_OBJECTS]] for array in arrays_in(page)]
    left = MAX_VALUES
    for records in sorted(lists, key=lambda one: -max(map(len, one))):
        for path, cell in (value for values in records for value in values):
            text = key(cell) if isinstance(cell, str) else ""
            if any(map(str.isalpha, text)):
                yield text, _name(path)
            left -= 1
            if left < 0:
                return


def _name(path: Sequence[str]) -> str:
    """Return the name of the property at a path; plain ones are named after their owner: the ``name`` of an ``author``."""
    owner = path[-2] if len(path) > 1 else ""
    return owner if path[-1] in PLAIN and owner and owner.casefold() not in LISTED else path[-1]


def key(text: str) -> str:
    """Return a value normalized for lookup: without case and white space, an address without parts that vary between copies."""
    return " ".join(text.casefold().split()).removeprefix("https:").removeprefix("http:").rstrip("/")


def _scripts(source: str) -> Iterator[str]:
    left = MAX_CHARACTERS
    for tag in _SCRIPT.finditer(source):
        end = source.find("</script", tag.end())
        text = source[tag.end() : end if end >= 0 else len(source)]
        left -= len(text)
        if left < 0:
            return
        yield text


def _leaves(data: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield the values in some JSON with the names of their properties."""
    if depth > MAX_DEPTH:
        return
    if isinstance(data, dict):
        for prop, value in data.items():
            inner = str(prop)
            if inner.startswith("@") and inner not in ("@graph", "@id", "@value"):
                continue
            plain = inner in PLAIN and name and name.casefold() not in LISTED
            yield from _leaves(value, name if plain else inner, depth + 1)
    elif isinstance(data, list):
        for value in data:
            yield from _leaves(value, name, depth + 1)
    elif isinstance(data, str | int | float) and not isinstance(data, bool) and name and str(data).strip():
        yield name, str(data)
