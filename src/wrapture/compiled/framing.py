"""The share of a frame that a page has, told from the markup of its body: what `wrapture.wrappers.frame` tells of its tokens.

A token is looked for by what is in every tag or text that has it, and only what stands there is read.  Nearly all tokens of a
site's frame are written the same way on all its pages and in the same order, so that one walk over the markup finds them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from wrapture.compiled.hidden import Hidden
from wrapture.compiled.markup import taken_apart, unescaped
from wrapture.html.finetokens import ELLIPSIS, MAX_TAG, pieces_of, tag_token
from wrapture.wrappers.frame import FEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node

LONGEST: Final = 1000  # characters of a tag or text that are remembered
REMEMBERED: Final = 4096  # start tags whose tokens are kept
_CHANGED: Final = re.compile(r"[\s&<>\"]+")  # what is written otherwise than it is, or otherwise in a token


class FrameReader:
    """Tells which share of a frame pages have; it remembers where its tokens stood last, and how they were written."""

    def __init__(self, frame: Sequence[str]) -> None:
        self._sought: list[_Sought] = [_Tag(token) if token.startswith("<") else _Text(token) for token in frame]

    def share(self, body: Node) -> float | None:
        """Return the share of the tokens that a body has, None where the frame is too small to say anything."""
        if len(self._sought) < FEWEST:
            return None
        markup = body.html or ""
        hidden = Hidden(markup)
        count, first = 0, markup.find(">")  # of the body's own tag
        at = first
        for sought in self._sought:
            if sought.is_found(markup, hidden, first, at):
                count += 1
                at = sought.place
        self._sought.sort(key=attrgetter("place"))
        return count / len(self._sought)


class _Sought(ABC):
    """A token that is looked for; ``sure`` is in every tag or text that has it.

    What was the same in all that were found of late is looked for first.
    """

    def __init__(self, token: str, sure: str) -> None:
        self.place = 0  # where it stood last
        self._token = token
        self._sure = sure
        self._way = sure
        self._written = ""  # the tag or text, with its delimiters

    def is_found(self, markup: str, hidden: Hidden, first: int, at: int) -> bool:
        """Return whether a body has the token after its first place; another place is where to look before."""
        for start in (at, first):
            hit = markup.find(self._way, start)
            if hit >= 0 and self._read(markup, hidden, hit) is None:
                return True
            if self._way == self._sure:
                break
        return self._is_anywhere(markup, hidden, first)

    def _is_anywhere(self, markup: str, hidden: Hidden, first: int) -> bool:
        hit = markup.find(self._sure, first)
        while hit >= 0:
            after = self._read(markup, hidden, hit)
            if after is None:
                return True
            hit = markup.find(self._sure, after)
        self._way = self._sure
        return False

    @abstractmethod
    def _read(self, markup: str, hidden: Hidden, hit: int) -> int | None:
        """Return None where there is the token around a place, else where to go on."""

    def _found(self, place: int, written: str) -> None:
        """Take notice of the tag or text that has the token."""
        self.place = place
        if written == self._way:
            return
        known = self._written if self._way == self._sure else self._way
        self._written = written[:LONGEST]
        shared = _shared(known or self._written, self._written)
        self._way = shared if self._sure in shared else self._sure


class _Tag(_Sought):
    """A start tag that is looked for."""

    def __init__(self, token: str) -> None:
        name, _, attributes = token[1:-1].partition(" ")
        self._begin = f"<{name}{' ' if attributes else '>' if len(token) < MAX_TAG else ''}"
        self._value = max(_CHANGED.split(" ".join(re.findall("=([^ ]*)", attributes))), key=len)
        super().__init__(token, max(self._begin, self._value, key=len))

    def _read(self, markup: str, hidden: Hidden, hit: int) -> int | None:
        start = markup.find("<", markup.rfind(">", 0, hit) + 1)
        if start > hit:  # it is in a text
            return start
        stop = markup.find(">", hit) + 1
        written = markup[start:stop]
        if not (written.startswith(self._begin) and self._value in written) or hidden.has_tag(start):
            return stop
        if written != self._written and _token_of(written[1:-1]) != self._token:
            return stop
        self._found(start, written)
        return None


class _Text(_Sought):
    """A piece of a text that is looked for."""

    def __init__(self, token: str) -> None:
        super().__init__(token, sure_part(token))

    def _read(self, markup: str, hidden: Hidden, hit: int) -> int | None:
        before = markup.rfind(">", 0, hit + 1)
        stop = markup.find("<", before + 1)
        if stop <= hit:  # it is in a tag, or after the last one
            return markup.find(">", hit) if stop >= 0 else len(markup) + 1
        if past := hidden.stop(before):
            return past
        written = markup[before : stop + 1]
        is_it = written == self._written or self._token in pieces_of(unescaped(written[1:-1]))
        if not is_it or hidden.has_text(before):
            return stop
        self._found(before, written)
        return None


def sure_part(token: str) -> str:
    """Return a part of a text's token that is in every text which has it.

    >>> sure_part("see  Terms of use"), sure_part("…")
    ('Terms', '')
    """
    return "" if token == ELLIPSIS else max(_CHANGED.split(token), key=len)


def _shared(one: str, other: str) -> str:
    """Return what two strings have in common from the beginning on."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return one[:number]
    return min(one, other, key=len)


@lru_cache(maxsize=REMEMBERED)
def _token_of(tag: str) -> str:
    """Return the token of a start tag; the pages of a site have most of their tags in common."""
    name, attributes = taken_apart(tag)
    return tag_token(name, {key: unescaped(value) for key, value in attributes})
