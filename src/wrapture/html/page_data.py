"""The data that a page carries for its scripts: JSON in scripts, in assignments of scripts, and in attributes.

Nothing is run: what is not JSON as it stands is left out.  Sizes and numbers are limited, because a page may hold anything.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from wrapture.html.flattened_data import unflattened
from wrapture.html.page import TEXT
from wrapture.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

MAX_CHARACTERS: Final = 16_000_000  # of all data of a page together
MAX_ASSIGNMENTS: Final = 200  # that are tried; most are no JSON and fail at their second character
LEAST: Final = 100  # characters of an attribute that may hold records
MAX_TAG: Final = 2000  # characters in the tag of a script
_SCRIPT: Final = lazy_regex(r"<script\b", re.IGNORECASE)
_END: Final = lazy_regex(r"</script", re.IGNORECASE)
_IS_FLATTENED: Final = lazy_regex(r"__NUXT_DATA__", re.IGNORECASE)
_IS_DATA: Final = lazy_regex(r"json|__NEXT_DATA__|__NUXT_DATA__", re.IGNORECASE)
_ASSIGNMENT: Final = lazy_regex(r"=\s*(?=[\[{]\s*[\[{\"\]}])")
_ESCAPES: Final = (
    lazy_regex(  # a backslash or a pair of surrogates, to be kept; a NUL or a surrogate without its other half
        r"(\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|\\u(?:0000|d[89a-f][0-9a-f]{2})", re.IGNORECASE
    )
)
_DECODER: Final = json.JSONDecoder(strict=False)


def data_of(page: Page) -> Iterator[object]:
    """Yield the JSON values in the scripts and attributes of a page that was not rendered."""
    left = MAX_CHARACTERS
    for text, start, is_flattened in _beginnings(page):
        value, stop = _decoded(text, start)
        left -= stop - start
        if left < 0:
            return
        if is_flattened and isinstance(value, list):
            value = unflattened(value)
        if isinstance(value, list | dict):
            yield value


def _beginnings(page: Page) -> Iterator[tuple[str, int, bool]]:
    """Yield where JSON may begin: a text, the index in it, and whether its values are flattened."""
    for attributes, script in scripts_of(page.source or ""):
        if _IS_DATA.search(attributes):
            yield script, len(script) - len(script.lstrip()), _IS_FLATTENED.search(attributes) is not None
            continue
        for count, found in enumerate(_ASSIGNMENT.finditer(script)):
            if count == MAX_ASSIGNMENTS:
                break
            yield script, found.end(), False
    given = page.attributes
    every = [given(node) for node, tag in enumerate(page.tags) if tag != TEXT]
    long = [value for one in every if one for value in one.values() if value and len(value) >= LEAST]
    values = [_usable(value.lstrip()) for value in long]
    yield from [(value, 0, False) for value in values if value.startswith(("{", "["))]


def scripts_of(source: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes and the text of each script."""
    source = _usable(source)
    place = 0
    while (tag := _SCRIPT.search(source, place)) is not None:
        begin = source.find(">", tag.end(), tag.end() + MAX_TAG)
        if begin < 0:
            place = tag.end()
            continue
        end = _END.search(source, begin)
        place = end.start() if end is not None else len(source)
        yield source[tag.end() : begin], source[begin + 1 : place]


def _usable(text: str) -> str:
    """Return JSON with replacement characters for what no text of a page holds, and what other programs and files refuse."""
    return _ESCAPES.sub(lambda found: found[1] or "\\ufffd", text) if "\\u" in text else text


def _decoded(text: str, start: int) -> tuple[object, int]:
    """Return the JSON value that begins at an index, None if there is none, and how far the text was read."""
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return None, max(start, error.pos)
    except (RecursionError, ValueError):  # nested too deeply, or an integer of thousands of digits
        return None, len(text)
