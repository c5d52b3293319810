"""The share of a frame that a page has, measured by the native extension.

Most tokens are spelt on a page as on the page before, so comparing spellings is enough for them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html._tree import Seeker, start_tag, text_of
from wrapture.html.elements import FOREIGN, HIDDEN_TEXT
from wrapture.html.fine_tokens import ELLIPSIS, pieces_of
from wrapture.reading.compiled.candidate_finder import as_bytes, written
from wrapture.reading.compiled.candidates import conditions_of
from wrapture.reading.compiled.shape_matcher import demands_of
from wrapture.reading.compiled.tree_pieces import token_of
from wrapture.reading.frame import FEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node

LONGEST: Final = 1000  # longer texts are not remembered
NOTHING: Final = (b"", ())
_CHANGED: Final = re.compile(r"[\s&<>\"]+")  # characters that may differ between a token and its text


class FrameSeeker:
    """Measures the share of a frame that pages have; it remembers the last spelling of each token.

    Raises `UnprovedError` if a token does not name an element.
    """

    def __init__(self, frame: Sequence[str]) -> None:
        self._frame = frame
        self._seeker = Seeker(tuple(map(_sought, frame)), as_bytes(FOREIGN), as_bytes(HIDDEN_TEXT))

    def share(self, body: Node) -> float | None:
        """Return the share of the tokens that a body has, None if the frame is too small."""
        if len(self._frame) < FEWEST:
            return None
        missed, doubts = self._seeker.seek(body.mem_id)
        left = {number for number in range(len(self._frame)) if missed >> number & 1}
        for number, place in doubts:
            if number in left and self._has(number, place):
                left.remove(number)
        return (len(self._frame) - len(left)) / len(self._frame)

    def _has(self, number: int, place: int) -> bool:
        """Return whether a node has a token, and if so remember its spelling."""
        token = self._frame[number]
        if token.startswith("<"):
            tag = start_tag(place)
            if token_of(tag) != token:
                return False
            self._seeker.learn(number, demands_of(tag[1]))
            return True
        text = text_of(place)
        if token not in pieces_of(text):
            return False
        if len(text) <= LONGEST:
            self._seeker.learn(number, text.encode())
        return True


def _sought(token: str) -> tuple[bytes, tuple[tuple[bytes, bytes], ...], bytes]:
    """Return what every tag or text with a token must have: name and conditions of a tag, or a part of a text."""
    if token.startswith("<"):
        return (*written(conditions_of(token)), b"")
    return (*NOTHING, sure_part(token.replace("&lt;", "<")).encode())


def sure_part(token: str) -> str:
    """Return a part of a token that every text with the token contains.

    >>> sure_part("see  Terms of use"), sure_part("…")
    ('Terms', '')
    """
    return "" if token == ELLIPSIS else max(_CHANGED.split(token), key=len)
