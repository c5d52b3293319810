"""How well a page fits, told from the parser's tree: what `wrapture.wrappers.health` measures on a numbered page."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from wrapture.algo.subsequence import common_length
from wrapture.compiled.forms import Forms, TokenForm, shape_of
from wrapture.compiled.framing import FrameReader
from wrapture.compiled.judging import Coder
from wrapture.compiled.markup import UnprovedError
from wrapture.extraction.rowtemplate import SAMPLE, evenly, read_template
from wrapture.html import native
from wrapture.html.finetokens import fine_tokens
from wrapture.model import Span
from wrapture.wrappers.health import combined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.compiled.forms import Matching
    from wrapture.compiled.pieces import Piece
    from wrapture.compiled.records import Found
    from wrapture.html.lexbor import Node
    from wrapture.model import Fit, Profile, RowTemplate


class Frame(Protocol):
    """Tells which share of a frame a page has."""

    def share(self, body: Node) -> float | None:
        """Return the share of the tokens that a body has, None where the frame is too small to say anything."""


def _frame_reader(frame: Sequence[str]) -> Frame:
    """Return what tells it: the part in C where it is there and knows all names."""
    if native.is_there():
        from wrapture.compiled.treeframing import TreeFrame

        with suppress(UnprovedError):
            return TreeFrame(frame)
    return FrameReader(frame)


class FitReader:
    """Tells how well pages fit a wrapper."""

    def __init__(self, profile: Profile, matching: Matching) -> None:
        self._profile = profile
        self._likeness = _Likeness(profile.template, matching) if profile.template else None
        self._frame = _frame_reader(profile.frame)

    def fit(self, body: Node, records: Sequence[Found]) -> Fit:
        """Return how well a page fits, given its records; raises `UnprovedError` where the plain path has to tell."""
        similarity = self._likeness.of(records) if self._likeness is not None else None
        return self.fit_with(body, similarity, len(records))

    def fit_with(self, body: Node, similarity: float | None, found: int) -> Fit:
        """Return the same, given how like the template the records are, and how many."""
        return combined(self._profile, similarity, self._frame.share(body), found)


class _Likeness:
    """How like a row template records are; their tokens are told by their forms."""

    def __init__(self, written: RowTemplate, matching: Matching) -> None:
        template = read_template(written)
        self._coder = Coder(template.tokens)
        self._template = self._coder.coded(template.tokens)
        self._forms: Forms[TokenForm] = Forms(matching)

    def of(self, records: Sequence[Found]) -> float:
        """Return the mean over some of the records, 0 where there are none."""
        if not records or not self._template:
            return 0.0
        chosen = evenly(records, SAMPLE)
        return sum(self._similarity(record.piece) for record in chosen) / len(chosen)

    def _similarity(self, piece: Piece) -> float:
        return common_length(self._template, self._tokens(piece)) / len(self._template)

    def _tokens(self, piece: Piece) -> str:
        """Return the tokens of a record as characters."""
        known = self._forms.find(piece)
        if known is not None:
            return known[0].window(known[1], self._coder.characters)
        page = piece.numbered()
        tokens = fine_tokens(page, Span(0, len(page)))
        window = self._coder.window(tokens, 0)
        self._forms.see(shape_of(page), lambda: TokenForm(self._forms.matching, page, piece, "", window))
        return self._coder.coded(tokens.texts)
