"""The lexemes of a page's source: the twelve classes of the fuzzy wrapper's lexer, tags included [1]_.

Lexemes tile the source: each begins where the one before ends, so labels and results are character offsets.  White space is a
lexeme too, of the class of line breaks and spacing.  Each lexeme has three names, from general to specific: its *class*, its
*kind* (which element, which punctuation mark, a line break or a blank) and its *text*.

Departures from [1]_
--------------------
* An opening tag is split where the value of a readable attribute begins and ends (``href``, ``src``, ``alt`` …), and the value
  is lexed like text, so that it can be labelled, as a fifth of WIEN's values are.  The rest of the tag is recognized by its
  form: a quote, perhaps other attributes, then ``>`` or the next such value.  After an unquoted value the rest of the tag can't
  be recognized and is lexed like text.
* A tag keeps its element's name as its kind, a punctuation mark its character: by class alone, ``<b>`` and ``<td>`` are equal.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

from wrapture.html.lexical import word_class

SPACING_TAGS: Final = frozenset(["br", "hr", "p", "wbr", "pre", "nobr", "center", "spacer"])
"""The elements that act as control characters: line breaks and spacing."""

LIST_TAGS: Final = frozenset(["li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "menu", "dir", "option"])
"""The elements of lists, including tables."""

READ_ATTRIBUTES: Final = ("href", "src", "alt", "title", "value", "content", "datetime", "action")
"""The attributes whose values people read or follow, so that they may be labelled."""

MAX_OTHER: Final = (
    8  # attributes between a value and what ends its tag: else 10⁵ quotes would each look at all that follow
)

LONG: Final = 200  # characters of a tag, comment or script that identify it

_READ: Final = rf"\s++(?i:{'|'.join(READ_ATTRIBUTES)})\s*+="
_OTHER: Final = rf"(?!{_READ})\s++[^\s<>\"'=/]++(?:\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s<>\"']++))?+"
_TO_VALUE: Final = rf"{_READ}\s*+(?:[\"']|(?=[^\s\"'<>]))"
# Every alternative only moves forward, and the last takes any one character: linear, and nothing is skipped.
_LEXEME: Final = re.compile(
    r"[a-zA-Z]++(?![^\W\d_])"  # a word; ASCII comes first because it is tested twice as fast
    r"|[ \t]++(?![^\S\r\n])"  # blanks
    r"|<(?=[sS][cCtT])(?i:script|style)(?=[\s/>])(?s:.*?</(?i:script|style)[^<>]*+>?|.*)"  # with its contents, which are hidden
    # an opening tag, as far as a value; one that is never closed ends where the next begins
    rf"|<[a-zA-Z][^\s<>]*+(?:(?!{_READ})\s++[^\s<>]*+)*+(?:{_TO_VALUE}|[^<>]*+>?)"
    r"|[0-9]++(?!\d)"
    r"|[!#-%(-;=>?@\[-`{-~]"  # punctuation, except quotes, & and <
    rf"|[\"'](?:(?:{_OTHER}){{0,{MAX_OTHER}}}+(?:{_TO_VALUE}|\s*+/?+>))?"  # a quote, or the rest of a tag after a value
    r"|</[a-zA-Z][^<>]*+>?"
    r"|[\r\n]++"
    r"|[^\W\d_]+"
    r"|[^\S\r\n]+"
    r"|\d+"
    r"|&(?:\#[0-9xX][0-9a-fA-F]{0,7}|[a-zA-Z][a-zA-Z0-9]{1,31});"  # a character reference
    r"|<!--(?:.*?-->|.*)"  # a comment; an unclosed one extends to the end
    r"|<[!?][^<>]*>?"
    r"|.",
    re.DOTALL,
)
_TAG_NAME: Final = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_SPACES: Final = frozenset(["&nbsp;", "&#160;", "&#xa0;", "&ensp;", "&emsp;", "&thinsp;"])


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a lexeme, from general to specific."""

    lexical_class: str
    kind: str
    text: str


@dataclass(frozen=True)
class Source:
    """The lexemes of a source text: lexeme i is ``text[offsets[i]:offsets[i + 1]]``."""

    lexemes: list[str]

    @cached_property
    def offsets(self) -> list[int]:
        """The start of each lexeme, and the end of the last."""
        return list(accumulate(map(len, self.lexemes), initial=0))

    def __len__(self) -> int:
        return len(self.lexemes)

    def lexemes_in(self, start: int, end: int) -> tuple[int, int]:
        """Return the lexemes ``first <= n < stop`` that a place covers, those it covers in part included."""
        first = bisect_right(self.offsets, start) - 1
        return first, max(first, bisect_left(self.offsets, end))


def lex_source(text: str) -> Source:
    """Return the lexemes of a page's source.

    >>> lex_source('<li><a href="/b?1">Wien</a> 12').lexemes
    ['<li>', '<a href="', '/', 'b', '?', '1', '">', 'Wien', '</a>', ' ', '12']
    """
    return Source(_LEXEME.findall(text))


def is_tag(lexeme: str) -> bool:
    """Return whether a lexeme is a tag or a piece of one."""
    return lexeme[-1] == ">" or (lexeme[0] == "<" and len(lexeme) > 1)


def names_of(lexeme: str) -> Names:
    """Return the names of a lexeme.

    >>> names_of("<TD ALIGN=LEFT>")
    Names(lexical_class='Lst', kind='<td', text='<td align=left>')
    >>> names_of("Wien").lexical_class, names_of(",").kind, names_of("  ").kind
    ('C1Alph', ',', 'blank')
    """
    first = lexeme[0]
    if first.isspace():
        return Names("Spc", "break" if first in "\r\n" else "blank", lexeme)
    if first.isdigit():
        return Names("Num", "Num", lexeme)
    if first.isalpha():
        name = word_class(lexeme)
        return Names(name, name, lexeme)
    return _names_of_mark(lexeme)


def _names_of_mark(lexeme: str) -> Names:
    if len(lexeme) == 1 and lexeme != ">":
        return Names("Any" if lexeme.isalnum() else "Punc", lexeme, lexeme)
    text = lexeme[:LONG].lower()
    if text[0] == "&":
        return Names("Spc", "blank", text) if text in _SPACES else Names("Any", text, text)
    found = _TAG_NAME.match(text)
    if found is None:  # the rest of a tag after a value, a comment, a declaration
        return Names("Html", text[:2] if text[0] == "<" else text, text)
    return Names(_tag_class(text[1] == "/", found[1]), found[0], text)


def _tag_class(closes: bool, name: str) -> str:
    kind = "Lst" if name in LIST_TAGS else "Spc" if name in SPACING_TAGS else "Html"
    return f"/{kind}" if closes else kind
