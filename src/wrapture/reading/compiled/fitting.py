"""How well a page fits, measured on the parser's tree; equal to what `wrapture.reading.fit` measures on a numbered page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.algo.subsequence import common_length
from wrapture.html.fine_tokens import fine_tokens
from wrapture.model import Span
from wrapture.reading.compiled.frame_seeker import FrameSeeker
from wrapture.reading.compiled.record_shapes import KnownShapes, TokenShape, shape_number
from wrapture.reading.compiled.row_judging import Coder
from wrapture.reading.fit import combined
from wrapture.reading.row_template import SAMPLE, evenly, read_template

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node
    from wrapture.model import Fit, Profile, RowTemplate
    from wrapture.reading.compiled.shape_records import FoundRecord
    from wrapture.reading.compiled.tree_pieces import TreePiece


class FitReader:
    """Measures how well pages fit a wrapper."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._likeness = _Likeness(profile.template) if profile.template else None
        self._frame = FrameSeeker(profile.frame)

    def fit(self, body: Node, records: Sequence[FoundRecord]) -> Fit:
        """Return how well a page fits, given its records."""
        similarity = self._likeness.of(records) if self._likeness is not None else None
        return self.fit_with(body, similarity, len(records))

    def fit_with(self, body: Node, similarity: float | None, found: int) -> Fit:
        """Return the same, given the similarity of the records to the template, and their number."""
        return combined(self._profile, similarity, self._frame.share(body), found)


class _Likeness:
    """The similarity of records to a row template; their shapes tell which tokens they have."""

    def __init__(self, written: RowTemplate) -> None:
        template = read_template(written)
        self._coder = Coder(template.tokens)
        self._template = self._coder.coded(template.tokens)
        self._shapes: KnownShapes[TokenShape] = KnownShapes()

    def of(self, records: Sequence[FoundRecord]) -> float:
        """Return the mean over a sample of the records, 0 if there are none."""
        if not records or not self._template:
            return 0.0
        chosen = evenly(records, SAMPLE)
        return sum(self._similarity(record.piece) for record in chosen) / len(chosen)

    def _similarity(self, piece: TreePiece) -> float:
        return common_length(self._template, self._tokens(piece)) / len(self._template)

    def _tokens(self, piece: TreePiece) -> str:
        """Return the tokens of a record as characters."""
        known = self._shapes.find(piece)
        if known is not None:
            return known[0].window(known[1], self._coder.characters)
        page = piece.numbered()
        tokens = fine_tokens(page, Span(0, len(page)))
        window = self._coder.window(tokens, 0)
        self._shapes.see(shape_number(page), lambda: TokenShape(page, "", window))
        return self._coder.coded(tokens.texts)
