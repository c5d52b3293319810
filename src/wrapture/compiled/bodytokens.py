"""The tokens of a body read off its markup, from any place on: those that `wrapture.html.tokens` makes of a numbered page.

Cut at its brackets, the markup is a list of tags and texts, and each is a symbol, or skipped.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from wrapture.compiled.markup import UNCLOSED, UnprovedError
from wrapture.compiled.masking import AROUND, COMMENT, masked
from wrapture.html.page import Page
from wrapture.html.tokens import TEXT_SYMBOL, encode
from wrapture.model import Span

if TYPE_CHECKING:
    from wrapture.html.tokens import Encoding

SKIPPED: Final = "\x02"
"""What stands for a tag or a text that is no token."""
REMEMBERED: Final = 2048  # names whose symbols are kept: a page may invent any number of them
_END: Final = "</body>"
_ENDS: Final = re.compile(f"(?:</[^<>]*+>|{COMMENT})*+")
_NAME: Final = re.compile("<([^ >]+)")
_TEXTS: Final = re.compile(f"{TEXT_SYMBOL}+")
_AROUND: Final = re.compile(rf"<(/?)(?:{'|'.join(sorted(AROUND))})(?=[ >])")


class Symbols(dict[str, str]):
    """The symbol of each tag, by its name with a slash before that of an end tag."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__()
        self.encoding = encoding

    def __missing__(self, name: str) -> str:
        if len(self) >= REMEMBERED:
            self.clear()
        page = Page("", [name.removeprefix("/")], [-1], [1], [""], [])
        both = encode(page, self.encoding, Span(0, 1)).symbols
        found = self[name] = (both[1:] if name.startswith("/") else both[:1]) or SKIPPED
        return found


class Tokens:
    """The tokens of a piece of markup that begins with a tag, and ends before one."""

    def __init__(self, clear: str, table: Symbols) -> None:
        parts = _spaced(clear).replace(">", "<").split("<")  # nothing, a tag, a text, a tag, a text …
        both = [SKIPPED] * (len(parts) - 1)
        both[0::2] = [table[tag.partition(" ")[0]] for tag in parts[1::2]]
        both[1::2] = [TEXT_SYMBOL if text and not text.isspace() else SKIPPED for text in parts[2::2]]
        self._places = [place for place, symbol in enumerate(both, 1) if symbol != SKIPPED]
        self.symbols = "".join(both).replace(SKIPPED, "")
        self._parts = parts
        if 2 * TEXT_SYMBOL in self.symbols:
            self._join_texts()

    def start(self, token: int) -> int:
        """Return where a token begins that is a tag."""
        return self._start(self._places[token]) - 1

    def boundary(self, token: int) -> int:
        """Return where the nodes of the token after some begin: those that are skipped belong to it, or to the text before."""
        if self.symbols[token - 1] == TEXT_SYMBOL:
            return self.start(token)
        return self._start(self._places[token - 1] + 1)

    def _join_texts(self) -> None:
        """Make one token of texts with nothing but skipped tags between them."""
        pairs = zip(SKIPPED + self.symbols, self.symbols, self._places, strict=False)
        self._places = [place for before, symbol, place in pairs if symbol != TEXT_SYMBOL or before != TEXT_SYMBOL]
        self.symbols = _TEXTS.sub(TEXT_SYMBOL, self.symbols)

    def _start(self, part: int) -> int:
        return self._lengths[part - 1] + part

    @cached_property
    def _lengths(self) -> list[int]:
        return list(accumulate(map(len, self._parts)))


class Body:
    """A body's markup, of which tokens are read; ``clear`` is the masked one, ``start .. stop`` what is in the body."""

    def __init__(self, markup: str, table: Symbols) -> None:
        self.markup = markup
        self.clear, names = masked(markup, skips_foreign=table.encoding.skips_foreign)
        self.start, self.stop = markup.find(">") + 1, len(markup) - len(_END)
        if not self.clear.startswith(("<body>", "<body ")) or not self.clear.endswith(_END):
            raise UnprovedError
        self._table = table
        self._changes = _changes(self.clear) if AROUND & names else []

    def tokens(self, start: int, stop: int) -> Tokens:
        """Return the tokens of the markup from a tag up to another."""
        return Tokens(self.clear[start:stop], self._table)

    def cut(self, start: int, size: int) -> int:
        """Return where a tag begins that is about so far after another, or where the body ends."""
        if start + size >= self.stop:
            return self.stop
        found = self.clear.rfind("<", start + 1, start + size)
        return found if found >= 0 else self.clear.find("<", start + size)

    def before(self, tag: int) -> int:
        """Return where the nodes of a token that is a tag begin."""
        here = tag
        while True:
            after = self.clear.rfind(">", 0, here) + 1
            if _spaced(self.clear[after:here]).strip():
                return tag
            here = self.clear.rfind("<", 0, after)
            if not here or self._table[self.clear[here + 1 : after - 1].partition(" ")[0]] != SKIPPED:
                return after

    def first_node(self, start: int) -> int:
        """Return where the first node begins after a place."""
        ends = _ENDS.match(self.markup, start)
        return start if ends is None else ends.end()

    def must_be_usual(self, place: int) -> None:
        """Raise `UnprovedError` where nodes are not read as others are."""
        if bisect_right(self._changes, place) % 2:
            raise UnprovedError

    def last_node(self, first: int, last: int) -> int:
        """Return where nodes end, before the end tags of elements that begin before them."""
        names = _NAME.findall(self.clear, first, last)
        for _ in range(sum(1 if name.startswith("/") else -(name not in UNCLOSED) for name in names)):
            cut = self.markup.rfind("</", first, last)
            if cut < 0 or _ENDS.fullmatch(self.markup, cut, last) is None:
                raise UnprovedError
            last = cut
        return last


def _spaced(clear: str) -> str:
    return clear.replace("&nbsp;", "      ")  # as long as it was


def _changes(clear: str) -> list[int]:
    """Return where parts begin and end in which nodes are not read as others are."""
    changes, depth = [], 0
    for mark in _AROUND.finditer(clear):
        before, depth = depth, depth + (-1 if mark[1] else 1)
        if not before or not depth:
            changes.append(mark.start())
    return changes
