"""The share of a frame that a page has, told by the part in C: most tokens are spelt on a page as on the one before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.compiled.framing import LONGEST, sure_part
from wrapture.compiled.locating import conditions_of
from wrapture.compiled.treeforms import demands_of
from wrapture.compiled.treelocating import as_bytes, token_of, written
from wrapture.html._tree import Seeker, start_tag, text_of
from wrapture.html.elements import FOREIGN, SILENT
from wrapture.html.finetokens import pieces_of
from wrapture.wrappers.frame import FEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node

NOTHING: Final = (b"", ())


class TreeFrame:
    """Tells which share of a frame pages have; it remembers how its tokens were spelt last."""

    def __init__(self, frame: Sequence[str]) -> None:
        self._frame = frame
        self._seeker = Seeker(tuple(map(_sought, frame)), as_bytes(FOREIGN), as_bytes(SILENT))

    def share(self, body: Node) -> float | None:
        """Return the share of the tokens that a body has, None where the frame is too small to say anything."""
        if len(self._frame) < FEWEST:
            return None
        missed, doubts = self._seeker.seek(body.mem_id)
        left = {number for number in range(len(self._frame)) if missed >> number & 1}
        for number, place in doubts:
            if number in left and self._has(number, place):
                left.remove(number)
        return (len(self._frame) - len(left)) / len(self._frame)

    def _has(self, number: int, place: int) -> bool:
        """Return whether a node has a token; how it is spelt there is remembered."""
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
    """Return what is in every tag or text that has a token: the name and conditions of a tag, or a part of a text."""
    if token.startswith("<"):
        return (*written(conditions_of(token)), b"")
    return (*NOTHING, sure_part(token.replace("&lt;", "<")).encode())
