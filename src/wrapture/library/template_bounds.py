"""Which wrappers can't fit a page, told from the names and classes of its elements alone: most pages of other sites end here.

A page fits a wrapper only if its records have enough of the row template's tokens, and a start tag of the template is in no
record if no element of the page has its name and class.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from wrapture.html.fine_tokens import MAX_TAG, MAX_VALUE, kind_of
from wrapture.reading.row_matching import class_in, is_open_ended
from wrapture.reading.row_template import SIMILAR

if TYPE_CHECKING:
    from collections.abc import Collection, Set

    from wrapture.model import RowTemplate


class TemplateBound:
    """The start tags of a template that need an element with their name and class; how many tokens it has."""

    __slots__ = ("_needed", "_size")

    def __init__(self, template: RowTemplate) -> None:
        tokens = [token for token in template if isinstance(token, str)]
        self._size = len(tokens)
        self._needed = Counter(mark for token in tokens if (mark := mark_of(token)) is not None)

    def may_fit(self, marks: Set[tuple[str, str]]) -> bool:
        """Return whether a page with these elements may have records that are similar enough to the template."""
        missing = sum(count for mark, count in self._needed.items() if mark not in marks)
        return self._size - missing > SIMILAR * self._size


def mark_of(token: str) -> tuple[str, str] | None:
    """Return the name and class that every element with a fine token has, None for other tokens and cut off ones.

    >>> mark_of("<td class=price nowrap>"), mark_of("<b>"), mark_of("</b>"), mark_of("Price:"), mark_of("<tr …>")
    (('td', 'price'), ('b', ''), None, None, None)
    """
    if not token.startswith("<") or token.startswith("</") or is_open_ended(token) or len(token) >= MAX_TAG:
        return None
    found = class_in(token)
    return (kind_of(token), found) if len(found) < MAX_VALUE else None


def may_fit_any(bounds: Collection[TemplateBound], marks: Set[tuple[str, str]]) -> bool:
    """Return whether a page with these elements may fit one of some templates."""
    return any(bound.may_fit(marks) for bound in bounds)
