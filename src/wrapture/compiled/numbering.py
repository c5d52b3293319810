"""A page of its own made of markup, as the parser's nodes that it was written of would make it.

Where records are found in the markup of a whole body, their nodes are not at hand; what is written of them says as much.
"""

from __future__ import annotations

import re
from typing import Final

from wrapture.compiled.markup import RAW, UNCLOSED, UnprovedError, may_hold_end, taken_apart, unescaped
from wrapture.compiled.masking import COMMENT
from wrapture.html.elements import FOREIGN
from wrapture.html.page import TEXT, Page
from wrapture.html.silence import silence

UNREADABLE: Final = frozenset(["template", "selectedcontent", "xmp", "plaintext"])
"""Elements that are written otherwise than they are numbered."""
_NAME: Final = "[A-Za-z][A-Za-z0-9:_.-]*"
_PART: Final = re.compile(rf"([^<>]++)|</({_NAME})>|<({_NAME})(?: [^<>]*+)?>|{COMMENT}")


def numbered(markup: str, base: str | None = None) -> Page:
    """Return some neighbouring sub-trees as a page, given their markup; relative addresses start from `base`.

    Raises `UnprovedError` where the markup is odd, or not that of whole sub-trees.

    >>> page = numbered("<li>R&amp;D <b>one</b></li>")
    >>> page.tags, page.texts, page.stops
    (['li', '-text', 'b', '-text'], ['', 'R&D ', '', 'one'], [4, 2, 4, 4])
    """
    numbering, at = _Numbering(markup), 0
    while at < len(markup):
        at = numbering.after_part(at)
    return numbering.page(base)


class _Numbering:
    """Numbers one part of a markup after the other."""

    def __init__(self, markup: str) -> None:
        self._markup = markup
        self._tags: list[str] = []
        self._parents: list[int] = []
        self._stops: list[int] = []
        self._elements: list[_Element] = []
        self._open = [-1]

    def page(self, base: str | None) -> Page:
        """Return the page of all parts; what was opened must be closed."""
        self._must(len(self._open) == 1)
        texts = [element.text_content or "" for element in self._elements]
        foreign = silence(self._tags, texts, self._stops)
        page = Page("", self._tags, self._parents, self._stops, texts, self._elements, foreign=foreign, url=base)
        page.base = base  # a <base> inside of a body is none
        return page

    def after_part(self, at: int) -> int:
        """Take the tag, text or comment that begins at a place; return where the next one does."""
        part = _PART.match(self._markup, at)
        if part is None:
            raise UnprovedError
        text, end, start = part.groups()
        if text:
            self._add(TEXT, text)
        elif end:
            self._end(end)
        elif start:
            self._start(start, part[0][1:-1])
        return self._after_raw(start, part.end()) if start in RAW else part.end()

    def _add(self, tag: str, written: str) -> None:
        self._parents.append(self._open[-1])
        self._tags.append(tag)
        self._stops.append(len(self._tags))
        self._elements.append(_Element(tag, written))

    def _start(self, name: str, written: str) -> None:
        self._must(name not in UNREADABLE)
        self._add(name, written)
        if name not in UNCLOSED:
            self._open.append(len(self._tags) - 1)

    def _end(self, name: str) -> None:
        top = self._open.pop()
        self._must(top >= 0 and self._tags[top] == name)
        self._stops[top] = len(self._tags)

    def _after_raw(self, name: str, at: int) -> int:
        """Return where a text that is written as it is ends; it is not displayed, and only whether there is one counts."""
        end = self._markup.find(f"</{name}>", at)
        content = self._markup[at:end]
        self._must(end >= 0 and not may_hold_end(name, content) and not ("<" in content and self._is_drawn()))
        if content:
            self._add(TEXT, content)
        return end

    def _is_drawn(self) -> bool:
        """Return whether this is inside of a drawing, where a script may hold elements."""
        return any(self._tags[node] in FOREIGN for node in self._open if node >= 0)

    def _must(self, proved: bool) -> None:
        if not proved:
            raise UnprovedError


class _Element:
    """A start tag or a text, as it is written, as a page keeps it."""

    __slots__ = ("_tag", "_written")

    def __init__(self, tag: str, written: str) -> None:
        self._tag = tag
        self._written = written

    @property
    def text_content(self) -> str | None:
        """The text of a text."""
        return unescaped(self._written) if self._tag == TEXT else None

    @property
    def attributes(self) -> dict[str, str | None]:
        """The attributes of a start tag; raises `UnprovedError` where they are odd."""
        return {name: unescaped(value) for name, value in taken_apart(self._written)[1]}
