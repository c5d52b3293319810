"""Counts that clear a page without reading it tag by tag: the first stage of the guard in Python.

The native extension counts in C, so numpy is loaded only where that does not clear a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from wrapture.html.guard import FEW_TAGS, FORMATTING_TAG, has_long_formatting
from wrapture.html.tagscan import ALIKE, ATTRIBUTE, MAX_ATTRIBUTES, MAX_CLONES, MAX_JOINED, MAX_NAMES, weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Units = NDArray[np.uint8] | NDArray[np.uint16]

MANY_TAGS = 15_000  # "<" where formatting is tame: 15,000 options in a select, 2 s

_CROWDED_TAG = re.compile(rf"</?[a-zA-Z][^\t\n\f\r />]*+(?:{ATTRIBUTE}){{0,{MAX_ATTRIBUTES}}}+({ATTRIBUTE})?+")
_LEFT_OPEN = re.compile(  # looks ahead only: what is inside of a value must not hide the tags that follow
    r"<((?i:b(?:ig)?+|code|em|font|i|nobr|s(?:mall|tr(?:ike|ong))?+|tt|u))(?=[\t\n\f\r /])"
    rf"(?=((?:{ATTRIBUTE})*+)[\t\n\f\r /]*+>(?![^<]*+</\1>))"
)
_TABLE = re.compile(r"<[tT][aA][bB][lL][eE]")
_VALUED_TAG = re.compile(r"<[/a-zA-Z][^>=]*+=")
_JOINING_TAG = re.compile(  # the first letters of JOINING, and every end tag, where a value follows
    r"<(?:/[a-zA-Z]|[tT][bBdDfFhHrR]|[cC][aAoO]|[fF][oOrR]|[hH][eEtT]|[bB][oO]|[sS][cCtT])[^>=]*+="
)


def is_harmless(text: str, body: bytes | None = None) -> bool:
    """Return whether there are too few tags, too few attributes on any and too little formatting to do harm.

    `body` are the bytes of UTF-8 that `text` was decoded from, if they are.
    """
    units = _units(text) if body is None else np.frombuffer(body, np.uint8)
    tags = int(np.count_nonzero(units == ord("<")))
    if tags > MANY_TAGS or not _has_few_attributes(text, units) or not _joins_little(text, tags):
        return False
    return (tags <= FEW_TAGS and not has_long_formatting(text)) or _has_little_formatting(text, tags)


def _units(text: str) -> Units:
    """Return the characters as numbers; UTF-16 is what Python writes fastest (a third of UTF-8's time)."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)


def _has_few_attributes(text: str, units: Units) -> bool:
    """Return whether no tag can have too many: an attribute takes two characters, and one to part it from the last."""
    if len(text) <= 2 * MAX_ATTRIBUTES or np.count_nonzero(units <= ord("/")) <= MAX_ATTRIBUTES:
        return True
    between = (units <= ord(" ")) | (units == ord("/")) | (units == ord('"')) | (units == ord("'"))
    words = np.count_nonzero(between[:-1] > between[1:])
    if MAX_ATTRIBUTES < words <= MAX_NAMES:
        return not any(tag[1] for tag in _CROWDED_TAG.finditer(text))
    return bool(words <= MAX_ATTRIBUTES)


def _joins_little(text: str, tags: int) -> bool:
    """Return whether few tags can be dropped between two texts, even if each joined all the page's text to what is before."""
    if tags * len(text) <= MAX_JOINED:
        return True
    between = (
        _VALUED_TAG if _TABLE.search(text) else _JOINING_TAG
    )  # texts that are moved before a table have all between
    return sum(1 for _ in between.finditer(text)) * len(text) <= MAX_JOINED


def _has_little_formatting(text: str, tags: int) -> bool:
    """Return whether there are few formatting tags; where they are many, few that are not closed at once, as icons are."""
    found = set(FORMATTING_TAG.findall(text))
    few = MAX_CLONES // (ALIKE * max(1, tags))
    if sum(map(weight, found)) <= few:
        return True
    if any(tag[1] in "aA" for tag in found):  # a link of many attributes
        return False
    return sum(weight(name + rest) for name, rest in set(_LEFT_OPEN.findall(text))) <= few
