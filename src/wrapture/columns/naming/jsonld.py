"""Names from a page's JSON-LD: the properties whose values match those of a column."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from wrapture.html.page_data import scripts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

KIND: Final = "application/ld+json"
MAX_CHARACTERS: Final = 1_000_000  # total length of the scripts that are read
MAX_VALUES: Final = 20_000
MAX_DEPTH: Final = 30
PLAIN: Final = frozenset(["name", "url", "text", "@id", "@value"])
"""Properties named after their owner if that is not the record: the ``name`` of an ``author``."""

LISTED: Final = frozenset(["itemlistelement", "item", "@graph", "mainentity"])


def properties_of(page: Page) -> dict[str, str]:
    """Return the properties in a page's JSON-LD, keyed by their values as `key` normalizes them."""
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


def key(text: str) -> str:
    """Return a value normalized for lookup: without case and white space, an address without parts that vary between copies."""
    return " ".join(text.casefold().split()).removeprefix("https:").removeprefix("http:").rstrip("/")


def _scripts(source: str) -> Iterator[str]:
    left = MAX_CHARACTERS
    for attributes, text in scripts_of(source):
        if KIND not in attributes.lower():
            continue
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
