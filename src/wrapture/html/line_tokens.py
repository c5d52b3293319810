"""Lines and paragraphs of preformatted texts as tokens: what is an element elsewhere is a line there.

Inside ``<pre>`` each line is enclosed in ``LINE`` and ``/LINE``, and the lines between two blank ones in ``P`` and ``/P``, as
if they were elements.  A block inside it ends the line and the paragraph, and so does a line of dashes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.line_nodes import NEWLINE

if TYPE_CHECKING:
    from wrapture.html.page import Page


class LineSymbols(NamedTuple):
    """The symbols of a text, and of the beginning and end of lines and paragraphs."""

    text: str
    line: str
    line_end: str
    paragraph: str
    paragraph_end: str
    rule: str


_RULE: Final = re.compile(r"[^\w\n]{3,}\n\s*")
"""A line of dashes and the like: what ``<hr>`` is elsewhere."""
INLINE: Final = frozenset(["a", "img"])
"""Elements that stand in lines."""


class LineEncoder:
    """The token string of a page under construction: ``symbols[i]`` begins at the node ``firsts[i]``."""

    def __init__(self, page: Page, names: LineSymbols, start: int) -> None:
        self.symbols: list[str] = []
        self.firsts: list[int] = []
        self._page = page
        self._names = names
        self._pending = start  # the first node without a token
        self._in_text = self._in_line = self._in_paragraph = False

    def open(self, node: int, symbol: str) -> None:
        """Add the start tag of an element."""
        self._border(node, node)
        self._put(symbol, node)
        self._pending = node + 1

    def close(self, element: int, symbol: str, node: int) -> None:
        """Add the end tag of an element, before a node."""
        if self._page.tags[element] not in INLINE:
            self._end(node, paragraph=True)
        self._put(symbol, node)
        self._pending = node

    def text(self, node: int) -> None:
        """Add a text; one that is preformatted may end a line."""
        text = self._page.texts[node]
        is_line = node in self._page.preformatted
        if is_line and not self._in_line and _RULE.fullmatch(text):
            self._end(node, paragraph=True)
            self._put(self._names.rule, node)
            self._pending = node + 1
            return
        if text and not text.isspace() and not self._in_text:
            if is_line:
                self._begin_line(node)
            self._put(self._names.text, node)
            self._in_text = True
        ends = text[len(text.rstrip()) :].count(NEWLINE) if is_line else 0
        if ends:
            self._end(node + 1, paragraph=ends > 1 or not self._in_line)
            self._pending = node + 1

    def _border(self, element: int, node: int) -> None:
        """Begin a line before an element that stands in lines, and end it before another."""
        if self._page.tags[element] not in INLINE:
            self._end(node, paragraph=True)
        elif element in self._page.preformatted:
            self._begin_line(node)

    def _begin_line(self, node: int) -> None:
        if not self._in_paragraph:
            self._put(self._names.paragraph, node)
        if not self._in_line:
            self._put(self._names.line, node)
        self._in_line = self._in_paragraph = True

    def _end(self, node: int, *, paragraph: bool) -> None:
        """End the line and, if asked to, the paragraph before a node."""
        if self._in_line:
            self._put(self._names.line_end, node)
            self._in_line, self._pending = False, node
        if self._in_paragraph and paragraph:
            self._put(self._names.paragraph_end, node)
            self._in_paragraph = False

    def _put(self, symbol: str, node: int) -> None:
        """Add a token; nodes before it that have none belong to it, unless they follow a text."""
        self.symbols.append(symbol)
        self.firsts.append(node if self._in_text or symbol == self._names.line_end else self._pending)
        if self._in_text:
            self._in_text, self._pending = False, node
