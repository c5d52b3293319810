"""The regular expression of a form: it matches the markup of all records that are built like one, and captures their values.

Tags that something rests on are *strict*: their names, the names of their attributes and the values that tell what kind of
thing they are.  Of the others only the name counts.  A text is captured without the white space around it, but on a side where
it runs on into another text, or where all of it is asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.compiled.markup import RAW, UnprovedError, name_of, raw_text, taken_apart
from wrapture.html.finetokens import TELLING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wrapture.compiled.markup import Lexeme
    from wrapture.html.page import Page

_HARD: Final = "&nbsp;"
_BLANK: Final = rf"\s*+(?:{_HARD}\s*+)*+"
_SOFT_BLANK: Final = rf"\s*+(?!{_HARD})"
_COMMENT: Final = "<!--(?:[^-]|-(?!->))*+-->"


class Edges(NamedTuple):
    """Whether the white space before and after a text counts."""

    before: bool
    after: bool


NO_EDGES: Final = Edges(before=False, after=False)
ALL_EDGES: Final = Edges(before=True, after=True)


class Groups(NamedTuple):
    """Which group captures what: the texts and the attributes by their nodes.

    ``edges`` says with which texts white space is captured.
    """

    texts: Mapping[int, int]
    attributes: Mapping[int, int]
    edges: Mapping[int, Edges]


class Demands(NamedTuple):
    """What a form needs of its markup.

    ``strict`` are the elements whose tags count, ``attributes`` is what is captured of elements, ``edges`` says what is
    captured beside texts.
    """

    strict: Collection[int]
    attributes: Mapping[int, str]
    edges: Mapping[int, Edges]


def expression_of(lexemes: Sequence[Lexeme], page: Page, demands: Demands) -> tuple[re.Pattern[str], Groups]:
    """Return the expression of all records that are built like one."""
    writer = _Writer(page, demands)
    written = "".join([writer.pattern(lexeme) for lexeme in lexemes])
    return re.compile(written), Groups(writer.texts, writer.attributes, demands.edges)


class _Writer:
    """Writes the pattern of one lexeme after the other, and counts the groups."""

    def __init__(self, page: Page, demands: Demands) -> None:
        self._page = page
        self._demands = demands
        self.texts: dict[int, int] = {}
        self.attributes: dict[int, int] = {}
        self._count = 0

    def pattern(self, lexeme: Lexeme) -> str:
        """Return what matches a lexeme."""
        match lexeme.sort:
            case "comment":
                return _COMMENT
            case "end":
                return re.escape(f"<{lexeme.written}>")
            case "start":
                return self._start(lexeme)
            case "text":
                return self._text(lexeme)

    def _start(self, lexeme: Lexeme) -> str:
        name = name_of(lexeme.written)
        has_text = name in RAW and self._page.stops[lexeme.node] > lexeme.node + 1
        return self._tag(lexeme, name) + (rf"(?!</{name}>){raw_text(name)}" if has_text else "")

    def _tag(self, lexeme: Lexeme, name: str) -> str:
        wanted, is_strict = self._demands.attributes.get(lexeme.node, ""), lexeme.node in self._demands.strict
        if not wanted and not is_strict:
            return loose_tag(name)
        try:
            attributes = taken_apart(lexeme.written)[1]
        except UnprovedError:
            if wanted:
                raise
            return re.escape(f"<{lexeme.written}>")
        if wanted not in dict(attributes):
            return strict_tag(name, attributes)  # others that it is read of must not have it either
        self.attributes[lexeme.node] = self._next()
        return strict_tag(name, attributes, wanted) if is_strict else loose_tag(name, attributes, wanted)

    def _text(self, lexeme: Lexeme) -> str:
        text = self._page.texts[lexeme.node]
        if not text:  # it is not displayed
            return "[^<]++"
        if text.isspace():
            return rf"(?=[\s&]){_BLANK}" if _HARD in lexeme.written else r"\s++"
        self.texts[lexeme.node] = self._next()
        blank = _BLANK if lexeme.written.lstrip().startswith(_HARD) else _SOFT_BLANK
        return captured_text(blank, self._demands.edges.get(lexeme.node, NO_EDGES))

    def _next(self) -> int:
        self._count += 1
        return self._count - 1


def captured_text(blank: str, edges: Edges) -> str:
    """Return what captures a text after what is blank before it."""
    start = f"({blank}" if edges.before else f"{blank}("
    return start + ("[^<]++)" if edges.after else r"[^<]*[^<\s])\s*+")


def strict_tag(name: str, attributes: Sequence[tuple[str, str]], wanted: str = "") -> str:
    """Return what matches start tags of one fine token, with an attribute captured."""
    return f"<{re.escape(name)}{''.join([_strict(key, value, wanted) for key, value in attributes])}>"


def loose_tag(name: str, attributes: Sequence[tuple[str, str]] = (), wanted: str = "") -> str:
    """Return what matches all start tags of a name; with an attribute captured, those with the same ones before it."""
    before = [f' {re.escape(key)}="[^"]*+"' for key, _ in attributes]
    for number, (key, _) in enumerate(attributes):
        if key == wanted:
            return f'<{re.escape(name)}{"".join(before[:number])} {re.escape(key)}="([^"]*+)"[^>]*+>'
    return rf"<{re.escape(name)}(?![^ >])[^>]*+>"


def _strict(key: str, value: str, wanted: str) -> str:
    name, words = re.escape(key), value.split()
    if key == wanted:
        return f' {name}="([^"]*+)"'
    if key == "class" and words and value.startswith(words[0]):  # the others are states
        return rf' {name}="{re.escape(words[0])}(?=[ \t\n\f\r"])[^"]*+"'
    return f' {name}="{re.escape(value)}"' if key in TELLING else f' {name}="[^"]*+"'
