"""Forms told by markup: one regular expression knows all pieces of a form, and captures what they say."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from wrapture.compiled.expressions import expression_of
from wrapture.compiled.lines import RowMaker, rows_of
from wrapture.compiled.markup import UnprovedError, lexemes_of, unescaped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.expressions import Demands
    from wrapture.compiled.forms import Captured, Form, RowForm
    from wrapture.compiled.pieces import Piece
    from wrapture.compiled.values import RowPlan
    from wrapture.extraction.table import Row
    from wrapture.html.page import Page

LONGEST: Final = 20_000  # characters of markup that an expression is made of


class MarkupMatcher:
    """The expression of a form, and what makes rows of its groups where rows are asked for."""

    def __init__(self, page: Page, markup: str, demands: Demands, plan: RowPlan | None) -> None:
        if len(markup) > LONGEST:
            raise UnprovedError
        self.expression, groups = expression_of(lexemes_of(markup, page), page, demands)
        self._match = self.expression.fullmatch
        self.size = markup.count("<")
        self.texts = groups.texts
        self.plain = unescaped
        self.maker = RowMaker(plan, groups) if plan is not None else None

    def match(self, markup: str) -> Captured | None:
        """Return the groups of a piece's markup, None where it has another form."""
        found = self._match(markup)
        return None if found is None else found.groups()


class MarkupMatching:
    """Tells forms by the markup of pieces."""

    sights: Final = 6
    """An expression takes 1 to 3 ms: if it is made after 3 sights, an unseen page of a known site costs 8.7 ×, not 6.3 ×."""

    subject: Final[Callable[[Piece], str]] = attrgetter("markup")

    def size(self, subject: str) -> int:
        """Return how many brackets a markup has."""
        return subject.count("<")

    def matcher(
        self, page: Page, piece: Piece, demands: Demands, asked: Sequence[int], plan: RowPlan | None
    ) -> MarkupMatcher:
        """Return the expression of pieces like one; it captures all texts, so also those that are asked for."""
        del asked
        return MarkupMatcher(page, piece.markup, demands, plan)

    def rows(self, records: Sequence[tuple[RowForm, Captured]], addresses: Addresses) -> list[Row]:
        """Return the rows of the groups of some records."""
        return rows_of([(form.matcher.maker, groups) for form, groups in records], addresses)


def matcher_of(form: Form) -> MarkupMatcher:
    """Return the matcher of a form that is told by markup."""
    if not isinstance(form.matcher, MarkupMatcher):
        raise TypeError("a form that is told by nodes")
    return form.matcher
