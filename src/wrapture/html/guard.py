"""Refuses pages that would take the parser minutes, before it sees them.

HTML's tree construction is quadratic by design: a tag may look at every open element, an attribute at every other of
its tag, and an unclosed ``<font>`` is cloned into every later paragraph.  Measured with selectolax 1.0.2 (Lexbor), in
seconds (memory where it matters); all else that was tried (comments, NUL, ``<p>``, tables, entities …) is linear:

=============================================  ===============================================================
``<div>`` nested                               5,000: 0.04   20,000: 0.6   80,000: 17   1,000,000: > 60
``<ul><li>`` nested                            5,000: 0.14   20,000: 3.4   80,000: > 20
attributes on one tag or on ``<html>`` tags    5,000: 0.03   20,000: 1.0   30,000: 3.4   80,000: > 20
different names of tags or attributes          80,000: 0.6–1   160,000: 5   320,000: > 30
``<option>`` in one ``<select>``               5,000: 0.1   15,000: 2.4   20,000: 2.5–4.4   80,000: > 20
``<b c=1><b c=2>…`` nested                     5,000: 0.13   20,000: 2.9   80,000: > 20
``<p><font c=1>x</p><p><font c=2>x</p>…``      1,000: 0.25 (0.2 GB)   2,000: 1.8 (0.7 GB)   5,000: 15 (4.5 GB)
``<p><b [10,000 attributes]></p><p>x<p>x…``    500: 0.5 (0.7 GB)   2,000: 4 (3 GB)
``<td a=1>[600 letters]`` outside of a table   2,000: 0.6 (0.4 GB)   15,000: 33 (21 GB)
=============================================  ===============================================================

So cost is counted, not depth: a page of few tags cannot be slow, whatever their shape, and goes through after a count.
Only a page that the counts do not clear is read tag by tag, with an estimate of the parser's stack that knows void
elements, optional end tags and scopes.  The estimate errs towards deep.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from wrapture.html import native
from wrapture.html.tagscan import (
    ALIKE,
    ATTRIBUTE,
    LIMITS,
    MAX_ATTRIBUTES,
    MAX_CLONES,
    MAX_JOINED,
    MAX_NAMES,
    WEIGHTS,
    Scan,
    names_in_sets,
    weight,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wrapture.html._tree import Guard

    Units = NDArray[np.uint8] | NDArray[np.uint16]

# What goes through unread.
SHORT = 16_000  # characters: 1,500 unclosed formatting tags, 0.8 s
FEW_TAGS = 4_000  # "<": 2,000 unclosed formatting tags, 1.8 s (0.7 GB)
MANY_TAGS = 15_000  # "<" where formatting is tame: 15,000 options in a select, 2 s
LONG_TAG = 4_096  # characters without ">": a formatting tag with 1,000 attributes before 4,000 paragraphs, 1 s

_CROWDED_TAG = re.compile(rf"</?[a-zA-Z][^\t\n\f\r />]*+(?:{ATTRIBUTE}){{0,{MAX_ATTRIBUTES}}}+({ATTRIBUTE})?+")
_FORMATTING_TAG = re.compile(  # without IGNORECASE, which makes it slower than the parser
    r"<(?=[a-cefinstuA-CEFINSTU])(?:[bB](?:[iI][gG])?+|[cC][oO][dD][eE]|[eE][mM]|[fF][oO][nN][tT]|[iI]|[nN][oO][bB][rR]"
    r"|[sS](?:[mM][aA][lL][lL]|[tT][rR](?:[iI][kK][eE]|[oO][nN][gG]))?+|[tT][tT]|[uU])[\t\n\f\r /][^<>]*+"
    rf"|<[aA][\t\n\f\r /][^<>]{{{LONG_TAG}}}[^<>]*+"
)
_LEFT_OPEN = re.compile(  # looks ahead only: what is inside of a value must not hide the tags that follow
    r"<((?i:b(?:ig)?+|code|em|font|i|nobr|s(?:mall|tr(?:ike|ong))?+|tt|u))(?=[\t\n\f\r /])"
    rf"(?=((?:{ATTRIBUTE})*+)[\t\n\f\r /]*+>(?![^<]*+</\1>))"
)
_TABLE = re.compile(r"<[tT][aA][bB][lL][eE]")
_VALUED_TAG = re.compile(r"<[/a-zA-Z][^>=]*+=")
_JOINING_TAG = re.compile(  # the first letters of JOINING, and every end tag, where a value follows
    r"<(?:/[a-zA-Z]|[tT][bBdDfFhHrR]|[cC][aAoO]|[fF][oOrR]|[hH][eEtT]|[bB][oO]|[sS][cCtT])[^>=]*+="
)


def check(name: str, text: str, body: bytes | None = None) -> None:
    """Return nothing, or raise `HostilePageError` where the parser would take minutes over `text`.

    `body`, the bytes of UTF-8 that `text` was decoded from, makes this cheaper: they are counted in place.
    """
    if len(text) > SHORT and not _is_cleared(text, text if body is None else body):
        units = _units(text) if body is None else np.frombuffer(body, np.uint8)
        if not _is_harmless(text, units):
            Scan(name).read(text)


def _is_cleared(text: str, source: str | bytes) -> bool:
    """Tell whether the part in C, where it is there, clears a page: by its counts, or else tag by tag."""
    guard = _native()
    if guard is None:
        return False
    try:
        tags, attributes, may_be_long = guard.counts(source)
    except UnicodeEncodeError:
        return False
    is_small = tags <= FEW_TAGS and attributes < MAX_ATTRIBUTES and tags * len(text) <= MAX_JOINED
    return (is_small and not (may_be_long and _has_long_formatting(text))) or guard.clears(source)


@cache
def _native() -> Guard | None:
    if not native.is_there():
        return None
    from wrapture.html._tree import Guard

    return Guard(names_in_sets(), LIMITS, WEIGHTS, LONG_TAG)


def _is_harmless(text: str, units: Units) -> bool:
    """Tell whether there are too few tags, too few attributes on any and too little formatting to do harm."""
    tags = int(np.count_nonzero(units == ord("<")))
    if tags > MANY_TAGS or not _has_few_attributes(text, units) or not _joins_little(text, tags):
        return False
    return (tags <= FEW_TAGS and not _has_long_formatting(text)) or _has_little_formatting(text, tags)


def _units(text: str) -> Units:
    """Return the characters as numbers; UTF-16 is what Python writes fastest (a third of UTF-8's time)."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)


def _has_few_attributes(text: str, units: Units) -> bool:
    """Tell whether no tag can have too many: an attribute takes two characters, and one to part it from the last."""
    if len(text) <= 2 * MAX_ATTRIBUTES or np.count_nonzero(units <= ord("/")) <= MAX_ATTRIBUTES:
        return True
    between = (units <= ord(" ")) | (units == ord("/")) | (units == ord('"')) | (units == ord("'"))
    words = np.count_nonzero(between[:-1] > between[1:])
    if MAX_ATTRIBUTES < words <= MAX_NAMES:
        return not any(tag[1] for tag in _CROWDED_TAG.finditer(text))
    return bool(words <= MAX_ATTRIBUTES)


def _joins_little(text: str, tags: int) -> bool:
    """Tell whether few tags can be dropped between two texts, even if each joined all the page's text to what is before."""
    if tags * len(text) <= MAX_JOINED:
        return True
    between = (
        _VALUED_TAG if _TABLE.search(text) else _JOINING_TAG
    )  # texts that are moved before a table have all between
    return sum(1 for _ in between.finditer(text)) * len(text) <= MAX_JOINED


def _has_long_formatting(text: str) -> bool:
    """Tell whether there may be a formatting tag of twice `LONG_TAG` characters, or one of at least that many."""
    for at in range(LONG_TAG, len(text) - LONG_TAG, LONG_TAG):
        if text.find(">", at, at + LONG_TAG) < 0:
            start = text.rfind("<", at - LONG_TAG, at)
            if start >= 0 and _FORMATTING_TAG.match(text, start):
                return True
    return False


def _has_little_formatting(text: str, tags: int) -> bool:
    """Tell whether there are few formatting tags; where they are many, few that are not closed at once, as icons are."""
    found = set(_FORMATTING_TAG.findall(text))
    few = MAX_CLONES // (ALIKE * max(1, tags))
    if sum(map(weight, found)) <= few:
        return True
    if any(tag[1] in "aA" for tag in found):  # a link of many attributes
        return False
    return sum(weight(name + rest) for name, rest in set(_LEFT_OPEN.findall(text))) <= few
