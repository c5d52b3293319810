"""Pages read by the wrapper of a library that each fits best.

Most pages of other sites are refused by the names and classes of their elements alone: a page fits a wrapper only if its
records have enough of the row template's tokens, and a start tag of the template is in no record if no element has its name
and class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.fine_tokens import MAX_TAG, MAX_VALUE, kind_of
from wrapture.html.lexbor import marks_in
from wrapture.html.parsing import read_page
from wrapture.library.address_match import ANY, host_of, is_at
from wrapture.library.wrapper_library import LibraryMatch
from wrapture.reading.fit import accepts
from wrapture.reading.fitted_reading import READERS, fit_in, read_capture, read_parsed
from wrapture.reading.row_matching import class_in, is_open_ended
from wrapture.reading.row_template import SIMILAR

if TYPE_CHECKING:
    from collections.abc import Collection, Set

    from wrapture.library.wrapper_library import Library
    from wrapture.model import Capture, RowTemplate, Wrapper
    from wrapture.model.table import Table


FEW: Final = 100  # wrappers up to which a page is compared with what each of them needs


class RoutedTable(NamedTuple):
    """What a wrapper read on a page: ``name`` is the wrapper's, and the table says how well the page fits."""

    name: str
    wrapper: Wrapper
    table: Table


class LibraryReader:
    """Reads a page by the wrapper of a library that it fits best, as `Library.match` has it.

    Wrappers for the page's address come before all others, so where one of them fits, nothing else is looked at.  Which
    addresses wrappers are for is taken from the library as it is at the beginning.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._patterns: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for entry in library.entries():
            for pattern in entry.addresses:
                self._patterns[host_of(pattern)].append((pattern, entry.name))
        self._names = [entry.name for entry in library.entries() if not entry.error]
        self._loaded = lru_cache(maxsize=READERS)(self._load)

    def __call__(self, capture: Capture) -> RoutedTable | None:
        """Return what the best wrapper reads on a page, None where none fits."""
        return self._at_address(capture) or self._by_content(capture)

    def expected(self, capture: Capture) -> RoutedTable | None:
        """Return what the wrapper for a page's address reads on it, however badly it fits; None if there is none."""
        names = self._names_at(capture.url) if capture.url is not None and capture.media == "html" else []
        return max((self._tried(name, capture) for name in names), key=_explained, default=None)

    def _by_content(self, capture: Capture) -> RoutedTable | None:
        if self._is_foreign(capture):
            return None
        page = read_page(capture)
        best = next(iter(self._library.match(page)), None)
        return None if best is None else RoutedTable(best.name, best.wrapper, read_parsed(best.wrapper, page))

    def _is_foreign(self, capture: Capture) -> bool:
        """Return whether a page fits no wrapper, as its elements alone tell; False if that takes more."""
        if capture.media != "html" or len(self._names) > FEW:
            return False
        if any(not self._bounds[name] for name in self._names_at(capture.url or "")):  # found by their address alone
            return False
        return not may_fit_any([bound for bound in self._bounds.values() if bound is not None], marks_in(capture))

    @cached_property
    def _bounds(self) -> dict[str, TemplateBound | None]:
        """What each wrapper needs of a page, None for those without a template."""
        templates = {name: self._loaded(name).profile.template for name in self._names}
        return {name: TemplateBound(template) if template else None for name, template in templates.items()}

    def _at_address(self, capture: Capture) -> RoutedTable | None:
        if capture.url is None or capture.media != "html":
            return None
        tried = [self._tried(name, capture) for name in self._names_at(capture.url)]
        fitting = [one for one in tried if accepts(fit_in(one.table))]
        return min(fitting, key=lambda one: (-_explained(one), one.name), default=None)

    def _names_at(self, address: str) -> list[str]:
        """Return the names of the wrappers that are for an address."""
        patterns = self._patterns.get(host_of(address), []) + self._patterns.get(ANY, [])
        return list(dict.fromkeys(name for pattern, name in patterns if is_at(pattern, address)))

    def _tried(self, name: str, capture: Capture) -> RoutedTable:
        wrapper = self._loaded(name)
        return RoutedTable(name, wrapper, read_capture(wrapper, capture))

    def _load(self, name: str) -> Wrapper:
        return self._library.load(name)[0]


def _explained(read: RoutedTable) -> float:
    return LibraryMatch(read.name, read.wrapper, fit_in(read.table), by_address=True).explained


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
