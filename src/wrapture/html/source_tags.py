"""The start tags and texts of a page's source, as far as they can be recognized without building the tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.tagscan import FORMATTING, RAW, RAW_END

if TYPE_CHECKING:
    from wrapture.model import Place

# Every alternative only moves forward; an unclosed comment, quote or tag extends to the end: linear.
_VALUE: Final = r"""(?:"([^"]*+)(?:"|\Z)|'([^']*+)(?:'|\Z)|([^\t\n\f\r >"'][^\t\n\f\r >]*+))?+"""
_ATTRIBUTE: Final = rf"[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+{_VALUE})?+"
UNGROUPED: Final = re.sub(r"(?<!\\)\((?!\?)", "(?:", _ATTRIBUTE)
ATTRIBUTES: Final = re.compile(_ATTRIBUTE)
"""An attribute in a start tag: its name, and its value in double, single or no quotes."""
_MARKUP: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|</>|<(?:[!?]|/[^a-zA-Z>])[^>]*+>?"  # a declaration, or what the parser treats as a comment
    rf"|<(/?)([a-zA-Z][^\t\n\f\r />]*+)(?:{UNGROUPED})*+[\t\n\f\r ]*+(/?)[\t\n\f\r /]*+>?",
    re.DOTALL,
)
DROPPED: Final = r"\0\ud800-\udfff"
"""The characters that the parser drops, for use in a regular expression's set."""
_BLANKS: Final = re.compile(  # what the parser treats as white space, references included
    rf"(?:[\t\n\f\r {DROPPED}]|&(?:Tab;|NewLine;"
    r"|\#0*+(?:9|10|12|13|32)(?![0-9]);?|\#[xX]0*+(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?))*+"
)


class Tag(NamedTuple):
    """A start tag: its place, the end of its name, and whether it is a formatting element other than a link."""

    start: int
    name_end: int
    stop: int
    formats: bool


class TagTexts(NamedTuple):
    """The start tags of a source and its texts, each from its first non-blank character to the next markup, in order."""

    tags: list[Tag]
    texts: list[Place]


def scan(source: str) -> TagTexts:
    """Return the start tags and texts of a source, as far as they can be recognized without building the tree."""
    tags: list[Tag] = []
    texts: list[Place] = []
    endless: set[str] = set()
    at = 0  # start of the text before the next markup
    markup = _MARKUP.search(source)
    while markup is not None:
        texts += text_between(source, at, markup.start())
        at = markup.end()
        if markup[2] is not None and not markup[1]:
            name = markup[2].lower()
            tags.append(Tag(markup.start(), markup.end(2), at, name in FORMATTING and name != "a"))
            if name in RAW and name not in endless:
                at = _raw_end(source, at, name, bool(markup[3]), endless)
        markup = _MARKUP.search(source, at)
    texts += text_between(source, at, len(source))
    return TagTexts(tags, texts)


def text_between(source: str, start: int, stop: int) -> list[Place]:
    """Return the place of the text in a part of the source, from its first non-blank character; none if it is blank."""
    first = _BLANKS.match(source, start, stop)
    return [(first.end(), stop)] if first is not None and first.end() < stop else []


def _raw_end(source: str, at: int, name: str, self_closed: bool, endless: set[str]) -> int:
    """Return the start of a raw text's end tag; ``<title/>`` in a drawing has none, and what follows is not its text."""
    end = RAW_END[name].search(source, at) if name != "plaintext" else None
    if end is None and self_closed:
        endless.add(name)  # so that it is not searched for again
        return at
    return len(source) if end is None else end.start()
