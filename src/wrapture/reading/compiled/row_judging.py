"""Which records of a shape are rows: `wrapture.reading.row_matching` decides for each record, this once per shape if possible.

A row holds enough of the template's tokens, in order.  If the tags of a shape are enough, its texts don't matter, as long as
they don't push these tags out of the window.  If the tags together with all texts of the template were still not enough, no
record of the shape is a row.  Otherwise the texts of each record decide.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.algo.subsequence import common_blocks, common_length
from wrapture.html.fine_tokens import PROSE, SEPARATOR, kind_of, pieces_of
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.row_matching import class_in, is_open_ended
from wrapture.reading.row_template import read_template

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.fine_tokens import FineTokens
    from wrapture.html.page import Page
    from wrapture.model import RowLocator

OTHER: Final = "\x00"
_REMEMBERED: Final = 4096  # texts in the cache of tokens before it is cleared
_FIRST: Final = 0x10
MARKS: Final = bytes(chr(code) == "?" or SEPARATOR.fullmatch(chr(code)) is not None for code in range(128))
"""For each character of ASCII, whether it may be a cutting mark; ``?`` may stand for any other character."""
_NO_MARKS: Final = bytes(code for code in range(128) if not MARKS[code] and chr(code) != "\n")

Answer: TypeAlias = Literal["always", "never", "texts"]


class Verdict(NamedTuple):
    """What holds for all records of a shape that have the ``strict`` start tags.

    ``room`` is how many cutting marks the texts of a record may have before the record must be checked by itself; ``window``
    are the characters of its tags, with the nodes of its texts between them.
    """

    answer: Answer
    strict: frozenset[int]
    room: int = sys.maxsize
    window: tuple[str | int, ...] = ()


class Coder:
    """Encodes tokens as characters, so that they can be compared with a template; ``known`` are texts encoded before."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._codes = {token: chr(_FIRST + number) for number, token in enumerate(dict.fromkeys(tokens))}
        self.known: dict[str, str] = {}

    def coded(self, tokens: Sequence[str]) -> str:
        """Return a character for each token; tokens that the template does not have share one."""
        get = self._codes.get
        return "".join([get(token, OTHER) for token in tokens])

    def characters(self, text: str) -> str:
        """Return the characters of a text's tokens."""
        found = self.known.get(text)
        if found is None:
            found = self.coded(pieces_of(text))
            if len(self.known) >= _REMEMBERED:
                self.known.clear()
            if len(text) <= PROSE:
                self.known[text] = found
        return found

    def window(self, tokens: FineTokens, first: int = 1) -> tuple[str | int, ...]:
        """Return the characters of the tags from token ``first`` on, with the nodes of texts between them."""
        found: list[str | int] = []
        for token, node in zip(tokens.texts[first:], tokens.firsts[first:], strict=False):
            if token.startswith("<"):
                found.append(self._codes.get(token, OTHER))
            elif not found or found[-1] != node:  # once for all tokens of a text
                found.append(node)
        return tuple(found)


class RowJudge(Coder):
    """Decides which elements are rows, by a row locator; raises `UnprovedError` for one with an open-ended parent."""

    def __init__(self, locator: RowLocator) -> None:
        self._template = read_template(locator.template)
        self.first, *rest = self._template.tokens
        self.open_ended = is_open_ended(self.first)
        if is_open_ended(locator.parent):  # only spares have these
            raise UnprovedError
        self.kind = kind_of(self.first)
        self._class = class_in(self.first)
        super().__init__(rest)
        self._rest = self.coded(rest)
        self._tags = self.coded([token for token in rest if token.startswith("<")])
        self.longest = locator.longest
        self.least = int(locator.similarity * len(self._template.tokens))

    def begins(self, token: str) -> bool:
        """Return whether a row may begin with a token."""
        if not self.open_ended:
            return token == self.first
        return kind_of(token) == self.kind and (not self._class or class_in(token) == self._class)

    def accepts(self, window: str) -> bool:
        """Return whether the tokens after the first hold enough of the template."""
        return self._is_enough(window[: self.longest - 1])

    def held(self, window: str, least: int | None = None) -> int:
        """Return how many of the template's tokens follow the first one, 0 if fewer than `least`."""
        return common_length(self._rest, window[: self.longest - 1], self.least if least is None else least)

    def offset(self, window: str) -> float:
        """Return how far the tokens after the first are out of place."""
        blocks = common_blocks(self._rest, window[: self.longest - 1])
        return self._template.offset_of([(first + 1, place + 1, size) for first, place, size in blocks])

    def verdict(self, page: Page, tokens: FineTokens) -> Verdict:
        """Return the verdict on all records of the same shape as an element with these tokens."""
        every = frozenset(range(len(page)))
        places = [place for place, token in enumerate(tokens.texts) if place and token.startswith("<")]
        tags = self.coded([tokens.texts[place] for place in places])
        if self._is_enough(tags):
            return self._always(page, tokens, places, tags)
        texts = len(self._rest) - len(self._tags)
        if common_length(self._tags, tags) + texts < self.least:
            return Verdict("never", every)
        return Verdict("texts", every, window=self.window(tokens))

    def _always(self, page: Page, tokens: FineTokens, places: list[int], tags: str) -> Verdict:
        enough = self._enough(tags)
        after = places[enough] if enough < len(places) else len(tokens)
        texts = {tokens.firsts[place] for place in range(1, after) if not tokens.texts[place].startswith("<")}
        room = self.longest - 1 - enough - len(texts)
        blocks = common_blocks(self._rest, tags[:enough])
        held = [places[at + n] for _, at, size in blocks for n in range(size)]
        strict = {tokens.firsts[place] for place in held if not tokens.texts[place].startswith("</")}
        if room < 0:
            return Verdict("texts", frozenset(range(len(page))), window=self.window(tokens))
        return Verdict("always", frozenset({0, *strict}), room)

    def _enough(self, tags: str) -> int:
        """Return how many tags it takes to hold enough of the template."""
        low, high = 0, len(tags)
        while low < high:
            middle = (low + high) // 2
            if self._is_enough(tags[:middle]):
                high = middle
            else:
                low = middle + 1
        return low

    def _is_enough(self, window: str) -> bool:
        return common_length(self._rest, window, self.least) >= self.least


def marks_in(texts: Sequence[str]) -> list[int]:
    """Return the largest possible number of cutting marks in each one-line text; every non-ASCII character counts as one.

    >>> marks_in(["Rate: 95.00", "Rate: 95.00 | Stars: 3 | Größe: 12 / 13"])
    [1, 8]
    """
    whole = "\n".join(texts).encode("ascii", "replace").translate(None, _NO_MARKS)
    return list(map(len, whole.split(b"\n")))
