"""Markup as the parser writes it, and how it lies on the nodes that it was written of.

The parser escapes ``<`` and ``>`` in texts and in the values of attributes, so that cutting at them takes its markup apart; but
for comments and for elements whose text is written as it is.  What does not lie on the nodes one by one is not proved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.html.elements import PREFORMATTED, VOID
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.page import Page

RAW: Final = frozenset(["script", "style", "iframe", "noembed", "noframes"])
"""Elements whose text is written without escapes."""
ODD: Final = frozenset(["template", "svg", "math", "selectedcontent", *PREFORMATTED])
"""Elements that are written otherwise than they are numbered, or whose white space counts."""
HOLLOW: Final = frozenset(["image", "nextid", "spacer"])
"""Elements that hold nothing by the tokens of a page, whatever the parser puts into them."""
UNCLOSED: Final = VOID - HOLLOW
"""Elements that are written without an end tag."""
_RAW_TEXT: Final = (
    r"[^<]*+(?:<(?!/{name}>|(?i:script))[^<]*+)*+"  # a script in a comment in a script may hold its end tag
)
_OPAQUE: Final = re.compile(
    rf"<!--.*?-->|(<({'|'.join(sorted(RAW))})(?: [^>]*)?>){_RAW_TEXT.replace('{name}', chr(92) + '2')}(</\2>)?",
    re.DOTALL,
)
COMMENT: Final = "!----"
"""What stands between the brackets of an empty comment."""
_NAME: Final = re.compile(r"([a-z][a-z0-9:_.-]*)(?![^ ])")
_TAG: Final = re.compile(r'([a-z][a-z0-9:_.-]*)((?: [^\s"=<>]+="[^"]*")*)')
_ATTRIBUTE: Final = re.compile(r' ([^\s"=<>]+)="([^"]*)"')

Sort: TypeAlias = Literal["start", "end", "comment", "text"]


class UnprovedError(Exception):
    """What stands here is not proved to be read as the plain path reads it."""


class Lexeme(NamedTuple):
    """A tag without its brackets, or a text, as it is written; ``node`` is what it was written of, -1 for nothing."""

    sort: Sort
    written: str
    node: int = -1


def unescaped(written: str) -> str:
    """Return a text or a value as it was before the parser wrote it.

    >>> unescaped("R&amp;D &lt; 5 &amp;lt;")
    'R&D < 5 &lt;'
    """
    if "&" not in written:
        return written
    soft = written.replace("&nbsp;", "\xa0")
    if "&" not in soft:
        return soft
    return soft.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


def may_hold_end(name: str, content: str) -> bool:
    """Return whether an element may go on after what looks like its end tag: after a script in a comment in a script.

    >>> may_hold_end("script", "<!--<script>"), may_hold_end("script", "write('<script>')"), may_hold_end("template", "<p>")
    (True, False, False)
    """
    if name == "script":
        return "<!--" in content and "<script" in content.lower()
    return f"<{name}" in content


def raw_text(name: str) -> str:
    """Return what matches the text of an element that is written as it is."""
    return _RAW_TEXT.replace("{name}", name)


def name_of(tag: str) -> str:
    """Return the name in a start tag."""
    found = _NAME.match(tag)
    if found is None:
        raise UnprovedError
    return found[1]


def taken_apart(tag: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the name of a start tag and its attributes, as they are written; raises `UnprovedError` where these are odd.

    >>> taken_apart('a class="hit" href="/?a=1&amp;b"')
    ('a', [('class', 'hit'), ('href', '/?a=1&amp;b')])
    """
    found = _TAG.fullmatch(tag)
    if found is None:
        raise UnprovedError
    return found[1], _ATTRIBUTE.findall(found[2])


def lexemes_of(markup: str, page: Page) -> list[Lexeme]:
    """Return the lexemes of the markup that was written of all nodes of a page; raises `UnprovedError` where these differ."""
    if page.foreign or page.preformatted:
        raise UnprovedError
    return _Alignment(page).read(emptied(markup).replace(">", "<").split("<"))


def emptied(markup: str) -> str:
    """Return markup with nothing in its comments and in elements whose text is written as it is.

    Raises `UnprovedError` where such a text may hold the end tag of its element.
    """
    return _OPAQUE.sub(_emptied, markup)


def _emptied(opaque: re.Match[str]) -> str:
    if opaque[1] and not opaque[3]:
        raise UnprovedError
    return f"{opaque[1]}{opaque[3]}" if opaque[1] else f"<{COMMENT}>"


class _Alignment:
    """Lays the parts of a markup on the nodes of a page, one by one."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._node = 0  # the next one
        self._open: list[int] = []
        self._found: list[Lexeme] = []

    def read(self, parts: list[str]) -> list[Lexeme]:
        """Return the lexemes of texts with tags between them."""
        self._text(parts[0])
        for tag, text in zip(parts[1::2], parts[2::2], strict=True):
            self._tag(tag)
            self._text(text)
        self._must(self._node == len(self._page) and not self._open)
        return self._found

    def _tag(self, tag: str) -> None:
        if tag == COMMENT:
            self._found.append(Lexeme("comment", tag))
        elif tag.startswith("/"):
            self._end(tag)
        else:
            self._start(tag)

    def _start(self, tag: str) -> None:
        page, node, name = self._page, self._node, name_of(tag)
        self._must(node < len(page) and page.tags[node] == name and name not in ODD)
        self._found.append(Lexeme("start", tag, node))
        self._node += 1
        if name in UNCLOSED:
            self._must(page.stops[node] == node + 1)
            return
        self._open.append(node)
        if name in RAW and page.stops[node] > node + 1:  # its text, which is not displayed
            self._must(page.stops[node] == node + 2 and page.tags[node + 1] == TEXT)
            self._node += 1

    def _end(self, tag: str) -> None:
        self._must(bool(self._open))
        top = self._open.pop()
        self._must(self._page.tags[top] == tag[1:] and self._page.stops[top] == self._node)
        self._found.append(Lexeme("end", tag))

    def _text(self, text: str) -> None:
        if text:
            page, node = self._page, self._node
            self._must(node < len(page) and page.tags[node] == TEXT and page.texts[node] in ("", unescaped(text)))
            self._found.append(Lexeme("text", text, node))
            self._node += 1

    def _must(self, proved: bool) -> None:
        if not proved:
            raise UnprovedError
