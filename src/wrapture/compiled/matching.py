"""Matches of patterns in the tokens of a body, of which no more are read than it takes.

A match begins with one of a few tags.  From where such a tag stands, tokens are read until it is sure whether there is a match.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.compiled.markup import UnprovedError
from wrapture.extraction.records import matcher, read_pattern
from wrapture.html.elements import VOID
from wrapture.html.tokens import TEXT_SYMBOL, begins_with_end_tag, has_custom, name_of

if TYPE_CHECKING:
    from wrapture.algo.pattern import Pattern
    from wrapture.compiled.bodytokens import Body
    from wrapture.html.tokens import Encoding

WINDOW: Final = 1024  # characters of markup whose tokens are read at once, as long as these are enough
MOST: Final = 6  # tokens of a match that are looked for at once


class Match(NamedTuple):
    """A match: its tokens, where the first of them begins, and where its last node ends."""

    symbols: str
    tag: int
    stop: int


class Patterns:
    """Patterns that are looked for; raises `UnprovedError` where a match may begin with a text.

    ``beginning`` is in the markup where a match begins, and perhaps elsewhere; ``begin_with_ends`` says that it may be an end
    tag.
    """

    def __init__(self, notations: tuple[str, ...], encoding: Encoding) -> None:
        patterns = [read_pattern(notation) for notation in notations]
        firsts = "".join(map(first_symbols, patterns))
        if encoding.lexical or encoding.classes or not encoding.end_tags or TEXT_SYMBOL in firsts:
            raise UnprovedError
        self.matcher = matcher(notations)
        self.begin_with_ends = any(map(begins_with_end_tag, firsts))
        self.firsts = re.compile(f"[{firsts}]")
        self.beginning = re.compile("|".join([beginning_of(pattern, skipped_tag(encoding)) for pattern in patterns]))

    def is_sure(self, symbols: str) -> bool:
        """Return whether the nodes of a match are known, whatever follows on it."""
        return not symbols.endswith(TEXT_SYMBOL) and self.matcher.follow(symbols) == (len(symbols), False)


def first_symbols(pattern: Pattern) -> str:
    """Return the symbols that a match may begin with: those up to the first position that is not optional.

    >>> from wrapture.algo.pattern import Pattern
    >>> first_symbols(Pattern.parse("[a|-][b|c|-]de"))
    'abcd'
    """
    skipped = sum(1 for _ in takewhile(lambda position: position.optional, pattern.positions))
    return "".join([position.symbols for position in pattern.positions[: skipped + 1]])


def skipped_tag(encoding: Encoding) -> str:
    """Return what matches a tag that is no token."""
    return f"<(?:/?(?:{'|'.join(sorted(encoding.skips)) or '(?!)'})|/(?:{'|'.join(sorted(VOID))}))(?=[ >])[^>]*+>"


def beginning_of(pattern: Pattern, skipped: str) -> str:
    """Return what is in the markup where a match begins: its first tokens, with what is skipped between them."""
    fixed = list(takewhile(lambda position: not position.optional, pattern.positions[:MOST]))
    symbols = [position.symbols for position in fixed] or [first_symbols(pattern)]
    known = list(takewhile(lambda one: not has_custom(one), symbols))
    return rf"(?:\s|&nbsp;|{skipped})*+".join([_token(one, skipped) for one in known]) or "<"


def _token(symbols: str, skipped: str) -> str:
    """Return what matches one of some tokens."""
    names = [name_of(symbol).lower() for symbol in symbols if symbol != TEXT_SYMBOL]
    ways = [rf"<(?:{'|'.join(names)})(?=[ >])[^>]*+>"] if names else []
    return f"(?:{'|'.join([*ways, *[f'[^<](?:[^<]|{skipped})*+'] * (TEXT_SYMBOL in symbols)])})"


class Finder:
    """Finds the matches of patterns in a body, one after the other: leftmost first, the longest at each place."""

    def __init__(self, patterns: Patterns, body: Body) -> None:
        self._patterns = patterns
        self._body = body
        self._size = WINDOW

    def next_tag(self, at: int) -> int:
        """Return where the next tag stands at which a match may begin, or -1."""
        found = self._patterns.beginning.search(self._body.clear, at, self._body.stop)
        return -1 if found is None else found.start()

    def find(self, tag: int) -> Match | None:
        """Return the first match that begins at a tag or after it."""
        while tag >= 0:
            found = self._in_window(tag, self._body.cut(tag, self._size))
            if isinstance(found, Match):
                return found
            if found == tag:
                self._size *= 2
            tag = self.next_tag(found)
        return None

    def _in_window(self, start: int, stop: int) -> Match | int:
        """Return the first match in a piece of the markup, or where to go on."""
        tokens = self._body.tokens(start, stop)
        symbols, is_cut = tokens.symbols, stop < self._body.stop
        for first in self._patterns.firsts.finditer(symbols):
            token = first.start()
            last, is_open = self._patterns.matcher.follow(symbols, token)
            if is_cut and (is_open or (last == len(symbols) and symbols.endswith(TEXT_SYMBOL))):
                return start + tokens.start(token)
            if last > token:
                is_end = last == len(symbols) and not is_cut
                return Match(
                    symbols[token:last],
                    start + tokens.start(token),
                    stop if is_end else start + tokens.boundary(last),
                )
        return stop
