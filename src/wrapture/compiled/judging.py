"""Which records of a form are rows: what `wrapture.extraction.rows` decides for each, decided once where that can be.

A row holds enough of the template's tokens, in order.  Where its tags are enough, its texts don't matter, as long as they don't
push these tags out of the window that is looked at.  Where the tags with all texts of the template would not be enough, no
record of this form is a row.  Else the texts of each record are asked.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.algo.subsequence import common_blocks, common_length
from wrapture.extraction.rows import ANY
from wrapture.extraction.rowtemplate import read_template
from wrapture.html.finetokens import PROSE, SEPARATOR, kind_of, pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.finetokens import FineTokens
    from wrapture.html.page import Page
    from wrapture.model import RowLocator

OTHER: Final = "\x00"
_REMEMBERED: Final = 4096  # texts whose tokens are kept before this memory is emptied
_FIRST: Final = 0x10
_NO_MARKS: Final = bytes(code for code in range(128) if chr(code) not in "\n?" and not SEPARATOR.fullmatch(chr(code)))

Answer: TypeAlias = Literal["always", "never", "texts"]


class Verdict(NamedTuple):
    """What is known of all records of a form, given the start tags that it rests on.

    ``room`` is how many marks that cut may stand in the texts of one before they have to be asked; ``window`` are the
    characters of its tags with the nodes of its texts between them.
    """

    answer: Answer
    strict: frozenset[int]
    room: int = sys.maxsize
    window: tuple[str | int, ...] = ()


class Coder:
    """Writes tokens as characters, by which they are compared with a template."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._codes = {token: chr(_FIRST + number) for number, token in enumerate(dict.fromkeys(tokens))}
        self._known: dict[str, str] = {}

    def coded(self, tokens: Sequence[str]) -> str:
        """Return a character for each token; those that the template has not share one."""
        get = self._codes.get
        return "".join([get(token, OTHER) for token in tokens])

    def characters(self, text: str) -> str:
        """Return the characters of a text's tokens."""
        found = self._known.get(text)
        if found is None:
            found = self.coded(pieces_of(text))
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            if len(text) <= PROSE:
                self._known[text] = found
        return found

    def window(self, tokens: FineTokens, first: int = 1) -> tuple[str | int, ...]:
        """Return the characters of the tags from one on, with the nodes of texts between them."""
        found: list[str | int] = []
        for token, node in zip(tokens.texts[first:], tokens.firsts[first:], strict=False):
            if token.startswith("<"):
                found.append(self._codes.get(token, OTHER))
            elif not found or found[-1] != node:  # all its pieces at once
                found.append(node)
        return tuple(found)


class RowJudge(Coder):
    """Decides by a row locator."""

    def __init__(self, locator: RowLocator) -> None:
        self._template = read_template(locator.template)
        self.first, *rest = self._template.tokens
        self.open_ended = self.first == ANY or (self.first.startswith("<") and self.first.endswith(f" {ANY}>"))
        self.kind = kind_of(self.first)
        super().__init__(rest)
        self._rest = self.coded(rest)
        self._tags = self.coded([token for token in rest if token.startswith("<")])
        self.longest = locator.longest
        self.least = int(locator.similarity * len(self._template.tokens))

    def begins(self, token: str) -> bool:
        """Return whether a row may begin with a token."""
        return kind_of(token) == self.kind if self.open_ended else token == self.first

    def accepts(self, window: str) -> bool:
        """Return whether the tokens after the first one hold enough of the template."""
        return self._is_enough(window[: self.longest - 1])

    def held(self, window: str, least: int | None = None) -> int:
        """Return how many of the template's tokens stand after the first one, 0 where they are fewer than `least`."""
        return common_length(self._rest, window[: self.longest - 1], self.least if least is None else least)

    def offset(self, window: str) -> float:
        """Return how far the tokens after the first one are out of place."""
        blocks = common_blocks(self._rest, window[: self.longest - 1])
        return self._template.offset_of([(first + 1, place + 1, size) for first, place, size in blocks])

    def verdict(self, page: Page, tokens: FineTokens) -> Verdict:
        """Return what is known of all records that are built like an element, whose tokens these are."""
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
    """Return how many marks that cut may stand in each text, which is one line; those beyond ASCII may all be some.

    >>> marks_in(["Rate: 95.00", "Rate: 95.00 | Stars: 3 | Größe: 12 / 13"])
    [1, 8]
    """
    whole = "\n".join(texts).encode("ascii", "replace").translate(None, _NO_MARKS)
    return list(map(len, whole.split(b"\n")))
