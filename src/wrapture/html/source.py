"""The lexemes of a page's source: the twelve classes of the fuzzy wrapper's lexer, tags included [1]_.

Lexemes tile the source: each begins where the one before ends, so labels and results are character offsets into it.  White
space is a lexeme too, of the class of line breaks and spacing.  Each lexeme is known by three names, from the plainest to the
most exact: its *class*, its *kind* (which element, which mark, a line break or a blank) and its *text*.

Departures from [1]_
--------------------
* An opening tag is cut where the value of an attribute that people read or follow begins and ends (``href``, ``src``, ``alt``
  …), and the value is lexed like text: values can be labelled, as a fifth of WIEN's are.  Where the tag goes on is told by
  its look: a quote, perhaps other attributes, then ``>`` or the next such value.  After a value without quotes nothing tells,
  so that what follows it in the tag is lexed like text too.
* A tag keeps its element's name as its kind, a mark its character: with the twelve classes alone ``<b>`` and ``<td>`` are one.

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
"""The elements that stand for control characters: line breaks and spacing."""

LIST_TAGS: Final = frozenset(["li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "menu", "dir", "option"])
"""The elements of lists, tables among them."""

READ_ATTRIBUTES: Final = ("href", "src", "alt", "title", "value", "content", "datetime", "action")
"""The attributes whose values people read or follow, so that they may be labelled."""

MAX_OTHER: Final = (
    8  # attributes between a value and what ends its tag: else 10⁵ quotes would each look at all that follow
)

LONG: Final = 200  # characters of a tag, comment or script by which it is known

_READ: Final = rf"\s++(?i:{'|'.join(READ_ATTRIBUTES)})\s*+="
_OTHER: Final = rf"(?!{_READ})\s++[^\s<>\"'=/]++(?:\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s<>\"']++))?+"
_TO_VALUE: Final = rf"{_READ}\s*+(?:[\"']|(?=[^\s\"'<>]))"
# Every alternative goes forward only, and the last takes any one character: linear, and nothing is left out.
_LEXEME: Final = re.compile(
    r"[a-zA-Z]++(?![^\W\d_])"  # a word; what is in ASCII comes first, since it is tested twice as fast
    r"|[ \t]++(?![^\S\r\n])"  # blanks
    r"|<(?=[sS][cCtT])(?i:script|style)(?=[\s/>])(?s:.*?</(?i:script|style)[^<>]*+>?|.*)"  # with what it holds; none sees it
    # an opening tag, as far as a value; one that is never closed ends where the next begins
    rf"|<[a-zA-Z][^\s<>]*+(?:(?!{_READ})\s++[^\s<>]*+)*+(?:{_TO_VALUE}|[^<>]*+>?)"
    r"|[0-9]++(?!\d)"
    r"|[!#-%(-;=>?@\[-`{-~]"  # a mark, but for quotes, & and <
    rf"|[\"'](?:(?:{_OTHER}){{0,{MAX_OTHER}}}+(?:{_TO_VALUE}|\s*+/?+>))?"  # a quote, or what follows a value in a tag
    r"|</[a-zA-Z][^<>]*+>?"
    r"|[\r\n]++"
    r"|[^\W\d_]+"
    r"|[^\S\r\n]+"
    r"|\d+"
    r"|&(?:\#[0-9xX][0-9a-fA-F]{0,7}|[a-zA-Z][a-zA-Z0-9]{1,31});"  # a character reference
    r"|<!--(?:.*?-->|.*)"  # a comment; one that is never closed goes on to the end
    r"|<[!?][^<>]*>?"
    r"|.",
    re.DOTALL,
)
_TAG_NAME: Final = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_SPACES: Final = frozenset(["&nbsp;", "&#160;", "&#xa0;", "&ensp;", "&emsp;", "&thinsp;"])


@dataclass(frozen=True, slots=True)
class Names:
    """What a lexeme is known by, from the plainest to the most exact."""

    lexical_class: str
    kind: str
    text: str


@dataclass(frozen=True)
class Source:
    """The lexemes of a source text: number i is ``text[offsets[i]:offsets[i + 1]]``."""

    lexemes: list[str]

    @cached_property
    def offsets(self) -> list[int]:
        """Where each lexeme begins, and where the last ends."""
        return list(accumulate(map(len, self.lexemes), initial=0))

    def __len__(self) -> int:
        return len(self.lexemes)

    def lexemes_in(self, start: int, end: int) -> tuple[int, int]:
        """Return which lexemes ``first <= n < stop`` a place covers; one that it cuts is covered whole."""
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
    if found is None:  # what follows a value in a tag, a comment, a declaration
        return Names("Html", text[:2] if text[0] == "<" else text, text)
    return Names(_tag_class(text[1] == "/", found[1]), found[0], text)


def _tag_class(closes: bool, name: str) -> str:
    kind = "Lst" if name in LIST_TAGS else "Spc" if name in SPACING_TAGS else "Html"
    return f"/{kind}" if closes else kind
