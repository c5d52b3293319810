"""How well a page fits, measured on the parser's tree; equal to what `wrapture.reading.fit` measures on a numbered page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.algo.subsequence import common_length
from wrapture.html.fine_tokens import fine_tokens
from wrapture.model import Span
from wrapture.reading.compiled.frame_seeker import FrameSeeker
from wrapture.reading.compiled.record_shapes import KnownShapes, TokenShape, shape_number
from wrapture.reading.compiled.row_judging import Coder
from wrapture.reading.fit import combined
from wrapture.reading.row_template import SAMPLE, evenly, read_template

if TYPE_CHECKING:
    from wrapture.html.lexbor import Node
    from wrapture.model import Fit, Profile, RowTemplate
    from wrapture.reading.compiled.tree_pieces import TreePiece, TreePieces

REMEMBERED: Final = 256  # similarities by tokens before they are cleared


class FitReader:
    """Measures how well pages fit a wrapper."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._likeness = _Likeness(profile.template) if profile.template else None
        self._frame = FrameSeeker(profile.frame)

    def similarity(self, pieces: TreePieces) -> float | None:
        """Return how similar records are to the row template, None if the wrapper has none."""
        return self._likeness.of(pieces) if self._likeness is not None else None

    def fit(self, body: Node, similarity: float | None, found: int) -> Fit:
        """Return how well a page fits, given the similarity of its records and their number."""
        return combined(self._profile, similarity, self._frame.share(body), found)


class _Likeness:
    """The similarity of records to a row template; their shapes tell which tokens they have."""

    def __init__(self, written: RowTemplate) -> None:
        template = read_template(written)
        self._coder = Coder(template.tokens)
        self._template = self._coder.coded(template.tokens)
        self._shapes: KnownShapes[TokenShape] = KnownShapes()
        self._known: dict[str, float] = {}

    def of(self, pieces: TreePieces) -> float:
        """Return the mean over a sample of the records, 0 if there are none."""
        if not pieces or not self._template:
            return 0.0
        chosen = pieces.chosen(evenly(range(len(pieces)), SAMPLE))
        windows = self._shapes.windows(chosen.places, self._coder, lambda number: self._unknown(chosen[number]))
        return sum([self._similarity(window) for _, window in windows]) / len(chosen)

    def _similarity(self, tokens: str) -> float:
        """Return the similarity of a record by its tokens, cached because most rows of a site have the tokens of others."""
        found = self._known.get(tokens)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[tokens] = common_length(self._template, tokens) / len(self._template)
        return found

    def _unknown(self, piece: TreePiece) -> tuple[str, str]:
        """Return the tokens of a record of unknown shape as characters, after nothing for its first token."""
        page = piece.numbered()
        tokens = fine_tokens(page, Span(0, len(page)))
        window = self._coder.window(tokens, 0)
        self._shapes.see(shape_number(page), lambda: TokenShape(page, "", window))
        return "", self._coder.coded(tokens.texts)
