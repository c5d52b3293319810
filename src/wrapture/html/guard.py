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

from wrapture.html import native
from wrapture.html.tagscan import LIMITS, MAX_ATTRIBUTES, MAX_JOINED, WEIGHTS, OpenElements, names_in_sets

if TYPE_CHECKING:
    from wrapture.html._tree import Guard

# What goes through unread.
SHORT = 16_000  # characters: 1,500 unclosed formatting tags, 0.8 s
FEW_TAGS = 4_000  # "<": 2,000 unclosed formatting tags, 1.8 s (0.7 GB)
LONG_TAG = 4_096  # characters without ">": a formatting tag with 1,000 attributes before 4,000 paragraphs, 1 s

FORMATTING_TAG = re.compile(  # without IGNORECASE, which makes it slower than the parser
    r"<(?=[a-cefinstuA-CEFINSTU])(?:[bB](?:[iI][gG])?+|[cC][oO][dD][eE]|[eE][mM]|[fF][oO][nN][tT]|[iI]|[nN][oO][bB][rR]"
    r"|[sS](?:[mM][aA][lL][lL]|[tT][rR](?:[iI][kK][eE]|[oO][nN][gG]))?+|[tT][tT]|[uU])[\t\n\f\r /][^<>]*+"
    rf"|<[aA][\t\n\f\r /][^<>]{{{LONG_TAG}}}[^<>]*+"
)


def check(name: str, text: str, body: bytes | None = None) -> None:
    """Return nothing, or raise `HostilePageError` where the parser would take minutes over `text`.

    `body`, the bytes of UTF-8 that `text` was decoded from, makes this cheaper: they are counted in place.
    """
    if len(text) > SHORT and not _is_cleared(text, text if body is None else body):
        from wrapture.html.guard_counts import is_harmless

        if not is_harmless(text, body):
            OpenElements(name).read(text)


def _is_cleared(text: str, source: str | bytes) -> bool:
    """Return whether the native extension, where it is used, clears a page: by its counts, or else tag by tag."""
    guard = _native()
    if guard is None:
        return False
    try:
        tags, attributes, may_be_long = guard.counts(source)
    except UnicodeEncodeError:
        return False
    is_small = tags <= FEW_TAGS and attributes < MAX_ATTRIBUTES and tags * len(text) <= MAX_JOINED
    return (is_small and not (may_be_long and has_long_formatting(text))) or guard.clears(source)


@cache
def _native() -> Guard | None:
    if not native.is_available():
        return None
    from wrapture.html._tree import Guard

    return Guard(names_in_sets(), LIMITS, WEIGHTS, LONG_TAG)


def has_long_formatting(text: str) -> bool:
    """Tell whether there may be a formatting tag of twice `LONG_TAG` characters, or one of at least that many."""
    for at in range(LONG_TAG, len(text) - LONG_TAG, LONG_TAG):
        if text.find(">", at, at + LONG_TAG) < 0:
            start = text.rfind("<", at - LONG_TAG, at)
            if start >= 0 and FORMATTING_TAG.match(text, start):
                return True
    return False
