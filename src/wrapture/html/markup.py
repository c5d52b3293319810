"""The start tags and the texts of a page's source, as far as they can be told without building the tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.tagscan import FORMATTING, RAW

if TYPE_CHECKING:
    from wrapture.model import Place

# Every alternative goes forward only; a comment, a quote or a tag that is never closed goes on to the end: linear.
_VALUE: Final = r"""(?:"([^"]*+)(?:"|\Z)|'([^']*+)(?:'|\Z)|([^\t\n\f\r >"'][^\t\n\f\r >]*+))?+"""
_ATTRIBUTE: Final = rf"[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+{_VALUE})?+"
_UNGROUPED: Final = re.sub(r"(?<!\\)\((?!\?)", "(?:", _ATTRIBUTE)
ATTRIBUTES: Final = re.compile(_ATTRIBUTE)
"""An attribute in a start tag: its name, and its value in double, single or no quotes."""
_MARKUP: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|</>|<(?:[!?]|/[^a-zA-Z>])[^>]*+>?"  # a declaration, and what the parser takes for a comment
    rf"|<(/?)([a-zA-Z][^\t\n\f\r />]*+)(?:{_UNGROUPED})*+[\t\n\f\r ]*+(/?)[\t\n\f\r /]*+>?",
    re.DOTALL,
)
_RAW_END: Final = {name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in RAW}
DROPPED: Final = r"\0\ud800-\udfff"
"""The characters that the parser drops, as a part of a regular expression's set."""
_BLANKS: Final = re.compile(  # what the parser takes for white space, written as references too
    rf"(?:[\t\n\f\r {DROPPED}]|&(?:Tab;|NewLine;"
    r"|\#0*+(?:9|10|12|13|32)(?![0-9]);?|\#[xX]0*+(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?))*+"
)


class Tag(NamedTuple):
    """A start tag: its place, where its name ends, and whether it is of a formatting element other than a link."""

    start: int
    name_end: int
    stop: int
    formats: bool


class Scan(NamedTuple):
    """The start tags of a source and its texts, from the first that is not blank to the next markup, in order."""

    tags: list[Tag]
    texts: list[Place]


def scan(source: str) -> Scan:
    """Return the start tags and the texts of a source, as far as they can be told without building the tree."""
    tags: list[Tag] = []
    texts: list[Place] = []
    endless: set[str] = set()
    at = 0  # where the text before the next markup begins
    markup = _MARKUP.search(source)
    while markup is not None:
        texts += _text_between(source, at, markup.start())
        at = markup.end()
        if markup[2] is not None and not markup[1]:
            name = markup[2].lower()
            tags.append(Tag(markup.start(), markup.end(2), at, name in FORMATTING and name != "a"))
            if name in RAW and name not in endless:
                at = _raw_end(source, at, name, bool(markup[3]), endless)
        markup = _MARKUP.search(source, at)
    texts += _text_between(source, at, len(source))
    return Scan(tags, texts)


def _text_between(source: str, start: int, stop: int) -> list[Place]:
    first = _BLANKS.match(source, start, stop)
    return [(first.end(), stop)] if first is not None and first.end() < stop else []


def _raw_end(source: str, at: int, name: str, self_closed: bool, endless: set[str]) -> int:
    """Return where the end tag of a raw text begins; ``<title/>`` in a drawing has none, and what follows is no text of it."""
    end = _RAW_END[name].search(source, at) if name != "plaintext" else None
    if end is None and self_closed:
        endless.add(name)  # so that it is not looked for again
        return at
    return len(source) if end is None else end.start()
